/**
 * Compares a definition with the object of the server: both in one form, without read-only fields and without fields that mean the same as
 * their absence.
 */
import { createTwoFilesPatch } from 'diff';
import { yamlOf } from '../output/printer.js';
import type { KindName, Spec } from './definition.js';
import { MASK } from '#common/domain/mask.js';
import { READ_ONLY_FIELDS } from '#common/domain/read-only-fields.js';
import { withSecrets } from '#common/domain/secret-fields.js';

/** The worker of jobs that name none (`spec/worker.ts`). */
export const BUILT_IN_WORKER = 'other_webservice';

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
    identityAudiences: [],
    logLimits: null,
    podTemplatePaths: null,
    clusterAccess: null,
  },
  Channel: {},
  Worker: { engine: 'kubernetes', httpHeaders: {} },
  Calendar: {},
  Monitor: { enabled: true, labels: {}, channels: [] },
  Rule: { enabled: true, channels: [] },
  Trigger: { enabled: true, when: [], options: {}, parameters: {} },
  Job: {
    worker: BUILT_IN_WORKER,
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
  const shownOnly = new Set(READ_ONLY_FIELDS[kind]);
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

export function isSame(kind: KindName, current: Spec, wanted: Spec): boolean {
  const before = comparable(kind, current, wanted);
  return same(before, keepMasked(kind, before, plainSpec(kind, wanted)));
}

/** The wanted definition as it would be stored: a secret in its hidden form means that the present value stays. */
export function keepMasked(kind: KindName, current: Spec, wanted: Spec): Spec {
  const masked = withSecrets(kind, current, ({ hidden: form }) => form);
  return withSecrets(kind, wanted, ({ value, path }) => {
    const present = at(current, path);
    return present !== undefined && (value === MASK || value === at(masked, path)) ? present : value;
  });
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
  const plain = wanted === null ? null : plainSpec(kind, wanted);
  const after = before === null || plain === null ? plain : keepMasked(kind, before, plain);
  const text = (value: Spec | null, other: Spec | null, word: string): string =>
    value === null ? '' : yamlOf(sorted(hideSecrets(kind, value, other, word)));
  const patch = createTwoFilesPatch(label, label, text(before, after, 'before'), text(after, before, 'after'), '', '', {
    context: 3,
  });
  return patch.replace(/^(Index:.*|=+)\n/gm, '').replaceAll(/\t$/gm, '');
}

/** The definition with its secrets hidden; `word` marks each that differs in the other definition. */
function hideSecrets(kind: KindName, value: Spec, other: Spec | null, word: string): Spec {
  return withSecrets(kind, value, ({ value: secret, hidden: form, path }) =>
    secret === form ? form : hidden(secret, form, at(other, path), word),
  );
}

/** The value at the path; undefined if there is none. */
function at(value: unknown, [field, ...path]: readonly string[]): unknown {
  if (field === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined;
  return at(Object.entries(value).find(([name]) => name === field)?.[1], path);
}

function hidden(secret: unknown, form: unknown, other: unknown, word: string): unknown {
  if (isObject(secret))
    return Object.fromEntries(
      Object.entries(secret).map(([name, value]) => [name, hidden(value, form, at(other, [name]), word)]),
    );
  return other === undefined || same(secret, other) ? form : `${String(form)} (${word})`;
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
