/**
 * Secrets of definitions stay out of the page, also for people who may see them: `***` replaces them, and means "unchanged" when it is
 * sent back. Pure.
 */

import { MASK } from '#common/domain/mask.js';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each value of an object, or the whole of anything else. */
const maskOf = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, MASK])) : MASK;

/** Hides the query of an address, because it may contain credentials. */
function withHiddenQuery(address: unknown): unknown {
  if (typeof address !== 'string' || !URL.canParse(address)) return address;
  const { origin, pathname, search } = new URL(address);
  return search === '' ? address : `${origin}${pathname}?${MASK}`;
}

/** Hides all of an address of notices but its host, because who knows it can often write to it. The name of a channel hides nothing. */
function withHiddenPath(address: unknown): unknown {
  if (typeof address !== 'string' || !/^https?:/.test(address) || !URL.canParse(address)) return address;
  return `${new URL(address).origin}/${MASK}`;
}

const withHiddenWebhook = (rule: unknown): unknown =>
  isObject(rule) && rule.webhook !== undefined ? { ...rule, webhook: withHiddenPath(rule.webhook) } : rule;

const withHiddenDefault = (option: unknown): unknown =>
  isObject(option) && option.type === 'secret' && option.default !== undefined ? { ...option, default: MASK } : option;

const HIDING: Readonly<Record<string, (value: unknown) => unknown>> = {
  httpHeaders: maskOf,
  secureParameters: maskOf,
  url: withHiddenQuery,
  cancelUrl: withHiddenQuery,
  options: (options) => (Array.isArray(options) ? options.map(withHiddenDefault) : options),
  notify: (rules) => (Array.isArray(rules) ? rules.map(withHiddenWebhook) : rules),
  template: (template) => (isObject(template) ? withHiddenSecrets(template) : template),
};

/** The definition as it may be shown. */
export const withHiddenSecrets = (definition: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(definition).map(([name, value]: [string, unknown]) => [name, HIDING[name]?.(value) ?? value]),
  );

/** The editable part of a definition: without secrets, fields that the API adds, and empty fields. */
export const editedPart = (definition: object, added: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(withHiddenSecrets(definition)).filter(([name, value]) => !added.includes(name) && !isEmpty(value)),
  );

/** Removes empty fields. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** The edited content, in which the secrets of `original` replace those that are still hidden. */
export function withSecretsOf(written: unknown, original: unknown): unknown {
  if (Array.isArray(written)) {
    const originals = Array.isArray(original) ? (original as readonly unknown[]) : [];
    return written.map((each, i) => withSecretsOf(each, counterpart(each, originals) ?? originals[i]));
  }
  if (isObject(written)) {
    const originals: Fields = isObject(original) ? original : {};
    return Object.fromEntries(
      Object.entries(written).map(([name, value]) => [name, withSecretsOf(value, originals[name])]),
    );
  }
  const isHidden =
    written === MASK ||
    (typeof written === 'string' && [withHiddenQuery, withHiddenPath].some((hide) => hide(original) === written));
  return isHidden && original !== undefined ? original : written;
}

/** The element of the same name, or with the same hidden address: the order of options and rules may have changed. */
function counterpart(element: unknown, originals: readonly unknown[]): unknown {
  if (!isObject(element)) return undefined;
  const others = originals.filter(isObject);
  if (element.webhook === undefined) return others.find((each) => each.name === element.name);
  const addresses = new Set(
    others.flatMap(({ webhook }) => (withHiddenPath(webhook) === element.webhook ? [webhook] : [])),
  );
  // The server finds out which of several addresses is meant, or refuses the hidden one.
  return addresses.size === 1 ? { webhook: [...addresses][0] } : {};
}
