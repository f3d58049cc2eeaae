/** How many next slots one core computes in a second, compared with croner on the same input. */
import { Cron } from 'croner';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import { nextSlots } from '#common/schedule/slots.js';

const EXPRESSIONS: readonly { readonly cron: string; readonly timezone: string }[] = [
  { cron: '* * * * *', timezone: 'UTC' },
  { cron: '*/5 * * * *', timezone: 'Europe/Prague' },
  { cron: '0 * * * *', timezone: 'America/New_York' },
  { cron: '30 2 * * *', timezone: 'Europe/Prague' },
  { cron: '0 10 * * 1-5', timezone: 'America/New_York' },
  { cron: '0 0 1 * *', timezone: 'Asia/Kolkata' },
  { cron: '0 9 L * *', timezone: 'Europe/London' },
  { cron: '15 6 * 1,7 1#1', timezone: 'Australia/Lord_Howe' },
];
const MEASURED_MS = 1_000;
const QUESTIONS = 1_000;
const FROM = Date.UTC(2026, 0, 1);
const SPAN_MS = 365 * 86_400_000;
const STEP_MS = Math.floor(SPAN_MS / QUESTIONS);

export function measureNextSlots(): Record<string, unknown> {
  // Instants all over a year, in an order that defeats caches: each is far from the one before.
  const instants = Array.from({ length: QUESTIONS }, (_, i) => FROM + ((i * 617) % QUESTIONS) * STEP_MS);
  const rows = EXPRESSIONS.map(({ cron, timezone }) => {
    const rule = ruleOf(cron, timezone);
    const job = new Cron(cron, { timezone, paused: true });
    const own = (after: number): number | null => nextSlots(rule, { after, limit: 1 })[0]?.nominal ?? null;
    const croner = (after: number): number | null => job.nextRun(new Date(after))?.getTime() ?? null;
    const different = instants.filter((at) => own(at) !== croner(at)).length;
    const perSecond = rate(own, instants);
    const cronerPerSecond = rate(croner, instants);
    return { cron, timezone, perSecond, cronerPerSecond, times: round(perSecond / cronerPerSecond), different };
  });
  return { slowestPerSecond: Math.min(...rows.map(({ perSecond }) => perSecond)), expressions: rows };
}

function ruleOf(cron: string, timezone: string): ScheduleRule {
  const parsed = parseSchedule({ schedule: { cron, timezone } }, { hashKey: 'bench/job', createdAt: FROM });
  if (!parsed.ok || parsed.rule === null) throw new Error(`${cron} is not understood`);
  return parsed.rule;
}

/** Results in a second, after a warm-up of the same length. */
function rate(next: (after: number) => number | null, instants: readonly number[]): number {
  let count = 0;
  for (const warm of [true, false]) {
    count = 0;
    const began = performance.now();
    while (performance.now() - began < MEASURED_MS) {
      for (const instant of instants) next(instant);
      count += instants.length;
    }
    if (!warm) return Math.round((count * 1_000) / (performance.now() - began));
  }
  return count;
}

const round = (value: number): number => Number(value.toFixed(1));
