/**
 * Secrets of definitions stay out of the page, also for people who may see them: `***` replaces them, and means "unchanged" when it is
 * sent back. Pure.
 */

import { MASK } from '#common/domain/mask.js';
import { READ_ONLY_FIELDS } from '#common/domain/read-only-fields.js';
import { hiddenForm, withHiddenSecrets } from '#common/domain/secret-fields.js';

type Fields = Readonly<Record<string, unknown>>;

/** How addresses are hidden. */
const HIDINGS = ['query', 'address'] as const;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The editable part of a definition: without secrets, its identity, fields that the API adds, and empty fields. */
export function editedPart(kind: 'Job' | 'Worker' | 'Rule', definition: object): Record<string, unknown> {
  const fixed = ['id', ...(kind === 'Rule' ? ['tenant'] : []), ...READ_ONLY_FIELDS[kind]];
  return Object.fromEntries(
    Object.entries(withHiddenSecrets(kind, definition)).filter(
      ([name, value]) => !fixed.includes(name) && !isEmpty(value),
    ),
  );
}

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
    (typeof written === 'string' && HIDINGS.some((hiding) => hiddenForm(original, hiding) === written));
  return isHidden && original !== undefined ? original : written;
}

/** The element of the same name, or with the same hidden address: the order of options and rules may have changed. */
function counterpart(element: unknown, originals: readonly unknown[]): unknown {
  if (!isObject(element)) return undefined;
  const others = originals.filter(isObject);
  if (element.webhook === undefined) return others.find((each) => each.name === element.name);
  const addresses = new Set(
    others.flatMap(({ webhook }) => (hiddenForm(webhook, 'address') === element.webhook ? [webhook] : [])),
  );
  // The server finds out which of several addresses is meant, or refuses the hidden one.
  return addresses.size === 1 ? { webhook: [...addresses][0] } : {};
}
