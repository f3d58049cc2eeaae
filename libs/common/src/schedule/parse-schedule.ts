/** Converts the public form of a schedule to a rule, or to the list of its problems. */
import { WEEKDAYS } from '../spec/calendar.js';
import type { ScheduleSpec } from '../spec/schedule.js';
import { MAX_CRON_EXPRESSIONS, MAX_MOVED_TIMES } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { delayedFrom, ruleOfSlots } from './fixed-delay.js';
import { parseRrule } from './parse-rrule.js';
import type { ScheduleRule } from './schedule-state.js';
import { DAY_SECONDS, dayNumber, FIRST_YEAR } from './civil.js';
import { parseCron } from './parse-cron.js';
import type { RunWindow } from './run-windows.js';
import { LAST_INSTANT, nextSlots } from './slots.js';
import { WallSearch } from './wall-search.js';
import { Zone, zoneProblem } from './zone.js';
import type { FieldSet } from './field-set.js';

export interface ScheduleInput {
  /** The short form of `schedule.cron`. */
  readonly cron?: string | undefined;
  readonly schedule?: ScheduleSpec | undefined;
}

export interface ScheduleContext {
  /** `<tenant>/<job id>`: what `H` and jitter are hashed from. */
  readonly hashKey: string;
  /** `every` counts from this instant unless the schedule names another: the job's creation. */
  readonly createdAt: Instant;
}

/** `path` names the field as the caller spelled it, joined by dots. */
export interface FieldProblem {
  readonly path: string;
  readonly message: string;
}

export type ParsedSchedule =
  | { readonly ok: true; readonly rule: ScheduleRule | null }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/** A rule of null means: started by hand only. */
export function parseSchedule(input: ScheduleInput, context: ScheduleContext): ParsedSchedule {
  const spec = input.schedule ?? {};
  const cron = cronOf(input);
  const problems = [
    ...checkChoice(input),
    ...cron.flatMap(({ path, text }) => checkCron(path, text, context.hashKey)),
    ...checkRrule(spec),
    ...checkTimes(spec),
    ...checkZone(spec.timezone),
  ];
  if (problems.length > 0) return { ok: false, problems };
  if (cron.length === 0 && timesOf(spec).every((time) => time === undefined)) return { ok: true, rule: null };
  const rule = ruleOf(spec, cron, context);
  // Checked first: a search for slots that calendars move takes minutes where a rule has very many of them.
  const dead = checkMove(rule, spec) ?? checkReach(rule, cron[0]?.path ?? 'schedule', context.createdAt);
  return dead ? { ok: false, problems: [dead] } : { ok: true, rule };
}

const timesOf = ({ every, at, fixedDelay, rrule }: ScheduleSpec): unknown[] => [every, at, fixedDelay, rrule];

interface CronText {
  readonly path: string;
  readonly text: string;
}

function cronOf({ cron, schedule }: ScheduleInput): CronText[] {
  if (cron !== undefined) return [{ path: 'cron', text: cron }];
  const written = schedule?.cron;
  if (typeof written === 'string') return [{ path: 'schedule.cron', text: written }];
  return (written ?? []).map((text, i) => ({ path: `schedule.cron.${i}`, text }));
}

function ruleOf(spec: ScheduleSpec, cron: readonly CronText[], context: ScheduleContext): ScheduleRule {
  return {
    cron: cron.length > 0 ? cron.map(({ text }) => text.trim()) : null,
    every: spec.every ?? null,
    anchor: wholeSecond(instantOf(spec.anchor) ?? context.createdAt),
    at: instantOf(spec.at),
    timezone: spec.timezone ?? 'UTC',
    notBefore: instantOf(spec.notBefore),
    notAfter: instantOf(spec.notAfter),
    exclude: spec.exclude ?? [],
    jitterSeconds: spec.jitterSeconds ?? 0,
    dst: { gap: spec.dst?.gap ?? 'after', overlap: spec.dst?.overlap ?? 'first' },
    hashKey: context.hashKey,
    ...recurrenceOf(spec, context),
    ...moveOf(spec),
    ...windowsOf(spec),
    ...onlyGiven({ fixedDelay: spec.fixedDelay, minIntervalSeconds: spec.minIntervalSeconds }),
  };
}

/** Fields that are not given are absent. */
const onlyGiven = (
  fields: Readonly<Record<'fixedDelay' | 'minIntervalSeconds', number | undefined>>,
): Pick<ScheduleRule, keyof typeof fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function recurrenceOf(
  { rrule, anchor, timezone = 'UTC' }: ScheduleSpec,
  { createdAt }: ScheduleContext,
): Pick<ScheduleRule, 'rrule'> {
  if (rrule === undefined) return {};
  const at = Math.floor((instantOf(anchor) ?? createdAt) / 1000);
  const wall = at + Zone.of(timezone).stretchAt(at).offset;
  return { rrule: { text: rrule, start: anchor === undefined ? wall - (wall % DAY_SECONDS) : wall } };
}

const moveOf = ({ moveExcluded, shiftWorkingDays }: ScheduleSpec): Pick<ScheduleRule, 'move'> =>
  moveExcluded === undefined && shiftWorkingDays === undefined
    ? {}
    : { move: { excluded: moveExcluded ?? null, workingDays: shiftWorkingDays ?? 0 } };

/** The names of the weekdays by number. */
const DAYS: readonly (typeof WEEKDAYS)[number][] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** No field if there are none. */
const windowsOf = ({ windows, outsideWindows = 'skip' }: ScheduleSpec): Pick<ScheduleRule, 'windows'> =>
  windows === undefined ? {} : { windows: { list: windows.map(windowOf), outside: outsideWindows } };

const windowOf = ({ days = [...WEEKDAYS], from, to }: NonNullable<ScheduleSpec['windows']>[number]): RunWindow => ({
  days: days.map((day) => DAYS.indexOf(day)),
  from: secondsOf(from),
  to: secondsOf(to),
});

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 3600 + minutes * 60;
}

const instantOf = (text: string | undefined): Instant | null => (text === undefined ? null : Date.parse(text));
const wholeSecond = (at: Instant): Instant => Math.floor(at / 1000) * 1000;

function checkChoice({ cron, schedule = {} }: ScheduleInput): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (cron !== undefined && schedule.cron !== undefined) {
    problems.push({ path: 'cron', message: 'is the short form of schedule.cron: give only one of the two' });
  }
  const rules = [cron ?? schedule.cron, ...timesOf(schedule)].filter((rule) => rule !== undefined);
  if (rules.length > 1)
    problems.push({ path: 'schedule', message: 'takes one of cron, every, at, fixedDelay and rrule' });
  problems.push(...checkOwners(schedule));
  const count = Array.isArray(schedule.cron) ? schedule.cron.length : 1;
  if (count < 1 || count > MAX_CRON_EXPRESSIONS) {
    problems.push({ path: 'schedule.cron', message: `takes 1 to ${MAX_CRON_EXPRESSIONS} expressions` });
  }
  return problems;
}

/** Fields that depend on another field, which is absent. */
function checkOwners(spec: ScheduleSpec): FieldProblem[] {
  const { anchor, every, rrule, outsideWindows, windows, exclude = [] } = spec;
  const problems: FieldProblem[] = [];
  if (anchor !== undefined && every === undefined && rrule === undefined) {
    problems.push({ path: 'schedule.anchor', message: 'is possible only with every or rrule' });
  }
  for (const name of ['moveExcluded', 'shiftWorkingDays'] as const) {
    if (spec[name] !== undefined && exclude.length === 0) {
      problems.push({
        path: `schedule.${name}`,
        message: 'needs exclude, whose calendars define the days that are left out',
      });
    }
  }
  if (outsideWindows !== undefined && windows === undefined) {
    problems.push({ path: 'schedule.outsideWindows', message: 'is possible only with windows' });
  }
  return problems;
}

function checkCron(path: string, text: string, hashKey: string): FieldProblem[] {
  const parsed = parseCron(text, hashKey);
  if (typeof parsed === 'string') return [{ path, message: parsed }];
  const first = new WallSearch(parsed).next(dayNumber(FIRST_YEAR, 1, 1) * DAY_SECONDS);
  return first === null ? [{ path, message: 'has a day that no month has, so it would never yield a slot' }] : [];
}

function checkRrule({ rrule }: ScheduleSpec): FieldProblem[] {
  const parsed = rrule === undefined ? null : parseRrule(rrule);
  return typeof parsed === 'string' ? [{ path: 'schedule.rrule', message: parsed }] : [];
}

function checkMove(rule: ScheduleRule, spec: ScheduleSpec): FieldProblem | null {
  const message = rule.move === undefined ? null : movedTimesProblem(rule);
  if (message === null) return null;
  return { path: spec.moveExcluded === undefined ? 'schedule.shiftWorkingDays' : 'schedule.moveExcluded', message };
}

function checkTimes(spec: ScheduleSpec): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const name of ['anchor', 'at', 'notBefore', 'notAfter'] as const) {
    const at = instantOf(spec[name]);
    if (at !== null && !(at >= 0 && at <= LAST_INSTANT)) {
      problems.push({ path: `schedule.${name}`, message: 'must be a time between the years 1970 and 2099' });
    }
  }
  for (const name of ['every', 'fixedDelay'] as const) {
    const seconds = spec[name];
    if (seconds !== undefined && !(Number.isInteger(seconds) && seconds >= 1)) {
      problems.push({ path: `schedule.${name}`, message: 'must be a whole number of seconds, at least 1' });
    }
  }
  const notBefore = instantOf(spec.notBefore);
  const notAfter = instantOf(spec.notAfter);
  if (notBefore !== null && notAfter !== null && notBefore > notAfter) {
    problems.push({ path: 'schedule.notAfter', message: 'must not be before notBefore' });
  }
  return problems;
}

function checkZone(name: string | undefined): FieldProblem[] {
  const message = name === undefined ? null : zoneProblem(name);
  return message === null ? [] : [{ path: 'schedule.timezone', message }];
}

/** A rule whose bounds leave no slot at all is a mistake that would otherwise stay unnoticed. */
function checkReach(rule: ScheduleRule, cronPath: string, createdAt: Instant): FieldProblem | null {
  const { fixedDelay } = rule;
  const delayed = fixedDelay === undefined ? undefined : delayedFrom(fixedDelay, createdAt);
  const reached = ruleOfSlots({ rule, ...(delayed && { delayed }) }) ?? rule;
  if (nextSlots(reached, { after: -1, limit: 1 }).length > 0) return null;
  if (fixedDelay !== undefined)
    return { path: 'schedule.fixedDelay', message: 'yields no slot between notBefore and notAfter' };
  if (rule.at !== null) return { path: 'schedule.at', message: 'must be between notBefore and notAfter' };
  const path = rule.every !== null ? 'schedule.every' : rule.rrule !== undefined ? 'schedule.rrule' : cronPath;
  return { path, message: 'yields no slot between notBefore and notAfter' };
}

/* How many times of day a rule names: to move slots by calendars, each of them is checked on many days. */

/** Why slots of the rule cannot be moved by calendars; null if they can. */
function movedTimesProblem(rule: ScheduleRule): string | null {
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
