/** `COLD_STORE_*`: the store of old runs that retention removes from the database; none unless `COLD_STORE_URL` is set. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { renewed, secretIn } from '../config/renewed-file.js';
import { webAddress } from '../config/service-config.js';

/**
 * What a setting stands for now: itself, or the text of the file of this name, which may be renewed. Secrets of S3 may begin with a
 * slash, so the file has to exist.
 */
export function secretNow(text: string): () => string {
  if (!text.startsWith('/') || !existsSync(text)) return () => text;
  return renewed(() => secretIn(text));
}

const NEEDED = ['COLD_STORE_BUCKET', 'COLD_STORE_KEY', 'COLD_STORE_SECRET'] as const;

export const coldStoreEnv = z.object({
  COLD_STORE_URL: webAddress.optional(),
  COLD_STORE_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  COLD_STORE_REGION: z.string().min(1).default('us-east-1'),
  COLD_STORE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*$/, 'must be names separated by slashes')
    .default('carillon'),
  COLD_STORE_KEY: z.string().min(1).optional(),
  COLD_STORE_SECRET: z.string().min(1).optional(),
});
type ColdStoreEnv = z.output<typeof coldStoreEnv>;

export interface ColdStoreSettings {
  readonly url: string;
  readonly bucket: string;
  readonly region: string;
  /** The prefix of the keys of all objects. */
  readonly prefix: string;
  /** The access key and its secret, or the paths of files with them, which are read again when they change. */
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The variables that are required with `COLD_STORE_URL` and are missing. */
export const coldStoreLacks = (env: ColdStoreEnv): readonly string[] =>
  env.COLD_STORE_URL === undefined ? [] : NEEDED.filter((name) => env[name] === undefined);

/** Null where no store is configured. */
export function coldStoreOf(env: ColdStoreEnv): ColdStoreSettings | null {
  const { COLD_STORE_URL: url, COLD_STORE_BUCKET: bucket } = env;
  const { COLD_STORE_KEY: accessKeyId, COLD_STORE_SECRET: secretAccessKey } = env;
  if (url === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return null;
  return {
    url,
    bucket,
    accessKeyId,
    secretAccessKey,
    region: env.COLD_STORE_REGION,
    prefix: env.COLD_STORE_PREFIX,
  };
}
