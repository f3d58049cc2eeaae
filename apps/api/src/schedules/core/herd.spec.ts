import fc from 'fast-check';
import { asJobId } from '#common/domain/ids.js';
import { MAX_HERD_SLOTS_PER_JOB, MAX_NAMED_IN_HERD } from '#common/domain/limits.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import type { ScheduleRule } from '#common/schedule/schedule-state.js';
import type { ScheduleSpec } from '#common/spec/schedule.js';
import { worlds } from '#testing/long-form.js';
import { HerdCount, type Herd, type HerdJob, spreadOf } from './herd.js';

const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 0, 5);
const SPAN = { from: FROM, to: FROM + 24 * HOUR };

function ruleOf(schedule: ScheduleSpec, hashKey = 'acme/x'): ScheduleRule {
  const parsed = parseSchedule({ schedule }, { hashKey, createdAt: 0 });
  if (!parsed.ok || !parsed.rule) throw new Error(JSON.stringify(parsed));
  return parsed.rule;
}
const jobOf = (id: string, schedule: ScheduleSpec): HerdJob => ({
  id: asJobId(id),
  name: `Job ${id}`,
  rule: ruleOf(schedule, `acme/${id}`),
  excludes: excludesNothing,
});

function herdOf(jobs: readonly HerdJob[], crowdedFrom = 3): Herd {
  const count = new HerdCount(SPAN);
  for (const job of jobs) count.add(job);
  const crowd = count.crowd(crowdedFrom);
  for (const job of crowd.jobs) count.spread(job);
  return count.result(crowd.minutes);
}

describe('a herd report', () => {
  it('names the crowded minutes, the changes that would spread them, and the peak after these changes', () => {
    const herd = herdOf([
      ...['a', 'b', 'c', 'd'].map((id) => jobOf(id, { cron: '0 3 * * *' })),
      jobOf('e', { rrule: 'FREQ=DAILY;BYHOUR=3;BYMINUTE=0;BYSECOND=20' }),
      jobOf('f', { at: '2026-01-05T03:00:30Z' }),
      jobOf('g', { cron: '30 5 * * *' }),
    ]);
    expect(herd.peak).toMatchObject({ at: FROM + 3 * HOUR, starts: 6 });
    expect(herd.peak?.jobs.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(herd.crowded).toEqual([herd.peak]);
    expect(herd.suggestions).toEqual([
      ...['a', 'b', 'c', 'd'].map((id) => ({
        job: id,
        name: `Job ${id}`,
        field: 'cron',
        present: '0 3 * * *',
        suggested: 'H 3 * * *',
      })),
      { job: 'e', name: 'Job e', field: 'jitterSeconds', present: '0', suggested: '300' },
    ]);
    expect(herd.peakAfter?.starts).toBeLessThan(4);
  });

  it('counts starts at their effective times, without excluded slots and without jobs that start very often', () => {
    const closed = { ...jobOf('a', { cron: '0 3 * * *' }), excludes: () => true };
    const late = jobOf('b', { cron: '0 3 * * *', jitterSeconds: 3_600 });
    const herd = herdOf([closed, late, jobOf('c', { cron: '* * * * *' })]);
    const slot = herd.peak?.at ?? 0;
    expect(herd.peak?.starts).toBe(1);
    expect(slot).toBeGreaterThan(FROM + 3 * HOUR);
    expect(herd.frequent).toBe(1);
    expect(herdOf([jobOf('d', { every: 300 })]).frequent).toBe(0);
    expect(24 * 12).toBe(MAX_HERD_SLOTS_PER_JOB);
  });

  it('names at most as many jobs of a minute as the limit allows', () => {
    const herd = herdOf(Array.from({ length: 60 }, (_, i) => jobOf(`j${i}`, { cron: '0 3 * * *' })));
    expect(herd.peak?.starts).toBe(60);
    expect(herd.peak?.jobs).toHaveLength(MAX_NAMED_IN_HERD);
    expect(herd.peakAfter?.starts).toBeLessThan(8);
  });

  it('is empty if nothing starts', () => {
    expect(herdOf([])).toEqual({ peak: null, peakAfter: null, crowded: [], suggestions: [], frequent: 0 });
  });
});

describe('the change that would spread a job', () => {
  it.each<[ScheduleSpec, string | null]>([
    [{ cron: '0 * * * *' }, 'H * * * *'],
    [{ cron: '@daily' }, 'H 0 * * *'],
    [{ cron: '0 15 3 * * ?' }, '0 H 3 * * ?'],
    [{ cron: '0 0 12 1 * ? 2030-2040' }, '0 H 12 1 * ? 2030-2040'],
    [{ cron: '*/15 * * * *' }, 'H/15 * * * *'],
    [{ cron: '0/20 6 * * *' }, 'H/20 6 * * *'],
    [{ cron: '*/7 * * * *' }, '300'],
    [{ cron: '5,35 * * * *' }, '300'],
    [{ every: 120 }, '60'],
    [{ every: 1 }, null],
    [{ cron: 'H 3 * * *' }, null],
    [{ cron: '0 3 * * *', jitterSeconds: 5 }, null],
    [{ at: '2030-01-01T00:00:00Z' }, null],
    [{ fixedDelay: 60 }, null],
  ])('the suggested change for %j is %s', (schedule, suggested) => {
    expect(spreadOf(ruleOf(schedule))?.changes[0]?.suggested ?? null).toBe(suggested);
  });

  it('keeps the number of cron slots, and each slot in its hour', () => {
    const minute = fc.oneof(fc.integer({ min: 0, max: 59 }).map(String), fc.constantFrom('*/5', '*/15', '0/30'));
    const cron = fc.tuple(minute, fc.constantFrom('*', '3', '0-6', '*/4')).map(([m, h]) => `${m} ${h} * * *`);
    fc.assert(
      fc.property(cron, fc.uuid(), (text, id) => {
        const count = new HerdCount(SPAN);
        const job = jobOf(id, { cron: text });
        const before = count.add(job);
        const spread = spreadOf(job.rule);
        expect(spread).not.toBeNull();
        const after = new HerdCount(SPAN).add({ ...job, rule: spread!.rule });
        expect(after).toBe(before);
      }),
      { numRuns: worlds(100) },
    );
  });
});
