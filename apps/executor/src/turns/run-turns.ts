/**
 * The turns of runs: whatever waits for one run is taken into one decision and one write, never two at a time for one run.
 * The number of runs that have their turn at once is bounded; the others wait in the order in which they came.
 */
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/run.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { attemptOf, type Answer, type Input } from '../core/inputs.js';

export interface TurnRequest {
  readonly inputs: readonly Input[];
  /** A sweep's doubt: read the run anew, and do all pending effects again, not only those that this turn decides. */
  readonly repeatEffects: boolean;
  /** Somebody waits for an answer within a second: nothing else may hold the turn up for long. */
  readonly urgent: boolean;
}

/** Performs one turn; gives one answer per input, in order. */
export type TakeTurn = (run: RunId, request: TurnRequest) => Promise<readonly Answer[]>;

interface Waiter {
  readonly inputs: readonly Input[];
  readonly settle: (answers: readonly Answer[]) => void;
  readonly fail: (error: unknown) => void;
}

interface Line {
  waiters: Waiter[];
  repeatEffects: boolean;
  urgent: boolean;
  busy: boolean;
}

const MAX_TURNS_AT_ONCE = 128;
const RETRY_MS = 1_000;

export class RunTurns {
  private readonly lines = new Map<RunId, Line>();
  private readonly ready: RunId[] = [];
  private readonly timers = new Map<RunId, { readonly at: Instant; readonly timer: NodeJS.Timeout }>();
  private busy = 0;
  private stopped = false;
  private idle: (() => void)[] = [];

  constructor(
    private readonly takeTurn: TakeTurn,
    private readonly log: Logger,
  ) {}

  /** Runs that have something waiting. */
  get depth(): number {
    return this.lines.size;
  }

  /** Takes the inputs into the run's next turn; resolves when it is saved. Rejects when the turn failed. */
  submit(
    run: RunId,
    inputs: readonly Input[],
    options: { readonly repeatEffects?: boolean; readonly urgent?: boolean } = {},
  ): Promise<readonly Answer[]> {
    return new Promise((settle, fail) => {
      const line = this.line(run);
      line.waiters.push({ inputs, settle, fail });
      line.repeatEffects ||= options.repeatEffects ?? false;
      line.urgent ||= options.urgent ?? false;
      this.makeReady(run, line);
    });
  }

  /** Like `submit` for what nobody waits for and nobody would bring again: tried until it is taken in. */
  report(input: Exclude<Input, { type: 'command' }>): void {
    const run = runOf(attemptOf(input));
    if (run) this.insist(run, [input]);
  }

  /** Gives the run a turn though nothing happened. */
  wake(run: RunId): void {
    if (!this.lines.has(run)) this.insist(run, []);
  }

  /** Gives the run a turn at that instant, unless an earlier one is planned. A hint only: the sweep comes anyway. */
  wakeAt(run: RunId, at: Instant, now: Instant): void {
    const planned = this.timers.get(run);
    if (this.stopped || (planned && planned.at <= at)) return;
    if (planned) clearTimeout(planned.timer);
    const timer = setTimeout(
      () => {
        this.timers.delete(run);
        this.wake(run);
      },
      Math.max(0, at - now),
    );
    this.timers.set(run, { at, timer });
  }

  /** Ends once what is begun is done. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const { timer } of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    if (this.busy > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private insist(run: RunId, inputs: readonly Input[]): void {
    if (this.stopped) return;
    this.submit(run, inputs).catch((error: unknown) => {
      this.log.warn({ run, error: messageOf(error) }, 'turn failed, it is tried again');
      setTimeout(() => {
        this.insist(run, inputs);
      }, RETRY_MS).unref();
    });
  }

  private line(run: RunId): Line {
    const line = this.lines.get(run) ?? { waiters: [], repeatEffects: false, urgent: false, busy: false };
    this.lines.set(run, line);
    return line;
  }

  private makeReady(run: RunId, line: Line): void {
    if (line.busy || this.stopped) return;
    line.busy = true;
    if (this.busy < MAX_TURNS_AT_ONCE) this.begin(run, line);
    else this.ready.push(run);
  }

  private begin(run: RunId, line: Line): void {
    this.busy += 1;
    void this.perform(run, line).finally(() => {
      this.busy -= 1;
      line.busy = false;
      if (line.waiters.length > 0) this.makeReady(run, line);
      else this.lines.delete(run);
      this.beginNext();
    });
  }

  private beginNext(): void {
    while (this.busy < MAX_TURNS_AT_ONCE) {
      const run = this.ready.shift();
      if (run === undefined) break;
      const line = this.lines.get(run);
      if (line) this.begin(run, line);
    }
    if (this.busy === 0) for (const resolve of this.idle.splice(0)) resolve();
  }

  private async perform(run: RunId, line: Line): Promise<void> {
    const { waiters, repeatEffects, urgent } = line;
    line.waiters = [];
    line.repeatEffects = false;
    line.urgent = false;
    try {
      const inputs = waiters.flatMap((waiter) => waiter.inputs);
      const answers = await this.takeTurn(run, { inputs, repeatEffects, urgent });
      let from = 0;
      for (const waiter of waiters) {
        waiter.settle(answers.slice(from, from + waiter.inputs.length));
        from += waiter.inputs.length;
      }
    } catch (error) {
      for (const waiter of waiters) waiter.fail(error);
    }
  }
}

export const runOf = (attempt: AttemptId): RunId | null => parseAttemptId(attempt)?.run ?? null;
