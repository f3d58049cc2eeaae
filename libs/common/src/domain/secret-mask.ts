/**
 * Hides secrets in texts from outside: lines of output, and reports of workers and pods. It works on whole lines and texts, so
 * the pieces in which they arrived do not matter.
 */
import { MASK } from './mask.js';
import type { JsonValue } from '../spec/fields.js';
import { plainView, viewsOf, type View } from './decoded-views.js';
import { ExactNumber } from './exact-number.js';
import { MIN_MASKED_LENGTH, MIN_MASKED_NUMBER_LENGTH } from './limits.js';
import { base64Forms, brokenBase64, keptWhenEncoded, mayBeEncoded, plainForms, shortLinesOf } from './secret-forms.js';
import { joined, replaced, type Span } from './span.js';
import { TextSearch } from './text-search.js';
import { marksOf, MIN_BASE64_LENGTH, WrappedBase64 } from './wrapped-base64.js';

/** Up to this many texts are searched for one after the other, more of them together. */
const MAX_LOOKED_FOR_SINGLY = 64;
/** Where a text may have been cut within a secret, this much of the secret is enough to recognise a part of it. */
export const MIN_CUT_PIECE_LENGTH = 8;
/** Where a quotation whose beginning was cut off may start: at the start, in a new line, behind a colon. */
const QUOTATION_START = /^|\n|: /g;
/** Maximum number of quotations of one message that are checked for this. */
const MAX_QUOTATIONS = 20;

export interface SecretMask {
  /** False when no line of the text can contain a secret: a quick check of many lines at once. */
  readonly mayHide: (lines: string) => boolean;
  /**
   * The line with every secret replaced. `isCut`: the line was cut, so its last characters are removed where they may be the
   * beginning of a secret.
   */
  readonly hide: (line: string, isCut: boolean) => string;
  /** Masks a message of any number of lines whose beginning or end may have been cut without a mark. */
  readonly hideIn: (text: string) => string;
}

export const NOTHING_TO_HIDE: SecretMask = { mayHide: () => false, hide: (line) => line, hideIn: (text) => text };
/** For a text that may contain unknown secrets: replaces the whole text by a mask. */
export const HIDE_EVERYTHING: SecretMask = {
  mayHide: () => true,
  hide: () => MASK,
  hideIn: (text) => (text === '' ? '' : MASK),
};

/** Finds secrets in a text as it is; `maskBy` also searches the decoded readings of the text. */
export interface SecretFinder {
  /** False when the text contains no secret that is encoded: a quick check. */
  readonly mayHoldEncoded: (text: string) => boolean;
  /** False when `find` would find nothing: a quick check of many lines at once. */
  readonly mayFind: (text: string) => boolean;
  readonly find: (text: string) => readonly Span[];
  /** Where the beginning of a secret of at least `least` characters begins at the end of the text; null for nowhere. */
  readonly cutAt: (text: string, least: number) => number | null;
  /** Ends of secrets from one of these positions on, where a quotation starts whose beginning was cut off. */
  readonly findEnds: (text: string, starts: readonly number[]) => readonly Span[];
  /** Lines that are secret only if they stand alone. */
  readonly mayHaveShortLine: (lines: string) => boolean;
  readonly isShortLine: (line: string) => boolean;
}

export function maskBy(finder: SecretFinder): SecretMask {
  const views = (text: string, isCut = false): View[] =>
    isCut || finder.mayHoldEncoded(text) ? viewsOf(text, isCut) : [plainView(text)];
  const inViews = (of: readonly View[], find: (text: string) => readonly Span[]): Span[] =>
    of.flatMap(({ text, start, end }) => find(text).map(({ from, to }) => ({ from: start(from), to: end(to) })));
  const cutAt = (of: readonly View[], least: number): number | null => {
    const spans = of.flatMap(({ text, start }) => {
      const at = finder.cutAt(text, least);
      return at === null ? [] : [start(at)];
    });
    return spans.length === 0 ? null : Math.min(...spans);
  };
  const hide = (line: string, isCut: boolean): string => {
    if (finder.isShortLine(line.trim())) return MASK;
    const all = views(line, isCut);
    const spans = joined(inViews(all, finder.find));
    return isCut ? withoutEnd(line, spans, cutAt(all, 1) ?? line.length) : replaced(line, spans, MASK);
  };
  const hideIn = (text: string): string => {
    const byLine = finder.mayHaveShortLine(text) ? withoutShortLines(text, finder.isShortLine) : text;
    const all = views(byLine, true);
    const ends = inViews(all, (each) => finder.findEnds(each, quotationStarts(each)));
    const cut = cutAt(all, MIN_CUT_PIECE_LENGTH);
    const spans = [...inViews(all, finder.find), ...ends, ...(cut === null ? [] : [{ from: cut, to: byLine.length }])];
    return replaced(byLine, joined(spans), MASK);
  };
  const mayHide = (lines: string): boolean =>
    finder.mayFind(lines) ||
    finder.mayHaveShortLine(lines) ||
    (finder.mayHoldEncoded(lines) &&
      lines.split('\n').some((line) => views(line).some(({ text }) => finder.mayFind(text))));
  return { mayHide, hide, hideIn };
}

export function secretMask(secrets: readonly string[]): SecretMask {
  // A value from a file often ends with a line end, which is not printed.
  const trimmed = [...new Set(secrets.map((secret) => secret.trim()))];
  const plain = new Set(trimmed.flatMap(plainForms));
  const base64 = new Set(trimmed.flatMap(base64Forms));
  const broken = [...new Set(trimmed.flatMap(brokenBase64))];
  const shortLines = new Set(trimmed.flatMap(shortLinesOf));
  const forms = [...plain, ...base64].sort((a, b) => b.length - a.length);
  const [longest] = forms;
  if (longest === undefined) return NOTHING_TO_HIDE;
  const beginnings = [...base64].map((form) => form.slice(0, MIN_BASE64_LENGTH));
  const signs = [...new Set([...plain, ...beginnings, ...broken.flatMap(marksOf)])];
  const kept = [...new Set(trimmed.filter(mayBeEncoded).flatMap(encodedParts))];
  // Most attempts print no secret: to prepare the search for all secrets costs more than a first check.
  const search = once(() => new TextSearch(forms));
  const wrapped = once(() => new WrappedBase64(broken));
  const mayFind = containsAny(signs);
  return maskBy({
    mayHoldEncoded: containsAny(kept),
    mayFind,
    // Most lines contain no secret, even beside lines that do.
    find: (text) => (mayFind(text) ? [...search().findAll(text), ...wrapped().find(text)] : []),
    cutAt: (text, least) => search().beginningAtEnd(text, longest.length, least),
    findEnds: (text, starts) =>
      starts.flatMap((from) => {
        const length = forms.reduce((most, form) => Math.max(most, tailLength(text, from, form)), 0);
        return length === 0 ? [] : [{ from, to: from + length }];
      }),
    mayHaveShortLine: (lines) => [...shortLines].some((short) => lines.includes(short)),
    isShortLine: (line) => shortLines.has(line),
  });
}

/** Texts of which an encoded form of the secret contains at least one. */
const encodedParts = (secret: string): string[] =>
  [...plainForms(secret), ...base64Forms(secret), ...brokenBase64(secret).flatMap(marksOf)].map(keptWhenEncoded);

/** True for a text that contains one of these. */
function containsAny(texts: readonly string[]): (text: string) => boolean {
  const areMany = texts.length > MAX_LOOKED_FOR_SINGLY;
  const singly = areMany ? texts.filter(({ length }) => length < MIN_MASKED_LENGTH) : texts;
  const together = once(() => new TextSearch(areMany ? texts.filter(({ length }) => length >= MIN_MASKED_LENGTH) : []));
  return (text) => singly.some((each) => text.includes(each)) || (areMany && together().find(text) !== null);
}

function once<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null;
  return () => (cached ??= { value: make() }).value;
}

/** Every text in a structure of secrets that is long enough to be masked; numbers count from more digits on. */
export function secretTexts(value: JsonValue): string[] {
  if (typeof value === 'string') return value.length >= MIN_MASKED_LENGTH ? [value] : [];
  if (typeof value === 'number' || value instanceof ExactNumber) {
    const text = String(value);
    return text.length >= MIN_MASKED_NUMBER_LENGTH ? [text] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(secretTexts);
}

/** The value with secrets hidden in its texts, names and numbers. */
export function hideInJson(mask: SecretMask, value: JsonValue): JsonValue {
  if (typeof value === 'string') return mask.hideIn(value);
  if (typeof value === 'number' || value instanceof ExactNumber)
    return mask.hide(String(value), false) === String(value) ? value : MASK;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => hideInJson(mask, each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask.hideIn(name), hideInJson(mask, each)]));
}

/** The text before `cutAt`; a secret that crosses it is hidden as a whole. */
function withoutEnd(text: string, spans: readonly Span[], cutAt: number): string {
  const kept = spans.filter(({ from }) => from < cutAt);
  const across = kept.find(({ to }) => to > cutAt);
  return replaced(text.slice(0, Math.max(0, across?.to ?? cutAt)), kept, MASK);
}

const withoutShortLines = (text: string, isShortLine: (line: string) => boolean): string =>
  text
    .split('\n')
    .map((line) => (isShortLine(line.trim()) ? MASK : line))
    .join('\n');

const quotationStarts = (text: string): number[] =>
  [...text.matchAll(QUOTATION_START)].slice(0, MAX_QUOTATIONS).map(({ index, 0: before }) => index + before.length);

/** The length of the longest end of the secret that continues the text at this place; 0 where it is too short to tell. */
function tailLength(text: string, from: number, secret: string): number {
  const head = text.slice(from, from + MIN_CUT_PIECE_LENGTH);
  if (head.length < MIN_CUT_PIECE_LENGTH) return 0;
  for (let at = secret.indexOf(head); at !== -1; at = secret.indexOf(head, at + 1))
    if (text.startsWith(secret.slice(at), from)) return secret.length - at;
  return 0;
}
