import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const OWNER_ONLY = 0o600;
const PASSWORD_BYTES = 32;

/** The password in a file that only its owner can read; made at the first call. Its characters need no escaping. */
export function keptPassword(file: string): string {
  if (!existsSync(file)) {
    writeFileSync(file, randomBytes(PASSWORD_BYTES).toString('base64url'), { mode: OWNER_ONLY, flag: 'wx' });
  }
  chmodSync(file, OWNER_ONLY);
  return readFileSync(file, 'utf8').trim();
}
