/** Decides by `archiveWhen` whether a job has ended by itself. Pure. */
import type { StoredJob } from '#common/spec/definitions.js';
import type { Instant } from '#common/run/run.js';
import { awaitedRunOf, ruleOfSlots } from '#common/schedule/fixed-delay.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';

export interface EndFacts {
  /** The scheduler's document; it counts only if it has the job's present revision. */
  readonly schedule: ScheduleState | undefined;
  /** Runs that are queued or under way. */
  readonly unfinished: number;
  /** The end of the latest successful run among the kept ones; null if there is none. */
  readonly succeededAt: Instant | null;
}

const isOn = ({ deletedAt, paused }: StoredJob): boolean => deletedAt === null && paused === null;

/** Why the job is archived now, as a sentence; null if it is not. */
export function archiveReason(job: StoredJob, { schedule, unfinished, succeededAt }: EndFacts): string | null {
  if (!isOn(job) || schedule?.jobRev !== job.rev) return null;
  switch (job.spec.archiveWhen) {
    case undefined:
      return null;
    case 'succeeded':
      return latestOf(succeededAt, schedule.lastSuccessFinish) > job.updatedAt
        ? 'A run of the job has succeeded.'
        : null;
    case 'ended':
      return unfinished === 0 && hasEnded(schedule) ? 'The schedule of the job has ended.' : null;
  }
}

const latestOf = (...times: readonly (Instant | null)[]): Instant => Math.max(...times.map((at) => at ?? 0));

/** True if there is no future slot. Calendars are not considered: a slot that they move back may still have its old time. */
function hasEnded(schedule: ScheduleState): boolean {
  const rule = ruleOfSlots(schedule);
  const isOver = schedule.active && schedule.nextSlotAt === null && awaitedRunOf(schedule) === null;
  return isOver && rule !== null && nextSlots(rule, { after: schedule.mark, limit: 1 }).length === 0;
}
