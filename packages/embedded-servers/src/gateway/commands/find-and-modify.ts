import { onlyValue, type Engine } from '../../engine/engine.js';
import { PgError } from '../../engine/pg-connection.js';
import { buildDocument, embedded, int32, list, truth, type Element } from '../bson-build.js';
import { fieldsOf, readDocument, readNumber } from '../bson-fields.js';
import { nameOfSqlState } from '../error-codes.js';
import { GatewayError } from '../gateway-error.js';
import type { RecordedWrites } from '../recorded-writes.js';
import type { Request } from '../request.js';
import type { Handler } from './handler.js';

const MAX_UPSERT_ATTEMPTS = 5;
const EMPTY = buildDocument([]);
/** Another client may take the first in order meanwhile; the next ones are tried then. */
const CANDIDATES = 3;
const MAX_ROUNDS = 200;

/** Finds one document, changes it, and returns it. */
export function findAndModifyHandler(engine: Engine, writes: RecordedWrites): Handler {
  const sorted = new SortedFindAndModify(engine, writes);
  return async (request) => {
    const sort = request.document('sort');
    if (sort !== undefined && sort.length > EMPTY.length) return sorted.perform(request, sort);
    for (let attempt = 1; ; attempt++) {
      try {
        const reply = await writes.findAndModify(request, request.body);
        // The engine removes nothing where another client changes the document at the same time.
        const mayBeLost = request.number('remove') === 1 && matchedIn(reply) === 0 && attempt < MAX_ROUNDS;
        if (!mayBeLost || !(await sorted.hasMatch(request))) return reply;
      } catch (error) {
        const lostUpsert = isDuplicate(error) && request.number('upsert') === 1;
        if (!lostUpsert || attempt >= MAX_UPSERT_ATTEMPTS) throw error;
      }
    }
  };
}

const isDuplicate = (error: unknown): boolean =>
  error instanceof PgError && nameOfSqlState(error.sqlState) === 'DuplicateKey';

/**
 * With a sort the engine reads and locks all that match before it takes the first. So the first few are found by a
 * query, which an index serves, and tried one by one by their `_id`; one command per collection at a time, since
 * otherwise all would try the same.
 */
class SortedFindAndModify {
  private readonly tasks = new Map<string, Promise<unknown>>();

  constructor(
    private readonly engine: Engine,
    private readonly writes: RecordedWrites,
  ) {}

  async perform(request: Request, sort: Buffer): Promise<Buffer> {
    const { namespace } = request;
    const task = (this.tasks.get(namespace) ?? Promise.resolve()).then(() => this.takeFirst(request, sort));
    const ended = task.catch(() => undefined);
    this.tasks.set(namespace, ended);
    try {
      return await task;
    } finally {
      if (this.tasks.get(namespace) === ended) this.tasks.delete(namespace);
    }
  }

  async hasMatch(request: Request): Promise<boolean> {
    return (await this.candidates(request, request.document('query') ?? EMPTY, EMPTY)).length > 0;
  }

  private async takeFirst(request: Request, sort: Buffer): Promise<Buffer> {
    const query = request.document('query') ?? EMPTY;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const ids = await this.candidates(request, query, sort);
      if (ids.length === 0) {
        return (await this.writes.earlierReply(request)) ?? this.writes.findAndModify(request, request.body);
      }
      for (const id of ids) {
        const reply = await this.writes.findAndModify(request, commandFor(request, query, id));
        if (matchedIn(reply) > 0) return reply;
      }
    }
    throw new GatewayError('WriteConflict', 'findAndModify found only documents that others changed at the same time');
  }

  /** The `_id` elements of the first documents in order. */
  private async candidates(request: Request, query: Buffer, sort: Buffer): Promise<Element[]> {
    const command = buildDocument([
      request.element(request.command, 'find'),
      embedded('filter', query),
      ...(sort.length > EMPTY.length ? [embedded('sort', sort)] : []),
      embedded('projection', buildDocument([int32('_id', 1)])),
      int32('limit', CANDIDATES),
      int32('batchSize', CANDIDATES),
      truth('singleBatch'),
      ...['hint', 'let'].filter((name) => request.has(name)).map((name) => request.element(name, name)),
    ]);
    const page = onlyValue(await this.engine.run('find', request.database, command));
    const cursor = readDocument(page, fieldsOf(page).get('cursor')) ?? EMPTY;
    const batch = readDocument(cursor, fieldsOf(cursor).get('firstBatch')) ?? EMPTY;
    return [...fieldsOf(batch).values()].flatMap(({ start, end }) => {
      const document = batch.subarray(start, end);
      const id = fieldsOf(document).get('_id');
      return id === undefined ? [] : [{ name: '$eq', type: id.type, value: document.subarray(id.start, id.end) }];
    });
  }
}

/** The same command for one document: it still has to match, and is not inserted. */
function commandFor(request: Request, query: Buffer, id: Element): Buffer {
  const byId = buildDocument([embedded('_id', buildDocument([id]))]);
  const narrowed = embedded('query', buildDocument([list('$and', [byId, query])]));
  const kept = request.fieldNames().filter((name) => !['sort', 'query', 'upsert'].includes(name));
  return buildDocument([...kept.map((name) => request.element(name, name)), narrowed]);
}

function matchedIn(reply: Buffer): number {
  const last = readDocument(reply, fieldsOf(reply).get('lastErrorObject'));
  return last === undefined ? 0 : (readNumber(last, fieldsOf(last).get('n')) ?? 0);
}
