/**
 * `[saveJobStorage] <json>` at the start of a line of output saves the job's storage, on every engine, except in answers that end attempts; `[saveOutputs] <json>` reports
 * results of the run, from processes and pods.
 */
import { ExactNumber } from '#common/domain/exact-number.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import type { JsonValue } from '#common/spec/fields.js';
import { OUTPUTS_PREFIX, outputsProblem, STORAGE_PREFIX } from '#common/run/outputs.js';
import { nulPaths } from '#common/domain/nul.js';
import { MAX_JOB_STORAGE_BYTES, MAX_JSON_DEPTH } from '#common/domain/limits.js';
import { utf8Length } from './utf8.js';

export type StorageLine =
  | { readonly kind: 'none' }
  | { readonly kind: 'save'; readonly value: JsonValue }
  /** A malformed save: it stays a log line. `problem` gives the reason without quoting the line. */
  | { readonly kind: 'malformed'; readonly problem: string };

const NONE: StorageLine = { kind: 'none' };

export function readStorageLine(text: string, omittedBytes: number): StorageLine {
  if (!text.startsWith(STORAGE_PREFIX)) return NONE;
  const json = text.slice(STORAGE_PREFIX.length);
  if (omittedBytes > 0) return tooLarge(utf8Length(json) + omittedBytes);
  const read = readJson(json);
  if (read.kind !== 'save') return read;
  const bytes = utf8Length(JSON.stringify(read.value));
  return bytes > MAX_JOB_STORAGE_BYTES ? tooLarge(bytes) : read;
}

/** The outputs in a line; `none` for any other line. */
export function readOutputsLine(text: string, omittedBytes: number): StorageLine {
  if (!text.startsWith(OUTPUTS_PREFIX)) return NONE;
  if (omittedBytes > 0) return malformed('the line is too long');
  const read = readJson(text.slice(OUTPUTS_PREFIX.length));
  const problem = read.kind === 'save' ? outputsProblem(read.value) : null;
  return problem === null ? read : malformed(`the value ${problem}`);
}

function readJson(json: string): Exclude<StorageLine, { kind: 'none' }> {
  let value: JsonValue;
  try {
    value = parseExactJson(json) as JsonValue;
  } catch {
    // The parser's own message quotes the line, which may contain a secret.
    return malformed(json.trim() === '' ? 'no JSON follows it' : 'the text after it is not valid JSON');
  }
  if (deeperThan(value, MAX_JSON_DEPTH)) return malformed(`the value is nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (nulPaths(value, 1).length > 0) return malformed('the value holds the character NUL (U+0000)');
  return { kind: 'save', value };
}

/** True when arrays and objects are nested deeper than `levels`. Recurses no deeper than that. */
function deeperThan(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return false;
  if (levels === 0) return true;
  return Object.values(value).some((child) => deeperThan(child, levels - 1));
}

const malformed = (problem: string): Extract<StorageLine, { kind: 'malformed' }> => ({ kind: 'malformed', problem });
const tooLarge = (bytes: number): StorageLine =>
  malformed(`the value has ${bytes} bytes as JSON, more than the ${MAX_JOB_STORAGE_BYTES} allowed`);
