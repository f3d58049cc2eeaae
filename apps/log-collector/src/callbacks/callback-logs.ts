import type { AttemptId } from '#common/domain/ids.js';
import { LATE_CALLBACK_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { CallbackLog, type CallbackTools, type LogCall } from './callback-log.js';

/** The log of an attempt that was silent for this long is closed; by then late lines are refused, too. */
const IDLE_MS = 2 * LATE_CALLBACK_MS;
const MAX_OPEN = 5_000;
const TIDY_INTERVAL_MS = 10_000;

/** The open callback logs of this replica. */
export class CallbackLogs {
  private readonly open = new Map<AttemptId, { readonly log: CallbackLog; lastUse: number }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly tools: CallbackTools,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.tidy(IDLE_MS);
    }, TIDY_INTERVAL_MS);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Resolves when the calls are stored, in this order. */
  async append(attempt: AttemptId, calls: readonly LogCall[]): Promise<void> {
    const now = this.tools.clock.monotonic();
    const entry = this.open.get(attempt) ?? { log: new CallbackLog(attempt, this.tools), lastUse: now };
    entry.lastUse = now;
    // The log used last is moved to the end of the map, so the first ones are those to close.
    this.open.delete(attempt);
    this.open.set(attempt, entry);
    if (this.open.size > MAX_OPEN) this.tidy(0);
    await entry.log.append(calls);
  }

  /** Drops the state of all idle logs: other replicas may have written meanwhile. */
  forget(): void {
    for (const [attempt, { log }] of this.open) if (log.isIdle) this.open.delete(attempt);
  }

  private tidy(idleMs: number): void {
    const before = this.tools.clock.monotonic() - idleMs;
    for (const [attempt, { log, lastUse }] of this.open) {
      if (lastUse > before || (idleMs === 0 && this.open.size <= MAX_OPEN)) return;
      if (!log.isIdle) continue;
      this.open.delete(attempt);
      log.compact().catch((error: unknown) => {
        this.log.warn({ error: messageOf(error), attempt }, 'small chunks of a log could not be merged');
      });
    }
  }
}
