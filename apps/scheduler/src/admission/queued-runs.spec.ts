import { asJobId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { HandClock } from '#testing/hand-clock.js';
import { QueuedRuns } from './queued-runs.js';
import { RunRecords } from './run-records.js';

const HOUR = 3_600_000;
const JOB = asJobId('job');
const queued = aRun(aPlan(), {
  job: JOB,
  phase: 'Queued',
  reason: 'AwaitingPermit',
  createdAt: 0,
  scheduledFor: 1_000,
});

interface World {
  readonly state: ScheduleState | null;
  readonly answer?: 'started' | 'waiting' | 'forbidden' | 'queueFull';
  readonly isSaved?: boolean;
  readonly at?: number;
}

/** The effects of reconciling a queued run. */
async function reconciled(
  run: Run,
  { state, answer = 'started', isSaved = true, at = HOUR }: World,
): Promise<string[]> {
  const log: string[] = [];
  const clock = new HandClock();
  clock.pass(at);
  const records = new RunRecords(
    { save: (next: Run) => Promise.resolve((log.push(`save ${next.phase} ${next.reason}`), isSaved)) } as never,
    { load: () => Promise.resolve(new Map([[run.id, run]])) },
    { changed: () => log.push('changed'), dispatch: () => log.push('dispatch') },
    clock,
  );
  const runs = new QueuedRuns(
    records,
    { schedules: { load: () => Promise.resolve(state) }, commands: { ofRuns: () => Promise.resolve([]) } },
    {
      apply: (_job, { type }) => Promise.resolve(void log.push(type)),
      admit: () => Promise.resolve((log.push('admit'), answer)),
      release: () => Promise.resolve(void log.push('release')),
    },
    clock,
  );
  await runs.reconcileQueued(run);
  return log;
}

const known = (change: Partial<ScheduleState>): ScheduleState => aSchedule(null, 0, { job: JOB, ...change });
const waiter: Waiter = { run: queued.id, policy: 'Enqueue', startAfter: 0, blockedBy: null };

test('a run that the document of its job contains is left to wait', async () => {
  expect(await reconciled(queued, { state: known({ queue: [waiter] }) })).toEqual([]);
});

test('a new run may not be in the document of its job yet', async () => {
  expect(await reconciled(queued, { state: known({ mark: HOUR }), at: 4_999 })).toEqual([]);
});

test('an admission that its process did not complete is taken over', async () => {
  const holders = [{ run: queued.id, since: 0, grant: 3 }] as unknown as ScheduleState['holders'];
  expect(await reconciled(queued, { state: known({ holders }) })).toEqual(['takeOver']);
});

test('a run whose slot has another outcome by now ends and releases its permits', async () => {
  expect(await reconciled(queued, { state: known({ mark: 1_000 }) })).toEqual([
    ...['save Skipped Superseded', 'changed', 'release'],
  ]);
});

test('a run of a deleted job is aborted; without a schedule document it has no permits to release', async () => {
  expect(await reconciled(queued, { state: null })).toEqual(['save Aborted JobDeleted', 'changed']);
});

test('a manual run that the document lacks is admitted again, and ends if that is refused', async () => {
  const byHand = { ...queued, trigger: 'manual' as const, scheduledFor: null };
  expect(await reconciled(byHand, { state: known({}) })).toEqual(['admit']);
  expect(await reconciled(byHand, { state: known({}), answer: 'queueFull' })).toEqual([
    ...['admit', 'save Refused QueueFull', 'changed', 'release'],
  ]);
});

test('a backfilled run is never dropped for lack of a permit', async () => {
  const backfilled = { ...queued, trigger: 'backfill' as const };
  expect(await reconciled(backfilled, { state: known({}), answer: 'forbidden' })).toEqual(['admit']);
});

test('a run that another process has changed meanwhile releases nothing', async () => {
  expect(await reconciled(queued, { state: known({ mark: 1_000 }), isSaved: false })).toEqual([
    'save Skipped Superseded',
  ]);
});
