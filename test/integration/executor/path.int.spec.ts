/** The executor as a process of its own, with a collector beside it: from a dispatched run to its final state. */
import { jest } from '@jest/globals';
import { Crew } from './support/crew.js';
import { World } from './support/world.js';

jest.setTimeout(240_000);

let world: World;
let crew: Crew;

beforeAll(async () => {
  world = await World.create();
  crew = await Crew.start(world);
});
afterAll(async () => {
  await crew.stop();
  await world.close();
});

test('a dispatched run of the process engine is started, ends, and is final with its attempt recorded', async () => {
  const run = await world.begin(['sh', '-c', 'echo hello; exit 0']);
  const ended = await world.ended(run.id);
  expect(ended).toMatchObject({
    phase: 'Completed',
    reason: 'AllIndexesSucceeded',
    exitCode: 0,
    live: [],
    effects: [],
  });
  expect(ended.transitions.map(({ phase }) => phase)).toEqual(['Pending', 'Running', 'Completed']);
  const [attempt] = await world.attempts(run.id);
  expect(attempt).toMatchObject({ attempt: 1, end: { result: 'succeeded', exitCode: 0 }, logComplete: true });
});

test('a failing run is tried again as often as it may, each attempt recorded, and fails with the last exit code', async () => {
  const run = await world.begin(['sh', '-c', 'exit 3'], { job: { maxAttempts: 3 } });
  const ended = await world.ended(run.id);
  expect(ended).toMatchObject({ phase: 'Failed', reason: 'IndexFailed', exitCode: 3 });
  expect((await world.attempts(run.id)).map(({ attempt, end }) => [attempt, end.exitCode])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('a command that does not exist fails with words that name it', async () => {
  const run = await world.begin(['no-such-command']);
  const ended = await world.ended(run.id);
  expect(ended).toMatchObject({ phase: 'Failed', exitCode: 127 });
  expect(ended.message).toContain('no-such-command');
});

test('a run that nobody dispatched is found by the sweep', async () => {
  const run = await world.record(['true']);
  expect(await world.ended(run.id)).toMatchObject({ phase: 'Completed' });
});
