/**
 * Admission of every run: first the permits of its own job, then those of its shared limits, all or none. Each decision is one
 * compare-and-set on the job's `schedules` document. The following steps (saving the run, dispatching it) are repeated by the sweep if
 * this process dies in between.
 *
 * A permit and its run are two documents, and the process that completes an admission may be slow and be replaced by another.
 * Three rules guarantee that a run never starts without its permit. (1) A process starts the run only in the state that it had
 * before the permit was given, or checks after reading the run that the permit still has the same grant. (2) A successor first
 * renews the permit, then changes the revision of the run, and only then may release the permit. (3) A permit is released only
 * for a run that has ended, and only if it was given before that end was read.
 */
import type { JobId, RunId } from '#common/domain/ids.js';
import { storedPriority } from '#common/domain/priority.js';
import { groupOf, JOB_PERMIT } from '#common/domain/shared-limit.js';
import type { Logger } from '#common/logging/logger.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { isOverLimit, type AdmissionOp, type AdmissionResult, type DroppedRun } from '../core/apply-admission.js';
import { placeOf } from '../core/turns.js';
import type { AdmitAnswer, Completed, JobPermits } from './job-permits.js';
import type { PermitAllocator } from './permit-allocator.js';
import type { PermitDemands } from './permit-demands.js';
import type { RunRecords } from './run-records.js';

type Granted = Pick<AdmissionResult, 'started' | 'takenOver' | 'dropped' | 'replaced'>;

/** The job's permit that a waiting run has got, and the shared limits whose permits it also needs. */
interface GivenPermit {
  /** The document as it was stored with the permit; its revision is the grant of the permit. */
  readonly state: ScheduleState;
  readonly waiter: Waiter;
  readonly keys: readonly string[];
}

export class Admission {
  constructor(
    private readonly jobs: JobPermits,
    private readonly permits: PermitAllocator,
    private readonly runs: RunRecords,
    private readonly around: { readonly demands: Pick<PermitDemands, 'replace'>; readonly log: Pick<Logger, 'warn'> },
  ) {
    jobs.onCommit((state, result, fresh) => {
      const completed = this.afterCommit(state, result, fresh);
      this.background(state.job, completed);
      return completed;
    });
    permits.onRoom((key, woken) => {
      for (const { job, run } of woken) this.background(job, this.unblock(job, run, key));
    });
  }

  /** Stores the run and admits it. Returns the outcome; nothing of a refused run stays stored. */
  async admit(run: Run, request: Extract<AdmissionOp, { type: 'admit' }>): Promise<AdmitAnswer> {
    const { limitKey: key } = run;
    const op = { ...request, ...storedPriority(run.priority), ...(key !== undefined && { key }) };
    const { answer, completed } = await this.jobs.apply(run.job, op, run);
    if (answer !== 'started') return answer;
    const placed = (await completed).get(run.id) ?? true;
    if (placed) return 'started';
    if (op.policy !== 'Forbid') return 'waiting';
    return 'forbidden';
  }

  /** Applies an operation to the job's permits and completes the steps that follow from it. */
  async apply(job: JobId, op: AdmissionOp): Promise<void> {
    const { completed } = await this.jobs.apply(job, op);
    await completed;
  }

  /**
   * Releases the permits of a run that has ended or will never start. Permits given after `state` was read stay, so `state` must be read
   * before the check that the run has ended. `held`: the permits that the run names.
   */
  async release(state: ScheduleState, run: RunId, held: readonly string[]): Promise<void> {
    const keys = new Set([
      ...(await this.permits.keysFor(state)),
      ...held.filter((key) => !key.startsWith(JOB_PERMIT)),
    ]);
    await this.permits.release([...keys], state.tenant, { run, upTo: state.rev });
    await this.apply(state.job, { type: 'release', run, upTo: state.rev });
  }

  /** See `PermitAllocator.listBlocked`. */
  listBlocked(state: ScheduleState): Promise<void> {
    return this.permits.listBlocked(state);
  }

  /**
   * Completes an admission that is stored as `state`; safe to repeat. `fresh`: runs as they were known before. Returns for each
   * run that got the permit of its job whether it has all its permits.
   */
  async afterCommit(state: ScheduleState, result: Granted, fresh: ReadonlyMap<RunId, Run>): Promise<Completed> {
    const { started, takenOver, dropped, replaced } = result;
    await Promise.all([
      ...dropped.map((drop) => this.drop(state, drop, fresh)),
      ...replaced.map((run) => this.around.demands.replace(run)),
    ]);
    const keys = await this.permits.keysFor(state);
    const runs = await this.runsOf(state, [...started, ...takenOver], fresh);
    const placed = await Promise.all([
      ...started.map((waiter) => this.takeSharedPermits({ state, waiter, keys }, runs.get(waiter.run))),
      ...takenOver.map((waiter) => this.takeOver({ state, waiter, keys }, runs.get(waiter.run))),
    ]);
    return new Map([...started, ...takenOver].map(({ run }, i) => [run, placed[i] ?? true]));
  }

  /** The runs of the permits. Null if the permit has another grant by now, or the run another generation. */
  private async runsOf(
    state: ScheduleState,
    waiters: readonly Waiter[],
    fresh: ReadonlyMap<RunId, Run>,
  ): Promise<ReadonlyMap<RunId, Run | null>> {
    const others = waiters.filter(({ run }) => !fresh.has(run));
    if (others.length === 0) return fresh;
    const stored = await this.runs.load(others.map(({ run }) => run));
    const held = await this.jobs.heldSince(state);
    const runs = new Map<RunId, Run | null>(fresh);
    for (const { run, generation = 0 } of others) {
      const storedRun = stored.get(run);
      const isMeant = held.has(run) && (storedRun === undefined || storedRun.generation === generation);
      if (!isMeant) runs.set(run, null);
      else if (storedRun) runs.set(run, storedRun);
    }
    return runs;
  }

  /**
   * Continues the admission of a run whose former process may only be slow: after the save here, that process can no longer start
   * it.
   */
  private async takeOver(at: GivenPermit, run: Run | null | undefined): Promise<boolean> {
    if (run?.phase !== 'Queued') return this.takeSharedPermits(at, run);
    const claimed = await this.runs.revise(run);
    if (claimed === null) return true;
    const { state, waiter } = at;
    // The run has not started yet, so a limit that was lowered after it got its permit still applies.
    if (!isOverLimit(state, waiter)) return this.takeSharedPermits(at, claimed);
    await this.apply(state.job, { type: 'putBack', waiter, ...grantOf(state) });
    return false;
  }

  /**
   * Takes the shared permits of a run that has the permit of its job. False: a limit is full, and the run waits again or is
   * withdrawn.
   */
  private async takeSharedPermits(at: GivenPermit, run: Run | null | undefined): Promise<boolean> {
    if (run === null) return true;
    const { state, waiter, keys } = at;
    const { tenant, job, rev: grant } = state;
    if (!run || isFinal(run.phase)) {
      this.background(state.job, this.release(state, waiter.run, []));
      return true;
    }
    if (run.phase !== 'Queued') {
      // The run started before the job had a limit: the run counts, but can neither wait nor be refused.
      for (const key of keys)
        await this.permits.change(key, tenant, { type: 'adopt', run: run.id, job, ...groupOf(state) });
      return true;
    }
    const join = waiter.policy !== 'Forbid';
    const full = await this.permits.take(keys, { ...placeOf(state, waiter), tenant, grant, join });
    if (full === null) {
      await this.start(at, run);
      this.background(state.job, this.permits.listBlocked(state));
      return true;
    }
    if (!join && run.trigger !== 'schedule' && run.trigger !== 'dependency' && run.startAfter <= run.createdAt) {
      // The requester (a person, or a backfill, which retries) is refused at once; nothing of the run stays stored.
      const withdrawn = await this.runs.withdraw(run);
      const permit = { run: run.id, upTo: grant, unused: true } as const;
      if (withdrawn) this.background(job, this.apply(job, { type: 'release', ...permit }));
      // Otherwise another process has taken over the run and releases its permits.
      return !withdrawn;
    }
    this.background(job, this.putBack(at, full));
    return false;
  }

  /** The run waits for the shared limit `key`. If a permit became free before this state was stored, the run is woken now. */
  private async putBack({ state, waiter }: GivenPermit, key: string): Promise<void> {
    await this.apply(state.job, { type: 'putBack', waiter: { ...waiter, blockedBy: key }, ...grantOf(state) });
    await this.permits.change(key, state.tenant, { type: 'look' });
  }

  /** The shared limit `key` may have a permit for the run by now. */
  private async unblock(job: JobId, run: RunId, key: string): Promise<void> {
    const { state, completed } = await this.jobs.apply(job, { type: 'unblock', run, key });
    if (state) this.background(job, this.permits.leaveInVain(state, run, key));
    await completed;
  }

  /**
   * Moves the run from `Queued` to the executor. If the run was changed meanwhile, another process or the sweep continues, and
   * the permits taken here are released.
   */
  private async start({ state, keys }: GivenPermit, run: Run): Promise<void> {
    if (await this.runs.start(run, [`${JOB_PERMIT}${state.job}`, ...keys])) return;
    const current = await this.runs.find(run.id);
    if (!current || isFinal(current.phase)) {
      this.background(state.job, this.release(state, run.id, keys));
      return;
    }
    const inVain = current.phase === 'Queued' ? keys : keys.filter((key) => !current.holds.includes(key));
    await this.permits.release(inVain, state.tenant, { run: run.id, upTo: state.rev });
  }

  private async drop(state: ScheduleState, { run, reason }: DroppedRun, fresh: ReadonlyMap<RunId, Run>): Promise<void> {
    await this.permits.leave(await this.permits.keysFor(state), state.tenant, run);
    const current = fresh.get(run) ?? (await this.runs.find(run));
    if (current?.phase === 'Queued') await this.runs.drop(current, reason);
  }

  private background(job: JobId, work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.around.log.warn({ err: error, job }, 'an admission could not be completed; a sweep repeats it');
    });
  }
}

const grantOf = ({
  rev,
  concurrency,
}: ScheduleState): Pick<Extract<AdmissionOp, { type: 'putBack' }>, 'grant' | 'under'> => ({
  grant: rev,
  under: concurrency.policy,
});
