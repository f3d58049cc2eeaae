/** Secrets of definitions as they are written and shown: `"***"` stands for a value that is kept or hidden. */
import { MASK } from '#common/domain/mask.js';
import { isJsonObject, type JsonValue } from '#common/spec/fields.js';
import type { JobOption } from '#common/spec/options.js';
import type { SecretDefaults } from '#common/spec/options/secret-defaults.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';

/** Decrypted values. */
export interface Secrets {
  /** A JSON value of any form; an empty object if there are none. */
  readonly secureParameters: JsonValue;
  readonly httpHeaders: Readonly<Record<string, string>>;
  /** Defaults of secret options. */
  readonly options: SecretDefaults;
  /** The secrets that cannot be decrypted; absent if all can. */
  readonly lost?: LostSecrets;
}

/**
 * Secrets that cannot be decrypted, as they are stored: kept until new values are given. Secure parameters and defaults of options are
 * each encrypted as one text, so that not even their names are known.
 */
export interface LostSecrets {
  readonly secureParameters?: string;
  readonly httpHeaders?: Readonly<Record<string, string>>;
  readonly options?: string;
}

export const NO_SECRETS: Secrets = { secureParameters: {}, httpHeaders: {}, options: {} };

/** Secrets as they were written; the mask for the whole keeps everything, the mask for one value keeps that value. */
export interface WrittenSecrets {
  readonly secureParameters?: JsonValue | undefined;
  readonly httpHeaders?: Readonly<Record<string, string>> | typeof MASK | undefined;
  readonly options?: readonly JobOption[] | undefined;
}

export type Unmasked =
  { readonly ok: true; readonly secrets: Secrets } | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Replaces masks by the present values. A mask without a present value is a mistake. */
export function unmask(written: WrittenSecrets, present: Secrets): Unmasked {
  const problems: FieldProblem[] = [];
  const { lost = {} } = present;
  const keptParameters = keepsAll(written.secureParameters) ? lost.secureParameters : undefined;
  const [keptHeaders, headers] = lostHeaders(written.httpHeaders, lost.httpHeaders ?? {});
  const [keptOptions, options] = lostOptions(written.options ?? [], lost.options);
  const parameters = keptParameters === undefined ? withoutLost(written.secureParameters, lost) : {};
  const stillLost: LostSecrets = {
    ...(keptParameters !== undefined && { secureParameters: keptParameters }),
    ...(Object.keys(keptHeaders).length > 0 && { httpHeaders: keptHeaders }),
    ...(keptOptions !== undefined && { options: keptOptions }),
  };
  const secrets: Secrets = {
    secureParameters: filledJson('secureParameters', parameters, present.secureParameters, problems),
    httpHeaders: filled('httpHeaders', headers, present.httpHeaders, problems),
    options: optionDefaults(options, present.options, problems),
    ...(Object.keys(stillLost).length > 0 && { lost: stillLost }),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, secrets };
}

type Written<T> = Readonly<Record<string, T>> | typeof MASK | undefined;

function filled<T extends JsonValue>(
  field: string,
  written: Written<T>,
  values: Readonly<Record<string, T>>,
  problems: FieldProblem[],
): Readonly<Record<string, T>> {
  if (written === MASK) return values;
  const entries = Object.entries(written ?? {}).flatMap(([name, value]): [string, T][] => {
    if (value !== MASK) return [[name, value]];
    const kept = Object.hasOwn(values, name) ? values[name] : undefined;
    if (kept !== undefined) return [[name, kept]];
    problems.push({ path: `${field}.${name}`, message: NOTHING_TO_KEEP });
    return [];
  });
  return Object.fromEntries(entries);
}

/** The same for a value of any form: only an object has values by name. */
function filledJson(
  field: string,
  written: JsonValue | undefined,
  value: JsonValue,
  problems: FieldProblem[],
): JsonValue {
  if (written === MASK) return value;
  if (written === undefined) return {};
  return isJsonObject(written) ? filled(field, written, isJsonObject(value) ? value : {}, problems) : written;
}

/**
 * The fields in which values of secrets are given instead of their mask. A caller who may not see the secrets may give none: the outcome
 * of the request would reveal whether a value was guessed.
 */
export function givenSecrets(written: WrittenSecrets): ('secureParameters' | 'httpHeaders' | 'options')[] {
  const isGiven = (value: JsonValue | undefined): boolean =>
    value !== undefined && !isNothing(value) && value !== MASK && !keepsAll(value);
  const defaults = (written.options ?? []).flatMap((option) =>
    option.type === 'secret' ? (option.default ?? []) : [],
  );
  return [
    ...(isGiven(written.secureParameters) ? (['secureParameters'] as const) : []),
    ...(isGiven(written.httpHeaders) ? (['httpHeaders'] as const) : []),
    ...(defaults.some((each) => each !== MASK) ? (['options'] as const) : []),
  ];
}

const NOTHING_TO_KEEP = `is "${MASK}", but no stored value exists that could be kept`;

/** True if every value is a mask: all stored secrets stay as they are. */
function keepsAll(written: JsonValue | undefined): boolean {
  if (written === undefined || !isJsonObject(written)) return written === MASK;
  return !isNothing(written) && Object.values(written).every((each) => each === MASK);
}

/** New values replace secrets that cannot be decrypted, which were shown as the mask of everything. */
function withoutLost(written: JsonValue | undefined, lost: LostSecrets): JsonValue | undefined {
  if (written === undefined || !isJsonObject(written) || lost.secureParameters === undefined) return written;
  return Object.fromEntries(Object.entries(written).filter(([name, value]) => name !== MASK || value !== MASK));
}

/** The headers that cannot be decrypted and must stay, and the written values of the others. */
function lostHeaders(
  written: Written<string>,
  lost: Readonly<Record<string, string>>,
): [Readonly<Record<string, string>>, Written<string>] {
  if (written === MASK) return [lost, written];
  const stays = ([name, value]: [string, string]): boolean => value === MASK && Object.hasOwn(lost, name);
  const entries = Object.entries(written ?? {});
  const kept = entries.filter(stays).map(([name]): [string, string] => [name, lost[name] ?? '']);
  return [Object.fromEntries(kept), Object.fromEntries(entries.filter((entry) => !stays(entry)))];
}

/** All defaults are encrypted as one text: defaults that cannot be decrypted stay if no new value is given. */
function lostOptions(
  written: readonly JobOption[],
  lost: string | undefined,
): [string | undefined, readonly JobOption[]] {
  const defaults = written.filter((option) => option.type === 'secret' && option.default !== undefined);
  const isKept = lost !== undefined && defaults.length > 0 && defaults.every((option) => option.default === MASK);
  return isKept ? [lost, []] : [undefined, written];
}

function optionDefaults(
  options: readonly JobOption[],
  present: SecretDefaults,
  problems: FieldProblem[],
): SecretDefaults {
  const defaults = options.flatMap((option, position): [string, string][] => {
    if (option.type !== 'secret' || option.default === undefined) return [];
    if (option.default !== MASK) return [[option.name, option.default]];
    const kept = Object.hasOwn(present, option.name) ? present[option.name] : undefined;
    if (kept !== undefined) return [[option.name, kept]];
    problems.push({ path: `options.${position}.default`, message: NOTHING_TO_KEEP });
    return [];
  });
  return Object.fromEntries(defaults);
}

/** Secrets as their owners see them: with the mask in place of values that cannot be decrypted, by name as far as names are known. */
export function shownSecrets(secrets: Secrets, options: readonly JobOption[] | undefined): Secrets {
  const { lost } = secrets;
  if (!lost) return secrets;
  const secretOptions = (options ?? []).filter(({ type }) => type === 'secret');
  return {
    secureParameters: lost.secureParameters === undefined ? secrets.secureParameters : { [MASK]: MASK },
    httpHeaders: { ...secrets.httpHeaders, ...masked(lost.httpHeaders ?? {}) },
    options:
      lost.options === undefined
        ? secrets.options
        : Object.fromEntries(secretOptions.map(({ name }): [string, string] => [name, MASK])),
  };
}

/** The same names with every value hidden. */
export const masked = (values: Readonly<Record<string, unknown>>): Record<string, typeof MASK> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));

/** A value with every secret in it hidden: the fields of an object one by one, everything else as a whole. */
export const maskedJson = (value: JsonValue): JsonValue => (isJsonObject(value) ? masked(value) : MASK);

/** True for the empty object, which means the same as no value; every other JSON value has a meaning. */
export const isNothing = (value: JsonValue): boolean => isJsonObject(value) && Object.keys(value).length === 0;

export const hasSecrets = ({ secureParameters, httpHeaders, options, lost }: Secrets): boolean =>
  lost !== undefined || [secureParameters, httpHeaders, options].some((values) => !isNothing(values));
