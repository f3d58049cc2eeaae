/**
 * Searches for any of very many texts at once. A regular expression of all of them would do the same, but the largest secrets
 * exceed what an engine accepts.
 */
import type { Span } from './span.js';

/** Every text to search for is at least this long. */
const KEY_LENGTH = 4;
const BUCKETS = 1 << 16;
const HASH_BASE = 31;

export interface Found {
  readonly index: number;
  readonly length: number;
}

export class TextSearch {
  /** The hashes of the first four characters of all texts. */
  private readonly begins = new Uint8Array(BUCKETS);
  /** Texts by the hash of their beginning, the longest first. */
  private readonly byBeginning = new Map<number, string[]>();
  /** The first one, two and three characters of every text. */
  private readonly shortBeginnings = new Set<string>();

  /** `texts`: each at least four characters long, the longest first. */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const hash = hashAt(text, 0);
      this.begins[hash] = 1;
      const bucket = this.byBeginning.get(hash);
      if (bucket) bucket.push(text);
      else this.byBeginning.set(hash, [text]);
      for (let length = 1; length < KEY_LENGTH; length++) this.shortBeginnings.add(text.slice(0, length));
    }
  }

  /** The first position at or after `from` where one of the texts occurs, and the longest text there; null for none. */
  find(text: string, from = 0): Found | null {
    for (let index = from; index <= text.length - KEY_LENGTH; index++) {
      const hash = hashAt(text, index);
      if (this.begins[hash] === 0) continue;
      const match = this.byBeginning.get(hash)?.find((each) => text.startsWith(each, index));
      if (match !== undefined) return { index, length: match.length };
    }
    return null;
  }

  /** Every match from the left; none overlaps another. */
  findAll(text: string): Span[] {
    const spans: Span[] = [];
    for (let match = this.find(text); match !== null;) {
      const to = match.index + match.length;
      spans.push({ from: match.index, to });
      match = this.find(text, to);
    }
    return spans;
  }

  /** The start of the longest suffix of the text that is a prefix of one of the texts, and at least `least` long. */
  beginningAtEnd(text: string, longest: number, least: number): number | null {
    for (let start = Math.max(0, text.length - longest + 1); start <= text.length - least; start++)
      if (this.beginsWith(text, start)) return start;
    return null;
  }

  /** True if the rest from `start` is a proper prefix of one of the texts. */
  private beginsWith(text: string, start: number): boolean {
    if (text.length - start < KEY_LENGTH) return this.shortBeginnings.has(text.slice(start));
    const hash = hashAt(text, start);
    if (this.begins[hash] === 0) return false;
    const end = text.slice(start);
    return this.byBeginning.get(hash)?.some((each) => each.length > end.length && each.startsWith(end)) === true;
  }
}

/** The hash of the four characters from this position on. */
function hashAt(text: string, index: number): number {
  const a = text.charCodeAt(index);
  const b = text.charCodeAt(index + 1);
  const c = text.charCodeAt(index + 2);
  const d = text.charCodeAt(index + 3);
  return (((a * HASH_BASE + b) * HASH_BASE + c) * HASH_BASE + d) & (BUCKETS - 1);
}
