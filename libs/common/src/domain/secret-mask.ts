/**
 * Hides secrets in what comes from outside: lines of output, and whatever workers, pods and answers say. Works on whole lines and
 * texts, so it does not matter how their bytes arrived.
 */
import { MASK, type JsonValue } from '../spec/fields.js';
import { MIN_MASKED_LENGTH, MIN_MASKED_NUMBER_LENGTH } from './limits.js';
import { formsOf, shortLinesOf } from './secret-forms.js';
import { TextSearch, type Found } from './text-search.js';

/** Up to so many texts are looked for one after the other, more of them in one go. */
const MAX_LOOKED_FOR_SINGLY = 64;
/** Where somebody may have cut a text within a secret, so much of that secret is known for a part of it. */
const MIN_CUT_PIECE_LENGTH = 8;
/** Where a quotation may begin whose own beginning was cut off: at the start, in a new line, behind a colon. */
const QUOTATION_START = /^|\n|: /g;
/** Quotations in one message that are looked at for that. */
const MAX_QUOTATIONS = 20;

export interface SecretMask {
  /** False when no line of the text can hold a secret: a quick look at many lines at once. */
  readonly mayHide: (lines: string) => boolean;
  /**
   * The line with every secret replaced. `isCut` tells that the line went on: then its last characters are left out
   * where they may be the beginning of a secret.
   */
  readonly hide: (line: string, isCut: boolean) => string;
  /** A message of any number of lines, of which somebody may have cut the beginning or the end without saying so. */
  readonly hideIn: (text: string) => string;
}

export const NOTHING_TO_HIDE: SecretMask = { mayHide: () => false, hide: (line) => line, hideIn: (text) => text };
/** For what may hold secrets which are not known: nothing but that there was something is kept of it. */
export const HIDE_EVERYTHING: SecretMask = {
  mayHide: () => true,
  hide: () => MASK,
  hideIn: (text) => (text === '' ? '' : MASK),
};

export function secretMask(secrets: readonly string[]): SecretMask {
  // A value out of a file often ends with its line; nobody prints it so.
  const trimmed = [...new Set(secrets.map((secret) => secret.trim()))];
  const forms = [...new Set(trimmed.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const shortLines = new Set(trimmed.flatMap(shortLinesOf));
  const [longest] = forms;
  if (longest === undefined) return NOTHING_TO_HIDE;
  // Most attempts print none of them: to prepare a search for all costs more than to look.
  let made: TextSearch | null = null;
  const search = (): TextSearch => (made ??= new TextSearch(forms));
  const isFew = forms.length <= MAX_LOOKED_FOR_SINGLY;
  const hide = (line: string, isCut: boolean): string => {
    if (shortLines.size > 0 && shortLines.has(line.trim())) return MASK;
    // Lines without any are most of them, also beside those with some.
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
  if (typeof value === 'number') {
    const text = String(value);
    return text.length >= MIN_MASKED_NUMBER_LENGTH ? [text] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(secretTexts);
}

/** The value with secrets hidden in its texts, its names and its numbers. */
export function hideInJson(mask: SecretMask, value: JsonValue): JsonValue {
  if (typeof value === 'string') return mask.hideIn(value);
  if (typeof value === 'number') return mask.hide(String(value), false) === String(value) ? value : MASK;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => hideInJson(mask, each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask.hideIn(name), hideInJson(mask, each)]));
}

/** Takes off the longest end of the line that is the beginning of a secret; a whole one that it lies in is hidden as a whole. */
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

/** How long the longest end of the secret is that the text goes on with at this place; 0 where it is too short to tell. */
function tailLength(text: string, from: number, secret: string): number {
  const head = text.slice(from, from + MIN_CUT_PIECE_LENGTH);
  if (head.length < MIN_CUT_PIECE_LENGTH) return 0;
  for (let at = secret.indexOf(head); at !== -1; at = secret.indexOf(head, at + 1))
    if (text.startsWith(secret.slice(at), from)) return secret.length - at;
  return 0;
}
