/**
 * Repeats a task with a pause after each time, never twice at once. A failure is logged, and the task is repeated the next time;
 * `stop` waits for the task under way. A task may return the number of items that it has found: if it finds none for a while, it
 * is repeated less often until it finds some, and still less often while its service is at rest.
 */
import { systemClock, type Clock } from '../clock/clock.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { Calm } from './calm.js';

/** How long a task finds nothing before its pauses become longer, and by which factor. */
const REST_AFTER_MS = 60_000;
const REST_FACTOR = 3;
/** The factor as soon as a task finds nothing while the service is at rest, and the longest pause that results from it. */
const CALM_FACTOR = 10;
const MAX_CALM_PAUSE_MS = 10_000;
/** Work that is due within this time prevents a rest: a task that is repeated every 3 s or more often pauses no longer. */
export const WITHIN_A_REST_MS = MAX_CALM_PAUSE_MS + 1_000;

export class SweepLoop {
  private callOff: () => void = () => undefined;
  private calm: Pick<Calm, 'isCalm' | 'onEnd'> | undefined;
  private stopWatching: () => void = () => undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;
  /** The sum of the pauses since something was found. */
  private idleMs = 0;
  private hasFoundNothing = false;
  /** True if the present pause is longer because the service is at rest. */
  private isResting = false;
  private isPausing = false;

  constructor(
    private readonly what: string,
    private readonly work: () => Promise<unknown>,
    private readonly pauseMs: number,
    private readonly tools: { readonly log: Logger; readonly clock?: Pick<Clock, 'after'> },
  ) {}

  /** Makes the loop rest while its service does. Returns the loop. */
  restWith(calm: Pick<Calm, 'isCalm' | 'onEnd'> | undefined): this {
    this.calm = calm;
    const stop = calm?.onEnd(() => {
      this.endRest();
    });
    if (stop) this.stopWatching = stop;
    return this;
  }

  /** Starts the first time `afterMs` from now. */
  start(afterMs = this.nextPauseMs()): void {
    if (this.stopped) return;
    const { log, clock = systemClock } = this.tools;
    this.isPausing = true;
    this.callOff = clock.after(afterMs, () => {
      this.isPausing = false;
      this.isResting = false;
      this.running = this.work()
        .then((count) => {
          this.hasFoundNothing = count === 0;
          this.idleMs = this.hasFoundNothing ? this.idleMs + this.pauseMs : 0;
        })
        .catch((error: unknown) => {
          log.warn({ what: this.what, error: messageOf(error) }, 'a sweep failed; the next sweep repeats it');
        })
        .finally(() => {
          this.start();
        });
    });
  }

  private nextPauseMs(): number {
    const usual = this.idleMs < REST_AFTER_MS ? this.pauseMs : REST_FACTOR * this.pauseMs;
    if (!this.hasFoundNothing || this.calm?.isCalm !== true) return usual;
    this.isResting = true;
    return Math.max(usual, Math.min(CALM_FACTOR * this.pauseMs, MAX_CALM_PAUSE_MS));
  }

  /** Repeats the task now, because it has work, unless it is under way. */
  hasten(): void {
    this.idleMs = 0;
    this.endPause(0);
  }

  private endRest(): void {
    this.idleMs = 0;
    if (this.isResting) this.endPause(this.pauseMs);
  }

  private endPause(afterMs: number): void {
    if (!this.isPausing) return;
    this.isResting = false;
    this.callOff();
    this.start(afterMs);
  }

  /** Resolves when the task under way has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.stopWatching();
    this.callOff();
    await this.running;
  }
}
