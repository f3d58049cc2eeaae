/**
 * Follows one attempt's source to its end. After any failure it begins again from the stored position: the position is saved together with
 * the lines before it, so no line is lost and none is stored twice.
 */
import type { Clock } from '#common/clock/clock.js';
import { delay } from '#common/clock/delay.js';
import { OVER } from '#common/clock/over.js';
import { backoffMs, type Backoff } from '#common/domain/back-off.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { OutputSeal } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { OutputSource } from '../core/source.js';
import type { Pass, PassOrders } from './pass.js';

export type FollowResult =
  | { readonly kind: 'sealed'; readonly seal: OutputSeal }
  /** The reading was stopped by an order, or because there is nothing to read until the attempt is found again. */
  | { readonly kind: 'stopped' }
  /** The run does not exist, so its output does not belong to this installation. */
  | { readonly kind: 'unknown' };

const RETRY: Backoff = { baseMs: 250, capMs: 10_000 };

export class Follower {
  readonly done: Promise<FollowResult>;
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();
  private neverStarted = false;
  private pass: Pass | null = null;

  constructor(
    readonly attempt: AttemptId,
    private readonly source: Pick<OutputSource, 'read'>,
    private readonly begin: () => Promise<Pass>,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.done = this.run();
  }

  /** The time of the oldest line that is read but not stored; null when there is none. */
  get oldestUnstored(): Instant | null {
    return this.pass?.oldestUnstored ?? null;
  }

  get linesRead(): number {
    return this.pass?.linesRead ?? 0;
  }

  /** The attempt has ended: read what exists, then seal. */
  markEnded(end: { readonly neverStarted: boolean }): void {
    this.neverStarted ||= end.neverStarted;
    this.ending.abort(OVER);
  }

  /** Stores what is read and ends without sealing. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<FollowResult> {
    const orders: PassOrders = {
      stop: this.stopping.signal,
      attemptEnded: this.ending.signal,
      neverStarted: () => this.neverStarted,
    };
    for (let failures = 0; !orders.stop.aborted;) {
      const begunAt = this.tools.clock.monotonic();
      try {
        this.pass = await this.begin();
        const result = await this.pass.run(this.source, orders);
        if (result.kind === 'sealed') return result;
        if (result.kind === 'stopped') break;
        failures = 0;
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return { kind: 'unknown' };
        // After a pass that worked for long, earlier failures do not count any more.
        if (this.tools.clock.monotonic() - begunAt > RETRY.capMs) failures = 0;
        const waitMs = backoffMs(RETRY, ++failures);
        this.tools.log.warn(
          { err: error, attempt: this.attempt, waitMs },
          'the output of an attempt could not be read; it is tried again',
        );
        await delay(waitMs, orders.stop);
      }
    }
    return { kind: 'stopped' };
  }
}
