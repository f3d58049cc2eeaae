/**
 * Secrets of the environment of a worker (cluster or host) that are mapped to its variables: they are not stored here, but a log may show them.
 */
import type { Engine } from '../spec/worker.js';
import type { Run } from '../run/run.js';
import type { RunSpec } from '../spec/definitions.js';
import type { TenantsStore } from '../mongo/tenants.store.js';

export interface SecretRef {
  readonly secret: string;
  readonly key: string;
}

/** The place from which an engine's secrets are read. */
export interface SecretPlace {
  /** The value; null where there is none, or we have no right to read it. `namespace` null: the common one. */
  read(namespace: string | null, ref: SecretRef): Promise<string | null>;
}

export class MappedSecrets {
  constructor(
    private readonly places: Readonly<Partial<Record<Engine, SecretPlace>>>,
    /** The secrets that every worker gets. */
    private readonly common: readonly SecretRef[],
    private readonly tenants: Pick<TenantsStore, 'load'>,
  ) {}

  /** `own`: secrets to which the job itself refers. */
  async valuesOf(run: Pick<Run, 'tenant'>, spec: RunSpec, own: readonly SecretRef[] = []): Promise<string[]> {
    const place = this.places[spec.engine];
    const workers = [spec.worker, ...(spec.taskWorkers ?? []).map(({ worker }) => worker)];
    const refs = [...own, ...this.common, ...workers.flatMap(({ envFrom = [] }) => envFrom)];
    if (place === undefined || refs.length === 0) return [];
    const namespace = (await this.tenants.load(run.tenant))?.namespace ?? null;
    const values = await Promise.all(refs.map((ref) => place.read(namespace, ref)));
    return values.filter((value) => value !== null);
  }
}
