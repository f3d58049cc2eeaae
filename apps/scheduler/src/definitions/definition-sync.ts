/**
 * Applies the definitions of jobs to their `schedules` documents. Before a new version takes over, all earlier slots get their
 * outcome under the old one, so an edit, a pause or a resume never fires the past and never loses a slot.
 */
import type { StoredJob } from '#common/spec/definitions.js';
import type { JobId, RunId, WorkerId } from '#common/domain/ids.js';
import { shardOf } from '#common/domain/shards.js';
import type { Instant } from '#common/run/run.js';
import type { Permit, ScheduleState } from '#common/schedule/schedule-state.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import type { ErrorCode } from '#common/errors/codes.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import type { Admission } from '../admission/admission.js';
import {
  applyJob,
  isUpToDate,
  effectiveFromOf,
  outcomeOfRest,
  readDefinition,
  type JobWorkers,
  type Reading,
} from '../core/apply-job.js';
import { markFollowed } from '../after/mark-followed.js';
import { MAX_MARK_AHEAD_MS } from '../core/planning-limits.js';
import type { Planner } from '../plan/planner.js';
import type { PlannerTools } from '../plan/planned.js';
import type { Outbox, ScheduleStore } from '../ports.js';
import { snapshotOf } from './snapshot.js';
import { workersOf, type WorkerReader } from './job-workers.js';

export interface DefinitionStores {
  readonly jobs: { load(id: JobId): Promise<StoredJob | null> };
  readonly workers: WorkerReader;
  readonly specs: { put(spec: RunSpec): Promise<void> };
  readonly schedules: ScheduleStore;
  readonly runs: { underWayOfJob(job: JobId, limit: number): Promise<RunId[]> };
}

export type SyncResult =
  | { readonly ok: true; readonly state: ScheduleState }
  | { readonly ok: false; readonly code: ErrorCode; readonly detail: string };

const MAX_TRIES = 20;
/** Unfinished runs that get permits when a limit is set on their job. */
const MAX_ADOPTED = 1_000;

export class DefinitionSync {
  constructor(
    private readonly stores: DefinitionStores,
    private readonly planner: Planner,
    private readonly partners: { readonly admission: Admission; readonly outbox: Outbox },
    private readonly tools: Pick<PlannerTools, 'clock' | 'log' | 'shardCount'>,
  ) {}

  /** Brings the current definition of the job into its document; safe to repeat and to run on several replicas. */
  async sync(id: JobId): Promise<SyncResult> {
    return retryOnConflict<SyncResult>(
      MAX_TRIES,
      `the schedule of job ${id} was changed by too many others at the same time; try again`,
      async () => {
        const job = await this.stores.jobs.load(id);
        if (job === null) return { ok: false, code: 'NOT_FOUND', detail: `there is no job ${id}` };
        const old = await this.stores.schedules.load(id);
        const workers = await workersOf(this.stores.workers, job);
        if ('missing' in workers) return this.withoutWorker(job, workers.missing, old);
        if (old !== null && isUpToDate(old, job, workers)) return { ok: true, state: old };
        const synced = await this.trySync(job, workers, old);
        return synced && { ok: true, state: synced };
      },
    );
  }

  private async trySync(job: StoredJob, workers: JobWorkers, old: ScheduleState | null): Promise<ScheduleState | null> {
    const reading = readDefinition(job);
    if (reading.problems.length > 0) {
      this.tools.log.error({ job: job.id, problems: reading.problems }, 'the stored schedule of a job is not valid');
    }
    const now = this.tools.clock.now();
    if (old !== null && old.mark > now + MAX_MARK_AHEAD_MS) {
      // The watermark is set back first, or the new definition would begin in the future, too.
      await this.planner.advance([old]);
      return null;
    }
    const former = await this.closeFormer(job, { old, reading, now });
    if (former === null) return null;
    const { closed, effectiveFrom } = former;
    if (job.deletedAt === null) await markFollowed(this.stores, job);
    const spec = snapshotOf({ job, ...workers });
    await this.stores.specs.put(spec);
    const definition = { job, ...workers, spec: spec.hash, shard: shardOf(job.id, this.tools.shardCount) };
    const read = applyJob(definition, reading, closed, effectiveFrom);
    const applied = await this.planner.withMovedSlot(read);
    const next = { ...applied, holders: [...applied.holders, ...(await this.adopted(applied, closed))] };
    const saved =
      closed === null ? await this.stores.schedules.insert(next) : await this.stores.schedules.save(next, closed.rev);
    if (!saved) return null;
    await this.afterwards(next, closed);
    return next;
  }

  /**
   * Takes early runs back, and gives every slot of the former definition its outcome. Returns its state, and when the new definition
   * takes effect. Null: somebody else changed the document.
   */
  private async closeFormer(
    job: StoredJob,
    { old, reading, now }: { readonly old: ScheduleState | null; readonly reading: Reading; readonly now: Instant },
  ): Promise<{ readonly closed: ScheduleState | null; readonly effectiveFrom: Instant } | null> {
    if (old === null) return { closed: null, effectiveFrom: effectiveFromOf(job, null, now) };
    const current = await this.withoutEarlyRuns(job, old, now);
    if (current === null) return null;
    const effectiveFrom = effectiveFromOf(job, current, now);
    const closed = await this.closeSlots(current, reading, effectiveFrom);
    return closed && { closed, effectiveFrom };
  }

  /** Slots after the edit that were given their runs ahead of time belong to the new definition. Null: somebody else changed the document. */
  private withoutEarlyRuns(job: StoredJob, old: ScheduleState, now: Instant): Promise<ScheduleState | null> {
    const since = Math.max(Math.min(now, job.updatedAt), old.effectiveFrom);
    return this.planner.takeBack(old, { since, now });
  }

  /** Gives every slot before `effectiveFrom` its outcome under the old definition. Null: somebody else changed the document. */
  private async closeSlots(old: ScheduleState, reading: Reading, effectiveFrom: number): Promise<ScheduleState | null> {
    const fired = await this.planner.advance([old], { dueBy: effectiveFrom });
    const state = fired.get(old.job);
    if (!state) return null;
    const rest = outcomeOfRest(state, reading);
    if (rest === null) return state;
    return (await this.planner.advance([state], { dueBy: effectiveFrom, closing: rest })).get(old.job) ?? null;
  }

  /** Gives permits to runs that started while the job had no limit. */
  private async adopted(next: ScheduleState, old: ScheduleState | null): Promise<readonly Permit[]> {
    if (old?.concurrency.policy !== 'Allow' || next.concurrency.policy === 'Allow') return [];
    const held = new Set(next.holders.map(({ run }) => run));
    const underWay = await this.stores.runs.underWayOfJob(next.job, MAX_ADOPTED);
    const since = this.tools.clock.now();
    return underWay.filter((run) => !held.has(run)).map((run) => ({ run, since, grant: next.rev }));
  }

  private async afterwards(next: ScheduleState, old: ScheduleState | null): Promise<void> {
    const { admission, outbox } = this.partners;
    if (old !== null) await this.planner.takeBackSuperseded({ before: old, next });
    outbox.jobChanged(next.job);
    // Runs that started at that very moment count, too; and a larger or another limit may admit others.
    for (const { run } of await this.adopted(next, old)) await admission.apply(next.job, { type: 'adopt', run });
    if (next.queue.length > 0) await admission.apply(next.job, { type: 'look' });
  }

  /** A deleted job may outlive its worker; it plans nothing any more. */
  private async withoutWorker(job: StoredJob, missing: WorkerId, old: ScheduleState | null): Promise<SyncResult> {
    const detail = `the worker ${missing} does not exist`;
    if (old === null || job.deletedAt === null) return { ok: false, code: 'CONFLICT', detail };
    const current = await this.withoutEarlyRuns(job, old, this.tools.clock.now());
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
    return (await this.stores.schedules.save(stopped, current.rev)) ? { ok: true, state: stopped } : this.sync(job.id);
  }
}
