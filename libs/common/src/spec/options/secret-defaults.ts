/** Defaults of secret options are stored encrypted, apart from the declarations: separates and joins the two. */
import type { JobOption } from '../options.js';

/** By the option's name. */
export type SecretDefaults = Readonly<Record<string, string>>;

type Options = readonly JobOption[] | undefined;

export const withoutSecretDefaults = (options: Options): JobOption[] | undefined =>
  options?.map((option) => {
    if (option.type !== 'secret') return option;
    const { default: _secret, ...rest } = option;
    return rest;
  });

export const withSecretDefaults = (options: Options, defaults: SecretDefaults): JobOption[] =>
  (options ?? []).map((option) =>
    option.type === 'secret' && Object.hasOwn(defaults, option.name)
      ? { ...option, default: defaults[option.name] }
      : option,
  );

/** Separates the values of secret options from the others. */
export function partSecrets<T>(
  options: Options,
  values: Readonly<Record<string, T>>,
): { readonly plain: Record<string, T>; readonly secret: Record<string, T> } {
  const names = new Set((options ?? []).filter(({ type }) => type === 'secret').map(({ name }) => name));
  const entries = Object.entries(values);
  return {
    plain: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    secret: Object.fromEntries(entries.filter(([name]) => names.has(name))),
  };
}
