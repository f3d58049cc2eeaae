import { fnv1a } from '../domain/ids.js';

/**
 * 32 well-mixed bits of a text, the same in every process and release: `H` fields and jitter depend on it, so it never
 * changes. FNV-1a alone leaves its low bits related for similar texts; the finisher (from MurmurHash3) spreads them.
 */
export function stableHash(text: string): number {
  let hash = fnv1a(text);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
