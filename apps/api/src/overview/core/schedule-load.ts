/** Counts how next slots are spread over the minutes of an hour and over the coming day. Pure. */
import type { Instant } from '#common/run/run.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MINUTES = 60;
const HOURS = 24;
/** Minutes that are named individually. */
export const MAX_BUSIEST = 5;

export interface ScheduleLoad {
  /** Jobs by the minute of the hour of their next slot. */
  readonly minutes: readonly number[];
  /** Jobs by the hour of their next slot, for the next 24 hours from the present one on. */
  readonly hours: readonly { readonly at: Instant; readonly jobs: number }[];
  /** The minutes in which most next slots fall, the fullest first; only those with more than one. */
  readonly busiest: readonly { readonly at: Instant; readonly jobs: number }[];
}

export function loadOf(slots: readonly Instant[], now: Instant): ScheduleLoad {
  const first = floorTo(now, HOUR_MS);
  const coming = slots.filter((at) => at >= now && at < first + HOURS * HOUR_MS);
  const ofHour = countedBy(coming, (at) => Math.floor(at / MINUTE_MS) % MINUTES);
  const byHour = countedBy(coming, (at) => floorTo(at, HOUR_MS));
  const byMinute = countedBy(coming, (at) => floorTo(at, MINUTE_MS));
  const minutes = Array.from({ length: MINUTES }, (_, minute) => ofHour.get(minute) ?? 0);
  const hours = Array.from({ length: HOURS }, (_, hour) => first + hour * HOUR_MS).map((at) => ({
    at,
    jobs: byHour.get(at) ?? 0,
  }));
  const busiest = [...byMinute]
    .map(([at, jobs]) => ({ at, jobs }))
    .filter(({ jobs }) => jobs > 1)
    .sort((a, b) => b.jobs - a.jobs || a.at - b.at)
    .slice(0, MAX_BUSIEST);
  return { minutes, hours, busiest };
}

const floorTo = (at: Instant, step: number): Instant => Math.floor(at / step) * step;

function countedBy(slots: readonly Instant[], keyOf: (at: Instant) => number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const at of slots) counts.set(keyOf(at), (counts.get(keyOf(at)) ?? 0) + 1);
  return counts;
}
