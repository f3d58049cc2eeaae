/** `[saveJobStorage] <json>` at the start of a line of output saves the job's storage, on every engine. */
import type { JsonValue } from '#common/spec/fields.js';
import { nulPaths } from '#common/domain/nul.js';
import { MAX_JOB_STORAGE_BYTES, MAX_JSON_DEPTH } from '#common/domain/limits.js';
import { utf8Length } from './utf8.js';

export const STORAGE_PREFIX = '[saveJobStorage] ';

export type StorageLine =
  | { readonly kind: 'none' }
  | { readonly kind: 'save'; readonly value: JsonValue }
  /** A malformed save: it stays a log line. `problem` says why without quoting the line. */
  | { readonly kind: 'malformed'; readonly problem: string };

const NONE: StorageLine = { kind: 'none' };

export function readStorageLine(text: string, omittedBytes: number): StorageLine {
  if (!text.startsWith(STORAGE_PREFIX)) return NONE;
  const json = text.slice(STORAGE_PREFIX.length);
  if (omittedBytes > 0) return tooLarge(utf8Length(json) + omittedBytes);
  let value: JsonValue;
  try {
    value = JSON.parse(json) as JsonValue;
  } catch {
    // The parser's own message quotes the line, which may hold a secret.
    return malformed(json.trim() === '' ? 'no JSON follows it' : 'what follows it is not valid JSON');
  }
  if (deeperThan(value, MAX_JSON_DEPTH)) return malformed(`the value is nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (nulPaths(value, 1).length > 0) return malformed('the value holds the character NUL (U+0000)');
  const bytes = utf8Length(JSON.stringify(value));
  return bytes > MAX_JOB_STORAGE_BYTES ? tooLarge(bytes) : { kind: 'save', value };
}

/** True when arrays and objects are nested deeper than `levels`. Recurses no deeper than that. */
function deeperThan(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => deeperThan(child, levels - 1));
}

const malformed = (problem: string): StorageLine => ({ kind: 'malformed', problem });
const tooLarge = (bytes: number): StorageLine =>
  malformed(`the value has ${bytes} bytes as JSON, more than the ${MAX_JOB_STORAGE_BYTES} allowed`);
