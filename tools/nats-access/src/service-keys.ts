/** The services' nkeys in a folder: made once, each readable by its owner only. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import type { PublicKeys } from './server-config.js';

/** The mode of a file with a secret. */
export const OWNER_ONLY = 0o600;
const FOLDER_MODE = 0o700;

export interface ServiceKeys {
  /** The public keys for the server. */
  readonly publicKeys: PublicKeys;
  /** The file with the seed of each, for its `NATS_NKEY`. */
  readonly files: Readonly<Record<ServiceName, string>>;
}

/** Reads `<folder>/<service>.nk`, makes missing keys, and writes each as an environment file, too. Throws where a file contains no seed of a user. */
export function loadServiceKeys(folder: string): ServiceKeys {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const file = (service: ServiceName): string => join(folder, `${service}.nk`);
  const publicKeys = forEach((service) => publicKeyIn(file(service)));
  for (const service of SERVICES) {
    const text = `NATS_NKEY=${readFileSync(file(service), 'utf8').trim()}\n`;
    writeFileSync(join(folder, `${service}.env`), text, { mode: OWNER_ONLY });
  }
  return { publicKeys, files: forEach(file) };
}

/** What the servers of a cluster share, in the same folder: the password of their routes, and the key of an operator. */
export function loadClusterSecrets(folder: string): { readonly password: string; readonly operator: string } {
  const file = join(folder, 'cluster-password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: OWNER_ONLY, flag: 'wx' });
  return { password: readFileSync(file, 'utf8').trim(), operator: publicKeyIn(join(folder, 'operator.nk')) };
}

function publicKeyIn(file: string): string {
  if (!existsSync(file)) {
    const seed = new TextDecoder().decode(nkeys.createUser().getSeed());
    writeFileSync(file, `${seed}\n`, { mode: OWNER_ONLY, flag: 'wx' });
  }
  chmodSync(file, OWNER_ONLY);
  try {
    const key = nkeys.fromSeed(new TextEncoder().encode(readFileSync(file, 'utf8').trim())).getPublicKey();
    if (key.startsWith('U')) return key;
  } catch {
    // The cause would quote the seed.
  }
  throw new Error(`${file} does not contain the seed of a user key (SU…)`);
}

const forEach = <T>(of: (service: ServiceName) => T): Record<ServiceName, T> => ({
  api: of('api'),
  scheduler: of('scheduler'),
  executor: of('executor'),
  'log-collector': of('log-collector'),
});
