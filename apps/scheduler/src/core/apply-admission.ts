/**
 * Which runs of a job hold a permit and which wait: the admission rules on the job's own `schedules` document. Permits of shared
 * limits (group, tenant) are taken afterwards; a run that finds no permit there is put back and waits for that limit.
 */
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { Permit, ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { inRank, outranks, storedPriority } from '#common/domain/priority.js';
import { mayBeUnder } from '#common/domain/shared-limit.js';

export type AdmissionOp =
  | {
      readonly type: 'admit';
      readonly run: RunId;
      readonly policy: ConcurrencyPolicy;
      readonly startAfter: Instant;
      readonly generation?: number;
      readonly priority?: number;
      /** Where it has waited before; it begins to wait now if absent, or with its start time if that is later. */
      readonly waitsSince?: Instant;
    }
  /** The run has ended or does not exist: permits given up to revision `upTo` are free, and it does not wait any more. */
  | { readonly type: 'release'; readonly run: RunId; readonly upTo: number }
  /**
   * The run cannot start with the permit of this grant: it waits again, in front of later runs of its job. Without effect if it
   * has another grant by now, because another process continues its admission. `under`: the job's policy when the permit was
   * given.
   */
  | { readonly type: 'putBack'; readonly waiter: Waiter; readonly grant: number; readonly under: ConcurrencyPolicy }
  /** The process that gave the run its permit did not complete the admission: the permit is given again, with a new grant. */
  | { readonly type: 'takeOver'; readonly waiter: Waiter }
  /** The shared limit `key`, for which the run waited, may have a free permit now. */
  | { readonly type: 'unblock'; readonly run: RunId; readonly key: string }
  /** The run is under way without a permit, because it started before the job had a limit; it does not wait any more. */
  | { readonly type: 'adopt'; readonly run: RunId }
  /** Nothing happened to a run, but a permit may be free now: time has passed, or the limit has changed. */
  | { readonly type: 'look' };

export type AdmissionAnswer = 'started' | 'waiting' | 'forbidden' | 'queueFull';

export interface AdmissionResult {
  readonly holders: readonly Permit[];
  readonly queue: readonly Waiter[];
  /** For each run that asked to be admitted. */
  readonly answers: ReadonlyMap<RunId, AdmissionAnswer>;
  /** Runs that have just got a permit, in order. */
  readonly started: readonly Waiter[];
  /** Runs whose permit was given again. */
  readonly takenOver: readonly Waiter[];
  /** Runs that hold a permit and are to be aborted in favour of a newer one. */
  readonly replaced: readonly RunId[];
  /** Waiting runs that will not start: a newer one replaces them, or they may not wait any longer. */
  readonly dropped: readonly DroppedRun[];
}

export interface DroppedRun {
  readonly run: RunId;
  readonly reason: 'Replaced' | 'ConcurrencyForbidden' | 'QueueFull';
}

/**
 * Applies the operations in order, then gives free permits to the waiting runs, in the order of their ranks. While the tenant is held no run gets
 * a permit: a run that asks for one waits, whatever its policy.
 */
export function applyAdmission(
  state: ScheduleState,
  ops: readonly AdmissionOp[],
  now: Instant,
  isHeld = false,
): AdmissionResult {
  const admission = new AdmissionState(state, now, isHeld);
  for (const op of ops) admission.apply(op);
  if (!isHeld) admission.promote();
  return admission.result();
}

/** True when the result leaves the document unchanged. */
export const changesNothing = (state: ScheduleState, result: AdmissionResult): boolean =>
  result.holders === state.holders && result.queue === state.queue;

class AdmissionState {
  private holders: readonly Permit[];
  private queue: readonly Waiter[];
  private readonly answers = new Map<RunId, AdmissionAnswer>();
  private readonly started: Waiter[] = [];
  private readonly takenOver: Waiter[] = [];
  private readonly replaced = new Set<RunId>();
  private readonly dropped: DroppedRun[] = [];

  constructor(
    private readonly state: ScheduleState,
    private readonly now: Instant,
    private readonly isHeld: boolean,
  ) {
    this.holders = state.holders;
    this.queue = state.queue;
  }

  result(): AdmissionResult {
    const { holders, queue, answers, started, takenOver, dropped } = this;
    return { holders, queue, answers, started, takenOver, dropped, replaced: [...this.replaced] };
  }

  apply(op: AdmissionOp): void {
    switch (op.type) {
      case 'admit':
        this.answers.set(op.run, this.admit(waiterOf(op, this.now)));
        return;
      case 'release':
        this.release(op.run, op.upTo);
        return;
      case 'putBack':
        this.putBack(op);
        return;
      case 'takeOver':
        this.takeOver(op.waiter);
        return;
      case 'unblock':
        if (this.queue.some(({ run, blockedBy }) => run === op.run && blockedBy !== null)) {
          this.queue = this.queue.map((waiter) => (waiter.run === op.run ? { ...waiter, blockedBy: null } : waiter));
        }
        return;
      case 'adopt':
        this.queue = without(this.queue, op.run);
        if (!this.holds(op.run)) this.holders = [...this.holders, this.permitFor(op)];
        return;
      case 'look':
        return;
    }
  }

  /** Gives free permits in the order of ranks; a waiter that may not start yet does not hold up those behind it. */
  promote(): void {
    for (const waiter of inRank(this.queue)) {
      if (waiter.blockedBy !== null || waiter.startAfter > this.now) continue;
      if (this.hasRoom(waiter.policy)) {
        this.queue = without(this.queue, waiter.run);
        this.start(waiter);
      } else if (waiter.policy === 'Forbid') {
        this.drop(waiter.run, 'ConcurrencyForbidden');
      }
    }
  }

  private admit(waiter: Waiter): AdmissionAnswer {
    if (this.holds(waiter.run)) return 'started';
    if (this.queue.some(({ run }) => run === waiter.run)) return 'waiting';
    if (this.mustWait(waiter)) return this.enqueue(waiter);
    // All runs of a job need the same shared limits: a limit that holds up a run before this one holds up this one.
    const blocked = this.queue.find((other) => other.blockedBy !== null && !outranks(waiter, other));
    if (blocked)
      return waiter.policy === 'Forbid' ? 'forbidden' : this.enqueue({ ...waiter, blockedBy: blocked.blockedBy });
    const mustQueue =
      waiter.policy !== 'Allow' && waiter.policy !== 'Forbid' && this.queue.some((other) => this.isNext(other));
    if (!mustQueue && this.hasRoom(waiter.policy)) {
      this.start(waiter);
      return 'started';
    }
    if (waiter.policy === 'Forbid') return 'forbidden';
    return waiter.policy === 'Replace' ? this.replace(waiter) : this.enqueue(waiter);
  }

  private mustWait({ startAfter }: Waiter): boolean {
    return this.isHeld || startAfter > this.now;
  }

  private release(run: RunId, upTo: number): void {
    this.queue = without(this.queue, run);
    // A later permit belongs to a later life of the run.
    if (this.holders.some((holder) => holder.run === run && holder.grant <= upTo))
      this.holders = without(this.holders, run);
  }

  private putBack({ waiter, grant, under }: Extract<AdmissionOp, { type: 'putBack' }>): void {
    if (!this.holders.some((holder) => holder.run === waiter.run && holder.grant === grant)) return;
    // The job may have been edited since the permit was given.
    this.giveBack(waiterUnder(waiter, under, this.state));
  }

  private giveBack(waiter: Waiter): void {
    this.holders = without(this.holders, waiter.run);
    if (this.queue.some(({ run }) => run === waiter.run)) return;
    if (waiter.policy === 'Forbid') this.dropped.push({ run: waiter.run, reason: 'ConcurrencyForbidden' });
    else if (this.queue.length >= this.state.concurrency.maxQueued)
      this.dropped.push({ run: waiter.run, reason: 'QueueFull' });
    else this.queue = [waiter, ...this.queue];
  }

  private takeOver(waiter: Waiter): void {
    if (!this.holds(waiter.run)) return;
    this.holders = this.holders.map((holder) => (holder.run === waiter.run ? this.permitFor(waiter) : holder));
    this.takenOver.push(waiter);
  }

  /** The newest run takes the permit of the oldest one and replaces those that wait to replace it. */
  private replace(waiter: Waiter): AdmissionAnswer {
    for (const other of this.queue) {
      if (other.policy === 'Replace' && this.isNext(other)) this.drop(other.run, 'Replaced');
    }
    const excess = this.holders.length - this.state.concurrency.maxConcurrency + 1;
    for (const { run } of this.holders.slice(0, Math.max(0, excess))) this.replaced.add(run);
    this.queue = [...this.queue, waiter];
    return 'waiting';
  }

  private enqueue(waiter: Waiter): AdmissionAnswer {
    if (this.queue.length >= this.state.concurrency.maxQueued) return 'queueFull';
    this.queue = [...this.queue, waiter];
    return 'waiting';
  }

  private start(waiter: Waiter): void {
    this.holders = [...this.holders, this.permitFor(waiter)];
    this.started.push(waiter);
  }

  private drop(run: RunId, reason: DroppedRun['reason']): void {
    this.queue = without(this.queue, run);
    this.dropped.push({ run, reason });
  }

  /** `state.rev + 1` is the revision under which this result is saved. */
  private permitFor({ run, generation = 0 }: Pick<Waiter, 'run' | 'generation'>): Permit {
    return { run, since: this.now, grant: this.state.rev + 1, ...(generation > 0 && { generation }) };
  }

  private holds(run: RunId): boolean {
    return this.holders.some((holder) => holder.run === run);
  }

  private hasRoom(policy: ConcurrencyPolicy): boolean {
    return policy === 'Allow' || this.holders.length < this.state.concurrency.maxConcurrency;
  }

  /** Waits only for the permit of its job. */
  private isNext(waiter: Waiter): boolean {
    return waiter.blockedBy === null && waiter.startAfter <= this.now;
  }
}

function waiterOf(asked: Extract<AdmissionOp, { type: 'admit' }>, now: Instant): Waiter {
  const { run, policy, startAfter, generation = 0, priority, waitsSince = Math.max(now, startAfter) } = asked;
  return {
    ...{ run, policy, startAfter, waitsSince },
    blockedBy: null,
    ...(generation > 0 && { generation }),
    ...storedPriority(priority),
  };
}

/**
 * A waiter under another definition of its job than `former`. If that had no limit of its own, it waits for the new one; it does
 * not wait for a group that the job has left, because nobody would wake it.
 */
export function waiterUnder(
  waiter: Waiter,
  former: ConcurrencyPolicy,
  job: Pick<ScheduleState, 'tenant' | 'concurrency'>,
): Waiter {
  const isLimitNew = former === 'Allow' && job.concurrency.policy !== 'Allow';
  return {
    ...waiter,
    policy: isLimitNew && waiter.policy === 'Allow' ? 'Enqueue' : waiter.policy,
    blockedBy: waiter.blockedBy !== null && mayBeUnder(job, waiter.blockedBy) ? waiter.blockedBy : null,
  };
}

/** Returns the same array if the run is not in it, so that a change shows by identity. */
function without<T extends { readonly run: RunId }>(list: readonly T[], run: RunId): readonly T[] {
  return list.some((entry) => entry.run === run) ? list.filter((entry) => entry.run !== run) : list;
}
