/** Waits until the output of an ended attempt is sealed. */
import type { Clock } from '#common/clock/clock.js';
import { delay } from '#common/clock/delay.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import type { Sealer } from './sealer.js';
import type { ReportInput } from './run-queue.js';

const SEAL_TIMEOUT_MS = 2_000;
/**
 * The pause between two seal requests: after an outage of a collector many ends wait, and each learns of its seal within this
 * time.
 */
const RETRY_MS = 300;

export class SealWait {
  private stopped = false;

  /** `holdMs`: how long an attempt first waits for its output. */
  constructor(
    private readonly sealer: Pick<Sealer, 'seal'>,
    private readonly report: ReportInput,
    private readonly holdMs: number,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Asks until the output is sealed, or until the hold has passed and the decision has given it up. */
  async untilSealed(run: Run, live: LiveAttempt): Promise<void> {
    const { sealer, report, clock, holdMs } = this;
    const target = { attempt: live.id, host: live.claim.host, startedAt: live.startedAt };
    let sealBy = live.sealBy ?? 0;
    for (let before: number | null = null; !this.stopped && clock.now() < sealBy;) {
      const reply = await sealer.seal(run, target, SEAL_TIMEOUT_MS);
      if (reply.type === 'sealed') {
        report(reply);
        return;
      }
      const { linesRead } = reply;
      const comesFurther = before !== null && linesRead !== null && linesRead > before;
      if (comesFurther && sealBy - clock.now() < holdMs / 2) {
        report({ type: 'sealing', attempt: live.id });
        // The decision on this report has the same effect pending, which is not started twice: this loop continues.
        sealBy = clock.now() + holdMs;
      }
      before = linesRead;
      await delay(RETRY_MS);
    }
  }

  /** Stops asking. */
  stop(): void {
    this.stopped = true;
  }
}
