/**
 * The queue of runs that are to be reconciled. All inputs that wait for one run become one decision and one write, and a run is never
 * reconciled twice at the same time. The number of runs in work is bounded; the others wait in order of arrival, those that have
 * begun before those that have not. So an overloaded replica ends as many runs as it can, and begins as many as it ends. Reports of
 * engines are debounced: after a reconciliation, the next reports of that run are collected for as long as it took.
 */
import type { Clock } from '#common/clock/clock.js';
import { delay } from '#common/clock/delay.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { attemptOf, type Answer, type Input } from '../run/inputs.js';

export interface ReconcileRequest {
  readonly inputs: readonly Input[];
  /** A sweep's doubt: read the run anew, and do all pending effects again, not only those that this decision adds. */
  readonly repeatEffects: boolean;
  /** Somebody waits for an answer within a second: nothing else may delay it for long. */
  readonly urgent: boolean;
}

/** Reconciles one run; gives one answer per input, in order. */
export type ReconcileRun = (run: RunId, request: ReconcileRequest) => Promise<readonly Answer[]>;

interface SubmitOptions {
  readonly repeatEffects?: boolean;
  readonly urgent?: boolean;
  /** Nothing of the run has begun, so that nobody waits: it comes after all that has. */
  readonly isNew?: boolean;
  /** Nobody waits for it: it may be debounced. */
  readonly mayWait?: boolean;
}

interface Waiter {
  readonly inputs: readonly Input[];
  readonly settle: (answers: readonly Answer[]) => void;
  readonly fail: (error: unknown) => void;
}

interface Line {
  waiters: Waiter[];
  repeatEffects: boolean;
  urgent: boolean;
  isNew: boolean;
  mayWait: boolean;
  isBusy: boolean;
}

const MAX_IN_WORK = 128;
/** Of those, runs of which nothing has begun: the rest is kept free for what has. */
const MAX_NEW_AT_ONCE = 32;
const RETRY_MS = 1_000;
/**
 * Reports are debounced for as long as the last reconciliation took, within these bounds. An attempt that ends as soon as it has
 * started is told of once.
 */
const MIN_DEBOUNCE_MS = 30;
const MAX_DEBOUNCE_MS = 250;
/** What has begun is given this long to be saved when the service stops. */
const MAX_CLOSING_MS = 3_000;

export class RunQueue {
  private readonly lines = new Map<RunId, Line>();
  /** Runs that wait: those of which something has begun, and the others. */
  private readonly begun = new Set<RunId>();
  private readonly fresh = new Set<RunId>();
  private readonly timers = new Map<RunId, { readonly at: Instant; readonly callOff: () => void }>();
  private readonly underWay = new Set<Promise<void>>();
  /** Runs that were reconciled a moment ago, each with how to end its debounce. */
  private readonly debounced = new Map<RunId, () => void>();
  private busyWithNew = 0;
  private state: 'open' | 'closing' | 'closed' = 'open';
  private idle: (() => void)[] = [];

  constructor(
    private readonly reconcileRun: ReconcileRun,
    private readonly log: Logger,
    private readonly clock: Clock,
  ) {}

  /** Runs that have something waiting. */
  get depth(): number {
    return this.lines.size;
  }

  /** Adds the inputs to the run's next decision; resolves when that is saved. Rejects when it failed, or will not come. */
  submit(run: RunId, inputs: readonly Input[], options: SubmitOptions = {}): Promise<readonly Answer[]> {
    const { repeatEffects = false, urgent = false, isNew = false, mayWait = false } = options;
    if (!this.takes(isNew)) return Promise.reject(stopping());
    return new Promise((settle, fail) => {
      const line = this.line(run);
      line.waiters.push({ inputs, settle: settle, fail });
      line.repeatEffects ||= repeatEffects;
      line.urgent ||= urgent;
      line.isNew &&= isNew;
      line.mayWait &&= mayWait;
      this.queue(run, line);
    });
  }

  /** Like `submit` for what nobody waits for and nobody would bring again: tried until it is taken in. */
  report(input: Exclude<Input, { type: 'command' }>): void {
    const run = runOf(attemptOf(input));
    if (run) this.insist(run, [input], { mayWait: true });
  }

  /** Reconciles the run after now, though nothing was reported; a reconciliation that is under way does not count. */
  wake(run: RunId): void {
    const line = this.lines.get(run);
    const isComing = line !== undefined && line.waiters.length > 0 && !line.mayWait;
    // One that fails is tried again in any case.
    if (!isComing) this.submit(run, []).catch(() => undefined);
  }

  /** Reconciles the run at that instant, unless it is planned sooner. A hint only: the sweep comes anyway. */
  wakeAt(run: RunId, at: Instant, now: Instant): void {
    const planned = this.timers.get(run);
    if (this.state !== 'open' || (planned && planned.at <= at)) return;
    planned?.callOff();
    const callOff = this.clock.after(Math.max(0, at - now), () => {
      this.timers.delete(run);
      this.wake(run);
    });
    this.timers.set(run, { at, callOff });
  }

  /** Resolves when everything that is under way now has ended. */
  async drain(): Promise<void> {
    await Promise.all(this.underWay);
  }

  /** Begins nothing new, and ends once what has begun is saved, or cannot be in time; the rest is refused. */
  async stop(): Promise<void> {
    this.state = 'closing';
    for (const { callOff } of this.timers.values()) callOff();
    this.timers.clear();
    for (const run of [...this.debounced.keys()]) this.endDebounce(run);
    this.refuse(this.fresh);
    const waited = new AbortController();
    await Promise.race([this.whenIdle(), delay(MAX_CLOSING_MS, waited.signal)]);
    waited.abort();
    this.state = 'closed';
    this.refuse(this.begun);
    await this.whenIdle();
  }

  private async whenIdle(): Promise<void> {
    if (this.underWay.size > 0 || this.begun.size > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
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
    if (this.debounced.has(run)) {
      if (!line.mayWait) this.endDebounce(run);
      return;
    }
    if (line.isNew) this.fresh.add(run);
    else {
      this.fresh.delete(run);
      this.begun.add(run);
    }
    this.serve();
  }

  /** Keeps the run from being reconciled again for a while, unless somebody waits for it. */
  private debounce(run: RunId, ms: number): void {
    if (this.state !== 'open') return;
    const stop = this.clock.after(Math.min(Math.max(ms, MIN_DEBOUNCE_MS), MAX_DEBOUNCE_MS), () => {
      this.endDebounce(run);
    });
    this.debounced.set(run, stop);
  }

  private endDebounce(run: RunId): void {
    this.debounced.get(run)?.();
    this.debounced.delete(run);
    const line = this.lines.get(run);
    if (line) this.queue(run, line);
  }

  private refuse(waiting: Set<RunId>): void {
    for (const run of waiting) {
      for (const { fail } of this.lines.get(run)?.waiters ?? []) fail(stopping());
      this.lines.delete(run);
    }
    waiting.clear();
  }

  private begin(run: RunId, line: Line): void {
    const { isNew } = line;
    line.isBusy = true;
    if (isNew) this.busyWithNew += 1;
    const begunAt = this.clock.monotonic();
    const work = this.perform(run, line).finally(() => {
      this.underWay.delete(work);
      line.isBusy = false;
      if (isNew) this.busyWithNew -= 1;
      this.debounce(run, this.clock.monotonic() - begunAt);
      if (line.waiters.length === 0) this.lines.delete(run);
      else if (this.takes(line.isNew)) this.queue(run, line);
      else this.refuse(new Set([run]));
      this.serve();
      if (this.underWay.size === 0 && this.begun.size === 0) for (const resolve of this.idle.splice(0)) resolve();
    });
    this.underWay.add(work);
  }

  private serve(): void {
    while (this.state !== 'closed' && this.underWay.size < MAX_IN_WORK) {
      const run = first(this.begun) ?? (this.busyWithNew < MAX_NEW_AT_ONCE ? first(this.fresh) : undefined);
      if (run === undefined) return;
      this.begun.delete(run);
      this.fresh.delete(run);
      const line = this.lines.get(run);
      if (line) this.begin(run, line);
    }
  }

  private async perform(run: RunId, line: Line): Promise<void> {
    const { waiters, repeatEffects, urgent } = line;
    Object.assign(line, NOTHING_WAITS, { waiters: [] });
    try {
      const inputs = waiters.flatMap((waiter) => waiter.inputs);
      const answers = await this.reconcileRun(run, { inputs, repeatEffects, urgent });
      let from = 0;
      for (const waiter of waiters) {
        waiter.settle(answers.slice(from, from + waiter.inputs.length));
        from += waiter.inputs.length;
      }
    } catch (error) {
      this.log.warn({ run, error: messageOf(error) }, 'a run could not be reconciled, it is tried again');
      // Nobody else may come again: what was being saved may have been saved, and be ours alone to follow up.
      const now = this.clock.now();
      this.wakeAt(run, now + RETRY_MS, now);
      for (const waiter of waiters) waiter.fail(error);
    }
  }
}

const NOTHING_WAITS = { repeatEffects: false, urgent: false, isNew: true, mayWait: true } as const;

const first = (waiting: ReadonlySet<RunId>): RunId | undefined => waiting.values().next().value;

/** Whoever waits brings it to another replica, or to the next start of this one. */
const stopping = (): AppError => new AppError('UNAVAILABLE', 'this executor is stopping');

export const runOf = (attempt: AttemptId): RunId | null => parseAttemptId(attempt)?.run ?? null;
