import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '#common/domain/parse-json.js';

const SECRET_FILE_MODE = 0o600;
const KEY_BYTES = 32;

const secretsSchema = z.object({
  /** The keys in the form of the environment variable SECRET_KEYS. */
  secretKeys: z.string().min(1),
  adminToken: z.string().min(1),
  /** The source of the secret that signs calls of the example web service. */
  serviceToken: z.string().min(1),
});
export type Secrets = z.output<typeof secretsSchema>;

/** The secret in the form of the header `webhook-signature` of a worker. */
export const signingSecretOf = ({ serviceToken }: Pick<Secrets, 'serviceToken'>): string =>
  `whsec_${Buffer.from(serviceToken, 'base64url').toString('base64')}`;

/** The secrets of this data folder: made once, and stored readable by their owner only. */
export function loadSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  if (existsSync(file)) return secretsSchema.parse(parseJson(readFileSync(file, 'utf8')));
  const secrets: Secrets = {
    secretKeys: `quickstart:${randomBytes(KEY_BYTES).toString('base64')}`,
    adminToken: randomBytes(KEY_BYTES).toString('base64url'),
    serviceToken: randomBytes(KEY_BYTES).toString('base64url'),
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: SECRET_FILE_MODE, flag: 'wx' });
  return secrets;
}
