import net from 'node:net';
import { FrameCutter } from './frames.js';
import {
  BackendMessage,
  executeMessages,
  parseMessage,
  readDataRow,
  readErrorFields,
  simpleQueryMessage,
  startupMessage,
  type Parameter,
  type Row,
} from './pg-messages.js';

/** A statement that the engine refused. */
export class PgError extends Error {
  readonly sqlState: string;
  readonly detail: string;
  readonly constraint: string;

  constructor(fields: Map<string, string>) {
    super(fields.get('M') ?? 'the engine refused the statement');
    this.sqlState = fields.get('C') ?? '';
    this.detail = fields.get('D') ?? '';
    this.constraint = fields.get('n') ?? '';
  }
}

/** The engine went away; whether the statement in flight took effect is not known. */
export class PgGone extends Error {}

/** A prepared statement, which every connection keeps under its name once it was parsed there. */
export interface Statement {
  name: string;
  sql: string;
}

export interface PgTarget {
  socketPath: string;
  user: string;
  database: string;
  /** Settings of the session, as `-c name=value`. */
  options: string;
}

interface Pending {
  statement: string | undefined;
  rows: Row[];
  error: PgError | undefined;
  resolve: (rows: Row[]) => void;
  reject: (reason: Error) => void;
}

/** Below this, one write of joined bytes is cheaper than several. */
const JOIN_LIMIT_BYTES = 16_384;
const HEADER_BYTES = 5;

/** One session with the engine. Statements run one after another, in the order of their calls. */
export class PgConnection {
  private readonly parsed = new Set<string>();
  private readonly frames = new FrameCutter(HEADER_BYTES, (bytes, at) => bytes.readInt32BE(at + 1) + 1);
  private pending: Pending | undefined;
  private waiting: { pending: Pending; messages: Buffer[] }[] = [];
  private gone: PgGone | undefined;

  private constructor(
    private readonly socket: net.Socket,
    private readonly onGone: (connection: PgConnection) => void,
  ) {}

  /** Rejects with PgGone if no server listens, or the engine is starting or stopping. */
  static open(target: PgTarget, onGone: (connection: PgConnection) => void): Promise<PgConnection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(target.socketPath);
      const connection = new PgConnection(socket, onGone);
      const greeted = (): void => {
        resolve(connection);
      };
      connection.pending = { statement: undefined, rows: [], error: undefined, resolve: greeted, reject };
      socket.once('connect', () => socket.write(startupMessage(target.user, target.database, target.options)));
      socket.on('data', (chunk) => {
        connection.receive(chunk);
      });
      socket.once('error', (error) => {
        connection.fail(error);
      });
      socket.once('close', () => {
        connection.fail(new Error('connection closed'));
      });
    });
  }

  get isGone(): boolean {
    return this.gone !== undefined;
  }

  /** Several statements in one text, without parameters and results. */
  execute(sql: string): Promise<Row[]> {
    return this.send([simpleQueryMessage(sql)], undefined);
  }

  query(statement: Statement, parameters: Parameter[]): Promise<Row[]> {
    const messages = executeMessages(statement.name, parameters);
    if (statement.name !== '' && this.parsed.has(statement.name)) return this.send(messages, undefined);
    return this.send([parseMessage(statement.name, statement.sql), ...messages], statement.name);
  }

  close(): void {
    this.socket.destroy();
  }

  private send(messages: Buffer[], statement: string | undefined): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (this.gone !== undefined) {
        reject(this.gone);
        return;
      }
      const pending: Pending = { statement, rows: [], error: undefined, resolve, reject };
      if (this.pending === undefined) this.start(pending, messages);
      else this.waiting.push({ pending, messages });
    });
  }

  private start(pending: Pending, messages: Buffer[]): void {
    this.pending = pending;
    const bytes = messages.reduce((sum, message) => sum + message.length, 0);
    if (bytes < JOIN_LIMIT_BYTES) {
      this.socket.write(messages.length === 1 ? (messages[0] ?? Buffer.alloc(0)) : Buffer.concat(messages, bytes));
      return;
    }
    this.socket.cork();
    for (const message of messages) this.socket.write(message);
    this.socket.uncork();
  }

  private receive(chunk: Buffer): void {
    for (const frame of this.frames.push(chunk)) this.handle(frame.readUInt8(0), frame.subarray(HEADER_BYTES));
  }

  private handle(kind: number, body: Buffer): void {
    const { pending } = this;
    switch (kind) {
      case BackendMessage.dataRow:
        pending?.rows.push(readDataRow(body));
        break;
      case BackendMessage.error:
        this.handleError(readErrorFields(body));
        break;
      case BackendMessage.parseComplete:
        if (pending?.statement !== undefined) this.parsed.add(pending.statement);
        break;
      case BackendMessage.readyForQuery:
        this.finish();
        break;
      case BackendMessage.authentication:
        if (body.readInt32BE(0) !== 0) this.fail(new Error('the engine requires a password, which is not supported'));
        break;
    }
  }

  private handleError(fields: Map<string, string>): void {
    const error = new PgError(fields);
    if (this.pending !== undefined) this.pending.error = error;
    if (fields.get('S') === 'FATAL' || fields.get('S') === 'PANIC') this.fail(error);
  }

  private finish(): void {
    const done = this.pending;
    this.pending = undefined;
    const next = this.waiting.shift();
    if (next !== undefined) this.start(next.pending, next.messages);
    if (done === undefined) return;
    if (done.error === undefined) done.resolve(done.rows);
    else done.reject(done.error);
  }

  private fail(cause: Error): void {
    if (this.gone !== undefined) return;
    this.gone = new PgGone(`lost the connection to the engine: ${cause.message}`, { cause });
    this.socket.destroy();
    this.pending?.reject(this.gone);
    for (const { pending } of this.waiting) pending.reject(this.gone);
    this.waiting = [];
    this.onGone(this);
  }
}
