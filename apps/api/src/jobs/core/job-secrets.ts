/** Secrets of definitions as they are written and shown: `"***"` stands for a value that is kept or hidden. */
import { MASK, type JsonValue } from '#common/contracts/common.js';
import type { FieldProblem } from '#common/domain/schedule/parse-schedule.js';

/** Opened values. */
export interface Secrets {
  readonly secureParameters: Readonly<Record<string, JsonValue>>;
  readonly httpHeaders: Readonly<Record<string, string>>;
}

export const NO_SECRETS: Secrets = { secureParameters: {}, httpHeaders: {} };

/** Secrets as they came in; the mask for the whole keeps everything, the mask for one value keeps that one. */
export interface WrittenSecrets {
  readonly secureParameters?: Readonly<Record<string, JsonValue>> | typeof MASK | undefined;
  readonly httpHeaders?: Readonly<Record<string, string>> | typeof MASK | undefined;
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
  const secrets = {
    secureParameters: fill('secureParameters', written.secureParameters, present.secureParameters),
    httpHeaders: fill('httpHeaders', written.httpHeaders, present.httpHeaders),
  };
  return problems.length > 0 ? { ok: false, problems } : { ok: true, secrets };
}

/** The same names with every value hidden. */
export const masked = (values: Readonly<Record<string, unknown>>): Record<string, typeof MASK> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));

export const hasSecrets = (secrets: Secrets): boolean =>
  Object.keys(secrets.secureParameters).length > 0 || Object.keys(secrets.httpHeaders).length > 0;
