import { Long, deserialize, serialize, type Document } from 'bson';
import { onlyValue, type Engine } from '../../engine/engine.js';
import type { CursorTable } from '../cursor-table.js';
import { GatewayError } from '../gateway-error.js';
import type { IndexBuilds } from '../index-builds.js';
import type { Request } from '../request.js';
import { ZoneNames } from '../zone-names.js';
import type { Handler, Handlers } from './handler.js';

/** Queries and their cursors. */
export function readHandlers(engine: Engine, cursors: CursorTable, builds: IndexBuilds): Handlers {
  const zones = new ZoneNames(async () => (await engine.lookUp('zoneNames')).map(([name]) => String(name)));
  const firstPage =
    (name: 'find' | 'aggregate' | 'listCollections'): Handler =>
    async (request) => {
      await zones.check(request.body);
      return openCursor(engine, cursors, { ...askedOf(request), name });
    };
  const single =
    (name: 'count' | 'distinct'): Handler =>
    async (request) =>
      onlyValue(await engine.run(name, request.database, request.body));
  return {
    find: firstPage('find'),
    listCollections: firstPage('listCollections'),
    aggregate: async (request) => {
      const pipeline = request.document('pipeline');
      if (pipeline?.includes('$changeStream') === true) {
        throw new GatewayError('ChangeStreamsNotSupported', 'change streams are not supported by this server');
      }
      await zones.check(request.body);
      const opened = await openCursor(engine, cursors, { ...askedOf(request), name: 'aggregate' });
      const operations = pipeline?.includes('$currentOp') === true ? builds.operations : [];
      if (operations.length === 0) return opened;
      return withFirstBatch(deserialize(opened, { promoteLongs: false }), (own) => [...own, ...operations]);
    },
    listIndexes: async (request) => {
      const opened = await openCursor(engine, cursors, { name: 'listIndexes', ...withoutBuilds(request) });
      const reply = deserialize(opened, { promoteLongs: false });
      return withFirstBatch(withoutStorageEngine(reply), (ready) => builds.listed(request, ready));
    },
    getMore: (request) => getMore(engine, cursors, request),
    killCursors: (request) => killCursors(engine, cursors, request),
    count: single('count'),
    distinct: single('distinct'),
  };
}

interface Asked {
  readonly name: 'find' | 'aggregate' | 'listCollections' | 'listIndexes';
  readonly database: string;
  readonly body: Buffer;
}

const askedOf = ({ database, body }: Request): Omit<Asked, 'name'> => ({ database, body });

async function openCursor(engine: Engine, cursors: CursorTable, { name, database, body }: Asked): Promise<Buffer> {
  const rows = await engine.run(name, database, body);
  const [, continuation, id] = rows[0] ?? [];
  if (continuation && id) cursors.open(id.readBigInt64BE(0), { continuation, database });
  return onlyValue(rows);
}

async function getMore(engine: Engine, cursors: CursorTable, request: Request): Promise<Buffer> {
  const id = request.int64('getMore');
  const cursor = id === undefined ? undefined : cursors.get(id);
  if (id === undefined || cursor === undefined) {
    throw new GatewayError('CursorNotFound', `cursor id ${String(id)} not found`);
  }
  const rows = await engine.run('getMore', cursor.database, request.body, cursor.continuation);
  const continuation = rows[0]?.[1];
  if (continuation) cursors.open(id, { ...cursor, continuation });
  else cursors.forget([id]);
  return onlyValue(rows);
}

async function killCursors(engine: Engine, cursors: CursorTable, request: Request): Promise<Document> {
  const named: Document = deserialize(request.body, { useBigInt64: true });
  const ids: bigint[] = Array.isArray(named['cursors']) ? named['cursors'].map(BigInt) : [];
  const killed = ids.filter((id) => cursors.get(id) !== undefined);
  const unknown = ids.filter((id) => !killed.includes(id));
  cursors.forget(killed);
  if (killed.length > 0) await engine.run('deleteCursors', `{${killed.join(',')}}`);
  return {
    cursorsKilled: killed.map((id) => Long.fromBigInt(id)),
    cursorsNotFound: unknown.map((id) => Long.fromBigInt(id)),
    cursorsAlive: [],
    cursorsUnknown: [],
    ok: 1,
  };
}

/** The engine adds a field of its own to index specifications, which clients would take for an option. */
function withoutStorageEngine(reply: Document): Document {
  const { firstBatch } = reply['cursor'] as { firstBatch: Document[] };
  for (const index of firstBatch) delete index['storageEngine'];
  return reply;
}

/** The engine builds indexes at once and does not know the question for those under way. */
function withoutBuilds(request: Request): Omit<Asked, 'name'> {
  if (!request.has('includeBuildUUIDs')) return askedOf(request);
  const { includeBuildUUIDs: _asked, ...command } = deserialize(request.body, { promoteLongs: false });
  return { database: request.database, body: Buffer.from(serialize(command)) };
}

function withFirstBatch(reply: Document, changed: (batch: readonly Document[]) => Document[]): Document {
  const cursor = reply['cursor'] as { firstBatch: Document[] };
  return { ...reply, cursor: { ...cursor, firstBatch: changed(cursor.firstBatch) } };
}
