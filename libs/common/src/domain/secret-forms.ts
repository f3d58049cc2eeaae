/**
 * The texts to search for a secret by: as it is, line by line, and in base64. Forms that encode single characters (JSON, URLs,
 * HTML) are decoded in the searched text instead (`decoded-views.ts`).
 */
import { MIN_MASKED_LENGTH } from './limits.js';
import { marksOf, MIN_BASE64_LENGTH } from './wrapped-base64.js';

/** Lines of a multi-line secret (a key file) are masked one by one; shorter ones only where the line contains nothing else. */
const MIN_MASKED_PART_LENGTH = 8;
/** The last line of base64 that is broken into lines is searched for as a whole line up to this length. */
const MAX_LAST_LINE_LENGTH = 11;
/** The lengths of lines into which programs break base64: PEM and openssl; MIME and coreutils. */
const BASE64_LINES = [64, 76] as const;
const BITS_PER_CHARACTER = 6;
/** No encoder changes a text of these characters. */
const NEVER_ENCODED = /^[A-Za-z0-9_.-]*$/;
const KEPT = /[A-Za-z0-9]+/g;
const MIN_KEPT_LENGTH = 2;

/** Every text to search for, each at least `MIN_MASKED_LENGTH` long. May contain duplicates. */
export const formsOf = (secret: string): string[] => [...plainForms(secret), ...base64Forms(secret)];

/** The secret, and each of its lines. */
export function plainForms(secret: string): string[] {
  const parts = linesOf(secret);
  const lines = parts.length > 1 ? parts.filter((part) => part.length >= MIN_MASKED_PART_LENGTH) : [];
  return [secret, ...lines].filter((form) => form.length >= MIN_MASKED_LENGTH);
}

/** Lines that are too short to be searched for within other text: of a secret of several lines, and of its base64. */
export function shortLinesOf(secret: string): string[] {
  const parts = linesOf(secret);
  const lines = parts.length < 2 ? [] : parts.filter((part) => part.length < MIN_MASKED_PART_LENGTH);
  return [...lines, ...lastBase64Lines(secret)].filter((line) => line.length >= MIN_MASKED_LENGTH);
}

/** True if one of its forms may be encoded once more in a text: it has special characters, or base64 that is broken into lines. */
export function mayBeEncoded(secret: string): boolean {
  return formsOf(secret).some((form) => form.length > BASE64_LINES[0] || !NEVER_ENCODED.test(form.replace(/=+$/, '')));
}

/**
 * The longest part of a form that encoders leave as it is: without it a text contains no encoded form. Empty where it is too short to
 * tell.
 */
export function keptWhenEncoded(form: string): string {
  const kept = (form.match(KEPT) ?? []).reduce((longest, part) => (part.length > longest.length ? part : longest), '');
  return kept.length < MIN_KEPT_LENGTH ? '' : kept;
}

const linesOf = (secret: string): string[] => secret.split(/\r?\n/).map((part) => part.trim());

/** Base64 of the secret alone and within a longer text. */
export function base64Forms(secret: string): string[] {
  const forms = [Buffer.from(secret, 'utf8').toString('base64'), ...base64Within(secret)];
  return forms.flatMap(inBothAlphabets).filter((form) => form.length >= MIN_BASE64_LENGTH);
}

/** The base64 of which a line may hold a part; see `WrappedBase64`. */
export const brokenBase64 = (secret: string): string[] =>
  base64Within(secret)
    .flatMap(inBothAlphabets)
    .filter((base64) => marksOf(base64).length > 0);

/**
 * Base64 within a longer text (`user:password` of a header), where the secret may begin at any of the three bytes that four
 * characters encode: without the characters that it shares with its neighbours.
 */
function base64Within(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 8) / BITS_PER_CHARACTER);
    return text.slice(first, Math.floor(((before + bytes.length) * 8) / BITS_PER_CHARACTER));
  });
}

const inBothAlphabets = (base64: string): string[] => [
  ...new Set([base64, base64.replaceAll('+', '-').replaceAll('/', '_')]),
];

/** The last lines of the secret's base64, with and without the line end that a program printed behind it. */
function lastBase64Lines(secret: string): string[] {
  return [secret, `${secret}\n`].flatMap((text) => {
    const base64 = Buffer.from(text, 'utf8').toString('base64');
    return BASE64_LINES.filter((length) => base64.length > length)
      .map((length) => base64.slice(base64.length - (base64.length % length || length)))
      .filter((line) => line.length <= MAX_LAST_LINE_LENGTH);
  });
}
