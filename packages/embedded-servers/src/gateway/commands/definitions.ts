import { deserialize, type Document } from 'bson';
import { onlyValue, type Engine } from '../../engine/engine.js';
import { nameOfSqlState, unpackSqlState } from '../error-codes.js';
import { GatewayError } from '../gateway-error.js';
import type { IndexBuilds } from '../index-builds.js';
import type { Request } from '../request.js';
import type { Handlers } from './handler.js';

/** Called with changes on which the planner's statistics depend. */
export interface DefinitionObserver {
  noteIndexes(request: Request): void;
  /** Applies to a whole database if there is no collection. */
  noteDrop(database: string, collection?: string): void;
}

/** Databases, collections and indexes. */
export function definitionHandlers(engine: Engine, observer: DefinitionObserver, builds: IndexBuilds): Handlers {
  return {
    listDatabases: async (request) => onlyValue(await engine.run('listDatabases', request.body)),
    create: async (request) => onlyValue(await engine.run('create', request.database, request.body)),
    collMod: async (request) =>
      onlyValue(await engine.run('collMod', request.database, request.collection, request.body)),
    renameCollection: async (request) => onlyValue(await engine.run('renameCollection', request.body)),
    drop: async (request) => {
      const dropped = onlyValue(await engine.run('drop', request.database, request.collection));
      observer.noteDrop(request.database, request.collection);
      return dropped[0] === 1 ? { nIndexesWas: 1, ns: request.namespace, ok: 1 } : { ok: 1 };
    },
    dropDatabase: async (request) => {
      await engine.run('dropDatabase', request.database);
      observer.noteDrop(request.database);
      return { dropped: request.database, ok: 1 };
    },
    createIndexes: async (request) => {
      const reply = await builds.build(request, () => createIndexes(engine, request));
      observer.noteIndexes(request);
      return reply;
    },
    dropIndexes: async (request) => checked(onlyValue(await engine.run('dropIndexes', request.database, request.body))),
  };
}

/** Built at once and not in the background: a build takes milliseconds on collections of the expected sizes. */
async function createIndexes(engine: Engine, request: Request): Promise<Document> {
  const reply = deserialize(onlyValue(await engine.run('createIndexes', request.database, request.body)));
  const shards: unknown[] = Object.values(isDocument(reply['raw']) ? reply['raw'] : {});
  const result = isDocument(shards[0]) ? shards[0] : reply;
  return ensureOk(result);
}

const checked = (reply: Buffer): Document => ensureOk(deserialize(reply));

/** Index commands report their failure inside the reply, as a packed code. */
function ensureOk(reply: Document): Document {
  if (Number(reply['ok']) === 1) return { ...reply, ok: 1 };
  const text = String(reply['errmsg'] ?? 'the engine refused the indexes');
  const name = nameOfSqlState(unpackSqlState(Number(reply['code'] ?? 0)));
  throw new GatewayError(name, name === 'DuplicateKey' ? `E11000 ${text}` : text);
}

const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;
