/** Begins the delay of a schedule when the run that it awaits has ended; a repeat changes nothing. */
import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { retryOnConflict } from '#common/runtime/retry-on-conflict.js';
import { delayBegun } from '../core/fixed-delay.js';
import type { Outbox, ScheduleStore } from '../ports.js';

const MAX_TRIES = 20;

export class FixedDelays {
  constructor(
    private readonly schedules: Pick<ScheduleStore, 'load' | 'save'>,
    private readonly outbox: Pick<Outbox, 'slotChanged'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * `finished`: null if the time of the end is unknown because the run does not exist any more. Throws when other writers keep changing
   * the schedule.
   */
  async begin(job: JobId, run: RunId, finished: Instant | null): Promise<void> {
    await retryOnConflict(MAX_TRIES, `the schedule of job ${job}`, async () => {
      const state = await this.schedules.load(job);
      if (state?.delayed?.run !== run) return true;
      const next = delayBegun(state, finished, this.clock.now());
      if (!(await this.schedules.save(next, state.rev))) return null;
      this.outbox.slotChanged(next);
      return true;
    });
  }
}
