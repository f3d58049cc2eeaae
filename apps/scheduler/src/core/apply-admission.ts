/**
 * Decides which runs of a job hold a permit and which wait: the admission rules on the job's own `schedules` document. The limit per key
 * is part of it, so that one compare-and-set gives the permits of both. Permits of shared limits (group, tenant) are taken afterwards; a
 * run that finds no permit there is put back and waits for that limit.
 */
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { keysHeld } from '#common/schedule/key-limit.js';
import type { KeyBucket } from '#common/schedule/key-rule.js';
import type { Permit, ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { inRank, outranks, storedPriority } from '#common/domain/priority.js';
import { mayBeUnder } from '#common/domain/shared-limit.js';
import { KeyPermits } from './key-permits.js';

export type AdmissionOp =
  | {
      readonly type: 'admit';
      readonly run: RunId;
      readonly policy: ConcurrencyPolicy;
      readonly startAfter: Instant;
      readonly generation?: number;
      readonly priority?: number;
      /** The run's place in the queue from an earlier wait; absent: the run begins to wait now, or at its start time if that is later. */
      readonly waitsSince?: Instant;
      /** The key by which it counts in the limit per key; none if absent. */
      readonly key?: string;
    }
  /** The run has ended or does not exist: permits given up to revision `upTo` are free, and it does not wait any more. */
  | {
      readonly type: 'release';
      readonly run: RunId;
      readonly upTo: number;
      /** The run has not started with the permit, and never will: it does not count in the rate of its key. */
      readonly unused?: true;
    }
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
  /** No run has changed, but a permit may be free now: time has passed, or the limit has changed. */
  | { readonly type: 'look' };

export type AdmissionAnswer = 'started' | 'waiting' | 'forbidden' | 'queueFull';

export interface AdmissionResult {
  readonly holders: readonly Permit[];
  readonly queue: readonly Waiter[];
  readonly keyBuckets: readonly KeyBucket[];
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
 * Applies the operations in order, then gives free permits to the waiting runs, in the order of their ranks. While the tenant is held no
 * run gets a permit: a run that asks for one waits under every policy.
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
  result.holders === state.holders &&
  result.queue === state.queue &&
  (result.keyBuckets === state.keyBuckets || result.keyBuckets.length + (state.keyBuckets?.length ?? 0) === 0);

/** The document with the permits of the result, still under its former revision. */
export function withPermits(
  { keyBuckets: _former, ...state }: ScheduleState,
  { holders, queue, keyBuckets }: Pick<AdmissionResult, 'holders' | 'queue' | 'keyBuckets'>,
): ScheduleState {
  return { ...state, holders, queue, ...(keyBuckets.length > 0 && { keyBuckets }) };
}

/** More runs hold permits than the limit of the job, or of the key of this one, allows by now. */
export const isOverLimit = (
  { concurrency, holders }: Pick<ScheduleState, 'concurrency' | 'holders'>,
  { policy, key }: Waiter,
): boolean =>
  (policy !== 'Allow' && holders.length > concurrency.maxConcurrency) ||
  (key !== undefined && (keysHeld(holders).get(key) ?? 0) > (concurrency.perKey?.max ?? Infinity));

class AdmissionState {
  private holders: readonly Permit[];
  private queue: readonly Waiter[];
  private readonly answers = new Map<RunId, AdmissionAnswer>();
  private readonly started: Waiter[] = [];
  private readonly takenOver: Waiter[] = [];
  private readonly replaced = new Set<RunId>();
  private readonly dropped: DroppedRun[] = [];
  private readonly keys: KeyPermits;

  constructor(
    private readonly state: ScheduleState,
    private readonly now: Instant,
    private readonly isHeld: boolean,
  ) {
    this.holders = state.holders;
    this.queue = state.queue;
    this.keys = new KeyPermits(state, now);
  }

  result(): AdmissionResult {
    const { holders, queue, answers, started, takenOver, dropped } = this;
    const { buckets: keyBuckets } = this.keys;
    return { holders, queue, keyBuckets, answers, started, takenOver, dropped, replaced: [...this.replaced] };
  }

  apply(op: AdmissionOp): void {
    switch (op.type) {
      case 'admit':
        this.answers.set(op.run, this.admit(waiterOf(op, this.now), op.waitsSince !== undefined));
        return;
      case 'release':
        this.release(op);
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
        this.adopt(op.run);
        return;
      case 'look':
        this.keys.removeFull();
        return;
    }
  }

  /**
   * Gives free permits in the order of ranks; a waiter that may not start yet does not block the waiters behind it. Runs that must not
   * wait are refused once all permits are given: a run with a lower rank, but no limit of its job, may have taken the room of its key.
   */
  promote(): void {
    const due = inRank(this.queue).filter((waiter) => this.isNext(waiter));
    const left = due.filter((waiter) => !this.startWaiting(waiter));
    for (const waiter of left)
      if (waiter.policy === 'Forbid' || this.isForbiddenByKey(waiter)) this.drop(waiter.run, 'ConcurrencyForbidden');
  }

  private startWaiting(waiter: Waiter): boolean {
    if (!this.canStart(waiter)) return false;
    this.queue = without(this.queue, waiter.run);
    this.start(waiter);
    return true;
  }

  private admit(waiter: Waiter, asksAgain: boolean): AdmissionAnswer {
    if (this.holds(waiter.run)) return 'started';
    if (this.queue.some(({ run }) => run === waiter.run)) return 'waiting';
    if (this.isHeld || waiter.startAfter > this.now) return this.enqueue(waiter);
    // All runs of a job need the same shared limits: a limit that blocks a run before this one also blocks this one.
    const blocked = this.queue.find((other) => other.blockedBy !== null && !outranks(waiter, other));
    if (blocked)
      return waiter.policy === 'Forbid' ? 'forbidden' : this.enqueue({ ...waiter, blockedBy: blocked.blockedBy });
    const mustQueue =
      waiter.policy !== 'Forbid' && this.queue.some((other) => this.goesNow(other) && competes(other, waiter));
    if (!mustQueue && this.canStart(waiter)) {
      this.start(waiter);
      return 'started';
    }
    if (waiter.policy === 'Forbid' || this.isForbiddenByKey(waiter)) return 'forbidden';
    return this.wait(waiter, mustQueue, asksAgain);
  }

  private wait(waiter: Waiter, mustQueue: boolean, asksAgain: boolean): AdmissionAnswer {
    const ofKey = this.replacedInKey(waiter);
    const ofJob = this.replacedInJob(waiter, mustQueue);
    const isNewer = ({ waitsSince = 0 }: Waiter): boolean => waitsSince >= (waiter.waitsSince ?? 0);
    // The run was replaced before, by a process that died or is slow to record that: it does not replace the later run in turn.
    if (asksAgain && [...(ofKey ?? []), ...(ofJob ?? [])].some(isNewer)) {
      this.drop(waiter.run, 'Replaced');
      return 'waiting';
    }
    if (ofKey && !this.replaceInKey(waiter, ofKey)) return 'queueFull';
    return ofJob ? this.replace(waiter, ofJob) : this.enqueue(waiter);
  }

  /** The waiting runs that the waiter replaces because its key is busy, for any limit that they wait for; null: it replaces none. */
  private replacedInKey({ key }: Waiter): readonly Waiter[] | null {
    if (this.state.concurrency.perKey?.policy !== 'Replace' || this.keys.hasRoom(key, this.holders)) return null;
    return this.queue.filter((other) => other.key === key && other.startAfter <= this.now);
  }

  /** The same because its job is busy: the waiting runs that would replace others. */
  private replacedInJob({ policy }: Waiter, mustQueue: boolean): readonly Waiter[] | null {
    if (policy !== 'Replace' || (!mustQueue && this.hasRoom(policy))) return null;
    return this.queue.filter((other) => other.policy === 'Replace' && this.isNext(other));
  }

  private release({ run, upTo, unused }: Extract<AdmissionOp, { type: 'release' }>): void {
    this.queue = without(this.queue, run);
    // A later permit belongs to a later generation of the run.
    const held = this.holders.find((holder) => holder.run === run && holder.grant <= upTo);
    if (held === undefined) return;
    this.holders = without(this.holders, run);
    if (unused) this.keys.giveBack(held);
  }

  private adopt(run: RunId): void {
    const waiting = this.queue.find((waiter) => waiter.run === run);
    this.queue = without(this.queue, run);
    if (!this.holds(run)) this.holders = [...this.holders, this.permitFor({ run, ...keyed(waiting?.key) })];
  }

  private putBack({ waiter, grant, under }: Extract<AdmissionOp, { type: 'putBack' }>): void {
    const held = this.holders.find((holder) => holder.run === waiter.run && holder.grant === grant);
    if (held === undefined) return;
    this.keys.giveBack(held);
    // The job may have been edited since the permit was given.
    this.giveBack(waiterUnder({ ...waiter, ...keyed(held.key) }, under, this.state));
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
    const held = this.holders.find(({ run }) => run === waiter.run);
    if (held === undefined) return;
    this.holders = this.holders.map((holder) =>
      holder === held ? this.permitFor({ ...held, generation: waiter.generation ?? 0 }) : holder,
    );
    this.takenOver.push({ ...waiter, ...keyed(held.key) });
  }

  /** The newest run takes the permit of the oldest one and replaces the runs that wait to replace it. */
  private replace(waiter: Waiter, older: readonly Waiter[]): AdmissionAnswer {
    for (const { run } of older) this.drop(run, 'Replaced');
    this.end(this.holders, this.state.concurrency.maxConcurrency);
    this.queue = [...this.queue, waiter];
    return 'waiting';
  }

  /** The same among the runs with its key. False: the queue, of all keys or of this key, is full. */
  private replaceInKey({ key }: Waiter, older: readonly Waiter[]): boolean {
    const { maxQueued, perKey } = this.state.concurrency;
    if (this.queue.length - older.length >= maxQueued || this.isKeyFull(key, older.length)) return false;
    for (const { run } of older) this.drop(run, 'Replaced');
    this.end(
      this.holders.filter((holder) => holder.key === key),
      perKey?.max ?? Infinity,
    );
    return true;
  }

  /** Aborts the oldest runs until there is room for one more among `most`; runs that are being aborted already are counted. */
  private end(holders: readonly Permit[], most: number): void {
    const staying = holders.filter(({ run }) => !this.replaced.has(run));
    for (const { run } of staying.slice(0, Math.max(0, staying.length - most + 1))) this.replaced.add(run);
  }

  private enqueue(waiter: Waiter): AdmissionAnswer {
    if (this.queue.length >= this.state.concurrency.maxQueued || this.isKeyFull(waiter.key)) return 'queueFull';
    this.queue = [...this.queue, waiter];
    return 'waiting';
  }

  private start(waiter: Waiter): void {
    this.holders = [...this.holders, this.permitFor({ ...waiter, ...this.keys.take(waiter.key) })];
    this.started.push(waiter);
  }

  /** The queue of the key is full, without the runs that are about to leave it. */
  private isKeyFull(key: string | undefined, leaving = 0): boolean {
    if (key === undefined) return false;
    const waiting = this.queue.filter((other) => other.key === key).length;
    return waiting - leaving >= (this.state.concurrency.perKey?.maxQueued ?? Infinity);
  }

  private drop(run: RunId, reason: DroppedRun['reason']): void {
    this.queue = without(this.queue, run);
    if (!this.dropped.some((other) => other.run === run)) this.dropped.push({ run, reason });
  }

  /** `state.rev + 1` is the revision under which this result is saved. */
  private permitFor(of: Pick<Permit, 'run' | 'generation' | 'key' | 'tokenAt'>): Permit {
    const { run, generation = 0, key, tokenAt } = of;
    return {
      run,
      since: this.now,
      grant: this.state.rev + 1,
      ...(generation > 0 && { generation }),
      ...keyed(key),
      ...(tokenAt !== undefined && { tokenAt }),
    };
  }

  private holds(run: RunId): boolean {
    return this.holders.some((holder) => holder.run === run);
  }

  private hasRoom(policy: ConcurrencyPolicy): boolean {
    return policy === 'Allow' || this.holders.length < this.state.concurrency.maxConcurrency;
  }

  private canStart({ policy, key }: Waiter): boolean {
    return this.hasRoom(policy) && this.keys.hasRoom(key, this.holders);
  }

  /** A run that has waited since before gets its permit ahead of runs that ask now. */
  private goesNow(waiter: Waiter): boolean {
    return this.isNext(waiter) && this.canStart(waiter);
  }

  private isForbiddenByKey({ key }: Waiter): boolean {
    return this.state.concurrency.perKey?.policy === 'Forbid' && !this.keys.hasRoom(key, this.holders);
  }

  /** The run waits only for the permit of its job. */
  private isNext(waiter: Waiter): boolean {
    return waiter.blockedBy === null && waiter.startAfter <= this.now;
  }
}

function waiterOf(request: Extract<AdmissionOp, { type: 'admit' }>, now: Instant): Waiter {
  const { run, policy, startAfter, generation = 0, priority, key, waitsSince = Math.max(now, startAfter) } = request;
  return {
    run,
    policy,
    startAfter,
    waitsSince,
    blockedBy: null,
    ...keyed(key),
    ...(generation > 0 && { generation }),
    ...storedPriority(priority),
  };
}

/**
 * A waiter under another definition of its job than `former`. If that had no limit of its own, it waits for the new one; it does not wait
 * for a group that the job has left, because no release would wake it.
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

/** True if the two runs compete for a permit of the job, or of the same key. */
const competes = (other: Waiter, waiter: Waiter): boolean =>
  waiter.policy !== 'Allow' || (waiter.key !== undefined && waiter.key === other.key);

const keyed = (key: string | undefined): { readonly key?: string } => (key === undefined ? {} : { key });

/** Returns the same array if the run is not in it, so that callers detect a change by identity. */
function without<T extends { readonly run: RunId }>(list: readonly T[], run: RunId): readonly T[] {
  return list.some((entry) => entry.run === run) ? list.filter((entry) => entry.run !== run) : list;
}
