import { PgPool } from './pg-pool.js';
import { STATEMENTS } from './statements.js';
import type { PgTarget, Statement } from './pg-connection.js';
import type { Parameter, Row } from './pg-messages.js';

/** Sessions for clients' commands; more sessions gain nothing on a small machine. */
const COMMAND_SESSIONS = 24;
/** Separate sessions for look-ups and maintenance, so that commands never starve them. */
const SYSTEM_SESSIONS = 3;

/** The database behind the gateway. */
export class Engine {
  private readonly commands: PgPool;
  private readonly system: PgPool;

  constructor(target: PgTarget) {
    this.commands = new PgPool(target, COMMAND_SESSIONS);
    this.system = new PgPool(target, SYSTEM_SESSIONS);
  }

  run(name: keyof typeof STATEMENTS, ...parameters: Parameter[]): Promise<Row[]> {
    return this.runStatement(STATEMENTS[name], parameters);
  }

  runStatement(statement: Statement, parameters: Parameter[]): Promise<Row[]> {
    return this.commands.use((connection) => connection.query(statement, parameters));
  }

  /** A look-up on behalf of a command that holds, or has just failed on, a session of its own. */
  lookUp(name: keyof typeof STATEMENTS, ...parameters: Parameter[]): Promise<Row[]> {
    return this.system.use((connection) => connection.query(STATEMENTS[name], parameters));
  }

  /** Runs SQL text of our own, without parameters. */
  maintain(sql: string): Promise<Row[]> {
    return this.system.use((connection) => connection.execute(sql));
  }

  close(): void {
    this.commands.close();
    this.system.close();
  }
}

/** The only column of the only row; throws if the engine returned no row. */
export function onlyValue(rows: Row[]): Buffer {
  const value = rows[0]?.[0];
  if (value === undefined || value === null) throw new Error('the engine returned no row');
  return value;
}
