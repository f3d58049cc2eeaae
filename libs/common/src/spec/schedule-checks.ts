/** Finds contradictions between the schedule of a job and its other fields. */
import type { Problem } from './problem.js';
import type { ScheduleSpec } from './schedule.js';

interface Scheduled {
  readonly cron?: string | undefined;
  readonly schedule?: ScheduleSpec | undefined;
  readonly archiveWhen?: 'ended' | 'succeeded' | undefined;
}

/** Each problem names its field. */
export function scheduleProblems({ cron, schedule, archiveWhen }: Scheduled): readonly Problem[] {
  const problems: Problem[] = [];
  if (archiveWhen === 'ended' && cron === undefined && schedule === undefined)
    problems.push({ path: ['archiveWhen'], message: 'is "ended", but the job has no schedule that could end' });
  if (cron !== undefined && schedule?.cron !== undefined)
    problems.push({ path: ['cron'], message: 'is the short form of schedule.cron: give only one of the two' });
  return [...problems, ...ruleProblems(cron, schedule ?? {})];
}

function ruleProblems(short: string | undefined, { cron, anchor, ...rule }: ScheduleSpec): readonly Problem[] {
  const { every, at, fixedDelay, rrule } = rule;
  const problems: Problem[] = [];
  const rules = [short ?? cron, every, at, fixedDelay, rrule].filter((each) => each !== undefined);
  if (rules.length > 1)
    problems.push({ path: ['schedule'], message: 'takes one of cron, every, at, fixedDelay and rrule' });
  if (anchor !== undefined && every === undefined && rrule === undefined)
    problems.push({ path: ['schedule', 'anchor'], message: 'is possible only with every or rrule' });
  return problems;
}
