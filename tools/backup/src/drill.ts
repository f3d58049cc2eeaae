/**
 * A restore drill: restores a backup into a database of its own, as a restore does, and checks what is there. Its database is held from
 * before the first document on, no service uses it, and this program has no way to a worker.
 */
import { systemClock } from '#common/clock/clock.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { Logger } from '#common/logging/logger.js';
import { indexesOf, type CollectionName } from '#common/mongo/collections.js';
import { DumpStore } from '#common/mongo/dump.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { BackupDocument, DocumentCounts } from './backup-file.js';
import { claim, DRILL } from './drill-database.js';
import { auditOf, countProblems, MAX_PROBLEMS, secretsOf, type Checked } from './drill-checks.js';
import type { Pace } from './pace.js';
import type { Source } from './places.js';
import { addPermits, load } from './restore.js';

/** Documents that expire so soon after the beginning may be gone when they are counted. */
const SOON_MS = 24 * 3_600_000;

export interface DrillParts {
  /** Its own database, which need not exist. */
  readonly mongo: Mongo;
  readonly source: Source;
  readonly box: SecretBox;
  readonly pace: Pace;
  readonly log: Logger;
  /** Leaves the database. */
  readonly keep: boolean;
}

export interface DrillReport {
  readonly backup: string;
  readonly version: string;
  readonly takenAt: string;
  /** From the beginning until services could be started on the database. */
  readonly restoreSeconds: number;
  readonly checkSeconds: number;
  /** When the newest run or audit entry of the backup was made, and its age at the beginning; null if it has none. */
  readonly newestRecordAt: string | null;
  readonly newestRecordAgeSeconds: number | null;
  readonly documents: DocumentCounts;
  readonly secrets: number;
  readonly auditEntries: number;
  /** The first problems; none: the backup can be restored. */
  readonly problems: readonly string[];
}

/** Throws an Error where the database may not be used, or the backup cannot be read. */
export async function drill({ mongo, source, box, pace, log, keep }: DrillParts): Promise<DrillReport> {
  const startedAt = systemClock.monotonic();
  const beganAt = await mongo.serverTime();
  const store = new DumpStore(mongo);
  await claim(mongo, store);
  try {
    await mongo.migrate(log);
    const times = new TimesInBackup(beganAt + SOON_MS);
    const see = (entry: BackupDocument): void => {
      times.add(entry);
    };
    const { head, documents, stored } = await load(mongo, { store, open: source.open, by: DRILL, pace, see });
    const counts = await countProblems(store, stored, times.expiring);
    await addPermits(mongo);
    const restoredAt = systemClock.monotonic();
    const secrets = await secretsOf(mongo, box);
    const audit = await auditOf(mongo, store, box);
    const lacking = (await mongo.missingIndexes()).map((each) => `missing in the database: ${each}`);
    const all: Checked[] = [{ checked: 0, problems: [...counts, ...lacking] }, secrets, audit];
    return {
      backup: source.name,
      ...head,
      restoreSeconds: seconds(restoredAt - startedAt),
      checkSeconds: seconds(systemClock.monotonic() - restoredAt),
      newestRecordAt: times.newest === null ? null : new Date(times.newest).toISOString(),
      newestRecordAgeSeconds: times.newest === null ? null : seconds(beganAt - times.newest),
      documents,
      secrets: secrets.checked,
      auditEntries: audit.checked,
      problems: all.flatMap(({ problems }) => problems).slice(0, MAX_PROBLEMS),
    };
  } finally {
    if (!keep) await store.drop();
  }
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** What the documents of a backup say about times. */
class TimesInBackup {
  /** The instant of the newest run or audit entry. */
  newest: number | null = null;
  readonly expiring: DocumentCounts = {};

  constructor(private readonly until: number) {}

  add({ collection, document }: BackupDocument): void {
    const at = Number(collection === 'runs' ? document['createdAt'] : collection === 'audit' ? document['at'] : NaN);
    if (at > (this.newest ?? 0)) this.newest = at;
    if (expiryFields(collection).some((field) => this.isSoon(document[field])))
      this.expiring[collection] = (this.expiring[collection] ?? 0) + 1;
  }

  private isSoon(value: unknown): boolean {
    return value instanceof Date && value.getTime() < this.until;
  }
}

const expiryFields = (name: CollectionName): string[] =>
  indexesOf(name).flatMap(({ key, expireAfterSeconds }) => (expireAfterSeconds === undefined ? [] : Object.keys(key)));
