/** For the tests of a file: processes that migrate databases, and connections to these; each test's end with it. */
import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Mongo } from '#common/mongo/mongo.js';
import { MongoRelay } from '#testing/mongo-relay.js';
import { silentLog } from '#testing/servers.js';

export const PROGRAM = resolve(import.meta.dirname, '../../../../dist/tools/migrate/src/main.js');
export const LIMIT_MS = 60_000;
/** So many collections are done when something happens. */
export const IN_THE_MIDDLE = 5;

interface Migration {
  readonly child: ChildProcess;
  /** The collections for which it has created indexes, in order. */
  readonly made: string[];
  /** What it has logged. */
  readonly lines: readonly string[];
  readonly ended: Promise<number | null>;
}

export class MigrationsOfThisFile {
  readonly closers: (() => Promise<void>)[] = [];

  constructor() {
    afterEach(async () => {
      for (const close of this.closers.splice(0).reverse()) await close();
    });
  }

  /** `npm run migrate`; `onStep` is called before the database receives a step. */
  readonly migration = async (
    uri: string,
    onStep: (count: number, child: ChildProcess) => void = () => undefined,
  ): Promise<Migration> => {
    const made: string[] = [];
    const started: { child?: ChildProcess } = {};
    const relay = await MongoRelay.start(uri, ({ body }) => {
      if (body['createIndexes'] === undefined) return;
      made.push(String(body['createIndexes']));
      if (started.child) onStep(made.length, started.child);
    });
    this.closers.push(() => relay.stop());
    const child = spawn(process.execPath, [PROGRAM], {
      env: { ...process.env, MONGODB_URI: relay.uri },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    started.child = child;
    const ended = new Promise<number | null>((done) => child.once('close', done));
    this.closers.push(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    return { child, made, lines, ended };
  };

  readonly opened = async (uri: string): Promise<Mongo> => {
    const mongo = await Mongo.connect(uri, silentLog, { lacking: 'leave' });
    this.closers.push(() => mongo.close());
    return mongo;
  };
}
