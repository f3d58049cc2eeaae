/** `npm run backup` and `npm run restore`: see docs/operations.md, "Backup and restore". */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Readable } from 'node:stream';
import { commonEnv } from '#common/config/service-config.js';
import { messageOf } from '#common/errors/app-error.js';
import { productVersion } from '#common/lifecycle/version.js';
import { createLogger } from '#common/logging/logger.js';
import { DumpStore } from '#common/mongo/dump.store.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { Mongo } from '#common/mongo/mongo.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { BackupWriter, readBackup, type DocumentCounts } from './backup-file.js';
import { restore } from './restore.js';
import { save } from './save.js';

const USAGE = `usage: npm run backup -- <file>                the database of MONGODB_URI, beside running services, as a file of this user alone
       npm run backup -- --check <file>        reads a backup from beginning to end
       npm run restore -- <file> [--replace]   fills the empty database of MONGODB_URI, and holds it; --replace removes what is in it
  <file>  "-" is the standard output or input
What was done is printed as JSON. Exit code: 0, or 64, 78 or 1 for a wrong call, a wrong environment, or what the last line says.`;
const EXIT_FAILED = 1;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
const CONNECT_LIMIT_MS = 30_000;
const OWNER_ONLY = 0o600;
const PIPE = '-';
/** The rest is counted only, in `waiting`. */
const MAX_RUNS_TOLD = 500;

type Command = 'save' | 'check' | 'restore';

function fail(code: number, ...lines: string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(code);
}

function call(): { command: Command; file: string; replace: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        check: { type: 'boolean', default: false },
        replace: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [verb, file, ...more] = positionals;
    if (values.help || (verb !== 'save' && verb !== 'restore') || file === undefined || more.length > 0)
      return fail(EXIT_USAGE, USAGE);
    if (values.replace && verb !== 'restore') return fail(EXIT_USAGE, '--replace belongs to restore', USAGE);
    if (values.check && verb !== 'save') return fail(EXIT_USAGE, '--check belongs to backup', USAGE);
    return { command: values.check ? 'check' : verb, file, replace: values.replace };
  } catch (error) {
    return fail(EXIT_USAGE, messageOf(error), USAGE);
  }
}

async function connect(): Promise<Mongo> {
  const env = commonEnv
    .pick({ MONGODB_URI: true, MONGODB_CA: true, MONGODB_CERT: true, MONGODB_KEY: true })
    .safeParse(process.env);
  if (!env.success)
    return fail(EXIT_CONFIG, ...env.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`), USAGE);
  return Mongo.connect(env.data.MONGODB_URI, createLogger('backup', 'warn'), {
    signal: AbortSignal.timeout(CONNECT_LIMIT_MS),
    tls: { ca: env.data.MONGODB_CA, cert: env.data.MONGODB_CERT, key: env.data.MONGODB_KEY },
  }).catch((error: unknown) => fail(EXIT_FAILED, `MongoDB cannot be reached: ${messageOf(error)}`));
}

const readFrom = (file: string): Readable => (file === PIPE ? process.stdin : createReadStream(file));

/** What is printed where the backup itself goes to the standard output. */
const tell = (file: string, said: unknown): void => {
  (file === PIPE ? process.stderr : process.stdout).write(`${JSON.stringify(said, null, 2)}\n`);
};

/** The file has its name only once it is whole and on the disk. */
async function backUp(mongo: Mongo, file: string): Promise<void> {
  const draft = `${file}.part`;
  const target = file === PIPE ? process.stdout : createWriteStream(draft, { mode: OWNER_ONLY });
  const takenAt = new Date(await mongo.serverTime());
  const writer = new BackupWriter(target);
  const documents = await save({ store: new DumpStore(mongo), writer, version: productVersion(), takenAt });
  if (file !== PIPE) {
    await new Promise<void>((done) => target.end(done));
    const handle = await open(draft, 'r+');
    await handle.sync();
    await handle.close();
    await rename(draft, file);
  }
  tell(file, { takenAt, documents });
}

async function check(file: string): Promise<DocumentCounts> {
  const { head, documents } = await readBackup(readFrom(file), () => Promise.resolve());
  tell('', { ...head, documents });
  return documents;
}

/** A file is read whole before anything is changed; what comes from a pipe is only known to be whole at its end. */
async function putBack(mongo: Mongo, file: string, replace: boolean): Promise<void> {
  if (file !== PIPE) await readBackup(readFrom(file), () => Promise.resolve());
  const { head, documents, permitsAdded } = await restore(mongo, () => readFrom(file), replace);
  const unfinished = await new RunReads(mongo).unfinishedGlances(null, MAX_RUNS_TOLD);
  tell('', {
    ...{ ...head, documents, permitsAdded },
    ...(await new HeldWorkStore(mongo).status()),
    unfinishedRuns: unfinished.map(({ id, job, tenant, phase, scheduledFor }) => ({
      id,
      job,
      tenant,
      phase,
      scheduledFor,
    })),
  });
}

const { command, file, replace } = call();
try {
  if (command === 'check') await check(file);
  else {
    const mongo = await connect();
    try {
      await (command === 'save' ? backUp(mongo, file) : putBack(mongo, file, replace));
    } finally {
      await mongo.close();
    }
  }
} catch (error) {
  process.stderr.write(`${command === 'save' ? 'no backup was made' : `${command} failed`}: ${messageOf(error)}\n`);
  process.exitCode = EXIT_FAILED;
}
