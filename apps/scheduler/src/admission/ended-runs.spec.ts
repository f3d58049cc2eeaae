import { systemClock } from '#common/clock/clock.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { stateOf, type Phase } from '#common/run/phase.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { EndedRuns } from './ended-runs.js';
import { RunEnds } from './run-ends.js';

const run = asRunId('run-1');
const state = aSchedule(null, 0, { holders: [{ run, since: 5, grant: 1 }] });

/** The runs whose permits are released after a message that the run was aborted; `stored` is its current phase, null if it is gone. */
async function freedWhen(stored: Phase | null): Promise<RunId[]> {
  return (await afterEnd(stored, state)).freed;
}

async function afterEnd(stored: Phase | null, schedule: ScheduleState): Promise<{ freed: RunId[]; begun: unknown[] }> {
  const freed: RunId[] = [];
  const begun: unknown[] = [];
  const ended = new EndedRuns(
    {
      schedules: { busyOf: () => Promise.resolve([schedule]) },
      runs: {
        standingOf: () =>
          Promise.resolve(new Map(stored === null ? [] : [[run, { phase: stored, holds: [], finished: 3 }]])),
      },
    },
    new RunEnds(
      {
        release: (_, each) => {
          freed.push(each);
          return Promise.resolve();
        },
      },
      { begin: (_, each, finished) => Promise.resolve(void begun.push([each, finished])) },
    ),
    { note: () => undefined },
    systemClock,
  );
  await ended.handle({
    v: 1,
    run,
    rev: 7,
    tenant: state.tenant,
    job: state.job,
    jobName: state.jobName,
    worker: state.worker,
    engine: state.engine,
    trigger: 'manual',
    scheduledFor: null,
    createdAt: 1,
    started: 2,
    finished: 3,
    exitCode: null,
    phase: 'Aborted',
    state: stateOf('Aborted'),
    transitions: [],
  });
  return { freed, begun };
}

test.each(['Aborted', null] as const)('the permit of a run that has ended is released (stored: %s)', async (stored) => {
  expect(await freedWhen(stored)).toEqual([run]);
});

test.each(['Queued', 'Pending', 'Running'] as const)(
  'the permit of a run that was resumed before the message of its end arrived is kept (stored: %s)',
  async (stored) => {
    expect(await freedWhen(stored)).toEqual([]);
  },
);

describe('a schedule whose fixed delay waits for the end of a run', () => {
  const awaiting = aSchedule({ fixedDelay: 5 }, 0, { delayed: { at: 1_000, run } });

  it.each([
    ['Completed', [[run, 3]]],
    [null, [[run, null]]],
    ['Running', []],
  ] as const)('begins its delay once the run is over (stored: %s)', async (stored, begun) => {
    expect(await afterEnd(stored, awaiting)).toEqual({ freed: [], begun });
  });

  it('does not begin its delay at the end of another run', async () => {
    const other = { ...awaiting, delayed: { at: 1_000, run: asRunId('run-2') } };
    expect(await afterEnd('Completed', other)).toEqual({ freed: [], begun: [] });
  });
});
