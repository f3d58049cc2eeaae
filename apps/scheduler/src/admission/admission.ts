/**
 * Admission of every run: first the permits of its own job, then those of its shared limits, all or none. Each decision is one
 * compare-and-set on the job's `schedules` document. What follows from it (saving the run, dispatching it) is repeated by the
 * sweep if this process dies in between.
 *
 * A permit and its run are two documents, and the process that completes an admission may be slow and be replaced by another.
 * Three rules guarantee that a run never starts without its permit. (1) A process starts the run only in the state that it had
 * before the permit was given, or checks after reading the run that the permit still has the same grant. (2) A successor first
 * renews the permit, then changes the revision of the run, and only then may release the permit. (3) A permit is released only
 * for a run that has ended, and only if it was given before that end was read.
 */
import type { Clock } from '#common/clock/clock.js';
import { type JobId, type RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { storedPriority } from '#common/domain/priority.js';
import { groupOf, JOB_PERMIT } from '#common/domain/shared-limit.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { admitted, dropped } from '../core/leave-queue.js';
import {
  changesNothing,
  applyAdmission,
  isOverLimit,
  withPermits,
  type AdmissionAnswer,
  type AdmissionOp,
  type DroppedRun,
  type AdmissionResult,
} from '../core/apply-admission.js';
import { firstBlocked, placeOf } from '../core/turns.js';
import type { CommandStore, Outbox, RunReader, RunStore, ScheduleStore } from '../ports.js';
import { KeyedBatcher } from '#common/runtime/batcher.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { BATCHES, MAX_TRIES, type PermitAllocator } from './permit-allocator.js';
import type { TenantLimits } from './tenant-limits.js';

export interface AdmissionStores {
  readonly schedules: ScheduleStore;
  readonly runs: RunStore;
  readonly reads: Pick<RunReader, 'load'>;
  readonly commands: CommandStore;
}

interface Request {
  readonly op: AdmissionOp;
  /** A new run, to be stored as `Queued` before it is admitted. */
  readonly run: Run | null;
}

type Granted = Pick<AdmissionResult, 'started' | 'takenOver' | 'dropped' | 'replaced'>;

/** The permit of its job that a waiting run was given, and the shared limits of which it needs permits as well. */
interface GivenPermit {
  /** The document as it was stored with the permit; its revision is the grant of the permit. */
  readonly state: ScheduleState;
  readonly waiter: Waiter;
  readonly keys: readonly string[];
}

/** Runs of this or a later revision are not withdrawn (`RunStore.withdraw`). */
const PROTECTED_REV = 2;

/** `noSuchJob`: the job has no `schedules` document. */
export type AdmitAnswer = AdmissionAnswer | 'noSuchJob' | null;

interface AdmitResult {
  readonly answer: AdmitAnswer;
  /** For each run that got the permit of its job: true if it has all permits, false if a shared limit had none left. */
  readonly committed: Promise<ReadonlyMap<RunId, boolean>>;
}

const NOTHING_GRANTED: Promise<ReadonlyMap<RunId, boolean>> = Promise.resolve(new Map());

export class Admission {
  private readonly batches = new KeyedBatcher<JobId, Request, AdmitResult>(
    (job, requests) => this.decide(job, requests),
    BATCHES,
  );
  private readonly permits: PermitAllocator;
  private readonly limits: TenantLimits;

  constructor(
    private readonly stores: AdmissionStores,
    shared: { readonly permits: PermitAllocator; readonly limits: TenantLimits },
    private readonly outbox: Outbox,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.permits = shared.permits;
    this.limits = shared.limits;
    this.permits.onRoom((key, permits) => {
      for (const { job, run } of permits) this.background(this.apply(job, { type: 'unblock', run, key }));
    });
  }

  /** Stores the run and admits it. Returns the outcome; a refused run leaves nothing behind. */
  async admit(run: Run, asked: Extract<AdmissionOp, { type: 'admit' }>): Promise<AdmitAnswer> {
    const { limitKey: key } = run;
    const op = { ...asked, ...storedPriority(run.priority), ...(key !== undefined && { key }) };
    const { answer, committed } = await this.batches.add(run.job, { op, run });
    if (answer !== 'started') return answer;
    const placed = (await committed).get(run.id) ?? true;
    if (placed) return 'started';
    if (op.policy !== 'Forbid') return 'waiting';
    return 'forbidden';
  }

  /** Applies an operation to the job's permits and completes what follows from it. */
  async apply(job: JobId, op: AdmissionOp): Promise<void> {
    const { committed } = await this.batches.add(job, { op, run: null });
    await committed;
  }

  /**
   * Releases the permits of a run that has ended or will never start. Permits given after `state` was read stay, so read `state`
   * before you check that the run has ended. `held`: the permits that the run names.
   */
  async release(state: ScheduleState, run: RunId, held: readonly string[]): Promise<void> {
    const keys = new Set([...(await this.limits.keysFor(state)), ...held.filter((key) => !key.startsWith(JOB_PERMIT))]);
    await this.permits.release([...keys], state.tenant, { run, upTo: state.rev });
    await this.apply(state.job, { type: 'release', run, upTo: state.rev });
  }

  /**
   * Completes an admission that is stored as `state`; safe to repeat. `fresh`: runs as they were known before. Returns for each
   * run that got the permit of its job whether it has all its permits.
   */
  async afterCommit(
    state: ScheduleState,
    result: Granted,
    fresh: ReadonlyMap<RunId, Run>,
  ): Promise<ReadonlyMap<RunId, boolean>> {
    const { started, takenOver, dropped, replaced } = result;
    await Promise.all([
      ...dropped.map((drop) => this.drop(state, drop, fresh)),
      ...replaced.map((run) => this.replace(run)),
    ]);
    const keys = await this.limits.keysFor(state);
    const known = await this.known(state, [...started, ...takenOver], fresh);
    const placed = await Promise.all([
      ...started.map((waiter) => this.takeSharedPermits({ state, waiter, keys }, known.get(waiter.run))),
      ...takenOver.map((waiter) => this.takeOver({ state, waiter, keys }, known.get(waiter.run))),
    ]);
    return new Map([...started, ...takenOver].map(({ run }, i) => [run, placed[i] ?? true]));
  }

  /** The runs of the permits. Null where the permit has another grant by now, or the run another generation. */
  private async known(
    state: ScheduleState,
    waiters: readonly Waiter[],
    fresh: ReadonlyMap<RunId, Run>,
  ): Promise<ReadonlyMap<RunId, Run | null>> {
    const others = waiters.filter(({ run }) => !fresh.has(run));
    if (others.length === 0) return fresh;
    const stored = await this.stores.reads.load(others.map(({ run }) => run));
    const current = await this.stores.schedules.load(state.job);
    const held = new Set(current?.holders.filter(({ grant }) => grant === state.rev).map(({ run }) => run));
    const known = new Map<RunId, Run | null>(fresh);
    for (const { run, generation = 0 } of others) {
      const found = stored.get(run);
      const isMeant = held.has(run) && (found === undefined || found.generation === generation);
      if (!isMeant) known.set(run, null);
      else if (found) known.set(run, found);
    }
    return known;
  }

  /**
   * Continues the admission of a run whose former process may only be slow: after the save here, that process can no longer start
   * it.
   */
  private async takeOver(at: GivenPermit, run: Run | null | undefined): Promise<boolean> {
    if (run?.phase !== 'Queued') return this.takeSharedPermits(at, run);
    const claimed = { ...run, rev: run.rev + 1 };
    if (!(await this.stores.runs.save(claimed, run.rev))) return true;
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
      this.background(this.release(state, waiter.run, []));
      return true;
    }
    if (run.phase !== 'Queued') {
      // The run started before the job had a limit: it counts, but can neither wait nor be refused.
      for (const key of keys)
        await this.permits.change(key, tenant, { type: 'adopt', run: run.id, job, ...groupOf(state) });
      return true;
    }
    const join = waiter.policy !== 'Forbid';
    const full = await this.permits.take(keys, { ...placeOf(state, waiter), tenant, grant, join });
    if (full === null) {
      await this.start(at, run);
      this.background(this.listBlocked(state));
      return true;
    }
    if (!join && run.trigger !== 'schedule' && run.trigger !== 'dependency' && run.startAfter <= run.createdAt) {
      // The requester (a person, or a backfill, which retries) is refused at once; the run leaves nothing behind.
      const withdrawn = await this.stores.runs.withdraw(run);
      const given = { run: run.id, upTo: grant, unused: true } as const;
      if (withdrawn) this.background(this.apply(job, { type: 'release', ...given }));
      // Otherwise another process has taken over the run and releases its permits.
      return !withdrawn;
    }
    this.background(this.putBack(at, full));
    return false;
  }

  /**
   * Registers, for each shared limit that blocks runs of the job, the run that is next in turn. The runs behind it are blocked by the same
   * limit, and do not register themselves.
   */
  async listBlocked(state: ScheduleState): Promise<void> {
    for (const [key, waiter] of firstBlocked(state, this.tools.clock.now()))
      await this.permits.change(key, state.tenant, { type: 'join', ...placeOf(state, waiter) });
  }

  /** The run waits for the shared limit `key`. If a permit became free before that was stored, the run is woken now. */
  private async putBack({ state, waiter }: GivenPermit, key: string): Promise<void> {
    await this.apply(state.job, { type: 'putBack', waiter: { ...waiter, blockedBy: key }, ...grantOf(state) });
    await this.permits.change(key, state.tenant, { type: 'look' });
  }

  private async decide(job: JobId, requests: readonly Request[]): Promise<readonly AdmitResult[]> {
    const stored = new Map<RunId, Run>();
    return retryOnConflict(
      MAX_TRIES,
      `the permits of job ${job} were changed by too many others at the same time; try again`,
      async () => {
        const state = await this.stores.schedules.load(job);
        if (state === null) return requests.map(() => ({ answer: 'noSuchJob' as const, committed: NOTHING_GRANTED }));
        const now = this.tools.clock.now();
        const result = applyAdmission(
          state,
          requests.map((request) => request.op),
          now,
          this.limits.isHeld(state.tenant),
        );
        await this.store(requests, result, stored);
        const next = { ...withPermits(state, result), rev: state.rev + 1 };
        const saved = changesNothing(state, result) || (await this.stores.schedules.save(next, state.rev));
        if (!saved) return null;
        const committed = this.afterCommit(next, result, stored);
        committed.catch((error: unknown) => {
          this.tools.log.warn({ err: error, job }, 'an admission could not be completed; a sweep repeats it');
        });
        await this.tidyUp(next, requests, result, stored);
        return requests.map(({ op }) => ({
          answer: op.type === 'admit' ? (result.answers.get(op.run) ?? null) : null,
          committed,
        }));
      },
    );
  }

  /** New runs are stored before the document names them. */
  private async store(requests: readonly Request[], result: AdmissionResult, stored: Map<RunId, Run>): Promise<void> {
    const accepted = requests.flatMap(({ run }) => {
      const answer = run && result.answers.get(run.id);
      return run && (answer === 'started' || answer === 'waiting') && !stored.has(run.id) ? [run] : [];
    });
    if (accepted.length === 0) return;
    const inserted = await this.stores.runs.insertRuns(accepted);
    for (const run of accepted) stored.set(run.id, inserted.has(run.id) ? run : await this.keep(run.id));
  }

  /** The run existed already: another requester, who is refused, must not withdraw it any more. */
  private async keep(id: RunId): Promise<Run> {
    const found = (await this.stores.reads.load([id])).get(id);
    const kept = found && (await protectFromWithdrawal(this.stores, found));
    if (!kept)
      throw new AppError('UNAVAILABLE', `run ${id} was refused to another request at the same time; try again`);
    return kept;
  }

  /** Withdraws runs that were stored and then refused in a lost race; runs that were woken without need leave the waiting list. */
  private async tidyUp(
    state: ScheduleState,
    requests: readonly Request[],
    result: AdmissionResult,
    stored: ReadonlyMap<RunId, Run>,
  ): Promise<void> {
    const placed = new Set(result.holders.map(({ run }) => run));
    for (const { op } of requests) {
      const refused = op.type === 'admit' && ['forbidden', 'queueFull'].includes(result.answers.get(op.run) ?? '');
      const run = refused ? stored.get(op.run) : undefined;
      if (run) await this.stores.runs.withdraw(run);
      if (op.type === 'unblock') this.background(this.leaveInVain(state, op, placed.has(op.run)));
    }
  }

  /**
   * A run that was woken but has no permit of its job, or of its key, must not hold up others. Nor must one that waited for a limit which no
   * longer applies to its job: it would always be woken first and never take the permit.
   */
  private async leaveInVain(
    state: ScheduleState,
    { run, key }: Extract<AdmissionOp, { type: 'unblock' }>,
    placed: boolean,
  ): Promise<void> {
    const keys = await this.limits.keysFor(state);
    const inVain = placed ? [key].filter((each) => !keys.includes(each)) : [...new Set([key, ...keys])];
    await this.permits.leave(inVain, state.tenant, run);
    if (!placed && state.concurrency.perKey !== undefined) await this.listBlocked(state);
  }

  /**
   * Moves the run from `Queued` to the executor. If the run was changed meanwhile, another process or the sweep continues, and
   * the permits taken here are released.
   */
  private async start({ state, keys }: GivenPermit, run: Run): Promise<void> {
    const next = admitted(run, [`${JOB_PERMIT}${state.job}`, ...keys], this.tools.clock.now());
    if (await this.stores.runs.save(next, run.rev)) {
      this.outbox.changed(next, run.transitions.length);
      this.outbox.dispatch(next);
      return;
    }
    const current = (await this.stores.reads.load([run.id])).get(run.id);
    if (!current || isFinal(current.phase)) {
      this.background(this.release(state, run.id, keys));
      return;
    }
    const inVain = current.phase === 'Queued' ? keys : keys.filter((key) => !current.holds.includes(key));
    await this.permits.release(inVain, state.tenant, { run: run.id, upTo: state.rev });
  }

  private async drop(state: ScheduleState, { run, reason }: DroppedRun, fresh: ReadonlyMap<RunId, Run>): Promise<void> {
    await this.permits.leave(await this.limits.keysFor(state), state.tenant, run);
    const current = fresh.get(run) ?? (await this.stores.reads.load([run])).get(run);
    if (current?.phase !== 'Queued') return;
    const next = dropped(current, reason, this.tools.clock.now());
    if (await this.stores.runs.save(next, current.rev)) this.outbox.changed(next, current.transitions.length);
  }

  /** Asks the executor to abort a run whose permit a newer one replaces: once, and once more after each resume. */
  private async replace(run: RunId): Promise<void> {
    const current = (await this.stores.reads.load([run])).get(run);
    if (!current || isFinal(current.phase)) return;
    await this.stores.commands.add({
      id: `replace-${run}-${current.generation}`,
      run,
      shard: current.shard,
      command: 'abort',
      reason: 'A newer run of the job replaces it.',
      graceSeconds: null,
      actor: 'scheduler',
      at: this.tools.clock.now(),
    });
    this.outbox.dispatch(current);
  }

  private background(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.tools.log.warn({ err: error }, 'an admission could not be completed; a sweep repeats it');
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

/**
 * Keeps the process that inserted this run from withdrawing it: a new revision is saved. Returns the run as it is now, read again if it
 * was changed meanwhile, because it may have ended; null if it was withdrawn.
 */
export async function protectFromWithdrawal(
  stores: { readonly runs: Pick<RunStore, 'save'>; readonly reads: Pick<RunReader, 'load'> },
  run: Run,
): Promise<Run | null> {
  if (run.rev >= PROTECTED_REV) return run;
  const kept = { ...run, rev: PROTECTED_REV };
  if (await stores.runs.save(kept, run.rev)) return kept;
  return (await stores.reads.load([run.id])).get(run.id) ?? null;
}
