/**
 * The limit per key of a job: the key of a run, made from its values, and whether a key has room. The rate is a token bucket for each
 * key. For a bucket only the instant is stored at which it will be full again, so an idle bucket needs no document and no timer.
 */
import { MAX_KEY_BUCKETS, MAX_KEY_LENGTH } from '../domain/limits.js';
import type { Instant, RunOverrides } from '../run/run.js';
import { isJsonObject, type JsonValue } from '../spec/fields.js';
import { optionValue } from '../spec/options/evaluate.js';
import { KEY_PLACE, keyReference, valueAt } from '../spec/key-template.js';
import type { KeyBucket, KeyRate, KeyRule } from './key-rule.js';
import { stableHash } from './stable-hash.js';

/** The values that a run is given in place of those of its job. */
type Given = Pick<RunOverrides, 'options' | 'parameters'> | null;

/** The key of a run; undefined where its job has no limit per key. It never fails: a missing value is the empty text. */
export function limitKeyOf(rule: KeyRule | undefined, overrides: Given): { readonly limitKey?: string } {
  if (rule === undefined) return {};
  const limitKey = rule.key.replaceAll(KEY_PLACE, (_, text: string) => {
    const reference = keyReference(text);
    if (reference === null) return '';
    return reference.of === 'option'
      ? optionText(rule, overrides, reference.name)
      : parameterText(rule, overrides, reference.name);
  });
  return { limitKey: boundedText(limitKey) };
}

function optionText({ options }: KeyRule, overrides: Given, name: string): string {
  const option = options.find((each) => each.name === name);
  if (option === undefined) return '';
  const value = optionValue(option, ownValue(overrides?.options, name));
  return value.ok ? boundedText(value.text) : '';
}

/** Objects are merged name by name, all other values are replaced (`laidOver`). */
function parameterText({ parameters }: KeyRule, overrides: Given, name: string): string {
  const over = overrides?.parameters;
  if (over !== undefined && !isJsonObject(over)) return '';
  const [first = ''] = name.split('.');
  const value = ownValue(over, first) === undefined ? undefined : (valueAt(over, name) ?? null);
  return value === undefined ? (parameters.find((each) => each.name === name)?.text ?? '') : valueText(value);
}

/** The values of these parameters in a job's own, as texts of a key. */
export function parameterTexts(parameters: JsonValue | undefined, names: readonly string[]): KeyRule['parameters'] {
  return names.flatMap((name) => {
    const value = valueAt(parameters, name);
    return value === undefined ? [] : [{ name, text: valueText(value) }];
  });
}

const ownValue = (values: Readonly<Record<string, JsonValue>> | undefined, name: string): JsonValue | undefined =>
  values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;

function valueText(value: JsonValue): string {
  if (value === null) return '';
  return boundedText(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

const HASH_LENGTH = 33;
/** Lone surrogates: the database would store another character in their place. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** Equal texts stay equal. A long text is shortened to its beginning, so that people recognise it, and a hash of the whole. */
function boundedText(text: string): string {
  const whole = text.replaceAll(LONE_SURROGATE, '\uFFFD');
  if (whole.length <= MAX_KEY_LENGTH) return whole;
  const beginning = whole.slice(0, MAX_KEY_LENGTH - HASH_LENGTH).replaceAll(LONE_SURROGATE, '');
  const hash = ['a', 'b', 'c', 'd'].map((part) =>
    stableHash(part + whole)
      .toString(16)
      .padStart(8, '0'),
  );
  return `${beginning}~${hash.join('')}`;
}

/** Milliseconds in which a bucket gets a token. */
const intervalOf = ({ runs, perSeconds }: KeyRate): number => (perSeconds * 1000) / runs;

/** A bucket after a token was taken; `undefined` is a full one. */
export const tokenTaken = (rate: KeyRate, fullAt: Instant | undefined, now: Instant): Instant =>
  Math.max(fullAt ?? now, now) + intervalOf(rate);

/**
 * A bucket after a token that was taken at `takenAt` is returned, because its run did not start. Refill since then that a full bucket
 * would not have received is subtracted: otherwise more runs could start than the rate allows.
 */
export function tokenReturned(
  rate: KeyRate,
  fullAt: Instant,
  { takenAt, now }: { readonly takenAt: Instant; readonly now: Instant },
): Instant {
  const interval = intervalOf(rate);
  return fullAt - Math.min(interval, Math.max(0, interval - (now - takenAt)));
}

/** When the bucket has a token; in the past where it has one now. */
const tokenAt = (rate: KeyRate, fullAt: Instant): Instant => Math.ceil(fullAt - (rate.runs - 1) * intervalOf(rate));

/** Converts the buckets to another rate: earlier use counts at most as an empty bucket of the new rate at `since`. */
export function bucketsUnder(
  rate: KeyRate | null,
  buckets: readonly KeyBucket[],
  since: Instant,
): readonly KeyBucket[] {
  if (rate === null) return [];
  const empty = since + rate.perSeconds * 1000;
  return buckets.map(({ key, fullAt }) => ({ key, fullAt: Math.min(fullAt, empty) }));
}

export const sameRate = (a: KeyRate | null | undefined, b: KeyRate | null | undefined): boolean =>
  a?.runs === b?.runs && a?.perSeconds === b?.perSeconds;

/** The use of the keys of a job. */
export interface KeyUse {
  readonly held: ReadonlyMap<string, number>;
  readonly fullAt: ReadonlyMap<string, Instant>;
}

export function keysHeld(holders: readonly { readonly key?: string }[]): ReadonlyMap<string, number> {
  const held = new Map<string, number>();
  for (const { key } of holders) if (key !== undefined) held.set(key, (held.get(key) ?? 0) + 1);
  return held;
}

export const fullTimes = (buckets: readonly KeyBucket[] = []): Map<string, Instant> =>
  new Map(buckets.map(({ key, fullAt }) => [key, fullAt]));

/**
 * When the limit of its key admits a run: in the past where there is room; `Infinity` while the greatest number of runs is active,
 * until one of them ends.
 */
export function roomAt(rule: KeyRule | undefined, { held, fullAt }: KeyUse, key: string | undefined): Instant {
  if (rule === undefined || key === undefined) return -Infinity;
  if (rule.max !== null && (held.get(key) ?? 0) >= rule.max) return Infinity;
  if (rule.rate === null) return -Infinity;
  const full = fullAt.get(key);
  if (full !== undefined) return tokenAt(rule.rate, full);
  return fullAt.size < MAX_KEY_BUCKETS ? -Infinity : Math.ceil(Math.min(...fullAt.values()));
}
