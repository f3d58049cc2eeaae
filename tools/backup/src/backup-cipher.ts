/**
 * Encrypts the objects of a backup: a line with the id of the key, a salt, and AES-256-GCM over the rest. Each object has a key of its
 * own, derived from the salt and the place of the object, so that none can be put in the place of another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKey } from '#common/crypto/secret-box.js';
import { messageOf } from '#common/errors/app-error.js';

const ALGORITHM = 'aes-256-gcm';
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const BEGIN = 'carillon backup 1 ';
/** The beginning, an id of 32 characters and a line end. */
const MAX_LINE_BYTES = 64;

export class BackupCipher {
  /** The first key encrypts, all of them decrypt. */
  constructor(private readonly keys: readonly [SecretKey, ...SecretKey[]]) {}

  seal(place: string, plain: Uint8Array): Buffer {
    const [key] = this.keys;
    const salt = randomBytes(SALT_BYTES);
    const head = Buffer.concat([Buffer.from(`${BEGIN}${key.id}\n`), salt]);
    const derived = derive(key, salt, place);
    const cipher = createCipheriv(ALGORITHM, derived.key, derived.iv).setAAD(head);
    return Buffer.concat([head, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws an Error that names the object, and the key that is missing or does not fit. */
  open(place: string, sealed: Buffer): Buffer {
    const lineEnd = sealed.subarray(0, MAX_LINE_BYTES).indexOf('\n');
    const line = sealed.subarray(0, Math.max(lineEnd, 0)).toString('utf8');
    const dataAt = lineEnd + 1 + SALT_BYTES;
    if (!line.startsWith(BEGIN) || sealed.length < dataAt + TAG_BYTES)
      throw new Error(`the object ${place} is not of an encrypted backup, or was cut off`);
    const id = line.slice(BEGIN.length);
    const key = this.keys.find((each) => each.id === id);
    if (key === undefined)
      throw new Error(`the object ${place} is encrypted with the key "${id}", which BACKUP_KEYS does not hold`);
    const derived = derive(key, sealed.subarray(lineEnd + 1, dataAt), place);
    const decipher = createDecipheriv(ALGORITHM, derived.key, derived.iv).setAAD(sealed.subarray(0, dataAt));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(dataAt, -TAG_BYTES)), decipher.final()]);
    } catch (error) {
      const why = `was changed or cut off, or is encrypted with another key of the name "${id}"`;
      throw new Error(`the object ${place} ${why} (${messageOf(error)})`, { cause: error });
    }
  }
}

/** The key and the initialisation vector of one object: both are used once. */
function derive({ key }: SecretKey, salt: Uint8Array, place: string): { key: Buffer; iv: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, `${BEGIN}${place}`, KEY_BYTES + IV_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), iv: bytes.subarray(KEY_BYTES) };
}
