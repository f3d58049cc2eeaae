/**
 * A process on a machine: a clock that may be wrong, a line to the database that may be slow or break, and an end that may come
 * between any two steps. Whatever was sent before the end may still arrive.
 */
import type { Clock } from '#common/clock/clock.js';
import { AppError } from '#common/errors/app-error.js';
import type { Random } from './random.js';
import type { VirtualTime } from './virtual-time.js';

/** How likely things go wrong; all zero is a calm day. */
export interface Weather {
  /** Until then the database stands still: nothing is applied, nothing answered, and requests wait. */
  databaseFrozenUntil: number;
  /** A request to the store fails; half of those are applied nonetheless. */
  failedCalls: number;
  /** A request is on its way for seconds; the longest are given up, and applied later. */
  slowCalls: number;
  /** A request is applied soon and its answer on its way for seconds. */
  slowAnswers: number;
  lostMessages: number;
  doubledMessages: number;
  lateMessages: number;
}

export const CALM: Weather = {
  databaseFrozenUntil: -Infinity,
  failedCalls: 0,
  slowCalls: 0,
  slowAnswers: 0,
  lostMessages: 0,
  doubledMessages: 0,
  lateMessages: 0,
};

const CALL_TIMEOUT_MS = 15_000;
const SLOWEST_CALL_MS = 25_000;

export class SimProcess {
  alive = true;
  /** Milliseconds by which its clock is ahead of true time. */
  clockAheadMs = 0;
  private stoppedUntil = -Infinity;
  private readonly boot: number;
  readonly clock: Clock;

  constructor(
    readonly name: string,
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly weather: Weather,
  ) {
    this.boot = time.now - random.between(0, 1_000_000);
    this.clock = {
      now: () => time.now + this.clockAheadMs,
      monotonic: () => time.now - this.boot,
      after: (ms, action) =>
        time.after(ms, () => {
          this.whenRunning(action);
        }),
    };
  }

  kill(): void {
    this.alive = false;
  }

  /** As SIGSTOP does: nothing moves for so long, then everything at once. */
  stopFor(ms: number): void {
    this.stoppedUntil = Math.max(this.stoppedUntil, this.time.now + ms);
  }

  get stopped(): boolean {
    return this.stoppedUntil > this.time.now;
  }

  /** Performs it unless the process is dead by then; a stopped process performs it when it continues. */
  whenRunning(action: () => void): void {
    if (!this.alive) return;
    if (!this.stopped) action();
    else
      this.time.after(this.stoppedUntil - this.time.now, () => {
        this.whenRunning(action);
      });
  }

  /** A request to the database: applied at one instant, answered at a later one, or in any way that a network allows. */
  call<T>(apply: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const { random, weather } = this;
      const fails = random.chance(weather.failedCalls);
      const isApplied = !fails || random.chance(0.5);
      const { there, back } = this.wayOfCall();
      const lost = (): void => {
        reject(new AppError('UNAVAILABLE', 'the database did not answer'));
      };
      const arrive = (): void => {
        const frozenMs = weather.databaseFrozenUntil - this.time.now;
        if (frozenMs > 0) {
          this.time.after(frozenMs + random.between(0, 500), arrive);
          return;
        }
        // Bytes that a dead or stopped process has not sent yet remain unsent.
        if (!this.alive && random.chance(0.5)) return;
        if (this.alive && this.stopped && random.chance(0.5)) {
          this.whenRunning(arrive);
          return;
        }
        const answer = isApplied ? attempt(apply) : null;
        this.time.after(back, () => {
          this.whenRunning(() => {
            if (fails || answer === null) lost();
            else if (answer.ok) resolve(answer.value);
            else reject(answer.error);
          });
        });
      };
      this.time.after(there, arrive);
      const isLate = there + back > CALL_TIMEOUT_MS || weather.databaseFrozenUntil > this.time.now + there;
      if (isLate) this.clock.after(CALL_TIMEOUT_MS, lost);
    });
  }

  /** How long a request is on its way, and its answer. */
  private wayOfCall(): { readonly there: number; readonly back: number } {
    const { random, weather } = this;
    return {
      there: random.chance(weather.slowCalls) ? random.between(100, SLOWEST_CALL_MS) : random.between(0, 3),
      back: random.chance(weather.slowAnswers) ? random.between(100, SLOWEST_CALL_MS) : random.between(0, 2),
    };
  }
}

type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Error };

function attempt<T>(apply: () => T): Answer<T> {
  try {
    return { ok: true, value: apply() };
  } catch (error) {
    return { ok: false, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
