import type { Fields } from './fields.js';

/** An object with a name, and its spec, whose fields are taken one by one. */
export interface KubernetesObject {
  readonly name: string;
  readonly id: string;
  readonly labels: object;
  readonly spec: Fields;
  readonly source: string;
  /** What the report calls it. */
  readonly about: string;
}
