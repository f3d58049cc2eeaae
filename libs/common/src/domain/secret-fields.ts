/**
 * The secrets of each kind of definition, and the forms in which they are hidden: those in which the API hides them, so that a hidden
 * secret that is sent back leaves the stored one unchanged. `secret-fields.spec.ts` of the command line compares this list with the schemas.
 */
import { MASK } from './mask.js';

type Spec = Readonly<Record<string, unknown>>;

/** `values`: the value, or each value of an object by its name; `address`: all that follows the host; `query`: the query of an address. */
type Hiding = 'values' | 'address' | 'query';

const OF_JOB: Readonly<Record<string, Hiding>> = {
  secureParameters: 'values',
  httpHeaders: 'values',
  url: 'query',
  'options.*[type=secret].default': 'values',
  'notify.*.webhook': 'address',
};
const OF_WORKER: Readonly<Record<string, Hiding>> = { httpHeaders: 'values', url: 'query', cancelUrl: 'query' };
const below = (field: string, secrets: Readonly<Record<string, Hiding>>): Readonly<Record<string, Hiding>> =>
  Object.fromEntries(Object.entries(secrets).map(([path, hiding]) => [`${field}.${path}`, hiding]));

const SECRETS = {
  Tenant: {},
  Channel: {
    'target[type=webhook].url': 'values',
    'target.signingSecret': 'values',
    'target.password': 'values',
    'target[type=slack].url': 'values',
    'target[type=teams].url': 'values',
    'target[type=discord].url': 'values',
    'target.routingKey': 'values',
    'target.apiKey': 'values',
    'target[type=cloudevents].url': 'values',
    'target.topic': 'values',
    'target.token': 'values',
  },
  Worker: { ...OF_WORKER, ...below('template', OF_JOB) },
  Calendar: {},
  Monitor: {},
  Job: OF_JOB,
  Rule: {},
  Trigger: { 'webhook.secrets': 'values' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Hiding>>>>;

/** The kinds of definitions. */
export type KindName = keyof typeof SECRETS;

/** A field on the way to a secret; it has to have this value in one of its own fields. */
interface Step {
  readonly field: string;
  readonly when: readonly [field: string, value: string] | null;
}
interface Rule {
  readonly steps: readonly Step[];
  readonly hiding: Hiding;
}

/** A secret and its place. */
export interface Found {
  readonly value: unknown;
  /** The same with the secret hidden; equal to `value` if there is nothing to hide, as in the name of a channel. */
  readonly hidden: unknown;
  /** The names on the way, without the name of a field whose values have names of their own. */
  readonly name: readonly string[];
  readonly path: readonly string[];
}

/** The definition with each of its secrets hidden. */
export const withHiddenSecrets = (kind: KindName, spec: object): Spec =>
  withSecrets(kind, { ...spec }, ({ hidden }) => hidden);

/** The definition with each of its secrets replaced by the result of `change`. */
export function withSecrets(kind: KindName, spec: Spec, change: (field: Found) => unknown): Spec {
  return Object.fromEntries(fieldsOf(spec, { rules: RULES.get(kind) ?? [], path: [], change }));
}

interface Walk {
  readonly rules: readonly Rule[];
  readonly path: readonly string[];
  readonly change: (field: Found) => unknown;
}

const fieldsOf = (value: Spec, walk: Walk): [string, unknown][] =>
  Object.entries(value).map(([field, each]) => [field, changed(each, field, walk)]);

function changed(value: unknown, field: string, { rules, path, change }: Walk): unknown {
  const next = rules.flatMap(({ steps: [first, ...steps], hiding }) =>
    first !== undefined && isOn(first, field, value) ? [{ steps, hiding }] : [],
  );
  const own = [...path, field];
  const secret = next.find(({ steps }) => steps.length === 0);
  if (secret) return changedSecret(value, own, secret.hiding, change);
  const walk = { rules: next, path: own, change };
  if (next.length === 0) return value;
  if (Array.isArray(value)) return value.map((each, at) => changed(each, String(at), walk));
  return isObject(value) ? Object.fromEntries(fieldsOf(value, walk)) : value;
}

function changedSecret(value: unknown, path: readonly string[], hiding: Hiding, change: Walk['change']): unknown {
  if (hiding !== 'values' || !isObject(value))
    return change({ value, hidden: hiddenForm(value, hiding), name: path, path });
  const values = Object.entries(value).map(([name, each]) => [
    name,
    change({ value: each, hidden: MASK, name: [...path.slice(0, -1), name], path: [...path, name] }),
  ]);
  return Object.fromEntries(values);
}

/** A secret as it is shown. The name of a channel hides nothing, and neither does an address without a query. */
export function hiddenForm(value: unknown, hiding: Hiding): string {
  if (hiding === 'values' || typeof value !== 'string' || !URL.canParse(value)) return MASK;
  const { protocol, origin, pathname, search } = new URL(value);
  if (hiding === 'query') return search === '' ? value : `${origin}${pathname}?${MASK}`;
  return protocol === 'channel:' ? value : `${origin}/${MASK}`;
}

const isOn = ({ field, when }: Step, name: string, value: unknown): boolean =>
  (field === '*' || field === name) && (when === null || (isObject(value) && value[when[0]] === when[1]));

const stepsOf = (path: string): readonly Step[] =>
  path.split('.').map((text) => {
    const [, field = '', own, value] = /^([^[]+)(?:\[(\w+)=(\w+)\])?$/.exec(text) ?? [];
    return { field, when: own === undefined || value === undefined ? null : [own, value] };
  });

const isObject = (value: unknown): value is Spec =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const RULES: ReadonlyMap<string, readonly Rule[]> = new Map(
  Object.entries(SECRETS).map(([kind, secrets]) => [
    kind,
    Object.entries(secrets).map(([path, hiding]) => ({ steps: stepsOf(path), hiding })),
  ]),
);
