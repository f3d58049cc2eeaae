/** What a worker is checked against when it is saved, outside of itself: its tenants, and the services that would start its jobs. */
import { asTenantId } from '#common/domain/ids.js';
import { CALL_FORM } from '#common/domain/stored-form.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Instant } from '#common/run/run.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { problemsOfWorker } from '#common/spec/pods/worker-pods.js';
import { refuseProblems } from '../http/problem.js';
import type { FormReaders } from '../jobs/form-readers.js';

export class WorkerChecks {
  constructor(
    private readonly tenants: Pick<TenantsStore, 'loadMany'>,
    private readonly readers: Pick<FormReaders, 'require'>,
  ) {}

  /**
   * Throws VALIDATION_FAILED for a pod that none of the worker's tenants could start, and CONFLICT while a service of a former version
   * would take the answers to its calls for beginnings.
   */
  async require(next: StoredWorker['spec'], current: StoredWorker['spec'] | null, askedAt: Instant): Promise<void> {
    const tenants = next.tenants && (await this.tenants.loadMany(next.tenants.map(asTenantId)));
    refuseProblems(problemsOfWorker(next, tenants ?? null));
    if (next.answer === 'ends' && current?.answer !== 'ends')
      await this.readers.require('answer: ends', CALL_FORM, askedAt);
  }
}
