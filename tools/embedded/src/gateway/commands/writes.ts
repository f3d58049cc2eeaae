import { randomBytes } from 'node:crypto';
import { Int32, deserialize, serialize, type Document } from 'bson';
import { onlyValue, type Engine } from '../../engine/engine.js';
import { PgError } from '../../engine/pg-connection.js';
import type { Parameter, Row } from '../../engine/pg-messages.js';
import { fieldsOf, readNumber } from '../bson-fields.js';
import { duplicateKeyOfReply } from '../duplicate-key.js';
import { codeOf, nameOfSqlState, unpackSqlState } from '../error-codes.js';
import { isTransient } from '../failure.js';
import { keyedUpdatesOf } from '../keyed-updates.js';
import type { Request } from '../request.js';
import type { Handler, Handlers } from './handler.js';

const REPLIES_KEY = 'replies_pkey';
const RANDOM_ID_BYTES = 24;
/** How often an upsert that lost a race for a unique key is tried again; by then the winner's document is there. */
const MAX_UPSERT_ATTEMPTS = 5;

/** Told of every write, so that the planner's statistics can follow what collections hold. */
export type WriteObserver = (request: Request, documents: number) => void;

/** The four commands that change documents. */
export function writeHandlers(engine: Engine, observe: WriteObserver): Handlers {
  const write =
    (name: 'insert' | 'update' | 'delete', sequence: string): Handler =>
    async (request) => {
      const section = request.message.sequences.get(sequence) ?? null;
      for (let attempt = 0; ; attempt++) {
        const row = await recorded(engine, request, attempt, async (id) => {
          const together = name === 'update' ? await updateTogether(engine, request, id) : undefined;
          return together ?? engine.run(name, request.database, request.body, section, id);
        });
        const reply = onlyValue([row]);
        if (name !== 'delete') observe(request, countIn(reply));
        if (row[1]?.[0] === 1) return reply;
        const result = deserialize(reply, { promoteLongs: false });
        if (name === 'update' && attempt + 1 < MAX_UPSERT_ATTEMPTS && isLostUpsert(request, result)) continue;
        return translateWriteErrors(engine, request, result);
      }
    };
  const findAndModify: Handler = async (request) => {
    for (let attempt = 0; ; attempt++) {
      try {
        const row = await recorded(engine, request, attempt, (id) =>
          engine.run('findAndModify', request.database, request.body, id),
        );
        return onlyValue([row]);
      } catch (error) {
        const lostUpsert = error instanceof PgError && isDuplicate(error.sqlState) && request.number('upsert') === 1;
        if (!lostUpsert || attempt + 1 >= MAX_UPSERT_ATTEMPTS) throw error;
      }
    }
  };
  return {
    insert: write('insert', 'documents'),
    update: write('update', 'updates'),
    delete: write('delete', 'deletes'),
    findAndModify,
    findandmodify: findAndModify,
  };
}

/** A bulk of updates by key as one statement; undefined if it is no such bulk, or one of its updates fails. */
async function updateTogether(engine: Engine, request: Request, id: Parameter): Promise<Row[] | undefined> {
  const bulk = keyedUpdatesOf(request);
  if (bulk === undefined) return undefined;
  const { ids, queries, updates } = bulk;
  try {
    const rows = await engine.run('updateEach', request.database, request.collection, ids, queries, updates, id);
    return rows[0]?.[0] === null ? undefined : rows;
  } catch (error) {
    const fails = error instanceof PgError && error.constraint !== REPLIES_KEY && !isTransient(error);
    if (!fails) throw error;
    return undefined;
  }
}

/** Runs a write that keeps its answer under the request's id; answers a repeated request as the first time. */
async function recorded(
  engine: Engine,
  request: Request,
  attempt: number,
  write: (id: Parameter) => Promise<Row[]>,
): Promise<Row> {
  const id = Buffer.concat([requestId(request), Buffer.from([attempt])]);
  try {
    const [row] = await write(id);
    if (row === undefined) throw new Error('the engine answered nothing');
    return row;
  } catch (error) {
    if (!(error instanceof PgError) || error.constraint !== REPLIES_KEY) throw error;
    const reply = onlyValue(await engine.run('recordedReply', id));
    const failed = fieldsOf(reply).has('writeErrors');
    return [reply, Buffer.from([failed ? 0 : 1])];
  }
}

const ids = new WeakMap<Request, Buffer>();

/**
 * Session and transaction number where the client gives them, so that its own retries are known; otherwise a random
 * one, so that ours are.
 */
function requestId(request: Request): Buffer {
  const known = ids.get(request);
  if (known !== undefined) return known;
  const id = retryId(request) ?? randomBytes(RANDOM_ID_BYTES);
  ids.set(request, id);
  return id;
}

function retryId(request: Request): Buffer | undefined {
  const session = request.document('lsid');
  const number = request.int64('txnNumber');
  if (session === undefined || number === undefined) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(number);
  return Buffer.concat([session, bytes]);
}

/** The `n` of a reply: documents inserted or matched. */
function countIn(reply: Buffer): number {
  return readNumber(reply, fieldsOf(reply).get('n')) ?? 0;
}

interface WriteError extends Document {
  index: number;
  code: unknown;
  errmsg: string;
}

const writeErrorsOf = (result: Document): WriteError[] => (result['writeErrors'] ?? []) as WriteError[];

const stateOf = (error: WriteError): string => unpackSqlState(Number(error.code));

const isDuplicate = (state: string): boolean => nameOfSqlState(state) === 'DuplicateKey';

/** A single upsert that found no document, and then was not the first to insert it. */
function isLostUpsert(request: Request, result: Document): boolean {
  const [error, second] = writeErrorsOf(result);
  if (error === undefined || second !== undefined || Number(result['n']) > 0) return false;
  const updates = request.sequence('updates');
  const [update] = updates;
  if (!isDuplicate(stateOf(error)) || updates.length !== 1 || update === undefined) return false;
  return readNumber(update, fieldsOf(update).get('upsert')) === 1;
}

async function translateWriteErrors(engine: Engine, request: Request, result: Document): Promise<Buffer> {
  const documents = request.command === 'insert' ? request.sequence('documents') : [];
  for (const error of writeErrorsOf(result)) {
    const name = nameOfSqlState(stateOf(error));
    error.code = new Int32(codeOf(name));
    if (name !== 'DuplicateKey') continue;
    const bytes = documents[error.index];
    const document = bytes === undefined ? undefined : deserialize(bytes);
    Object.assign(error, await duplicateKeyOfReply(engine, request, error.errmsg, document));
  }
  return Buffer.from(serialize(result));
}
