/**
 * The queue of runs that are to be reconciled. All inputs that wait for one run become one decision and one write, and no run is
 * reconciled twice at the same time. The number of runs in work is bounded; the others wait for their turn, started runs
 * before new ones, so that an overloaded replica ends as many runs as it can and starts as many as it ends. Engine reports are debounced:
 * after a reconciliation, further reports of that run are collected for about as long as it took. The report of a single attempt's start
 * waits for that of its end, and reports of a run with many pods are collected for longer, and from the first one on.
 */
import type { Clock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { isFinal } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import { inLogContext } from '#common/logging/log-context.js';
import type { Logger } from '#common/logging/logger.js';
import { TrackedTasks } from '#common/runtime/tracked-tasks.js';
import type { StartResult } from '../engines/engine.js';
import { attemptOf, type Answer, type Input } from '../run/inputs.js';
import { WakeTimers, type WakeOptions } from './wake-timers.js';

export interface ReconcileRequest {
  readonly inputs: readonly Input[];
  /** Set by sweeps: reads the run again and performs all its pending effects, not only those that this decision adds. */
  readonly repeatEffects: boolean;
  /** A caller waits for an answer within a second: nothing else may delay it for long. */
  readonly urgent: boolean;
  /** The last decision about the run failed and may be stored in part: ends of attempts that it has recorded count now. */
  readonly afterFailure: boolean;
}

/** Reconciles one run; gives one answer per input, in order. */
export type ReconcileRun = (run: RunId, request: ReconcileRequest) => Promise<readonly Answer[]>;

/** Live attempts of a run. */
export interface AttemptCounts {
  readonly all: number;
  /** Those whose reports may wait for each other; 0 if they must not wait. */
  readonly collected: number;
  /** The run is known to have ended. */
  readonly isOver: boolean;
}

/** See `RunQueue.report`. */
export type ReportInput = (input: Exclude<Input, { type: 'command' }>) => void;

interface SubmitOptions {
  readonly repeatEffects?: boolean;
  readonly urgent?: boolean;
  /** The run has not started and no caller waits: it comes after all runs that have started. */
  readonly isNew?: boolean;
  /** No caller waits: the input may be debounced. */
  readonly mayWait?: boolean;
}

interface Waiter {
  readonly inputs: readonly Input[];
  readonly resolve: (answers: readonly Answer[]) => void;
  readonly reject: (error: unknown) => void;
}

interface Line {
  waiters: Waiter[];
  repeatEffects: boolean;
  urgent: boolean;
  isNew: boolean;
  mayWait: boolean;
  /** Ends of attempts among what waits. */
  ends: number;
  /** Sealed outputs of attempts among what waits. */
  seals: number;
  /** All that waits are reports of attempts that have started. */
  hasOnlyStarts: boolean;
  /** The reports of starts wait for an end, or have done so. */
  awaitsEnd: boolean;
  /** The waiting inputs have been collected for long enough. */
  isCollected: boolean;
  isBusy: boolean;
}

const RETRY_MS = 1_000;
/** The shortest and the longest debounce, for every duration of the last reconciliation. */
const MIN_DEBOUNCE_MS = 30;
const MAX_DEBOUNCE_MS = 250;
/**
 * The report that a run's single attempt has started waits this long for another report, so that the start and the end of an attempt that ends at once
 * are one decision and one write. While many runs are in work the callback of such an attempt takes longer: then the report waits for twice as
 * long as ends have lately taken to come, up to the maximum.
 */
const AWAIT_END_MS = 200;
const MAX_AWAIT_END_MS = 1_000;
/** So many runs are in work, or wait, that decisions and callbacks delay each other. */
const MANY_RUNS = 32;
/** Runs whose start was reported and whose end is awaited, for the time that ends take. */
const MAX_STARTS_REMEMBERED = 1_000;
/** An end that takes longer says nothing about our own delays. */
const MAX_END_DELAY_MS = 30_000;
/** Ends come late: more attempts have started than workers and services can end. */
const LATE_END_MS = 400;
/** The weight of the newest time in their mean. */
const NEWEST_WEIGHT = 1 / 16;
/**
 * Reports of pods of one run, and of their stored output, are collected for this long, or until all of them have ended: each decision is
 * written, and asks for the output of ended attempts. (The controller of Kubernetes' own Jobs waits for a second.)
 */
const COLLECT_MS = 500;
/** Wake-ups within this time are timed exactly; the sweep finds the later ones. */
const EXACT_WAKE_MS = 5_000;
/** When the service stops, reconciliations under way get this long to be saved. */
const MAX_CLOSING_MS = 3_000;

export class RunQueue {
  private readonly lines = new Map<RunId, Line>();
  private readonly turns: RunTurns;
  private readonly timers: WakeTimers;
  private readonly underWay = new TrackedTasks();
  /** Runs whose last reconciliation failed: each is repeated soon. */
  private readonly failed = new Set<RunId>();
  /** Runs that are being debounced, each with the function that ends it. */
  private readonly debounced = new Map<RunId, () => void>();
  private readonly endDelay: EndDelay;
  private state: 'open' | 'closing' | 'closed' = 'open';

  constructor(
    private readonly reconcileRun: ReconcileRun,
    private readonly log: Logger,
    private readonly clock: Clock,
    private readonly attemptsOf: (run: RunId) => AttemptCounts = () => attemptCountsOf(undefined),
  ) {
    this.endDelay = new EndDelay(clock);
    this.turns = new RunTurns(clock, () => this.endDelay.areLate);
    this.timers = new WakeTimers((run, isNew) => {
      this.wake(run, isNew);
    }, clock);
  }

  /** The number of runs with waiting inputs. */
  get depth(): number {
    return this.lines.size;
  }

  /** Adds the inputs to the run's next decision. Resolves when that decision is saved; rejects if it failed or will not be made. */
  submit(run: RunId, inputs: readonly Input[], options: SubmitOptions = {}): Promise<readonly Answer[]> {
    const { repeatEffects = false, urgent = false, isNew = false, mayWait = false } = options;
    if (!this.takes(isNew)) return Promise.reject(stopping());
    return new Promise((resolve, reject) => {
      const line = this.line(run);
      line.waiters.push({ inputs, resolve, reject });
      line.repeatEffects ||= repeatEffects;
      line.urgent ||= urgent;
      line.isNew &&= isNew;
      line.mayWait &&= mayWait;
      const ends = inputs.filter(isEnd).length;
      line.ends += ends;
      if (ends > 0) this.endDelay.ended(run);
      line.seals += inputs.filter(({ type }) => type === 'sealed').length;
      line.hasOnlyStarts &&= inputs.every(isStart);
      this.queue(run, line);
    });
  }

  /** Like `submit`, for an input that no caller waits for and no sender would repeat: it is repeated here until it is accepted. */
  report(input: Exclude<Input, { type: 'command' }>): void {
    const run = runOf(attemptOf(input));
    if (!run) return;
    if (isStart(input)) this.endDelay.started(run);
    this.insist(run, [input], { mayWait: true });
  }

  /** Reconciles the run once more although nothing was reported; a reconciliation that is under way does not count. */
  wake(run: RunId, isNew = false): void {
    const line = this.lines.get(run);
    const isComing = line !== undefined && line.waiters.length > 0 && !line.mayWait;
    // A reconciliation that fails is repeated in any case.
    if (!isComing) this.submit(run, [], { isNew }).catch(() => undefined);
  }

  /** Reconciles the run at that instant, unless that is planned earlier. Only a hint: the sweep finds the run as well. */
  wakeAt(run: RunId, at: Instant, now: Instant, options: WakeOptions = {}): void {
    if (this.state === 'open') this.timers.plan(run, at, now, options);
  }

  /** The same as `wakeAt` for a run that has just been reconciled; a later instant is left to the sweep. */
  wakeSoon(run: RunId, at: Instant): void {
    const now = this.clock.now();
    if (at - now < EXACT_WAKE_MS) this.wakeAt(run, at, now);
  }

  /** Whether `wakeAt` has planned a reconciliation of the run. */
  isToWake(run: RunId): boolean {
    return this.timers.has(run);
  }

  /** Resolves when the reconciliations that are under way now have ended. */
  async drain(): Promise<void> {
    await this.underWay.present();
  }

  /**
   * Accepts no new runs; resolves once waiting inputs of started runs are saved or the time for that is over. The rest is
   * refused.
   */
  async stop(): Promise<void> {
    this.state = 'closing';
    this.timers.stop();
    for (const run of [...this.debounced.keys()]) this.endDebounce(run);
    this.refuse(this.turns.drop('fresh'));
    await this.underWay.drain(MAX_CLOSING_MS);
    this.state = 'closed';
    this.refuse(this.turns.drop('started'));
    await this.underWay.drain();
  }

  private insist(run: RunId, inputs: readonly Input[], options: SubmitOptions = {}): void {
    this.submit(run, inputs, options).catch(() => {
      if (this.state === 'closed') return;
      this.clock.after(RETRY_MS, () => {
        this.insist(run, inputs, options);
      });
    });
  }

  private takes(isNew: boolean): boolean {
    return this.state === 'open' || (this.state === 'closing' && !isNew);
  }

  private line(run: RunId): Line {
    const line = this.lines.get(run) ?? { ...NOTHING_WAITS, waiters: [], isBusy: false };
    this.lines.set(run, line);
    return line;
  }

  private queue(run: RunId, line: Line): void {
    if (line.isBusy) return;
    if (this.isTooLate(run, line)) {
      this.lines.delete(run);
      for (const { inputs, resolve } of line.waiters) resolve(inputs.map(() => 'notCurrent'));
      return;
    }
    if (this.debounced.has(run)) {
      const isComplete = this.hasAll(run, line) || (line.awaitsEnd && !line.hasOnlyStarts);
      if (!line.mayWait || isComplete) this.endDebounce(run);
      return;
    }
    if (this.mayCollect(run, line)) {
      this.postpone(run, COLLECT_MS);
      return;
    }
    if (this.mayAwaitEnd(run, line)) {
      line.awaitsEnd = true;
      this.postpone(run, this.lines.size < MANY_RUNS ? AWAIT_END_MS : this.endDelay.patienceMs);
      return;
    }
    this.turns.add(run, { isNew: line.isNew, hasEnded: line.ends > 0 });
    this.serve();
  }

  /** True if only starts were reported, and the worker's report of the end was faster. A wake-up is no report. */
  private isTooLate(run: RunId, { hasOnlyStarts, waiters }: Line): boolean {
    return hasOnlyStarts && waiters.every(({ inputs }) => inputs.length > 0) && this.attemptsOf(run).isOver;
  }

  /** Each live attempt has ended, or its output is sealed if it had ended before. */
  private hasAll(run: RunId, line: Line): boolean {
    const live = this.attemptsOf(run).collected;
    return live > 0 && line.ends + line.seals >= live;
  }

  /** True if no waiting input was collected already, and more will come. */
  private mayCollect(run: RunId, line: Line): boolean {
    const isOpen = this.state === 'open' && line.mayWait && !line.isCollected && !this.turns.isBegun(run);
    return isOpen && this.attemptsOf(run).collected > Math.max(1, line.ends + line.seals);
  }

  /** True if only the start of the single attempt was reported, and it has not waited for an end yet: further starts may depend on those of many. */
  private mayAwaitEnd(run: RunId, line: Line): boolean {
    const isOpen = this.state === 'open' && line.mayWait && line.hasOnlyStarts && !line.awaitsEnd;
    return isOpen && !this.turns.isBegun(run) && this.attemptsOf(run).all <= 1;
  }

  /** Delays the next reconciliation of the run, unless a caller waits for it. */
  private debounce(run: RunId, ms: number): void {
    if (this.state !== 'open') return;
    const waitMs = Math.min(Math.max(ms, MIN_DEBOUNCE_MS), MAX_DEBOUNCE_MS);
    this.postpone(run, this.attemptsOf(run).collected > 1 ? COLLECT_MS : waitMs);
  }

  private postpone(run: RunId, ms: number): void {
    const stop = this.clock.after(ms, () => {
      this.endDebounce(run);
    });
    this.debounced.set(run, stop);
  }

  private endDebounce(run: RunId): void {
    this.debounced.get(run)?.();
    this.debounced.delete(run);
    const line = this.lines.get(run);
    if (!line) return;
    line.isCollected = true;
    this.queue(run, line);
  }

  private refuse(waiting: readonly RunId[]): void {
    for (const run of waiting) {
      for (const { reject } of this.lines.get(run)?.waiters ?? []) reject(stopping());
      this.lines.delete(run);
    }
  }

  private begin(run: RunId, line: Line): void {
    line.isBusy = true;
    const begunAt = this.clock.monotonic();
    const work = inLogContext({ run }, () => this.perform(run, line)).finally(() => {
      line.isBusy = false;
      this.turns.end(run);
      this.debounce(run, this.clock.monotonic() - begunAt);
      if (line.waiters.length === 0) this.lines.delete(run);
      else if (this.takes(line.isNew)) this.queue(run, line);
      else this.refuse([run]);
      this.serve();
    });
    void this.underWay.add(work);
  }

  private serve(): void {
    while (this.state !== 'closed') {
      const run = this.turns.take();
      if (run === undefined) return;
      const line = this.lines.get(run);
      if (line) this.begin(run, line);
      else this.turns.end(run);
    }
  }

  private async perform(run: RunId, line: Line): Promise<void> {
    const { waiters, repeatEffects, urgent } = line;
    const afterFailure = this.failed.delete(run);
    Object.assign(line, NOTHING_WAITS, { waiters: [] });
    try {
      const inputs = waiters.flatMap((waiter) => waiter.inputs);
      const answers = await this.reconcileRun(run, { inputs, repeatEffects, urgent, afterFailure });
      let from = 0;
      for (const waiter of waiters) {
        waiter.resolve(answers.slice(from, from + waiter.inputs.length));
        from += waiter.inputs.length;
      }
    } catch (error) {
      this.log.warn({ error: messageOf(error) }, 'a run could not be reconciled; it is tried again');
      // A save may have succeeded although its answer was lost; then this replica alone must perform its effects. Or only an end of an
      // attempt was recorded: a worker that reports it again is answered that it is known, so nobody else brings it.
      this.failed.add(run);
      const now = this.clock.now();
      this.wakeAt(run, now + RETRY_MS, now);
      for (const waiter of waiters) waiter.reject(error);
    }
  }
}

const STARTED: ReadonlySet<StartResult['type']> = new Set(['started', 'created', 'alreadyStarted']);

const NOTHING_WAITS = {
  repeatEffects: false,
  urgent: false,
  isNew: true,
  mayWait: true,
  ends: 0,
  seals: 0,
  hasOnlyStarts: true,
  awaitsEnd: false,
  isCollected: false,
} as const;

const isStart = (input: Input): boolean => input.type === 'startResult' && STARTED.has(input.result.type);

function isEnd(input: Input): boolean {
  if (input.type === 'observed') return input.observation.type === 'ended';
  return input.type === 'status' && input.state !== 'RUNNING';
}

/** The caller tries another replica, or this one after its restart. */
const stopping = (): AppError => new AppError('UNAVAILABLE', 'this executor is stopping');

/**
 * Pods begin and end slowly, so the report of one may wait a little for the others of its run. A pod that has ended counts until its
 * output is sealed.
 */
export function attemptCountsOf(run: Pick<Run, 'engine' | 'live' | 'phase'> | undefined): AttemptCounts {
  const all = run?.live.length ?? 0;
  const isOver = run !== undefined && isFinal(run.phase);
  return { all, collected: run?.engine === 'kubernetes' ? all : 0, isOver };
}

/** How long ends take to come after the reports of their starts, of those that come soon. */
class EndDelay {
  private readonly startedAt = new Map<RunId, number>();
  private meanMs = 0;

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  get areLate(): boolean {
    return this.meanMs > LATE_END_MS;
  }

  get patienceMs(): number {
    return Math.min(Math.max(AWAIT_END_MS, 2 * this.meanMs), MAX_AWAIT_END_MS);
  }

  started(run: RunId): void {
    const oldest = this.startedAt.size < MAX_STARTS_REMEMBERED ? undefined : this.startedAt.keys().next().value;
    if (oldest !== undefined) this.startedAt.delete(oldest);
    this.startedAt.set(run, this.clock.monotonic());
  }

  ended(run: RunId): void {
    const at = this.startedAt.get(run);
    if (at === undefined) return;
    this.startedAt.delete(run);
    const ms = this.clock.monotonic() - at;
    if (ms <= MAX_END_DELAY_MS) this.meanMs += (ms - this.meanMs) * NEWEST_WEIGHT;
  }
}

export const runOf = (attempt: AttemptId): RunId | null => parseAttemptId(attempt)?.run ?? null;

/*
 * Selects the run that is reconciled next, and bounds the number of runs in work. Started runs come before new ones, and while many ends
 * wait to be stored, only as many new runs begin as end: if runs were started faster than their ends are stored, they would take processor
 * and database time from the ends, which would be stored later and later.
 */

const MAX_IN_WORK = 256;
/** The part of these for runs that have not started: the rest is reserved for started ones. */
export const MAX_NEW_AT_ONCE = 128;
/** At least this many new runs may be in work, even if no end is stored: ends that are stored slowly for another reason stop no start. */
export const MIN_NEW_AT_ONCE = 16;
/** Each end that waits or is in work reduces the number of new runs by this many. */
const NEW_PER_END = 7;
/**
 * From this many ends on, one new run begins for each end that is stored, or for two while ends come late: otherwise those that have started and wait for
 * their callbacks would never become fewer, and each of their starts would be a decision of its own.
 */
const MANY_ENDS = 16;
const CREDIT_WHILE_LATE = 0.5;
/**
 * The time constant by which the maximum decays. Reports come in waves, because ends that are stored together are answered together:
 * between two waves a hundred new runs would begin, and more runs would begin than end.
 */
const ENDS_REMEMBERED_MS = 200;
/** If no end has been stored for this long, new runs do not wait for one. */
const STALLED_MS = 250;

/** How many new runs may be in work while this many runs have ends that are not stored yet. */
export const newAtOnce = (ends: number): number => Math.max(MIN_NEW_AT_ONCE, MAX_NEW_AT_ONCE - NEW_PER_END * ends);

export class RunTurns {
  /** Waiting runs, in order of arrival: started runs, and new ones. */
  private readonly started = new Set<RunId>();
  private readonly fresh = new Set<RunId>();
  /** Runs that wait or are in work with the end of an attempt. */
  private readonly ending = new Set<RunId>();
  private readonly inWork = new Set<RunId>();
  private readonly newInWork = new Set<RunId>();
  /** Ends that were stored and for which no new run has begun yet. */
  private credit = 0;
  private endedAt = -Infinity;
  /** The decaying maximum of the number of ends, as it was at that time, in milliseconds of the monotonic clock. */
  private recentEnds = { ends: 0, at: 0 };

  /** `endsAreLate`: whether ends come later after their starts than a callback takes. */
  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly endsAreLate: () => boolean = () => false,
  ) {}

  /** Whether the run waits as one that has started. */
  isBegun(run: RunId): boolean {
    return this.started.has(run);
  }

  /** The run waits from now on, or continues to wait. */
  add(run: RunId, { isNew, hasEnded }: { readonly isNew: boolean; readonly hasEnded: boolean }): void {
    if (hasEnded) {
      this.ending.add(run);
      this.updateRecentEnds();
    }
    if (isNew) this.fresh.add(run);
    else {
      this.fresh.delete(run);
      this.started.add(run);
    }
  }

  /** Takes the next run into work. Undefined: none waits, or as many are in work as may be. */
  take(): RunId | undefined {
    if (this.inWork.size >= MAX_IN_WORK) return undefined;
    const started = first(this.started);
    const run = started ?? (this.mayBegin() ? first(this.fresh) : undefined);
    if (run === undefined) return undefined;
    if (started === undefined) {
      this.newInWork.add(run);
      this.credit = Math.max(0, this.credit - 1);
    }
    this.started.delete(run);
    this.fresh.delete(run);
    this.inWork.add(run);
    return run;
  }

  /** Ends the work on the run; if inputs have arrived for it meanwhile, the caller adds it again. */
  end(run: RunId): void {
    this.inWork.delete(run);
    this.newInWork.delete(run);
    if (!this.ending.delete(run)) return;
    this.credit = Math.min(this.credit + (this.endsAreLate() ? CREDIT_WHILE_LATE : 1), MAX_NEW_AT_ONCE);
    this.endedAt = this.clock.monotonic();
  }

  /** Whether one more new run may begin. */
  private mayBegin(): boolean {
    const ends = this.updateRecentEnds();
    const isStalled = this.clock.monotonic() - this.endedAt > STALLED_MS;
    if (ends < MANY_ENDS || isStalled) return this.newInWork.size < newAtOnce(ends);
    return this.credit >= 1 && this.newInWork.size < MAX_NEW_AT_ONCE;
  }

  private updateRecentEnds(): number {
    const at = this.clock.monotonic();
    const remembered = this.recentEnds.ends * Math.exp((this.recentEnds.at - at) / ENDS_REMEMBERED_MS);
    this.recentEnds = { ends: Math.max(this.ending.size, remembered), at };
    return this.recentEnds.ends;
  }

  /** Removes all waiting runs that have started, or all new ones. Returns them. */
  drop(which: 'started' | 'fresh'): readonly RunId[] {
    const dropped = [...this[which]];
    this[which].clear();
    for (const run of dropped) this.ending.delete(run);
    return dropped;
  }
}

const first = (waiting: ReadonlySet<RunId>): RunId | undefined => waiting.values().next().value;
