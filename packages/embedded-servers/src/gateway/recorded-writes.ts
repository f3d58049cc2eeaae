import { randomBytes } from 'node:crypto';
import { onlyValue, type Engine } from '../engine/engine.js';
import { PgError } from '../engine/pg-connection.js';
import type { Row } from '../engine/pg-messages.js';
import { fieldsOf } from './bson-fields.js';
import { isTransient } from './failure.js';
import type { KeyedChanges } from './keyed-changes.js';
import type { Request } from './request.js';

const REPLIES_KEY = 'replies_pkey';
/** Thrown where the functions of a collection do not exist yet. */
const UNDEFINED_FUNCTION = '42883';
const RANDOM_ID_BYTES = 24;

export type WriteCommand = 'insert' | 'update' | 'delete';

export interface WriteResult {
  reply: Buffer;
  /** False if the reply contains errors, in the engine's own form. */
  succeeded: boolean;
}

/**
 * Writes that keep their answer under the id of the request, in the same transaction. A request that is repeated by the
 * driver or by the gateway changes nothing and gets the first answer.
 */
export class RecordedWrites {
  private readonly ids = new WeakMap<Request, Buffer>();

  constructor(private readonly engine: Engine) {}

  /** `attempt` distinguishes deliberate repetitions, which are new writes, from those after a lost answer. */
  async write(name: WriteCommand, request: Request, section: Buffer | null, attempt: number): Promise<WriteResult> {
    const id = this.idOf(request, attempt);
    return this.recorded(id, () => this.engine.run(name, request.database, request.body, section, id));
  }

  /** All changes as one statement; undefined if the collection is no plain one, or if one of them fails. */
  async changeEach(request: Request, bulk: KeyedChanges): Promise<WriteResult | undefined> {
    const id = this.idOf(request, 0);
    const { change, ids, queries, changes } = bulk;
    const name = [change, request.database, request.collection] as const;
    const perform = (): Promise<Row[]> => this.engine.run('changeEach', ...name, ids, queries, changes, id);
    try {
      const result = await this.recorded(id, perform).catch(async (error: unknown) => {
        if (!(error instanceof PgError) || error.sqlState !== UNDEFINED_FUNCTION) throw error;
        await this.engine.run('prepareEach', ...name);
        return this.recorded(id, perform);
      });
      return result.reply.length === 0 ? undefined : result;
    } catch (error) {
      if (error instanceof PgError && !isTransient(error)) return undefined;
      throw error;
    }
  }

  /** Only a command that has found a document is recorded: one that has found none changes nothing. */
  async findAndModify(request: Request, command: Buffer): Promise<Buffer> {
    const id = this.idOf(request, 0);
    const { reply } = await this.recorded(id, () => this.engine.run('findAndModify', request.database, command, id));
    return reply;
  }

  /** The earlier answer to this request, if there is one. */
  async earlierReply(request: Request): Promise<Buffer | undefined> {
    const rows = await this.engine.run('recordedReply', this.idOf(request, 0));
    return rows[0]?.[0] ?? undefined;
  }

  private async recorded(id: Buffer, write: () => Promise<Row[]>): Promise<WriteResult> {
    try {
      const [row] = await write();
      if (row === undefined) throw new Error('the engine returned no row');
      return { reply: row[0] ?? Buffer.alloc(0), succeeded: row[1]?.[0] === 1 };
    } catch (error) {
      if (!(error instanceof PgError) || error.constraint !== REPLIES_KEY) throw error;
      const reply = onlyValue(await this.engine.run('recordedReply', id));
      return { reply, succeeded: !fieldsOf(reply).has('writeErrors') };
    }
  }

  /**
   * Session and transaction number where the client gives them, so that its retries are recognised; otherwise random
   * bytes, so that ours are.
   */
  private idOf(request: Request, attempt: number): Buffer {
    const id = this.ids.get(request) ?? retryId(request) ?? randomBytes(RANDOM_ID_BYTES);
    this.ids.set(request, id);
    return Buffer.concat([id, Buffer.from([attempt])]);
  }
}

function retryId(request: Request): Buffer | undefined {
  const session = request.document('lsid');
  const number = request.int64('txnNumber');
  if (session === undefined || number === undefined) return undefined;
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(number);
  return Buffer.concat([session, bytes]);
}
