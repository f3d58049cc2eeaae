/** Runs of higher priority get the places of preemptible ones, with a real executor, its processes and its database. */
import { jest } from '@jest/globals';
import type { Run } from '#common/run/run.js';
import { crewOfThisFile } from './support/crew.js';
import type { RunOptions } from './support/world.js';

jest.setTimeout(240_000);

// The scheduler gives the executor its part of the limits of workers.
const here = crewOfThisFile(['log-collector', 'scheduler']);

const isRunning = ({ phase }: Run): boolean => phase === 'Running';
const onePlace = (workerId: string, job: NonNullable<RunOptions['job']>, priority = 0): RunOptions => ({
  workerId,
  job,
  priority,
  worker: { limits: { maxActive: 1 } },
});
/** Runs until it is stopped, at its first attempt. */
const LONG = ['sh', '-c', '[ $TASK_ATTEMPT = 2 ] || exec sleep 600'];

test('the long run is stopped, names the run that replaces it, and is run again to its end once the urgent one has ended', async () => {
  const long = await here.world.begin(LONG, onePlace('preempted', { preemptible: { graceSeconds: 5 } }));
  await here.world.reaches(long.id, 'Running', isRunning);
  const urgent = await here.world.begin(['true'], onePlace('preempted', {}, 10));
  expect(await here.world.ended(urgent.id)).toMatchObject({ phase: 'Completed' });
  const ended = await here.world.ended(long.id);
  expect(ended).toMatchObject({ phase: 'Completed', preemptions: 1, retries: 0 });
  expect(ended.transitions.find(({ reason }) => reason === 'PlacePreempted')?.message).toContain(urgent.id);
  expect(await here.world.attempts(long.id)).toMatchObject([
    { attempt: 1, end: { result: 'preempted', reason: 'PlacePreempted' } },
    { attempt: 2, end: { result: 'succeeded' } },
  ]);
});

test('if an executor dies after it has asked a run to give up its place, the next one continues, and asks only once', async () => {
  // It ends only when it is made to, so that the executor dies in between.
  const stubborn = ['sh', '-c', '[ $TASK_ATTEMPT = 2 ] || { trap "" TERM; while :; do sleep 0.2; done; }'];
  const long = await here.world.begin(stubborn, onePlace('handed-on', { preemptible: { graceSeconds: 6 } }));
  await here.world.reaches(long.id, 'Running', isRunning);
  const urgent = await here.world.begin(['true'], onePlace('handed-on', {}, 10));
  await here.world.reaches(long.id, 'preempted', ({ preemptions }) => preemptions === 1);
  await here.crew.killExecutor();
  await here.crew.nextExecutor();
  expect(await here.world.ended(urgent.id, 120_000)).toMatchObject({ phase: 'Completed' });
  expect(await here.world.ended(long.id, 120_000)).toMatchObject({ phase: 'Completed', preemptions: 1, retries: 0 });
  expect(await here.world.attempts(long.id)).toHaveLength(2);
});
