/** Access tokens as text: `carillon_<id>_<secret>`. The id finds the token, the hash of the secret proves it. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;

export interface NewTokenSecret {
  readonly text: string;
  /** SHA-256 of the secret part, hex. */
  readonly hash: string;
}

export function makeToken(id: string): NewTokenSecret {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { text: `carillon_${id}_${secret}`, hash: hashOf(secret) };
}

/** Splits a token's text; null for a text that cannot be from `makeToken`. */
export function readToken(text: string): { id: string; hash: string } | null {
  const [, id, secret] = /^carillon_([0-9a-z]{1,40})_([A-Za-z0-9_-]{20,100})$/.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, hash: hashOf(secret) };
}

/** True for a text in the form of a signed JSON Web Token. */
export const isJwt = (text: string): boolean => text.split('.').length === 3;

/** Compares two texts in constant time, so that the duration does not reveal where they differ. */
export const sameText = (a: string, b: string): boolean =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest());

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
