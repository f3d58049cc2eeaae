/** Hides an attempt's secrets in its log. Works on whole lines, so it does not matter how their bytes arrived. */
import { MASK, type JsonValue } from '#common/contracts/common.js';
import { MIN_MASKED_LENGTH } from '#common/domain/limits.js';

/** Lines of a secret that has several (a key file) are masked one by one; shorter ones only where nothing else is in the line. */
const MIN_MASKED_PART_LENGTH = 8;
/** Up to so many texts are looked for one after the other, more of them in one go. */
const MAX_LOOKED_FOR_SINGLY = 4;
/** What no URL can hold. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const REGEXP_SYNTAX = /[.*+?^${}()|[\]\\/-]/g;

export interface SecretMask {
  /** False when no line of the text can hold a secret: a quick look at many lines at once. */
  readonly mayHide: (lines: string) => boolean;
  /**
   * The line with every secret replaced. `isCut` tells that the line went on: then its last characters are left out
   * where they may be the beginning of a secret.
   */
  readonly hide: (line: string, isCut: boolean) => string;
}

const NOTHING_TO_HIDE: SecretMask = { mayHide: () => false, hide: (line) => line };
/** For output that may hold secrets which are not known: nothing but that there was a line is kept of it. */
export const HIDE_EVERYTHING: SecretMask = { mayHide: () => true, hide: () => MASK };

export function secretMask(secrets: readonly string[]): SecretMask {
  // A value out of a file often ends with its line; nobody prints it so.
  const trimmed = secrets.map((secret) => secret.trim());
  const forms = [...new Set(trimmed.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const shortLines = new Set(trimmed.flatMap(shortLinesOf));
  const [longest] = forms;
  if (longest === undefined) return NOTHING_TO_HIDE;
  // Most attempts print none of them: to make a pattern for each costs more than to look.
  let pattern: RegExp | null = null;
  const made = (): RegExp =>
    (pattern ??= new RegExp(forms.map((form) => form.replace(REGEXP_SYNTAX, '\\$&')).join('|'), 'g'));
  const isFew = forms.length <= MAX_LOOKED_FOR_SINGLY;
  return {
    mayHide: (lines) =>
      (isFew ? forms.some((form) => lines.includes(form)) : lines.search(made()) !== -1) ||
      [...shortLines].some((short) => lines.includes(short)),
    hide: (line, isCut) => {
      if (shortLines.has(line.trim())) return MASK;
      return isCut ? hideInCut(line, forms, made()) : line.replace(made(), MASK);
    },
  };
}

/** Every text in a structure of secrets that is long enough to be masked. */
export function secretTexts(value: JsonValue): string[] {
  if (typeof value === 'string') return value.length >= MIN_MASKED_LENGTH ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(secretTexts);
}

/** The ways in which a secret shows up in a line: as it is, inside JSON, inside a URL, and line by line. */
function formsOf(secret: string): string[] {
  const parts = linesOf(secret);
  const pieces = parts.length > 1 ? parts.filter((part) => part.length >= MIN_MASKED_PART_LENGTH) : [secret];
  const escaped = JSON.stringify(secret).slice(1, -1);
  const encoded = LONE_SURROGATE.test(secret) ? [] : [encodeURIComponent(secret)];
  return [...pieces, escaped, ...encoded].filter((form) => form.length >= MIN_MASKED_LENGTH);
}

/** Lines of a secret that has several which are too short to be looked for within others. */
function shortLinesOf(secret: string): string[] {
  const parts = linesOf(secret);
  if (parts.length < 2) return [];
  return parts.filter((part) => part.length >= MIN_MASKED_LENGTH && part.length < MIN_MASKED_PART_LENGTH);
}

const linesOf = (secret: string): string[] => secret.split(/\r?\n/).map((part) => part.trim());

/** Takes off the longest end of the line that is the beginning of a secret; a whole one that it lies in is hidden as a whole. */
function hideInCut(line: string, forms: readonly string[], pattern: RegExp): string {
  const cutAt = secretStart(line, forms);
  const across = [...line.matchAll(pattern)].find(
    ({ index, 0: { length } }) => index < cutAt && index + length > cutAt,
  );
  const kept = line.slice(0, across?.index ?? cutAt).replace(pattern, MASK);
  return across ? kept + MASK : kept;
}

/** Where the longest end of the line begins that is the beginning of a secret; the line's length without any. */
function secretStart(line: string, forms: readonly string[]): number {
  const longest = forms[0]?.length ?? 0;
  for (let start = Math.max(0, line.length - longest + 1); start < line.length; start++) {
    const end = line.slice(start);
    if (forms.some((form) => form.startsWith(end))) return start;
  }
  return line.length;
}
