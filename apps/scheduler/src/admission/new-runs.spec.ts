import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import type { ConcurrencyPolicy } from '#common/spec/schedule.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { NewRuns } from './new-runs.js';

const run = aRun(aPlan());
const schedule = (policy: ConcurrencyPolicy): ScheduleState =>
  aSchedule(null, 0, { concurrency: { policy, maxConcurrency: 1, maxQueued: 5, group: null } });

function newRuns(isLimited = false, carriesRuns = true) {
  const log: string[] = [];
  const runs = new NewRuns(
    { insertRuns: (all) => Promise.resolve((log.push('insert'), new Set(all.map(({ id }) => id)))) },
    { dispatch: (_, whole) => void log.push(whole ? 'dispatch with the run' : 'dispatch'), carriesRuns },
    { isLimited: () => Promise.resolve(isLimited) },
    {
      admission: { admit: (_, { policy }) => Promise.resolve((log.push(`admit ${policy}`), 'waiting')) },
      uncounted: { adopt: () => Promise.resolve(void log.push('count')) },
    },
  );
  return { runs, log };
}

test('a run needs permits because of its own policy or of the limits of its job', async () => {
  expect(await newRuns().runs.needPermits(schedule('Allow'), 'Allow')).toBe(false);
  expect(await newRuns().runs.needPermits(schedule('Allow'), 'Forbid')).toBe(true);
  expect(await newRuns(true).runs.needPermits(schedule('Allow'), 'Allow')).toBe(true);
});

test('a run without limits is stored before it is dispatched', async () => {
  const { runs, log } = newRuns();
  expect(await runs.start(run)).toMatchObject({ id: run.id });
  expect(log).toEqual(['insert', 'dispatch with the run']);
});

test('a run that messages might be too small for is told by its id alone', async () => {
  const { runs, log } = newRuns(false, false);
  expect(await runs.start(run)).toBeUndefined();
  expect(log).toEqual(['insert', 'dispatch']);
});

test.each<[ConcurrencyPolicy, ConcurrencyPolicy, string[]]>([
  ['Allow', 'Forbid', ['count', 'admit Forbid']],
  ['Allow', 'Allow', ['admit Allow']],
  ['Enqueue', 'Forbid', ['admit Forbid']],
])('if the job has the policy %s, a run with the policy %s does this: %j', async (ofJob, policy, done) => {
  const { runs, log } = newRuns();
  expect(await runs.admit(schedule(ofJob), run, policy)).toBe('waiting');
  expect(log).toEqual(done);
});
