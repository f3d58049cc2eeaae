/** `npm run backup` and `npm run restore`: see docs/operations.md, "Backup and restore". */
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { commonEnv } from '#common/config/service-config.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { messageOf } from '#common/errors/app-error.js';
import { productVersion } from '#common/lifecycle/version.js';
import { createLogger } from '#common/logging/logger.js';
import { DumpStore } from '#common/mongo/dump.store.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { OverviewRuns } from '#common/mongo/overview-runs.store.js';
import { BackupWriter, readBackup, type DocumentCounts } from './backup-file.js';
import { restore, type RestoreOptions } from './restore.js';
import { save } from './save.js';

const USAGE = `usage: npm run backup -- <file>                saves the database of MONGODB_URI to a file that only this user can read; services may run
       npm run backup -- --check <file>        reads a backup from beginning to end
       npm run restore -- <file> [--replace]   restores into the empty database of MONGODB_URI and sets a hold; --replace first removes all data in it
  <file>  "-" stands for standard output or input
A restore needs SECRET_KEYS as well where tenants were erased after the backup.
The result is printed as JSON. Exit code: 0 success, 64 wrong call, 78 wrong environment, 1 another failure, which the last line explains.`;
const EXIT_FAILED = 1;
const OWNER_ONLY = 0o600;
const PIPE = '-';
const NO_KEYS: RestoreOptions['box'] = {
  seal: () => {
    throw new Error('tenants were erased after the backup: restore again, with --replace and with SECRET_KEYS');
  },
};
/** The others are only counted, in `waiting`. */
const MAX_RUNS_TOLD = 500;

type Command = 'save' | 'check' | 'restore';

const tool = new DatabaseTool(USAGE);

function call(): { command: Command; file: string; replace: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = tool.call({ check: flag, replace: flag });
  const [verb, file, ...more] = positionals;
  if ((verb !== 'save' && verb !== 'restore') || file === undefined || more.length > 0) return tool.refuse();
  if (values.replace && verb !== 'restore') return tool.refuse('--replace is possible only with restore');
  if (values.check && verb !== 'save') return tool.refuse('--check is possible only with backup');
  return { command: values.check ? 'check' : verb, file, replace: values.replace };
}

const readFrom = (file: string): Readable => (file === PIPE ? process.stdin : createReadStream(file));

/** Messages of a backup that is itself written to the standard output. */
const tell = (file: string, said: unknown): void => {
  (file === PIPE ? process.stderr : process.stdout).write(`${JSON.stringify(said, null, 2)}\n`);
};

/** The file gets its name only once it is complete and on the disk. */
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
  await noteBackup(mongo, takenAt.getTime());
}

/** The backup is there even if its time cannot be stored, for example because the user of the database may only read. */
async function noteBackup(mongo: Mongo, takenAt: number): Promise<void> {
  await new InstanceStore(mongo).noteBackup(takenAt).catch((error: unknown) => {
    process.stderr.write(`the time of the backup could not be stored for the alerts: ${messageOf(error)}\n`);
  });
}

async function check(file: string): Promise<DocumentCounts> {
  const { head, documents } = await readBackup(readFrom(file), () => Promise.resolve());
  tell('', { ...head, documents });
  return documents;
}

/** A file is verified completely before anything is changed; a pipe is known to be complete only at its end. */
async function putBack(mongo: Mongo, file: string, options: RestoreOptions): Promise<void> {
  if (file !== PIPE) await readBackup(readFrom(file), () => Promise.resolve());
  const { head, documents, permitsAdded, erasedAgain } = await restore(mongo, () => readFrom(file), options);
  const unfinished = await new OverviewRuns(mongo).unfinished(null, Infinity, MAX_RUNS_TOLD);
  tell('', {
    ...{ ...head, documents, permitsAdded, erasedAgain },
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
    const env = tool.environment(DATABASE_ENV.extend({ SECRET_KEYS: commonEnv.shape.SECRET_KEYS.optional() }));
    const mongo = await tool.connect(env, createLogger('backup', 'warn'));
    try {
      const box = env.SECRET_KEYS === undefined ? NO_KEYS : new SecretBox(env.SECRET_KEYS);
      await (command === 'save' ? backUp(mongo, file) : putBack(mongo, file, { replace, box }));
    } finally {
      await mongo.close();
    }
  }
} catch (error) {
  process.stderr.write(`${command === 'save' ? 'no backup was made' : `${command} failed`}: ${messageOf(error)}\n`);
  process.exitCode = EXIT_FAILED;
}
