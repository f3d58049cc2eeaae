/**
 * Compares a definition with the object of the server: both in one form, without read-only fields and without fields that mean the same as
 * their absence.
 */
import { createTwoFilesPatch } from 'diff';
import { yamlOf } from '../output/printer.js';
import type { KindName, Spec } from './definition.js';

export const MASK = '***';

/** Fields that the server shows and that cannot be set. */
const SHOWN_ONLY: Readonly<Record<KindName, readonly string[]>> = {
  Tenant: ['createdAt'],
  Worker: ['version', 'createdAt', 'updatedAt', 'updatedBy', 'warnings'],
  Calendar: ['updatedAt', 'updatedBy'],
  // The address is secret; the server makes it.
  Monitor: [
    ...['pingUrl', 'state', 'lastPingAt', 'lastPing', 'lastSuccessAt', 'dueAt', 'downSince'],
    ...['updatedAt', 'updatedBy'],
  ],
  Rule: ['state', 'watched', 'affected', 'lookedAt', 'updatedAt', 'updatedBy'],
  Trigger: ['url', 'subject', 'updatedAt', 'updatedBy'],
  Job: ['version', 'createdAt', 'updatedAt', 'updatedBy', 'paused', 'status', 'warnings'],
};

/** Values that mean the same as their absence. */
const DEFAULTS: Readonly<Record<KindName, Spec>> = {
  Tenant: {
    maxActiveRuns: null,
    maxJobs: null,
    namespace: null,
    webserviceHosts: null,
    groups: {},
    weight: 1,
    groupWeights: {},
    maxSharePercent: null,
    dependents: [],
    logLimits: null,
    podTemplatePaths: null,
    clusterAccess: null,
  },
  Worker: { engine: 'kubernetes', httpHeaders: {} },
  Calendar: {},
  Monitor: { enabled: true, labels: {}, channels: [] },
  Rule: { enabled: true, channels: [] },
  Trigger: { enabled: true, when: [], options: {}, parameters: {} },
  Job: {
    enabled: true,
    priority: 0,
    labels: {},
    owners: [],
    options: [],
    parameters: {},
    secureParameters: {},
    httpHeaders: {},
  },
};

/** The definition as it would be written: without read-only fields, and without fields that mean the same as their absence. */
export function plainSpec(kind: KindName, spec: Spec): Spec {
  const shownOnly = new Set(SHOWN_ONLY[kind]);
  const defaults = DEFAULTS[kind];
  return Object.fromEntries(
    Object.entries(spec).filter(
      ([field, value]) =>
        value !== undefined && !shownOnly.has(field) && !(field in defaults && same(defaults[field], value)),
    ),
  );
}

/** The part of a server's object that is compared with a definition: a job's id counts only if the definition has one. */
export function comparable(kind: KindName, current: Spec, wanted: Spec): Spec {
  const plain = plainSpec(kind, current);
  if (kind === 'Job' && wanted['id'] === undefined) return without(plain, 'id');
  // Fields of a tenant that a file leaves out are set elsewhere by the administrator.
  if (kind === 'Tenant') return Object.fromEntries(Object.entries(plain).filter(([field]) => field in wanted));
  return plain;
}

export const isSame = (kind: KindName, current: Spec, wanted: Spec): boolean =>
  same(comparable(kind, current, wanted), keepMasked(comparable(kind, current, wanted), plainSpec(kind, wanted)));

/** `***` in a file means that the present value stays. */
function keepMasked(current: unknown, wanted: unknown): unknown {
  if (wanted === MASK && typeof current === 'string') return current;
  if (!isObject(wanted) || !isObject(current)) return wanted;
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [name, keepMasked(current[name], value)]));
}

/** JSON values; the order of fields means nothing, nor does how an instant is written. */
export function same(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((each, at) => same(each, b[at]));
  if (isObject(a) && isObject(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...names].every((name) => same(a[name], b[name]));
  }
  return a === b || (isInstant(a) && isInstant(b) && Date.parse(a) === Date.parse(b));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const isInstant = (value: unknown): value is string => typeof value === 'string' && INSTANT.test(value);

/** The lines that differ, as `diff -u` shows them; secrets are distinguished, but never shown. */
export function differenceText(kind: KindName, label: string, current: Spec | null, wanted: Spec | null): string {
  const before =
    current === null ? null : wanted === null ? plainSpec(kind, current) : comparable(kind, current, wanted);
  const after = wanted === null ? null : keepMasked(before, plainSpec(kind, wanted));
  const text = (value: unknown, other: unknown, word: string): string =>
    value === null ? '' : yamlOf(sorted(hideSecrets(value, other, word)));
  const patch = createTwoFilesPatch(label, label, text(before, after, 'before'), text(after, before, 'after'), '', '', {
    context: 3,
  });
  return patch.replace(/^(Index:.*|=+)\n/gm, '').replaceAll(/\t$/gm, '');
}

const SECRET_FIELDS = ['secureParameters', 'httpHeaders'];

function hideSecrets(value: unknown, other: unknown, word: string): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, content]) => [
      field,
      SECRET_FIELDS.includes(field)
        ? hidden(content, isObject(other) ? other[field] : undefined, word)
        : field === 'webhook' && isObject(content)
          ? withHiddenSecrets(content, isObject(other) ? other[field] : undefined, word)
          : content,
    ]),
  );
}

/** Hides the secrets of a trigger. */
const withHiddenSecrets = (webhook: Spec, other: unknown, word: string): Spec => ({
  ...webhook,
  secrets: hidden(webhook['secrets'], isObject(other) ? other['secrets'] : undefined, word),
});

function hidden(content: unknown, other: unknown, word: string): unknown {
  if (isObject(content))
    return Object.fromEntries(
      Object.entries(content).map(([name, value]) => [
        name,
        hidden(value, isObject(other) ? other[name] : undefined, word),
      ]),
    );
  return other === undefined || same(content, other) ? MASK : `${MASK} (${word})`;
}

/** Fields in one order, so that only differences are shown. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, content]) => [name, sorted(content)]),
  );
}

const without = (spec: Spec, field: string): Spec =>
  Object.fromEntries(Object.entries(spec).filter(([name]) => name !== field));
const isObject = (value: unknown): value is Spec =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
