/**
 * Fingerprints of secrets that are not stored: texts are searched for the secrets by them, and the secrets cannot be derived from
 * them (ADR 18). Each is of one form of a secret (`domain/secret-forms.ts`): its length, a rolling hash by which candidates are
 * found in a text, and a keyed hash that decides. The key is in the same encrypted text.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../domain/parse-json.js';
import { MASK } from '../spec/fields.js';
import { formsOf, shortLinesOf } from '../domain/secret-forms.js';
import { NOTHING_TO_HIDE, type SecretMask } from '../domain/secret-mask.js';

const KEY_BYTES = 32;
const MAC_CHARACTERS = 22;
/** As in `secret-mask.ts`: this much of a secret at the edge of a text that was cut is enough to recognise it. */
const PIECE_LENGTH = 8;
const QUOTATION_START = /^|\n|: /g;
const MAX_QUOTATIONS = 20;

const print = z.tuple([z.int().positive(), z.int(), z.string()]);
/** `whole`: length, rolling hash, keyed hash of a form; `heads` and `tails`: of its first and last characters, with its length. */
const printsText = z.object({
  key: z.string(),
  whole: z.array(print),
  heads: z.array(print),
  tails: z.array(print),
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
  const long = forms.filter(({ length }) => length > PIECE_LENGTH);
  return JSON.stringify({
    key: key.toString('base64'),
    whole: forms.map((form) => of(form, form.length)),
    heads: longestOfEach(long.map((form) => of(form.slice(0, PIECE_LENGTH), form.length))),
    tails: longestOfEach(long.map((form) => of(form.slice(-PIECE_LENGTH), form.length))),
    lines: lines.map((line) => hash.mac(line)),
  } satisfies z.input<typeof printsText>);
}

/** Hides the secrets of the fingerprints. Throws where the text contains no fingerprints. */
export function printMask(text: string): SecretMask {
  const { key, whole, heads, tails, lines } = printsText.parse(parseJson(text));
  const hash = new Hash(Buffer.from(key, 'base64'));
  const shortLines = new Set(lines);
  const search = { whole: byLength(whole), heads: groupOf(heads), tails: groupOf(tails) };
  const spansIn = (within: string): Span[] => joined([...search.whole].flatMap((each) => hash.find(within, ...each)));
  const isShort = (line: string): boolean => shortLines.size > 0 && shortLines.has(hash.mac(line.trim()));
  const hide = (line: string, isCut: boolean): string => {
    if (isShort(line)) return MASK;
    const spans = spansIn(line);
    return isCut ? withoutEnd(line, spans, headAt(line) ?? line.length - PIECE_LENGTH + 1) : masked(line, spans);
  };
  /** The position of a secret that is cut by the end of the text. */
  const headAt = (within: string): number | null => {
    const begins = hash.find(within, PIECE_LENGTH, search.heads).filter(({ from, of }) => from + of > within.length);
    return begins.length === 0 ? null : Math.min(...begins.map(({ from }) => from));
  };
  const hideIn = (within: string): string => {
    const byLine =
      shortLines.size === 0
        ? within
        : within
            .split('\n')
            .map((line) => (isShort(line) ? MASK : line))
            .join('\n');
    const spans = [...spansIn(byLine), ...cutStarts(byLine, hash.find(byLine, PIECE_LENGTH, search.tails))];
    const head = headAt(byLine);
    return masked(byLine, joined(head === null ? spans : [...spans, { from: head, to: byLine.length, of: 0 }]));
  };
  return { mayHide: (lined) => spansIn(lined).length > 0 || lined.split('\n').some(isShort), hide, hideIn };
}

/** Hides the secrets of both. */
export function allMasks(masks: readonly SecretMask[]): SecretMask {
  const active = masks.filter((mask) => mask !== NOTHING_TO_HIDE);
  const [only = NOTHING_TO_HIDE] = active;
  if (active.length <= 1) return only;
  return {
    mayHide: (lines) => active.some((mask) => mask.mayHide(lines)),
    hide: (line, isCut) => active.reduce((text, mask) => mask.hide(text, isCut), line),
    hideIn: (text) => active.reduce((shown, mask) => mask.hideIn(shown), text),
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
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
  find(text: string, length: number, group: Group): Span[] {
    if (text.length < length || group.size === 0) return [];
    let first = 1;
    for (let i = 1; i < length; i++) first = Math.imul(first, this.base);
    const found: Span[] = [];
    let value = this.roll(text.slice(0, length));
    for (let from = 0; ; from++) {
      const candidates = group.get(value);
      if (candidates !== undefined) {
        const mac = this.mac(text.slice(from, from + length));
        for (const [of, , known] of candidates) if (known === mac) found.push({ from, to: from + length, of });
      }
      if (from + length >= text.length) return found;
      const rest = (value - Math.imul(text.charCodeAt(from), first)) | 0;
      value = (Math.imul(rest, this.base) + text.charCodeAt(from + length)) | 0;
    }
  }
}

/** The spans in their order; overlapping ones are joined. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = result.at(-1);
    if (last !== undefined && span.from < last.to)
      result[result.length - 1] = { ...last, to: Math.max(last.to, span.to) };
    else result.push(span);
  }
  return result;
}

function masked(text: string, spans: readonly Span[]): string {
  let shown = '';
  let shownTo = 0;
  for (const { from, to } of spans) {
    shown += text.slice(shownTo, from) + MASK;
    shownTo = to;
  }
  return shown + text.slice(shownTo);
}

/** The text before `cutAt`; a secret that crosses it is hidden as a whole. */
function withoutEnd(text: string, spans: readonly Span[], cutAt: number): string {
  const kept = spans.filter(({ from }) => from < cutAt);
  const across = kept.find(({ to }) => to > cutAt);
  return masked(text.slice(0, Math.max(0, across?.to ?? cutAt)), kept);
}

/** Ends of secrets whose beginning was cut off: from the nearest start of a quotation, because the cut secret begins there. */
function cutStarts(text: string, tails: readonly Span[]): Span[] {
  if (tails.length === 0) return [];
  const starts = [...text.matchAll(QUOTATION_START)]
    .slice(0, MAX_QUOTATIONS)
    .map((each) => each.index + each[0].length);
  return tails.flatMap(({ from: at, to, of }) => {
    const from = starts.findLast((start) => start <= at);
    return from === undefined || to - from >= of ? [] : [{ from, to, of: 0 }];
  });
}
