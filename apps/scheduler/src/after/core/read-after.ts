/** `after` of a job as the scheduler keeps it, with its defaults filled in, and the deadlines that it sets. */
import type { AfterSpec } from '#common/spec/after.js';
import { asJobId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import type { AfterRule, AfterRuleCondition, ScheduleRule } from '#common/schedule/schedule-state.js';
import { nextSlots } from '#common/schedule/slots.js';

/** Null if the job runs after no other job. */
export function readAfter({ after, afterRule = {} }: AfterSpec): AfterRule | null {
  if (after === undefined) return null;
  const { deadline, require = 'all' } = afterRule;
  return {
    require,
    conditions: after.map(({ job, on, match, within, exitCodes, outputs, pass = {} }): AfterRuleCondition => ({
      job: asJobId(job),
      on: on ?? 'succeeded',
      match: match ?? 'sameSlot',
      within: within ?? null,
      exitCodes: exitCodes ?? null,
      outputs: outputs ?? [],
      pass: Object.entries(pass).map(([name, path]) => ({ name, path })),
    })),
    deadline:
      deadline === undefined
        ? null
        : { at: deadline.at, timezone: deadline.timezone ?? 'UTC', weekdays: deadline.weekdays ?? [] },
  };
}

/** The first deadline later than `after`; null if there is none. */
export function nextDeadline(deadline: AfterRule['deadline'], after: Instant): Instant | null {
  if (deadline === null) return null;
  const [hour, minute] = deadline.at.split(':').map(Number);
  const days = deadline.weekdays.length === 0 ? '*' : deadline.weekdays.join(',');
  const rule: ScheduleRule = {
    cron: [`${minute ?? 0} ${hour ?? 0} * * ${days}`],
    timezone: deadline.timezone,
    dst: { gap: 'after', overlap: 'first' },
    every: null,
    at: null,
    anchor: 0,
    notBefore: null,
    notAfter: null,
    exclude: [],
    jitterSeconds: 0,
    hashKey: '',
  };
  return nextSlots(rule, { after, limit: 1 })[0]?.nominal ?? null;
}
