/**
 * Encrypted values as text, `v1.<key id>.<iv>.<tag>.<data>` (crypto/secret-box.ts), and how they are found inside stored values.
 */

/** 12 bytes of initialisation vector and 16 of authentication tag, in base64url. No character of it is escaped in JSON. */
const SEALED = /(?<![A-Za-z0-9_.-])v1\.([A-Za-z0-9_-]{1,32})\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]*/g;

/** Replaces an address that cannot be decrypted: nothing is ever sent there (RFC 2606). */
export const UNREADABLE_ORIGIN = 'https://unreadable.invalid';

/** The id of the key of an encrypted text; empty for any other text. */
export const keyIdOf = (sealed: string): string => sealed.split('.')[1] ?? '';

/** Every encrypted text in a value: in texts at any depth, and in JSON that is stored as text. */
export function sealedTextsIn(value: unknown): string[] {
  if (typeof value === 'string') return [...value.matchAll(SEALED)].map(([sealed]) => sealed);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(sealedTextsIn);
}

/** The same value with every encrypted text replaced; parts without one are returned unchanged. */
export function mapSealedTexts<T>(value: T, change: (sealed: string) => string): T;
export function mapSealedTexts(value: unknown, change: (sealed: string) => string): unknown {
  if (typeof value === 'string') return value.replace(SEALED, (sealed) => change(sealed));
  if (sealedTextsIn(value).length === 0) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => mapSealedTexts(each, change));
  const entries = Object.entries(value as object).map(([name, each]) => [
    name,
    mapSealedTexts(each as unknown, change),
  ]);
  return Object.fromEntries(entries) as unknown;
}
