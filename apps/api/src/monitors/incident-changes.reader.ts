/**
 * The changes of definitions before an incident, from the audit log. Who may see the incident sees who changed which object; addresses
 * and identities of callers, and operations that changed no definition, stay with the owners.
 */
import type { AuditEntry } from '#common/domain/audit.js';
import { asJobId } from '#common/domain/ids.js';
import { INCIDENT_CHANGES_MS, MAX_INCIDENT_CHANGES } from '#common/domain/limits.js';
import type { AuditStore } from '#common/mongo/audit.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { taskWorkersOf } from '#common/spec/definitions.js';
import type { Incident } from '#common/watch/incident.js';

const CHANGES =
  /^(?:(?:create|replace|patch|delete|rollback|pause|resume)(?:Job|Worker|Calendar|Tenant|Monitor|Rule|Trigger)|(?:put|delete|restore)Storage|startBulk|startBackfill|setHold|releaseHold)$/;

const isChange = ({ action, refusedWith }: AuditEntry): boolean => refusedWith === null && CHANGES.test(action);

export class IncidentChangesReader {
  constructor(
    private readonly audit: Pick<AuditStore, 'list'>,
    private readonly jobs: Pick<JobsStore, 'loadMany'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
  ) {}

  /** Newest first: changes of the tenant's objects, and of the workers of the affected jobs, which may belong to no tenant. */
  async before({ tenant, jobs, openedAt }: Incident): Promise<AuditEntry[]> {
    const begin = (await this.tenants.beginnings()).get(tenant) ?? 0;
    const time = { from: Math.max(begin, openedAt - INCIDENT_CHANGES_MS), to: openedAt, keep: isChange };
    const listed = await this.jobs.loadMany(jobs?.listed.map(({ job }) => asJobId(job)) ?? []);
    const workers = new Set([...listed.values()].flatMap(({ spec }) => [spec.worker, ...taskWorkersOf(spec)]));
    const questions = [
      { ...time, tenants: [tenant] },
      ...Array.from(workers, (worker) => ({ ...time, tenants: null, object: `worker/${worker}` })),
    ];
    const pages = await Promise.all(questions.map((each) => this.audit.list(each, null, MAX_INCIDENT_CHANGES)));
    const entries = new Map(pages.flatMap(({ items }) => items.map((entry) => [entry.id, entry] as const)));
    return [...entries.values()].sort((a, b) => b.at - a.at).slice(0, MAX_INCIDENT_CHANGES);
  }
}
