import { Int32, deserialize, serialize, type Document } from 'bson';
import type { Engine } from '../../engine/engine.js';
import { BsonType, fieldsOf, readDocument, readNumber } from '../bson-fields.js';
import { duplicateKeyOfReply } from '../duplicate-key.js';
import { codeOf, nameOfSqlState, unpackSqlState } from '../error-codes.js';
import { keyedChangesOf } from '../keyed-changes.js';
import { RecordedWrites, type WriteCommand, type WriteResult } from '../recorded-writes.js';
import type { Request } from '../request.js';
import { findAndModifyHandler } from './find-and-modify.js';
import type { Handler, Handlers } from './handler.js';

/** How often an upsert that lost a race for a unique key is tried again; the winner's document exists then. */
const MAX_UPSERT_ATTEMPTS = 5;
/** Types of an `_id` that are compared as they are: conditions are documents. */
const ONE_ID: ReadonlySet<number> = new Set([
  BsonType.string,
  BsonType.objectId,
  BsonType.binary,
  BsonType.date,
  BsonType.int32,
  BsonType.int64,
  BsonType.double,
]);
const SEQUENCES: Record<WriteCommand, string> = { insert: 'documents', update: 'updates', delete: 'deletes' };

/** Called for every write, so that the planner's statistics can follow the sizes of collections. */
export type WriteObserver = (request: Request, documents: number) => void;

/** The four commands that change documents. */
export function writeHandlers(engine: Engine, observe: WriteObserver): Handlers {
  const writes = new RecordedWrites(engine);
  const handlerOf =
    (name: WriteCommand): Handler =>
    async (request) => {
      if (name === 'delete') deleteAllOfOneId(request);
      for (let attempt = 0; ; attempt++) {
        const { reply, succeeded } = await perform(writes, name, request, attempt);
        if (name !== 'delete') observe(request, countIn(reply));
        if (succeeded) return reply;
        const result = deserialize(reply, { promoteLongs: false });
        const isLast = attempt + 1 >= MAX_UPSERT_ATTEMPTS;
        if (isLast || !isLostUpsert(request, result)) return translateWriteErrors(engine, request, result);
      }
    };
  const findAndModify = findAndModifyHandler(engine, writes);
  return {
    insert: handlerOf('insert'),
    update: handlerOf('update'),
    delete: handlerOf('delete'),
    findAndModify,
    findandmodify: findAndModify,
  };
}

/**
 * Of a document that another client changes at the same time, a deletion of one (`limit: 1`) finds nothing in the engine and is not tried
 * again. A deletion of all that match is, and with one `_id` both mean the same.
 */
function deleteAllOfOneId(request: Request): void {
  for (const statement of request.sequence('deletes')) {
    const fields = fieldsOf(statement);
    const limit = fields.get('limit');
    const query = readDocument(statement, fields.get('q'));
    const id = query && fieldsOf(query).get('_id');
    if (limit && id && ONE_ID.has(id.type)) statement.fill(0, limit.start, limit.end);
  }
}

async function perform(
  writes: RecordedWrites,
  name: WriteCommand,
  request: Request,
  attempt: number,
): Promise<WriteResult> {
  const bulk = keyedChangesOf(request);
  const together = bulk === undefined ? undefined : await writes.changeEach(request, bulk);
  return together ?? writes.write(name, request, request.message.sequences.get(SEQUENCES[name]) ?? null, attempt);
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

const nameOfWriteError = (error: WriteError): ReturnType<typeof nameOfSqlState> =>
  nameOfSqlState(unpackSqlState(Number(error.code)));

/** True for a single upsert that found no document, and then was not the first to insert it. */
function isLostUpsert(request: Request, result: Document): boolean {
  const [error, second] = writeErrorsOf(result);
  if (request.command !== 'update' || error === undefined || second !== undefined) return false;
  if (Number(result['n']) > 0 || nameOfWriteError(error) !== 'DuplicateKey') return false;
  const updates = request.sequence('updates');
  const [update] = updates;
  if (updates.length !== 1 || update === undefined) return false;
  return readNumber(update, fieldsOf(update).get('upsert')) === 1;
}

async function translateWriteErrors(engine: Engine, request: Request, result: Document): Promise<Buffer> {
  const documents = request.command === 'insert' ? request.sequence('documents') : [];
  for (const error of writeErrorsOf(result)) {
    const name = nameOfWriteError(error);
    error.code = new Int32(codeOf(name));
    if (name !== 'DuplicateKey') continue;
    const bytes = documents[error.index];
    const document = bytes === undefined ? undefined : deserialize(bytes);
    Object.assign(error, await duplicateKeyOfReply(engine, request, error.errmsg, document));
  }
  return Buffer.from(serialize(result));
}
