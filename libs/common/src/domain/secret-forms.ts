/** The forms in which a secret may appear in a text: as it is, in JSON, in a URL or a form, in base64, and line by line. */
import { MIN_MASKED_LENGTH } from './limits.js';

/** Lines of a multi-line secret (a key file) are masked one by one; shorter ones only where the line contains nothing else. */
const MIN_MASKED_PART_LENGTH = 8;
/** Base64 within other base64 is searched for from this length on: shorter pieces appear by chance. */
const MIN_BASE64_LENGTH = 8;
/** Characters that no URL contains. */
const LONE_SURROGATE = /\p{Surrogate}/u;
const BITS_PER_CHARACTER = 6;

/** Every text to search for, each at least `MIN_MASKED_LENGTH` long. May contain duplicates. */
export function formsOf(secret: string): string[] {
  const parts = linesOf(secret);
  const pieces = parts.length > 1 ? parts.filter((part) => part.length >= MIN_MASKED_PART_LENGTH) : [secret];
  const forms = [...pieces, ...jsonForms(secret), ...urlForms(secret), ...base64Forms(secret)];
  return forms.filter((form) => form.length >= MIN_MASKED_LENGTH);
}

/** Lines of a multi-line secret that are too short to be searched for within other text. */
export function shortLinesOf(secret: string): string[] {
  const parts = linesOf(secret);
  if (parts.length < 2) return [];
  return parts.filter((part) => part.length >= MIN_MASKED_LENGTH && part.length < MIN_MASKED_PART_LENGTH);
}

const linesOf = (secret: string): string[] => secret.split(/\r?\n/).map((part) => part.trim());

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** The forms in which serialisers of several languages write it, and the form of JSON inside JSON. */
function jsonForms(secret: string): string[] {
  const once = escaped(secret);
  const ascii = once.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [once, ascii, once.replaceAll('/', '\\/'), escaped(once), escaped(ascii)];
}

/** Percent-encoded as in addresses and in forms, with digits of both cases. */
function urlForms(secret: string): string[] {
  if (LONE_SURROGATE.test(secret)) return [];
  const component = encodeURIComponent(secret);
  const strict = component.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([['', secret]]).toString().slice(1);
  const forms = [component, strict, form, encodeURI(secret)];
  return [...forms, ...forms.map(withLowerDigits)];
}

const withLowerDigits = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase());

/**
 * Base64 of the secret alone, and within a longer text (`user:password` of a header), where it may begin at any of the three
 * bytes that four characters encode: then without the characters that it shares with its neighbours. Both alphabets.
 */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const first = Math.ceil((before * 8) / BITS_PER_CHARACTER);
    return text.slice(first, Math.floor(((before + bytes.length) * 8) / BITS_PER_CHARACTER));
  });
  const forms = [bytes.toString('base64'), ...within].filter((form) => form.length >= MIN_BASE64_LENGTH);
  return [...forms, ...forms.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))];
}
