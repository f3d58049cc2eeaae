import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { HandClock } from '#testing/hand-clock.js';
import type { Gap, ScheduleState } from '#common/schedule/schedule-state.js';
import { DeadlineSweep, DependentsSweep } from './dependent-sweeps.js';

test('runs whose decision failed come after the others, and do not use up the page', async () => {
  const all = ['poisoned', 'one', 'two'].map((id) => aRun(aPlan(), { id: asRunId(id) }));
  const asked: number[] = [];
  const decided: RunId[][] = [];
  const sweep = new DependentsSweep(
    {
      pendingDependentsIn: (_shards, limit) => {
        asked.push(limit);
        return Promise.resolve(all);
      },
    },
    {
      decideAll: (runs: readonly Run[]) => {
        decided.push(runs.map(({ id }) => id));
        return Promise.resolve([asRunId('poisoned')]);
      },
    },
  );
  await sweep.run([1]);
  await sweep.run([1]);
  expect(decided).toEqual([
    ['poisoned', 'one', 'two'],
    ['one', 'two', 'poisoned'],
  ]);
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBe(1);
});

describe('the deadline of a job with dependencies', () => {
  const SIX = Date.parse('2026-05-05T06:00:00Z');
  const HOUR = 3_600_000;
  const state = aSchedule(null, SIX - 48 * HOUR, {
    rev: 4,
    deadlineAt: SIX,
    after: { require: 'all', conditions: [], deadline: { at: '06:00', timezone: 'UTC', weekdays: [] } },
  });

  /** The effects of a sweep at seven o'clock. */
  async function swept(hasRun: boolean, isSaved = true) {
    const clock = new HandClock();
    clock.pass(SIX + HOUR);
    const gaps: Gap[] = [];
    const saved: ScheduleState[] = [];
    const asked: [number, number][] = [];
    let late = 0;
    const sweep = new DeadlineSweep(
      {
        schedules: {
          pastDeadline: () => Promise.resolve([state]),
          save: (next: ScheduleState) => {
            saved.push(next);
            return Promise.resolve(isSaved);
          },
        },
        reads: {
          isAnyOf: (_job, after, until) => {
            asked.push([after, until]);
            return Promise.resolve(hasRun);
          },
        },
        gaps: { record: (found: readonly Gap[]) => Promise.resolve(void gaps.push(...found)) },
      },
      { clock, metrics: { dependencies: { inc: () => (late += 1) } } as never },
    );
    await sweep.run([state.shard]);
    return { gaps, saved, asked, late };
  }

  it('is recorded as missed if the job has had no run since the previous deadline', async () => {
    const { gaps, saved, asked, late } = await swept(false);
    expect(asked).toEqual([[SIX - 24 * HOUR, SIX]]);
    expect(gaps).toEqual([expect.objectContaining({ from: SIX, to: SIX, count: 1, reason: 'DependenciesLate' })]);
    expect(saved).toEqual([expect.objectContaining({ deadlineAt: SIX + 24 * HOUR, rev: 5 })]);
    expect(late).toBe(1);
  });

  it('is only advanced if the job has had a run', async () => {
    const { gaps, saved, late } = await swept(true);
    expect([gaps, saved.length, late]).toEqual([[], 1, 0]);
  });

  it('is counted once, by the replica that advanced it', async () => {
    expect((await swept(false, false)).late).toBe(0);
  });
});
