/** Makes one backup: reads the database, makes what it wrote whole, and only then records its time for the alerts. */
import { messageOf } from '#common/errors/app-error.js';
import { DumpStore } from '#common/mongo/dump.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { BackupWriter, type DocumentCounts } from './backup-file.js';
import type { Pace } from './pace.js';
import type { Target } from './places.js';
import { save } from './save.js';

export interface BackUpParts {
  readonly mongo: Mongo;
  readonly version: string;
  readonly pace: Pace;
  readonly target: (takenAt: Date) => Target;
  /** Gets what went wrong after the backup was whole. */
  readonly warn: (problem: string) => void;
}

export interface BackupMade {
  readonly backup: string;
  readonly takenAt: Date;
  readonly documents: DocumentCounts;
}

/** Throws the error for which there is no backup. */
export async function backUp({ mongo, version, pace, target: make, warn }: BackUpParts): Promise<BackupMade> {
  const takenAt = new Date(await mongo.serverTime());
  const target = make(takenAt);
  const writer = new BackupWriter(target.stream);
  const documents = await save({ store: new DumpStore(mongo), writer, pace, version, takenAt });
  await target.finish({ documents, completedAt: new Date(await mongo.serverTime()) });
  // The backup is there even if its time cannot be stored, for example because the user of the database may only read.
  await new InstanceStore(mongo).noteBackup(takenAt.getTime()).catch((error: unknown) => {
    warn(`the time of the backup could not be stored for the alerts: ${messageOf(error)}`);
  });
  return { backup: target.name, takenAt, documents };
}
