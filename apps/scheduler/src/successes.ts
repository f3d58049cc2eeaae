import type { JobId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';

export interface Success {
  readonly started: Instant;
  readonly finished: Instant;
}

interface Noted extends Success {
  /** The time from which the success is written without waiting for another write of its job; monotonic. */
  readonly writeFrom: number;
}

/** Jobs whose last success waits to be written; beyond these, the runs themselves still record it. */
const MAX_NOTED = 100_000;

/**
 * The last success of each job until it is written: the next write of the job's watermark includes it, so it costs a plain run no separate
 * write. If the process dies, the run still records it.
 */
export class Successes {
  private readonly noted = new Map<JobId, Noted>();

  note(job: JobId, success: Success, at: number): void {
    const former = this.noted.get(job);
    if (former ? former.started >= success.started : this.noted.size >= MAX_NOTED) return;
    this.noted.set(job, { ...success, writeFrom: former?.writeFrom ?? at });
  }

  /** The document with the noted success of its job. */
  writtenInto(state: ScheduleState): ScheduleState {
    const noted = this.noted.get(state.job);
    if (!noted || noted.started <= (state.lastSuccessStart ?? -Infinity)) return state;
    return { ...state, lastSuccessStart: noted.started, lastSuccessFinish: noted.finished };
  }

  /** Forgets the success of a stored document. */
  stored(state: ScheduleState): void {
    const noted = this.noted.get(state.job);
    if (noted && noted.started <= (state.lastSuccessStart ?? -Infinity)) this.noted.delete(state.job);
  }

  /** Jobs whose success was to be written by `before`, at most `limit`. */
  waitingSince(before: number, limit: number): JobId[] {
    const jobs: JobId[] = [];
    for (const [job, noted] of this.noted) {
      if (jobs.length === limit) break;
      if (noted.writeFrom <= before) jobs.push(job);
    }
    return jobs;
  }

  /** Waits for the next write of the job's watermark, which includes the success; without one it is written at `until`. */
  postpone(job: JobId, until: number): void {
    const noted = this.noted.get(job);
    if (noted) this.noted.set(job, { ...noted, writeFrom: until });
  }
}
