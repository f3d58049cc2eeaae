import { asRunId, type RunId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import type { AdmissionOp } from '../core/apply-admission.js';
import { UncountedRuns } from './uncounted-runs.js';

const schedule = (policy: 'Allow' | 'Forbid', change: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule(null, 0, { concurrency: { policy, maxConcurrency: 1, maxQueued: 5, group: null }, ...change });
const free = schedule('Allow');
const limited = schedule('Forbid', { rev: 9 });
const held = { run: asRunId('held'), since: 1, grant: 1 };

/** Two runs are under way, `held` and `other`; `applied` lists the operations on their job. */
function uncounted() {
  const applied: AdmissionOp[] = [];
  const underWay: RunId[] = [held.run, asRunId('other')];
  const runs = new UncountedRuns(
    { underWayOfJob: () => Promise.resolve(underWay) },
    { apply: (_, op) => Promise.resolve(void applied.push(op)) },
    { now: () => 7 },
  );
  return { runs, applied };
}

test('a job that gets its first limit gives a permit to each run under way without one', async () => {
  const { runs } = uncounted();
  const next = { ...limited, holders: [held] };
  expect(await runs.permitsFor(next, free)).toEqual([{ run: 'other', since: 7, grant: 9 }]);
});

test.each([
  ['a job that had a limit already', limited, limited],
  ['a job that loses its limit', free, limited],
  ['a new job', limited, null],
])('%s gives no permits', async (_, next, old) => {
  expect(await uncounted().runs.permitsFor(next, old)).toEqual([]);
});

test('runs that started while the first limit was being stored are counted then, and others may be admitted', async () => {
  const { runs, applied } = uncounted();
  const queue = [{ run: asRunId('w'), policy: 'Enqueue', startAfter: 0, blockedBy: null }] as const;
  await runs.limitsChanged({ ...limited, holders: [held], queue }, free);
  expect(applied).toEqual([{ type: 'adopt', run: 'other' }, { type: 'look' }]);
});

test('a request with a limit counts the runs under way', async () => {
  const { runs, applied } = uncounted();
  await runs.adopt({ ...free, holders: [held] });
  expect(applied).toEqual([{ type: 'adopt', run: 'other' }]);
});
