/** What is around a job that is saved: its tenant, and the services that would start it. */
import { CALL_FORM, IDENTITY_FORM } from '#common/domain/stored-form.js';
import { asTenantId } from '#common/domain/ids.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Instant } from '#common/run/run.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import type { Tenant } from '#common/spec/definitions.js';
import { endsByAnswer } from '#common/spec/http-call.js';
import { identityEditProblems } from './core/identity-edit.js';
import type { JobEdit, PlainJob } from './core/job-edit.js';
import type { FormReaders } from './form-readers.js';

export class JobSurroundings {
  constructor(
    private readonly tenants: Pick<TenantsStore, 'load'>,
    /** `issuerOf` the service. */
    private readonly issuer: string | null,
    private readonly readers: Pick<FormReaders, 'require'>,
  ) {}

  tenantOf(id: string): Promise<Tenant | null> {
    return this.tenants.load(asTenantId(id));
  }

  identityProblems(edit: JobEdit, tenant: Tenant | null, workerHeaders: readonly string[]): readonly FieldProblem[] {
    return identityEditProblems(edit, { tenant, issuer: this.issuer, workerHeaders });
  }

  /** Throws CONFLICT for what a service of a former version would start in another way: without tokens, or as work that goes on. */
  async requireReaders({ current, next, worker }: JobEdit, askedAt: Instant): Promise<void> {
    const isNew = (holds: (job: PlainJob) => boolean): boolean =>
      holds(next.spec) && (current === null || !holds(current.spec));
    if (isNew(({ identity }) => identity !== undefined)) await this.readers.require('identity', IDENTITY_FORM, askedAt);
    if (isNew((job) => endsByAnswer({ worker, job }))) await this.readers.require('answer: ends', CALL_FORM, askedAt);
  }
}
