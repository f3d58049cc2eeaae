/** The argument of the gateway's process, in JSON, and its messages to its parent. */

export interface GatewayTask {
  /** The folder where PostgreSQL and DocumentDB are installed. */
  installed: string;
  /** The folder of this database. */
  dataFolder: string;
  /** 0 is any free port. */
  port: number;
  user: string;
  /** The file with the password: every user of the machine can see a program's arguments. */
  passwordFile: string;
  /** How long builds of indexes take on purpose, in milliseconds: see `IndexBuilds`. */
  indexBuildMs?: number;
  account?: { uid: number; gid: number };
}

export type GatewayNews =
  | { type: 'log'; line: string }
  | { type: 'ready'; address: string; postgresPid: number }
  | { type: 'restarted'; postgresPid: number }
  | { type: 'failed'; reason: string };
