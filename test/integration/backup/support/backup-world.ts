/** A database with what a backup has to keep, and an object store to keep it in. */
import { randomUUID } from 'node:crypto';
import { S3ObjectStore } from '#common/cold/object-store.js';
import { SecretBox } from '#common/crypto/secret-box.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { startColdStore, type ColdStoreUnderTest } from '#testing/cold-store.js';
import { freshMongo } from '#testing/servers.js';
import { backUp, type BackupMade } from '../../../../tools/backup/src/back-up.js';
import { BackupCipher } from '../../../../tools/backup/src/backup-cipher.js';
import { BackupStore } from '../../../../tools/backup/src/backup-store.js';
import { Pace } from '../../../../tools/backup/src/pace.js';
import { storeTarget } from '../../../../tools/backup/src/places.js';
import { storeRun } from '../../api/stored-runs.js';

export const VERSION = '1.2.3';
export const BACKUP_KEY = { id: 'b1', key: Buffer.alloc(32, 9) };
const KEY = { id: 'k1', key: Buffer.alloc(32, 1) };
export const SECRET_KEYS = `${KEY.id}:${KEY.key.toString('base64')}`;
export const box = new SecretBox([KEY]);
export const unpaced = (): Pace =>
  new Pace(
    Infinity,
    () => 0,
    () => Promise.resolve(),
  );

type Objects = Pick<S3ObjectStore, 'put' | 'get' | 'remove' | 'keys'>;

export class BackupWorld {
  readonly objects: S3ObjectStore;

  private constructor(
    readonly mongo: Mongo,
    readonly uri: string,
    readonly cold: ColdStoreUnderTest,
    private readonly drop: () => Promise<void>,
  ) {
    this.objects = new S3ObjectStore(cold.settings, { timeoutMs: 1_000, tries: 2 });
  }

  static async make(): Promise<BackupWorld> {
    const { mongo, uri, drop } = await freshMongo();
    const world = new BackupWorld(mongo, uri, await startColdStore(), drop);
    await world.fill();
    return world;
  }

  async close(): Promise<void> {
    await this.objects.close();
    await this.cold.stop();
    await this.drop();
  }

  /** Keys of all objects, below a prefix of this test. */
  async keys(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of this.objects.keys(`${prefix}/`)) keys.push(key.slice(prefix.length + 1));
    return keys;
  }

  store(prefix: string, objects: Objects = this.objects, keys = [BACKUP_KEY] as [typeof BACKUP_KEY]): BackupStore {
    return new BackupStore(objects, prefix, new BackupCipher(keys));
  }

  async backUp(store: BackupStore): Promise<BackupMade> {
    return backUp({
      mongo: this.mongo,
      version: VERSION,
      pace: unpaced(),
      target: (takenAt) => storeTarget(store, { version: VERSION, takenAt }),
      warn: (problem) => {
        throw new Error(problem);
      },
    });
  }

  /** Jobs with a secret, runs, and a chain of the audit. */
  private async fill(): Promise<void> {
    const jobs = new JobsStore(this.mongo);
    for (let i = 0; i < 3; i++) {
      const sealed = { secureParameters: box.seal('{"a":1}'), httpHeaders: {} };
      const job = { id: asJobId(`j${i}`), tenant: asTenantId('ibm'), version: 1, rev: 1, createdAt: 1, updatedAt: 1 };
      const spec = { tenant: 'ibm', name: `job ${i}`, worker: 'w1' };
      await jobs.insert({ ...job, updatedBy: 'test', paused: null, deletedAt: null, spec, sealed }, 'a');
      await storeRun(this.mongo, `r${i}`);
    }
    await this.audit(5);
  }

  async audit(entries: number): Promise<void> {
    const audit = new AuditStore(this.mongo, box);
    for (let i = 0; i < entries; i++)
      await audit.add({
        id: randomUUID(),
        at: Date.now(),
        actor: 'ada',
        subject: 'ada',
        role: 'admin',
        address: null,
        tenant: 'ibm',
        action: 'job.create',
        object: 'job/j0',
        detail: null,
        refusedWith: null,
      });
    await audit.settle();
  }
}
