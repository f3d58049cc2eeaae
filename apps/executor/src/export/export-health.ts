/** The reported health of shipping, and when it is tried again after the target has taken nothing. */
import type { Clock } from '#common/clock/clock.js';
import { backoffMs } from '#common/domain/back-off.js';
import {
  LOG_EXPORT_PAUSE_MS,
  LOG_EXPORT_REFUSED_PAUSE_MS,
  MAX_LOG_EXPORT_PAUSE_MS,
  MAX_LOG_EXPORT_RETRY_AFTER_MS,
} from '#common/domain/limits.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { Verdict } from './core/verdict.js';

type Taken = Extract<Verdict, { type: 'taken' }>;
type NotTaken = Exclude<Verdict, { type: 'taken' }>;

export class ExportHealth {
  private pausedUntil = -Infinity;
  private failures = 0;
  /** Why the target took nothing the last time; null: it did. */
  problem: string | null = null;

  constructor(
    private readonly clock: Pick<Clock, 'now' | 'monotonic'>,
    private readonly metrics: Pick<Metrics, 'exportLines' | 'exportLost'>,
    private readonly log: Logger,
  ) {}

  get mayTry(): boolean {
    return this.clock.monotonic() >= this.pausedUntil;
  }

  took(lines: number, { refused, problem }: Taken): void {
    if (this.failures > 0) this.log.info({}, 'the target of logs and audit takes lines again');
    this.failures = 0;
    this.problem = null;
    this.metrics.exportLines.inc(lines - refused);
    if (refused === 0) return;
    this.metrics.exportLost.inc({ reason: 'refused' }, refused);
    this.log.error({ lines: refused, problem }, 'the target of logs and audit refused lines; they are not sent again');
  }

  failed(verdict: NotTaken): void {
    this.failures++;
    const pauseMs = this.pauseMsOf(verdict);
    this.pausedUntil = this.clock.monotonic() + pauseMs;
    this.problem = verdict.problem;
    this.log.warn({ problem: verdict.problem, pauseMs }, 'logs and audit could not be shipped; they are sent again');
  }

  private pauseMsOf(verdict: NotTaken): number {
    if (verdict.type === 'unusable') return LOG_EXPORT_REFUSED_PAUSE_MS;
    const own = backoffMs({ baseMs: LOG_EXPORT_PAUSE_MS, capMs: MAX_LOG_EXPORT_PAUSE_MS }, this.failures);
    const retryInMs = verdict.type === 'later' && verdict.retryAt !== null ? verdict.retryAt - this.clock.now() : 0;
    return Math.max(own, Math.min(MAX_LOG_EXPORT_RETRY_AFTER_MS, retryInMs));
  }
}
