/** `npm run backup` and `npm run restore`: see docs/operations.md, "Backup and restore". */
import { systemClock, delay } from '#common/clock/clock.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import { DATABASE_ENV, DatabaseTool } from '#common/config/database-tool.js';
import { SecretBox, type SecretKey } from '#common/crypto/secret-box.js';
import { messageOf } from '#common/errors/app-error.js';
import { productVersion } from '#common/lifecycle/version.js';
import { createLogger } from '#common/logging/logger.js';
import { HeldWorkStore } from '#common/mongo/held-work.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { OverviewRuns } from '#common/mongo/overview-runs.store.js';
import { backUp } from './back-up.js';
import { BackupCipher } from './backup-cipher.js';
import { readBackup } from './backup-file.js';
import { BackupStore } from './backup-store.js';
import { drill } from './drill.js';
import { drillUri } from './drill-database.js';
import { backupStoreEnv, drillEnv, erasureEnv, paceEnv, storeSettingsOf } from './environment.js';
import { Pace } from './pace.js';
import {
  fileSource,
  fileTarget,
  PIPE,
  pipeTarget,
  STORE,
  storeSource,
  storeTarget,
  type Source,
  type Target,
} from './places.js';
import { restore, type RestoreOptions } from './restore.js';

const USAGE = `usage: npm run backup -- <where>                saves the database of MONGODB_URI; services may run
       npm run backup -- --check <where>        reads a backup from beginning to end
       npm run backup -- --list                 lists the whole backups of the store, newest first
       npm run restore -- <where> [--replace]   restores into the empty database of MONGODB_URI and sets a hold; --replace first removes all data in it
       npm run restore -- --drill <where>       restores into a database of its own (<name>_drill, or DRILL_MONGODB_URI), checks it and removes it; --keep leaves it
  <where>  a file, which only this user can read; "-" for standard output or input; or "store:", the object store of BACKUP_STORE_URL:
           a new backup there, or the newest; "store:<id>" names another
A restore needs SECRET_KEYS as well where tenants were erased after the backup.
The result is printed as JSON. Exit code: 0 success, 64 wrong call, 78 wrong environment, 1 another failure, which the last line explains.`;
const EXIT_FAILED = 1;
const BYTES_PER_MIB = 1024 * 1024;
/** A backup of hours survives an interruption of the store of some minutes. */
const STORE_PATIENCE = { timeoutMs: 60_000, tries: 10 };
/** The others are only counted, in `waiting`. */
const MAX_RUNS_TOLD = 500;

type Command = 'save' | 'check' | 'list' | 'restore' | 'drill';
const FAILED: Readonly<Record<Command, string>> = {
  save: 'no backup was made',
  check: 'check failed',
  list: 'the backups could not be listed',
  restore: 'restore failed',
  drill: 'the drill failed',
};

const tool = new DatabaseTool(USAGE);
const log = createLogger('backup', 'warn');

/** The verb with the flags that are set. */
const COMMANDS: Readonly<Record<string, Command>> = {
  save: 'save',
  'save check': 'check',
  'save list': 'list',
  restore: 'restore',
  'restore replace': 'restore',
  'restore drill': 'drill',
  'restore drill keep': 'drill',
};

function call(): { command: Command; where: string; replace: boolean; keep: boolean } {
  const flag = { type: 'boolean', default: false } as const;
  const flags = { check: flag, list: flag, replace: flag, drill: flag, keep: flag };
  const { values, positionals } = tool.call(flags);
  const [verb = '', where = '', ...more] = positionals;
  const asked = [verb, ...Object.keys(flags).filter((name) => values[name as keyof typeof flags])].join(' ');
  const command = COMMANDS[asked];
  const isWhole = (where === '') === (command === 'list') && more.length === 0;
  if (command === undefined || !isWhole) return tool.refuse();
  return { command, where, replace: values.replace, keep: values.keep };
}

const { command, where, replace, keep } = call();
const isStore = where.startsWith(STORE);
const storeEnv = isStore || command === 'list' ? tool.environment(backupStoreEnv) : null;
const objects = storeEnv && new S3ObjectStore(storeSettingsOf(storeEnv), STORE_PATIENCE);
const store =
  storeEnv &&
  objects &&
  new BackupStore(
    objects,
    storeEnv.BACKUP_STORE_PREFIX,
    new BackupCipher(storeEnv.BACKUP_KEYS as [SecretKey, ...SecretKey[]]),
  );

const tell = (said: unknown, to: NodeJS.WritableStream = process.stdout): void => {
  to.write(`${JSON.stringify(said, null, 2)}\n`);
};

function paced(): Pace {
  const bytesPerSecond = tool.environment(paceEnv).BACKUP_MIB_PER_SECOND * BYTES_PER_MIB;
  return new Pace(bytesPerSecond, () => systemClock.monotonic(), delay);
}

const sourceAt = async (): Promise<Source> =>
  store ? storeSource(store, where.slice(STORE.length)) : fileSource(where);

const warn = (problem: string): void => {
  process.stderr.write(`${problem}\n`);
};

async function saveAll(mongo: Mongo): Promise<void> {
  const version = productVersion();
  const target = (takenAt: Date): Target => {
    if (store) return storeTarget(store, { version, takenAt });
    return where === PIPE ? pipeTarget() : fileTarget(where);
  };
  const made = await backUp({ mongo, version, pace: paced(), target, warn });
  tell({ ...made, ...(await removeOld(mongo)) }, where === PIPE ? process.stderr : process.stdout);
}

/** The backup is there even if older ones cannot be removed: the next one removes them. */
async function removeOld(mongo: Mongo): Promise<{ removed?: readonly string[] }> {
  if (store === null || storeEnv === null) return {};
  try {
    return { removed: await store.tidy(storeEnv.BACKUP_KEEP, await mongo.serverTime()) };
  } catch (error) {
    warn(`older backups could not be removed: ${messageOf(error)}`);
    return {};
  }
}

async function check(): Promise<void> {
  const source = await sourceAt();
  const { head, documents } = await readBackup(source.open(), () => Promise.resolve());
  tell({ backup: source.name, ...head, documents });
}

async function list(from: BackupStore): Promise<void> {
  const backups: unknown[] = [];
  for (const id of await from.ids()) {
    const manifest = await from.manifest(id).catch((error: unknown) => ({ problem: messageOf(error) }));
    backups.push({ backup: `${STORE}${id}`, ...manifest });
  }
  tell({ backups });
}

/** Proves that entries of the audit were erased. */
function boxForErasures(): RestoreOptions['box'] {
  const { SECRET_KEYS } = tool.environment(erasureEnv);
  if (SECRET_KEYS !== undefined) return new SecretBox(SECRET_KEYS);
  return {
    seal: () => {
      throw new Error('tenants were erased after the backup: restore again, with --replace and with SECRET_KEYS');
    },
  };
}

/** A file, or a backup of the store, is verified completely before anything is changed; a pipe is known to be complete only at its end. */
async function restoreAll(mongo: Mongo): Promise<void> {
  const source = await sourceAt();
  if (source.isRepeatable) await readBackup(source.open(), () => Promise.resolve());
  const options = { replace, box: boxForErasures() };
  const { head, documents, permitsAdded, erasedAgain } = await restore(mongo, source.open, options);
  const unfinished = await new OverviewRuns(mongo).unfinished(null, Infinity, MAX_RUNS_TOLD);
  tell({
    backup: source.name,
    ...head,
    documents,
    permitsAdded,
    erasedAgain,
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

/** The time of the drill is stored in the live database, which is otherwise not touched. */
async function runDrill(live: Mongo): Promise<void> {
  const env = tool.environment(drillEnv);
  const database = tool.environment(DATABASE_ENV);
  const uri = drillUri(database.MONGODB_URI, env.DRILL_MONGODB_URI);
  const source = await sourceAt();
  const mongo = await tool.connect({ ...database, MONGODB_URI: uri }, log, { lacking: 'leave' });
  try {
    const report = await drill({ mongo, source, log, keep, box: new SecretBox(env.SECRET_KEYS), pace: paced() });
    tell(report);
    if (report.problems.length > 0) throw new Error('the restored database has problems');
    await new InstanceStore(live).noteDrill(await live.serverTime());
  } finally {
    await mongo.close();
  }
}

const WITH_DATABASE = { save: saveAll, restore: restoreAll, drill: runDrill } as const;

try {
  if (command === 'check') await check();
  else if (command === 'list' && store) await list(store);
  else if (command !== 'list') {
    const lacking = command === 'restore' ? 'migrate' : 'leave';
    const mongo = await tool.connect(tool.environment(DATABASE_ENV), log, { lacking });
    try {
      await WITH_DATABASE[command](mongo);
    } finally {
      await mongo.close();
    }
  }
} catch (error) {
  process.stderr.write(`${FAILED[command]}: ${messageOf(error)}\n`);
  process.exitCode = EXIT_FAILED;
} finally {
  await objects?.close();
}
