/**
 * Pauses of jobs by Carillon itself: recorded in the audit and made by a guarded write, so that an earlier edit, pause, resume or write of
 * another replica takes precedence.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { AuditLog } from '../http/audit-log.js';
import type { SchedulerPort } from '../scheduler-port.js';

/** The actor that the audit and the job name. */
const ITSELF = { name: 'carillon', subject: 'carillon', roles: [] };

export interface PauseCause {
  /** The text that is shown with the job. */
  readonly note: string;
  /** The text for the audit. */
  readonly detail: string;
  /** The same for every replica that pauses this revision of the job for the same cause. */
  readonly seed: string;
  readonly archived?: true;
}

export class OwnPauses {
  constructor(
    private readonly jobs: Pick<JobsStore, 'save'>,
    private readonly scheduler: Pick<SchedulerPort, 'apply'>,
    private readonly audit: Pick<AuditLog, 'open'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** True if this call has paused the job, and not an earlier one. */
  async pause(job: StoredJob, { note, detail, seed, archived }: PauseCause): Promise<boolean> {
    const now = this.clock.now();
    const trail = this.audit.open(ITSELF, { action: 'pauseJob', address: null }, seed);
    await trail.record({ tenant: job.tenant, object: `job/${job.id}`, detail });
    const next: StoredJob = {
      ...job,
      rev: job.rev + 1,
      updatedAt: Math.max(now, job.updatedAt),
      updatedBy: ITSELF.name,
      paused: { by: ITSELF.name, at: now, note, ...(archived && { archived }) },
    };
    const outcome = await this.jobs.save(next, job, seed);
    if (outcome === 'saved' || outcome === 'repeated') await this.scheduler.apply(job.id, next.rev);
    else await trail.refused('CONFLICT');
    return outcome === 'saved';
  }
}
