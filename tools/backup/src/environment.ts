/** `BACKUP_*`: the object store of backups, their keys, how many are kept, and how fast the database is read (docs/env.md). */
import { z } from 'zod';
import { coldStoreEnv, type ColdStoreSettings } from '#common/cold/cold-store-config.js';
import { commonEnv } from '#common/config/service-config.js';

/** Each backup reads the whole database, and the services come first. */
const DEFAULT_MIB_PER_SECOND = 8;
const MAX_MIB_PER_SECOND = 10_000;
const DEFAULT_KEEP = 7;
const MAX_KEEP = 1_000;

const form = coldStoreEnv.shape;

export const paceEnv = z.object({
  BACKUP_MIB_PER_SECOND: z.coerce.number().min(0.1).max(MAX_MIB_PER_SECOND).default(DEFAULT_MIB_PER_SECOND),
});

export const backupStoreEnv = z.object({
  BACKUP_STORE_URL: form.COLD_STORE_URL.unwrap(),
  BACKUP_STORE_BUCKET: form.COLD_STORE_BUCKET.unwrap(),
  BACKUP_STORE_REGION: form.COLD_STORE_REGION,
  BACKUP_STORE_PREFIX: form.COLD_STORE_PREFIX.unwrap().default('carillon-backup'),
  BACKUP_STORE_KEY: form.COLD_STORE_KEY.unwrap(),
  BACKUP_STORE_SECRET: form.COLD_STORE_SECRET.unwrap(),
  /** In the form of `SECRET_KEYS`: the first one encrypts, all of them decrypt. */
  BACKUP_KEYS: commonEnv.shape.SECRET_KEYS,
  BACKUP_KEEP: z.coerce.number().int().min(1).max(MAX_KEEP).default(DEFAULT_KEEP),
});
export type BackupStoreEnv = z.output<typeof backupStoreEnv>;

export const drillEnv = z.object({
  SECRET_KEYS: commonEnv.shape.SECRET_KEYS,
  DRILL_MONGODB_URI: commonEnv.shape.MONGODB_URI.optional(),
});

/** To erase tenants again that were erased after the backup. */
export const erasureEnv = drillEnv.pick({ SECRET_KEYS: true }).partial();

export const storeSettingsOf = (env: BackupStoreEnv): ColdStoreSettings => ({
  url: env.BACKUP_STORE_URL,
  bucket: env.BACKUP_STORE_BUCKET,
  region: env.BACKUP_STORE_REGION,
  prefix: env.BACKUP_STORE_PREFIX,
  accessKeyId: env.BACKUP_STORE_KEY,
  secretAccessKey: env.BACKUP_STORE_SECRET,
});
