/**
 * The hours of the usage ledger of a tenant: how its runs ended, and how late those of slots had started, by the hour in which they ended. They
 * are kept for two days, and written together with the days. Pure; all sums are integers, so that they do not depend on their order.
 */
import { LATE_START_MS, USAGE_HOURS_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../domain/instant.js';
import { isFailure } from '../run/failed-ends.js';
import type { RunState } from '../run/phase.js';
import type { Run } from '../run/run.js';

export const HOUR_MS = 3_600_000;

/** What an hour needs of an end. Absent in an end that a former version kept apart. */
export interface EndInHour {
  readonly isFailure?: boolean;
  /** From the planned start to the start, of the first end of a run of a slot that started; absent of others. */
  readonly latenessMs?: number;
}

export interface HourCounts {
  readonly finished: number;
  /** Also web services that were silent for too long. */
  readonly failed: number;
  readonly aborted: number;
  /** Runs of slots that started. */
  readonly slots: number;
  /** Those of them that started more than a minute late. */
  readonly late: number;
  /** Their sum. */
  readonly latenessMs: number;
  readonly latenessMaxMs: number;
}

export const EMPTY_HOUR: HourCounts = {
  finished: 0,
  failed: 0,
  aborted: 0,
  slots: 0,
  late: 0,
  latenessMs: 0,
  latenessMaxMs: 0,
};

/** Counts by day and hour of the month, in UTC: `30T23`. */
export type Hours = Readonly<Record<string, HourCounts>>;

/** Of a run that has ended. */
export type EndedFields = Pick<Run, 'reason' | 'trigger' | 'scheduledFor' | 'startAfter' | 'started' | 'usageFrom'> & {
  readonly state: RunState;
};

export function endInHour(run: EndedFields): EndInHour {
  const { trigger, scheduledFor, startAfter, started, usageFrom = 0 } = run;
  const end = { isFailure: isFailure(run) };
  // A backfill is late on purpose, and a run that continues has started before.
  if (trigger !== 'schedule' || scheduledFor === null || started === null || usageFrom > 0) return end;
  return { ...end, latenessMs: Math.max(0, Math.round(started - Math.max(scheduledFor, startAfter))) };
}

/** The hour of an end that counts for its tenant. */
export function hoursOf({ at, state, isFailure: fails = state === 'FAILED', latenessMs }: HourEnd): Hours {
  const ended = { finished: +(state === 'FINISHED'), failed: +fails, aborted: +(state === 'ABORTED' && !fails) };
  if (latenessMs === undefined) return { [hourOf(at)]: { ...EMPTY_HOUR, ...ended } };
  const late = +(latenessMs > LATE_START_MS);
  return { [hourOf(at)]: { ...ended, slots: 1, late, latenessMs, latenessMaxMs: latenessMs } };
}

interface HourEnd extends EndInHour {
  readonly at: Instant;
  readonly state: RunState;
}

const hourOf = (at: Instant): string => new Date(at).toISOString().slice('2026-11-'.length, '2026-11-30T23'.length);

/** When an hour of a month begins. */
export const beginOf = (month: string, hour: string): Instant => Date.parse(`${month}-${hour}:00:00Z`);

export const plusHour = (a: HourCounts, b: HourCounts): HourCounts => ({
  finished: a.finished + b.finished,
  failed: a.failed + b.failed,
  aborted: a.aborted + b.aborted,
  slots: a.slots + b.slots,
  late: a.late + b.late,
  latenessMs: a.latenessMs + b.latenessMs,
  latenessMaxMs: Math.max(a.latenessMaxMs, b.latenessMaxMs),
});

export function plusHours(a: Hours, b: Hours): Hours {
  const hours = { ...a };
  for (const [hour, counts] of Object.entries(b)) hours[hour] = plusHour(hours[hour] ?? EMPTY_HOUR, counts);
  return hours;
}

/** The hours of a month that are still kept at that time. */
export const keptHours = (hours: Hours, month: string, at: Instant): Hours =>
  Object.fromEntries(Object.entries(hours).filter(([hour]) => beginOf(month, hour) > at - USAGE_HOURS_KEPT_MS));

/**
 * Since when the hours are whole, for a ledger that a version without hours has kept until then: from the next full hour on. Its ledgers may
 * lack those of any end before.
 */
export const hoursBeginAfter = (through: Instant): Instant => Math.ceil(through / HOUR_MS) * HOUR_MS;
