/**
 * Hides secrets in texts from outside: lines of output, and reports of workers and pods. It works on whole lines and texts, so
 * the pieces in which they arrived do not matter.
 */
import { MASK, type JsonValue } from '../spec/fields.js';
import { ExactNumber } from './exact-number.js';
import { MIN_MASKED_LENGTH, MIN_MASKED_NUMBER_LENGTH } from './limits.js';
import { formsOf, shortLinesOf } from './secret-forms.js';
import { TextSearch, type Found } from './text-search.js';

/** Up to this many texts are searched for one after the other, more of them together. */
const MAX_LOOKED_FOR_SINGLY = 64;
/** Where a text may have been cut within a secret, this much of the secret is enough to recognise a part of it. */
const MIN_CUT_PIECE_LENGTH = 8;
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

export function secretMask(secrets: readonly string[]): SecretMask {
  // A value from a file often ends with a line end, which is not printed.
  const trimmed = [...new Set(secrets.map((secret) => secret.trim()))];
  const forms = [...new Set(trimmed.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const shortLines = new Set(trimmed.flatMap(shortLinesOf));
  const [longest] = forms;
  if (longest === undefined) return NOTHING_TO_HIDE;
  // Most attempts print no secret: to prepare the search for all secrets costs more than a first check.
  let made: TextSearch | null = null;
  const search = (): TextSearch => (made ??= new TextSearch(forms));
  const isFew = forms.length <= MAX_LOOKED_FOR_SINGLY;
  const hide = (line: string, isCut: boolean): string => {
    if (shortLines.size > 0 && shortLines.has(line.trim())) return MASK;
    // Most lines contain no secret, even beside lines that do.
    if (!isCut && isFew && !forms.some((form) => line.includes(form))) return line;
    return isCut ? hideInCut(line, longest.length, search()) : search().replace(line, MASK);
  };
  return {
    mayHide: (lines) =>
      (isFew ? forms.some((form) => lines.includes(form)) : search().find(lines) !== null) ||
      [...shortLines].some((short) => lines.includes(short)),
    hide,
    hideIn: (text) => {
      const whole = search().replace(text, MASK);
      const lines =
        shortLines.size === 0
          ? whole
          : whole
              .split('\n')
              .map((line) => hide(line, false))
              .join('\n');
      return hideCutStarts(hideCutEnd(lines, longest.length, search()), forms);
    },
  };
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

/**
 * Removes the longest end of the line that is the beginning of a secret; a complete secret that contains it is hidden as a whole.
 */
function hideInCut(line: string, longest: number, search: TextSearch): string {
  const cutAt = search.beginningAtEnd(line, longest, 1) ?? line.length;
  let across: Found | null = null;
  for (let found = search.find(line); found !== null; found = search.find(line, found.index + found.length))
    if (found.index < cutAt && found.index + found.length > cutAt) across = found;
  const kept = search.replace(line.slice(0, across?.index ?? cutAt), MASK);
  return across ? kept + MASK : kept;
}

function hideCutEnd(text: string, longest: number, search: TextSearch): string {
  const cutAt = search.beginningAtEnd(text, longest, MIN_CUT_PIECE_LENGTH);
  return cutAt === null ? text : text.slice(0, cutAt) + MASK;
}

function hideCutStarts(text: string, forms: readonly string[]): string {
  let shown = '';
  let shownTo = 0;
  const starts = [...text.matchAll(QUOTATION_START)].slice(0, MAX_QUOTATIONS);
  for (const { index, 0: before } of starts) {
    const from = index + before.length;
    const length = forms.reduce((most, form) => Math.max(most, tailLength(text, from, form)), 0);
    if (length === 0 || from < shownTo) continue;
    shown += text.slice(shownTo, from) + MASK;
    shownTo = from + length;
  }
  return shown + text.slice(shownTo);
}

/** The length of the longest end of the secret that continues the text at this place; 0 where it is too short to tell. */
function tailLength(text: string, from: number, secret: string): number {
  const head = text.slice(from, from + MIN_CUT_PIECE_LENGTH);
  if (head.length < MIN_CUT_PIECE_LENGTH) return 0;
  for (let at = secret.indexOf(head); at !== -1; at = secret.indexOf(head, at + 1))
    if (text.startsWith(secret.slice(at), from)) return secret.length - at;
  return 0;
}
