/** Secrets of definitions as they are written and shown: `"***"` stands for a value that is kept or hidden. */
import { MASK, type JsonValue } from '#common/contracts/common.js';
import type { JobOption } from '#common/contracts/options.js';
import type { SecretDefaults } from '#common/domain/options/secret-defaults.js';
import type { FieldProblem } from '#common/domain/schedule/parse-schedule.js';
import { isJsonObject } from '../../http/core/merge-patch.js';

/** Opened values. */
export interface Secrets {
  /** Of any JSON form; an empty object where there are none. */
  readonly secureParameters: JsonValue;
  readonly httpHeaders: Readonly<Record<string, string>>;
  /** Defaults of secret options. */
  readonly options: SecretDefaults;
}

export const NO_SECRETS: Secrets = { secureParameters: {}, httpHeaders: {}, options: {} };

/** Secrets as they came in; the mask for the whole keeps everything, the mask for one value keeps that one. */
export interface WrittenSecrets {
  readonly secureParameters?: JsonValue | undefined;
  readonly httpHeaders?: Readonly<Record<string, string>> | typeof MASK | undefined;
  readonly options?: readonly JobOption[] | undefined;
}

export type Unmasked =
  { readonly ok: true; readonly secrets: Secrets } | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** Puts the present values where the mask was written. A mask without a present value is a mistake. */
export function unmask(written: WrittenSecrets, present: Secrets): Unmasked {
  const problems: FieldProblem[] = [];
  const fill = <T extends JsonValue>(
    field: string,
    given: Readonly<Record<string, T>> | typeof MASK | undefined,
    values: Readonly<Record<string, T>>,
  ): Readonly<Record<string, T>> => {
    if (given === MASK) return values;
    const filled = Object.entries(given ?? {}).flatMap(([name, value]): [string, T][] => {
      if (value !== MASK) return [[name, value]];
      const kept = Object.hasOwn(values, name) ? values[name] : undefined;
      if (kept !== undefined) return [[name, kept]];
      problems.push({ path: `${field}.${name}`, message: `is "${MASK}", but there is no value to keep` });
      return [];
    });
    return Object.fromEntries(filled);
  };
  const fillJson = (field: string, given: JsonValue | undefined, value: JsonValue): JsonValue => {
    if (given === MASK) return value;
    if (given === undefined) return {};
    return isJsonObject(given) ? fill(field, given, isJsonObject(value) ? value : {}) : given;
  };
  const secrets = {
    secureParameters: fillJson('secureParameters', written.secureParameters, present.secureParameters),
    httpHeaders: fill('httpHeaders', written.httpHeaders, present.httpHeaders),
    options: optionDefaults(written.options ?? [], present.options, problems),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, secrets };
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
    problems.push({ path: `options.${position}.default`, message: `is "${MASK}", but there is no value to keep` });
    return [];
  });
  return Object.fromEntries(defaults);
}

/** The same names with every value hidden. */
export const masked = (values: Readonly<Record<string, unknown>>): Record<string, typeof MASK> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));

/** A value with every secret in it hidden: the fields of an object one by one, everything else as a whole. */
export const maskedJson = (value: JsonValue): JsonValue => (isJsonObject(value) ? masked(value) : MASK);

/** True for the empty object, which says the same as nothing at all; every other JSON value says something. */
export const isNothing = (value: JsonValue): boolean => isJsonObject(value) && Object.keys(value).length === 0;

export const hasSecrets = (secrets: Secrets): boolean =>
  [secrets.secureParameters, secrets.httpHeaders, secrets.options].some((values) => !isNothing(values));
