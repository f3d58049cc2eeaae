/** Runs that started while their job had no limit hold no permits. They get permits as soon as a limit applies. */
import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import type { Permit, ScheduleState } from '#common/schedule/schedule-state.js';
import type { Admission } from './admission.js';

/** The most unfinished runs that get permits when a limit is set on their job. */
const MAX_ADOPTED = 1_000;
/** The most unfinished runs of a job that are counted when one request names a stricter policy than the job's. */
const MAX_COUNTED = 10_000;

export class UncountedRuns {
  constructor(
    private readonly reads: { underWayOfJob(job: JobId, limit: number): Promise<RunId[]> },
    private readonly admission: Pick<Admission, 'apply'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The permits with which the document of a job is stored when it gets its first limit. */
  async permitsFor(next: ScheduleState, old: ScheduleState | null): Promise<readonly Permit[]> {
    if (old?.concurrency.policy !== 'Allow' || next.concurrency.policy === 'Allow') return [];
    const runs = await this.of(next, MAX_ADOPTED);
    const since = this.clock.now();
    return runs.map((run) => ({ run, since, grant: next.rev }));
  }

  /**
   * To be called once `next` is stored: runs that started at that moment are counted, too, and a larger or another limit may admit others.
   */
  async limitsChanged(next: ScheduleState, old: ScheduleState | null): Promise<void> {
    for (const { run } of await this.permitsFor(next, old))
      await this.admission.apply(next.job, { type: 'adopt', run });
    if (next.queue.length > 0) await this.admission.apply(next.job, { type: 'look' });
  }

  /** Counts the runs of a job without a limit, when a request names one. */
  async adopt(state: ScheduleState): Promise<void> {
    const runs = await this.of(state, MAX_COUNTED);
    await Promise.all(runs.map((run) => this.admission.apply(state.job, { type: 'adopt', run })));
  }

  private async of({ job, holders }: ScheduleState, most: number): Promise<readonly RunId[]> {
    const held = new Set(holders.map(({ run }) => run));
    return (await this.reads.underWayOfJob(job, most)).filter((run) => !held.has(run));
  }
}
