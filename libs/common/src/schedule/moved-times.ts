/** How many times of day a rule names: to move slots by calendars, each of them is checked on many days. */
import { MAX_MOVED_TIMES } from '../domain/limits.js';
import { DAY_SECONDS } from './civil.js';
import type { FieldSet } from './field-set.js';
import { parseCron } from './parse-cron.js';
import { parseRrule } from './parse-rrule.js';
import type { ScheduleRule } from './schedule-state.js';

/** Why slots of the rule cannot be moved by calendars; null if they can. */
export function movedTimesProblem(rule: ScheduleRule): string | null {
  if (rule.fixedDelay !== undefined) return 'cannot be combined with fixedDelay, whose slots follow the ends of runs';
  const times = timesADay(rule);
  if (times <= MAX_MOVED_TIMES) return null;
  return `is possible only for schedules with at most ${MAX_MOVED_TIMES} slots a day; this one may have ${Math.ceil(times)}`;
}

function timesADay({ at, every, cron, rrule, hashKey }: ScheduleRule): number {
  if (at !== null) return 1;
  if (every !== null) return DAY_SECONDS / every;
  if (rrule !== undefined) return timesOfRrule(rrule.text);
  return (cron ?? []).reduce((sum, text) => sum + timesOfCron(text, hashKey), 0);
}

function timesOfRrule(text: string): number {
  const rule = parseRrule(text);
  if (typeof rule === 'string') return 0;
  return [rule.hours, rule.minutes, rule.seconds].reduce((product, list) => product * Math.max(1, list.length), 1);
}

function timesOfCron(text: string, hashKey: string): number {
  const cron = parseCron(text, hashKey);
  if (typeof cron === 'string') return 0;
  return [cron.hour, cron.minute, cron.second].reduce((product, set) => product * sizeOf(set), 1);
}

function sizeOf(set: FieldSet): number {
  let size = 0;
  for (let value = set.first; value >= 0; value = set.from(value + 1)) size++;
  return size;
}
