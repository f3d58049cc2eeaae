import { asRunId, type RunId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { isConcerned, RunEnds } from './run-ends.js';

const run = asRunId('run-1');
const holder = { run, since: 5, grant: 1 };
const delayed = { at: 1_000, run };

async function effectsOf(state: ScheduleState, ended: RunId): Promise<unknown[]> {
  const effects: unknown[] = [];
  const ends = new RunEnds(
    { release: (_, each, holds) => Promise.resolve(void effects.push(['release', each, holds])) },
    { begin: (_, each, finished) => Promise.resolve(void effects.push(['begin', each, finished])) },
  );
  await ends.apply(state, ended, { holds: ['tenant:acme'], finished: 7 });
  return effects;
}

test.each<[string, Partial<ScheduleState>, unknown[]]>([
  ['holds a permit', { holders: [holder] }, [['release', run, ['tenant:acme']]]],
  ['is awaited', { delayed }, [['begin', run, 7]]],
  [
    'holds a permit and is awaited',
    { holders: [holder], delayed },
    [
      ['release', run, ['tenant:acme']],
      ['begin', run, 7],
    ],
  ],
  ['holds no permit and is not awaited', { delayed: { at: 1_000, run: null } }, []],
])('the end of a run is handled if the run %s', async (_, change, effects) => {
  const state = aSchedule({ fixedDelay: 5 }, 0, change);
  expect(isConcerned(state, run)).toBe(effects.length > 0);
  expect(await effectsOf(state, run)).toEqual(effects);
  expect(isConcerned(state, asRunId('run-2'))).toBe(false);
  expect(await effectsOf(state, asRunId('run-2'))).toEqual([]);
});
