import type { JobId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/domain/schedule-state.js';
import type { Planner, PlanSpan } from './planner.js';

/** Plans jobs, each of them once at a time in this process: a second planner of one would only do the first one's work again. */
export class JobsInHand {
  private readonly jobs = new Set<JobId>();

  constructor(private readonly planner: Pick<Planner, 'advance'>) {}

  /** Plans those that are not being planned; the others are found due again, if they are. */
  async advance(states: readonly ScheduleState[], span?: PlanSpan): Promise<void> {
    const free = states.filter(({ job }) => !this.jobs.has(job));
    for (const { job } of free) this.jobs.add(job);
    try {
      await this.planner.advance(free, span);
    } finally {
      for (const { job } of free) this.jobs.delete(job);
    }
  }
}
