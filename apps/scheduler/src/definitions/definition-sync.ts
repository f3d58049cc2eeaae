/**
 * Applies the definitions of jobs to their `schedules` documents. Before a new version takes over, all earlier slots get their outcome
 * under the old one, so an edit, a pause or a resume never fires past slots and never loses a slot.
 */
import type { StoredJob } from '#common/spec/definitions.js';
import type { JobId, WorkerId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import type { ErrorCode } from '#common/errors/codes.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { UncountedRuns } from '../admission/uncounted-runs.js';
import { markFollowed } from '../after/mark-followed.js';
import { isUpToDate, type JobWorkers } from '../core/apply-job.js';
import type { Outbox, ScheduleStore } from '../ports.js';
import type { DefinitionReader } from './definition-reader.js';
import type { FormerDefinition } from './former-definition.js';

export type SyncResult =
  | { readonly ok: true; readonly state: ScheduleState }
  | { readonly ok: false; readonly code: ErrorCode; readonly detail: string };

const MAX_TRIES = 20;

export class DefinitionSync {
  constructor(
    private readonly definitions: DefinitionReader,
    private readonly schedules: ScheduleStore,
    private readonly former: FormerDefinition,
    private readonly effects: {
      readonly uncounted: Pick<UncountedRuns, 'permitsFor' | 'limitsChanged'>;
      readonly outbox: Pick<Outbox, 'slotChanged'>;
    },
  ) {}

  /** Brings the current definition of the job into its document; safe to repeat and to run on several replicas. */
  async sync(id: JobId): Promise<SyncResult> {
    return retryOnConflict<SyncResult>(MAX_TRIES, `the schedule of job ${id}`, async () => {
      const job = await this.definitions.load(id);
      if (job === null) return { ok: false, code: 'NOT_FOUND', detail: `there is no job ${id}` };
      const old = await this.schedules.load(id);
      const workers = await this.definitions.workersOf(job);
      if ('missing' in workers) return this.withoutWorker(job, workers.missing, old);
      if (old !== null && isUpToDate(old, job, workers)) return { ok: true, state: old };
      const synced = await this.trySync(job, workers, old);
      return synced && { ok: true, state: synced };
    });
  }

  private async trySync(job: StoredJob, workers: JobWorkers, old: ScheduleState | null): Promise<ScheduleState | null> {
    const reading = this.definitions.read(job);
    const former = await this.former.close(job, old, reading);
    if (former === null) return null;
    const { closed } = former;
    if (job.deletedAt === null) await markFollowed({ jobs: this.definitions, schedules: this.schedules }, job);
    const applied = await this.definitions.scheduleOf({ job, ...workers }, reading, former);
    const holders = [...applied.holders, ...(await this.effects.uncounted.permitsFor(applied, closed))];
    const next = { ...applied, holders };
    const saved = await (closed === null ? this.schedules.insert(next) : this.schedules.save(next, closed.rev));
    if (!saved) return null;
    if (closed !== null) await this.former.takeBackSuperseded(closed, next);
    this.effects.outbox.slotChanged(next);
    await this.effects.uncounted.limitsChanged(next, closed);
    return next;
  }

  /** A deleted job may outlive its worker; it plans nothing any more. */
  private async withoutWorker(job: StoredJob, missing: WorkerId, old: ScheduleState | null): Promise<SyncResult> {
    const detail = `the worker ${missing} does not exist`;
    if (old === null || job.deletedAt === null) return { ok: false, code: 'CONFLICT', detail };
    const current = await this.former.withoutEarlyRuns(job, old);
    if (current === null) return this.sync(job.id);
    const stopped = {
      ...current,
      jobRev: job.rev,
      jobVersion: job.version,
      active: false,
      inactiveReason: 'deleted' as const,
      nextSlotAt: null,
      rev: current.rev + 1,
    };
    return (await this.schedules.save(stopped, current.rev)) ? { ok: true, state: stopped } : this.sync(job.id);
  }
}
