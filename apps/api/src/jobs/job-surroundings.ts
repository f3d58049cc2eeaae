/** What is around a job that is saved: its tenant, and the services that would give it its identity. */
import { AppError } from '#common/errors/app-error.js';
import { asTenantId } from '#common/domain/ids.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { MembersStore } from '#common/mongo/members.store.js';
import type { Instant } from '#common/run/run.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import type { Tenant } from '#common/spec/definitions.js';
import { formerReplica, identityEditProblems } from './core/identity-edit.js';
import type { JobEdit } from './core/job-edit.js';

/** The services that hand runs on, and start them. */
const SHARERS = ['scheduler', 'executor'] as const;
const HEARD_WITHIN_MS = 60_000;

export class JobSurroundings {
  constructor(
    private readonly tenants: Pick<TenantsStore, 'load'>,
    /** `issuerOf` the service. */
    private readonly issuer: string | null,
    private readonly members: Pick<MembersStore, 'heardSince'>,
  ) {}

  tenantOf(id: string): Promise<Tenant | null> {
    return this.tenants.load(asTenantId(id));
  }

  identityProblems(edit: JobEdit, tenant: Tenant | null, workerHeaders: readonly string[]): readonly FieldProblem[] {
    return identityEditProblems(edit, { tenant, issuer: this.issuer, workerHeaders });
  }

  /** Throws CONFLICT for an identity that a service of a former version would not give. */
  async requireIdentityReaders(edit: JobEdit, askedAt: Instant): Promise<void> {
    if (edit.next.spec.identity === undefined) return;
    const heard = SHARERS.map((service) => this.members.heardSince(service, askedAt - HEARD_WITHIN_MS));
    const former = formerReplica(edit, (await Promise.all(heard)).flat());
    if (former)
      throw new AppError(
        'CONFLICT',
        `identity is possible when all services are upgraded: ${former.replica} is of version ${former.version}`,
      );
  }
}
