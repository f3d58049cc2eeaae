import { asJobId, type JobId } from '#common/domain/ids.js';
import { HandClock } from '#testing/hand-clock.js';
import type { Success } from '../launch/context.js';
import { LastSuccesses, laterSuccess, type JobSuccess } from './last-successes.js';

const old = { started: 1_000, finished: 2_000 };
const recent = { started: 5_000, finished: 6_000 };

test.each([
  ['nothing is known before the first success', null, null, null],
  ['a success that the schedule was not told of yet counts', recent, old, recent],
  ['a success whose run retention has removed counts', null, old, old],
  ['a run that outlived the schedule still counts', old, null, old],
  ['the later one counts wherever it is known', old, recent, recent],
])('%s', (_sentence, fromRuns, fromSchedule, expected) => {
  expect(laterSuccess(fromRuns, fromSchedule)).toEqual(expected);
});

const job = asJobId('job');

class World {
  readonly clock = new HandClock();
  readonly announced: JobSuccess[] = [];
  readonly reads: JobId[] = [];
  stored: Success | null = null;
  readonly successes = new LastSuccesses(
    (read) => {
      this.reads.push(read);
      return Promise.resolve(this.stored);
    },
    (successes) => this.announced.push(...successes),
    this.clock,
  );
}

test('the stores are read once, and what ends afterwards is known without them', async () => {
  const world = new World();
  world.stored = old;
  expect(await world.successes.get(job)).toEqual(old);
  world.successes.note(job, recent);
  expect(await world.successes.get(job)).toEqual(recent);
  world.successes.note(job, old);
  expect(await world.successes.get(job)).toEqual(recent);
  expect(world.reads).toEqual([job]);
});

test('what is known from messages alone does not stand for what is stored', async () => {
  const world = new World();
  world.stored = recent;
  world.successes.note(job, old);
  expect(await world.successes.get(job)).toEqual(recent);
});

test('a success whose message was lost is known a minute later, however often the job succeeds', async () => {
  const world = new World();
  await world.successes.get(job);
  for (let second = 0; second < 60; second++) {
    world.clock.pass(1_000);
    world.successes.note(job, old);
  }
  world.stored = recent;
  world.clock.pass(1);
  expect(await world.successes.get(job)).toEqual(recent);
});
