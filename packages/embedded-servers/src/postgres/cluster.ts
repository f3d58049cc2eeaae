import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PgConnection, type PgTarget } from '../engine/pg-connection.js';
import type { Account } from '../machine/account.js';
import { run } from '../machine/command.js';
import { shortHash } from '../machine/folders.js';
import { startGuarded, type GuardedProcess } from '../machine/guarded-process.js';
import { initdbProgram, postgresEnv, postgresProgram, shareFolder } from './programs.js';
import { DATABASE, PORT, SESSION_OPTIONS, USER, postgresConf } from './settings.js';

/** The time limit of a start, including recovery after a crash. */
const START_LIMIT_MS = 60_000;
const START_POLL_MS = 20;
const PREDECESSOR_LIMIT_MS = 20_000;

/** The system's limit for the path of a socket, without the file's own name. */
const MAX_SOCKET_DIR_CHARS = 90;

/** Beside the data folder, or in the system's temporary folder where that path is too long for a socket. */
export function socketDirFor(dataFolder: string): string {
  const beside = `${dataFolder}.socket`;
  return beside.length <= MAX_SOCKET_DIR_CHARS ? beside : join(tmpdir(), `carillon-pg-${shortHash(dataFolder)}`);
}

/** One PostgreSQL data folder, and how its server is run. */
export class Cluster {
  readonly socketDir: string;

  constructor(
    private readonly installed: string,
    readonly dataFolder: string,
    private readonly account: Account | undefined,
  ) {
    this.socketDir = socketDirFor(dataFolder);
  }

  get target(): PgTarget {
    const socketPath = join(this.socketDir, `.s.PGSQL.${PORT}`);
    return { socketPath, user: USER, database: DATABASE, options: SESSION_OPTIONS };
  }

  async initialise(): Promise<void> {
    this.makeOwn(this.dataFolder);
    const args = ['-D', this.dataFolder, '-L', shareFolder(this.installed), '-U', USER, '--auth=trust'];
    await run({
      command: initdbProgram(this.installed),
      args: [...args, '-E', 'UTF8', '--no-locale', '--no-sync', '--no-instructions'],
      env: postgresEnv(this.installed),
      cwd: this.dataFolder,
      account: this.account,
    });
  }

  /** Fills the folder from a template (of the same owner), at once or not at all. */
  async copyFrom(template: string): Promise<void> {
    const part = `${this.dataFolder}.part`;
    rmSync(part, { recursive: true, force: true });
    await run({ command: 'cp', args: ['-a', template, part] });
    renameSync(part, this.dataFolder);
  }

  /** Resolves when the server answers; a predecessor that still runs is stopped first. */
  async start(): Promise<GuardedProcess> {
    await this.awaitPredecessor();
    this.makeSocketDir();
    writeFileSync(join(this.dataFolder, 'postgresql.conf'), postgresConf(this.socketDir));
    const server = await startGuarded({
      command: postgresProgram(this.installed),
      args: ['-D', this.dataFolder],
      cwd: this.dataFolder,
      env: postgresEnv(this.installed),
      account: this.account,
      stopSignal: 'SIGINT',
    });
    await this.awaitAnswer(server);
    return server;
  }

  /** Runs statements one by one, on a session of its own. */
  async execute(statements: string[]): Promise<void> {
    const connection = await PgConnection.open(this.target, () => undefined);
    for (const sql of statements) await connection.execute(sql);
    connection.close();
  }

  private async awaitAnswer(server: GuardedProcess): Promise<void> {
    let ended: string | undefined;
    void server.ended.then((reason) => {
      ended = reason;
    });
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      try {
        (await PgConnection.open(this.target, () => undefined)).close();
        return;
      } catch (error) {
        if (ended !== undefined) throw new Error(`postgres did not start: ${ended}`, { cause: error });
        if (Date.now() > deadline) {
          await server.stop();
          throw new Error(`postgres does not answer after ${START_LIMIT_MS / 1000} s`, { cause: error });
        }
      }
      await delay(START_POLL_MS);
    }
  }

  /**
   * The server of a killed parent may still be stopping, or may not have noticed yet: two servers on one folder are
   * never allowed. The PID file of a process that has ended, or whose number another program has now, is removed.
   */
  private async awaitPredecessor(): Promise<void> {
    const note = join(this.dataFolder, 'postmaster.pid');
    const deadline = Date.now() + PREDECESSOR_LIMIT_MS;
    let signalled = 0;
    while (existsSync(note)) {
      const pid = Number(readFileSync(note, 'utf8').split('\n')[0]);
      if (!runsIn(pid, this.dataFolder)) break;
      if (signalled !== pid) process.kill(pid, 'SIGINT');
      signalled = pid;
      if (Date.now() > deadline) throw new Error(`another server (process ${pid}) still runs on ${this.dataFolder}`);
      await delay(START_POLL_MS);
    }
    rmSync(note, { force: true });
  }

  /** Files that a crashed server left in the folder would prevent the start of its successor. */
  private makeSocketDir(): void {
    const uid = this.account?.uid ?? process.getuid?.();
    const stats = lstatSync(this.socketDir, { throwIfNoEntry: false });
    if (stats !== undefined && (!stats.isDirectory() || stats.uid !== uid)) {
      throw new Error(`${this.socketDir} belongs to another user: remove it, or set TMPDIR`);
    }
    this.removeSocketDir();
    this.makeOwn(this.socketDir);
  }

  private makeOwn(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (this.account !== undefined) chownSync(folder, this.account.uid, this.account.gid);
  }

  removeSocketDir(): void {
    rmSync(this.socketDir, { recursive: true, force: true });
  }
}

/** The working directory of a server is its data folder: a process elsewhere is another program with its number. */
function runsIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}
