/**
 * Fingerprints of secrets that are not stored: texts are searched for the secrets by them, and the secrets cannot be derived from
 * them (ADR 18). Each is of one form of a secret (`domain/secret-forms.ts`): its length, a rolling hash by which candidates are
 * found in a text, and a keyed hash that decides. The key is in the same encrypted text.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../domain/parse-json.js';
import { brokenBase64, formsOf, mayBeEncoded, shortLinesOf } from '../domain/secret-forms.js';
import { maskBy, MIN_CUT_PIECE_LENGTH, NOTHING_TO_HIDE, type SecretMask } from '../domain/secret-mask.js';
import type { Span } from '../domain/span.js';
import { marksOf, MAX_BROKEN_LENGTH, MIN_BASE64_LENGTH } from '../domain/wrapped-base64.js';

const KEY_BYTES = 32;
const MAC_CHARACTERS = 22;
const BASE64_CHARACTER = /[A-Za-z0-9+/_-]/;

const print = z.tuple([z.int().positive(), z.int(), z.string()]);
/**
 * `whole`: length, rolling hash, keyed hash of a form; `heads` and `tails`: of its first and last characters, with its length;
 * `marks`: of the pieces by which a part of its base64 in a line is recognised.
 */
const printsText = z.object({
  key: z.string(),
  whole: z.array(print),
  heads: z.array(print),
  tails: z.array(print),
  marks: z.array(print),
  encoded: z.boolean(),
  lines: z.array(z.string()),
});
type Print = z.output<typeof print>;

/** The fingerprints as a text, to be encrypted. Null where no value is long enough to be hidden. */
export function secretPrints(secrets: readonly string[], key: Buffer = randomBytes(KEY_BYTES)): string | null {
  const trimmed = [...new Set(secrets.map((secret) => secret.trim()))];
  const forms = [...new Set(trimmed.flatMap(formsOf))];
  const lines = [...new Set(trimmed.flatMap(shortLinesOf))];
  if (forms.length + lines.length === 0) return null;
  const hash = new Hash(key);
  const of = (text: string, length: number): Print => [length, hash.roll(text), hash.mac(text)];
  const long = forms.filter(({ length }) => length > MIN_CUT_PIECE_LENGTH);
  const marks = new Set(trimmed.flatMap(brokenBase64).flatMap(marksOf));
  return JSON.stringify({
    key: key.toString('base64'),
    whole: forms.map((form) => of(form, form.length)),
    heads: longestOfEach(long.map((form) => of(form.slice(0, MIN_CUT_PIECE_LENGTH), form.length))),
    tails: longestOfEach(long.map((form) => of(form.slice(-MIN_CUT_PIECE_LENGTH), form.length))),
    marks: [...marks].map((mark) => of(mark, mark.length)),
    encoded: trimmed.some(mayBeEncoded),
    lines: lines.map((line) => hash.mac(line)),
  } satisfies z.input<typeof printsText>);
}

/** Hides the secrets of the fingerprints. Throws where the text contains no fingerprints. */
export function printMask(text: string): SecretMask {
  const { key, whole, heads, tails, marks, encoded, lines } = printsText.parse(parseJson(text));
  const hash = new Hash(Buffer.from(key, 'base64'));
  const shortLines = new Set(lines);
  const search = { whole: byLength(whole), heads: groupOf(heads), tails: groupOf(tails), marks: groupOf(marks) };
  const isShortLine = (line: string): boolean => shortLines.size > 0 && shortLines.has(hash.mac(line));
  const find = (within: string): Span[] => [
    ...[...search.whole].flatMap((each) => hash.find(within, ...each)),
    ...hash.find(within, MIN_BASE64_LENGTH, search.marks).flatMap((mark) => runAround(within, mark)),
  ];
  return maskBy({
    mayHoldEncoded: () => encoded,
    mayFind: (within) => find(within).length > 0,
    find,
    cutAt: (within, least) => {
      const begins = hash
        .find(within, MIN_CUT_PIECE_LENGTH, search.heads)
        .filter(({ from, of }) => from + of > within.length);
      if (begins.length > 0) return Math.min(...begins.map(({ from }) => from));
      return least < MIN_CUT_PIECE_LENGTH ? Math.max(0, within.length - MIN_CUT_PIECE_LENGTH + 1) : null;
    },
    findEnds: (within, starts) =>
      hash.find(within, MIN_CUT_PIECE_LENGTH, search.tails).flatMap(({ from: at, to, of }) => {
        const from = starts.findLast((start) => start <= at);
        return from === undefined || to - from >= of ? [] : [{ from, to }];
      }),
    mayHaveShortLine: (within) => shortLines.size > 0 && within.split('\n').some((line) => isShortLine(line.trim())),
    isShortLine,
  });
}

/** The run of base64 that contains a piece of a secret; none where it is too long for base64 that is broken into lines. */
function runAround(text: string, { from, to }: Span): Span[] {
  const isPart = (at: number): boolean => BASE64_CHARACTER.test(text.charAt(at));
  let first = from;
  let last = to;
  while (to - first <= MAX_BROKEN_LENGTH && isPart(first - 1)) first--;
  while (last - first <= MAX_BROKEN_LENGTH && isPart(last)) last++;
  return last - first > MAX_BROKEN_LENGTH ? [] : [{ from: first, to: last }];
}

/** Hides the secrets of both. */
export function allMasks(masks: readonly SecretMask[]): SecretMask {
  const active = masks.filter((mask) => mask !== NOTHING_TO_HIDE);
  const [only = NOTHING_TO_HIDE] = active;
  if (active.length <= 1) return only;
  return {
    mayHide: (lines) => active.some((mask) => mask.mayHide(lines)),
    hide: (line, isCut) => active.reduce((text, mask) => mask.hide(text, isCut), line),
    hideIn: (text) => active.reduce((masked, mask) => mask.hideIn(masked), text),
  };
}

interface Hit extends Span {
  /** The length of the whole form. */
  readonly of: number;
}

/** By rolling hash: the keyed hashes of the forms that have it, each with the length of its form. */
type Group = ReadonlyMap<number, readonly Print[]>;

const groupOf = (prints: readonly Print[]): Group => Map.groupBy(prints, ([, roll]) => roll);
const byLength = (prints: readonly Print[]): ReadonlyMap<number, Group> =>
  new Map([...Map.groupBy(prints, ([length]) => length)].map(([length, some]) => [length, groupOf(some)]));

/** Forms with the same beginning: the longest one determines how far the secret may extend. */
function longestOfEach(prints: readonly Print[]): Print[] {
  const kept = new Map<string, Print>();
  for (const each of prints) if (each[0] > (kept.get(each[2])?.[0] ?? 0)) kept.set(each[2], each);
  return [...kept.values()];
}

/** The hashes of one set of fingerprints. Rolling hashes have 32 bits, and a base that is derived from the key. */
class Hash {
  private readonly base: number;

  constructor(private readonly key: Buffer) {
    this.base = createHmac('sha256', key).update('rolling').digest().readInt32LE(0) | 1;
  }

  mac(text: string): string {
    return createHmac('sha256', this.key).update(text, 'utf16le').digest('base64url').slice(0, MAC_CHARACTERS);
  }

  roll(text: string): number {
    let value = 0;
    for (let i = 0; i < text.length; i++) value = (Math.imul(value, this.base) + text.charCodeAt(i)) | 0;
    return value;
  }

  /** Every position in the text where a part of this length belongs to the group. */
  find(text: string, length: number, group: Group): Hit[] {
    if (text.length < length || group.size === 0) return [];
    let first = 1;
    for (let i = 1; i < length; i++) first = Math.imul(first, this.base);
    const hits: Hit[] = [];
    let value = this.roll(text.slice(0, length));
    for (let from = 0; ; from++) {
      const candidates = group.get(value);
      if (candidates !== undefined) {
        const mac = this.mac(text.slice(from, from + length));
        for (const [of, , print] of candidates) if (print === mac) hits.push({ from, to: from + length, of });
      }
      if (from + length >= text.length) return hits;
      const rest = (value - Math.imul(text.charCodeAt(from), first)) | 0;
      value = (Math.imul(rest, this.base) + text.charCodeAt(from + length)) | 0;
    }
  }
}
