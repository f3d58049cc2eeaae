/** What files say: tenants, workers, calendars and jobs, each as the body of its request with a `kind`. */

import { CliError } from '../errors.js';

/** In the order in which they are applied: what others refer to comes first. */
export const KINDS = ['Tenant', 'Worker', 'Calendar', 'Job'] as const;
export type KindName = (typeof KINDS)[number];

export type Spec = Readonly<Record<string, unknown>>;

export interface Definition {
  readonly kind: KindName;
  /** Everything but `kind`. */
  readonly spec: Spec;
  /** Where it is written: `jobs/nightly.yaml:12`. */
  readonly source: string;
}

/** From what people type: `job`, `Jobs`. */
export function kindFrom(text: string): KindName {
  const wanted = text.toLowerCase().replace(/s$/, '');
  const kind = KINDS.find((each) => each.toLowerCase() === wanted);
  if (!kind) throw new CliError(`${text} is not one of ${KINDS.join(', ')}`);
  return kind;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '?');

/** How people name it: `job/ibm-nightly`; a job without an id by tenant and name. */
export function labelOf(kind: KindName, spec: Spec): string {
  const { id, tenant, name } = spec;
  switch (kind) {
    case 'Tenant':
    case 'Worker':
      return `${kind.toLowerCase()}/${textOf(id)}`;
    case 'Calendar':
      return `calendar/${textOf(tenant)}/${textOf(id)}`;
    case 'Job':
      return id === undefined ? `job/${textOf(tenant)}/"${textOf(name)}"` : `job/${textOf(id)}`;
  }
}
