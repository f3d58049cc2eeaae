/** A worker that does one thing at a time: its runs wait for each other, and delay no others. */
import { jest } from '@jest/globals';
import { crewOfThisFile } from './support/crew.js';
import type { World } from './support/world.js';

jest.setTimeout(240_000);

// The scheduler gives the executor its part of the limits of workers.
const here = crewOfThisFile(['log-collector', 'scheduler']);

const oneAtATime = (workerId: string): Parameters<World['begin']>[1] => ({
  workerId,
  worker: { limits: { maxActive: 1 } },
});

test('a run of three indexes runs them one after another', async () => {
  const run = await here.world.begin(['sleep', '0.3'], { ...oneAtATime('narrow-indexes'), job: { completions: 3 } });
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Completed' });
  expect(await here.world.attempts(run.id)).toHaveLength(3);
});

test('a run that is tried again gets the place that its first try has left', async () => {
  const run = await here.world.begin(['sh', '-c', '[ $TASK_ATTEMPT = 2 ]'], {
    ...oneAtATime('narrow-retry'),
    job: { maxAttempts: 2 },
  });
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Completed' });
  expect(await here.world.attempts(run.id)).toHaveLength(2);
});

test('runs of other tenants and workers start while some wait for their places, and the waiting ones end as well', async () => {
  const narrow = oneAtATime('narrow-shared');
  const waiting = [
    await here.world.begin(['sleep', '1'], { ...narrow, job: { completions: 3 } }),
    await here.world.begin(['sh', '-c', '[ $TASK_ATTEMPT = 2 ]'], { ...narrow, job: { maxAttempts: 2 } }),
    await here.world.begin(['true'], narrow),
  ];
  await here.world.reaches(waiting[0]!.id, 'Running', ({ phase }) => phase === 'Running');
  const plain = await here.world.begin(['true'], { tenant: 'other', workerId: 'plain' });
  expect(await here.world.ended(plain.id)).toMatchObject({ phase: 'Completed' });
  for (const { id } of waiting) expect(await here.world.ended(id)).toMatchObject({ phase: 'Completed' });
});
