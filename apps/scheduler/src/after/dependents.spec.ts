import { asJobId, asRunId } from '#common/domain/ids.js';
import type { AfterRule, ScheduleState } from '#common/schedule/schedule-state.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { HandClock } from '#testing/hand-clock.js';
import { Dependents } from './dependents.js';
import type { DependentOutcome } from './ports.js';

const UPSTREAM = aRun(aPlan(), { job: asJobId('up'), phase: 'Completed', finished: 5 });
const AFTER: AfterRule = {
  require: 'all',
  deadline: null,
  conditions: [
    { job: asJobId('up'), on: 'succeeded', match: 'sameSlot', within: null, exitCodes: null, outputs: [], pass: [] },
  ],
};
const aFollower = (no: number, change: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule(null, 0, { job: asJobId(`down-${String(no).padStart(3, '0')}`), after: AFTER, ...change });

async function decided(followers: readonly ScheduleState[], { phase = 'Completed', mayFollow = true } = {}) {
  const trigger = { ...UPSTREAM, phase: phase as 'Completed' };
  const counted: string[] = [];
  let delays = 0;
  const dependents = new Dependents(
    {
      followersOf: (_job, after, limit) =>
        Promise.resolve(followers.filter(({ job }) => after === null || job > after).slice(0, limit)),
    },
    {
      mayFollow: () => Promise.resolve(mayFollow),
      read: () => Promise.resolve({ trigger, sameCause: new Map([[trigger.job, [trigger]]]), latest: new Map() }),
    } as never,
    {
      make: ({ job }: ScheduleState) =>
        Promise.resolve({ run: asRunId(`${job}-1`), outcome: 'started', isNew: job !== 'down-001' }),
    } as never,
    {
      clock: new HandClock(),
      metrics: {
        dependencies: { inc: ({ outcome }: { outcome: string }) => counted.push(outcome) },
        dependencyDelay: { observe: () => (delays += 1) },
      } as never,
    },
  );
  const all = await dependents.runAfter(trigger, { cause: '10', root: undefined, requestedBy: null });
  return { all, outcomes: all.map(({ outcome }: DependentOutcome) => outcome), counted, delays };
}

test('every dependent job gets an outcome, over any number of pages', async () => {
  const { all, counted } = await decided(Array.from({ length: 120 }, (_, no) => aFollower(no)));
  expect(new Set(all.map(({ run }) => run)).size).toBe(120);
  expect(counted).toHaveLength(120);
});

test('a job that is paused, or that the tenant does not allow, gets no run', async () => {
  expect((await decided([aFollower(0, { active: false })])).outcomes).toEqual(['inactive']);
  expect((await decided([aFollower(0)], { mayFollow: false })).outcomes).toEqual(['notAllowed']);
});

test('the outcome lists the conditions that are not met yet', async () => {
  const { all } = await decided([aFollower(0)], { phase: 'Failed' });
  expect(all).toEqual([{ job: 'down-000', outcome: 'waiting', run: null, unmet: [0] }]);
});

test('the delay of a run is measured once, not for repeated decisions', async () => {
  expect((await decided([aFollower(0), aFollower(1)])).delays).toBe(1);
});
