/** Definitions in files: tenants, channels, workers, calendars, monitors, jobs, rules and triggers, each as the body of its request with a `kind`. */

import { CliError } from '../errors.js';

/** The kinds in the order in which they are applied: a kind that others refer to comes first. */
export const KINDS = ['Tenant', 'Channel', 'Worker', 'Calendar', 'Monitor', 'Job', 'Rule', 'Trigger'] as const;
export type KindName = (typeof KINDS)[number];

/** True for kinds whose ids are unique only in their tenant. */
export const isNamedInTenant = (kind: KindName): boolean =>
  kind === 'Channel' || kind === 'Calendar' || kind === 'Monitor' || kind === 'Rule' || kind === 'Trigger';
/** True for kinds that belong to a tenant. */
export const isOwned = (kind: KindName): boolean => kind === 'Job' || isNamedInTenant(kind);

export type Spec = Readonly<Record<string, unknown>>;

export interface Definition {
  readonly kind: KindName;
  /** Everything but `kind`. */
  readonly spec: Spec;
  /** The file and line of the definition: `jobs/nightly.yaml:12`. */
  readonly source: string;
}

/** The kind for a word that people type: `job`, `Jobs`. */
export function kindFrom(text: string): KindName {
  const wanted = text.toLowerCase().replace(/s$/, '');
  const kind = KINDS.find((each) => each.toLowerCase() === wanted);
  if (!kind) throw new CliError(`the kind ${text} is not one of ${KINDS.join(', ')}`);
  return kind;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '?');

/** The label that people read: `job/ibm-nightly`; a job without an id is named by tenant and name. */
export function labelOf(kind: KindName, spec: Spec): string {
  const { id, tenant, name } = spec;
  if (kind === 'Job') return id === undefined ? `job/${textOf(tenant)}/"${textOf(name)}"` : `job/${textOf(id)}`;
  return [kind.toLowerCase(), ...(isNamedInTenant(kind) ? [textOf(tenant)] : []), textOf(id)].join('/');
}

/** Jobs whose name another one of the list has in the same tenant, with that one: a server takes the first alone. */
export function namesakes(definitions: readonly Definition[]): (readonly [job: Definition, other: Definition])[] {
  const seen = new Map<string, Definition>();
  return definitions.flatMap((definition) => {
    const { kind, spec } = definition;
    if (kind !== 'Job' || typeof spec['name'] !== 'string') return [];
    const key = JSON.stringify([spec['tenant'], spec['name']]);
    const other = seen.get(key);
    seen.set(key, definition);
    return other === undefined || other.spec['id'] === spec['id'] ? [] : [[definition, other] as const];
  });
}
