import { asJobId, type JobId } from '#common/domain/ids.js';
import { HandClock } from '#testing/hand-clock.js';
import type { Success } from '../launch/context.js';
import { LastSuccesses, laterSuccess, type JobSuccess } from './last-successes.js';

const old = { started: 1_000, finished: 2_000 };
const recent = { started: 5_000, finished: 6_000 };

test.each([
  ['no success is known before the first one', null, null, null],
  ['a success counts before the schedule knows it', recent, old, recent],
  ['a success counts after retention has removed its run', null, old, old],
  ['a run that has outlived the schedule counts', old, null, old],
  ['the later one counts, from either store', old, recent, recent],
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

test('the stores are read once, and later successes are known from messages', async () => {
  const world = new World();
  world.stored = old;
  expect(await world.successes.get(job)).toEqual(old);
  world.successes.note(job, recent);
  expect(await world.successes.get(job)).toEqual(recent);
  world.successes.note(job, old);
  expect(await world.successes.get(job)).toEqual(recent);
  expect(world.reads).toEqual([job]);
});

test('a success that is known from a message does not replace the stored one', async () => {
  const world = new World();
  world.stored = recent;
  world.successes.note(job, old);
  expect(await world.successes.get(job)).toEqual(recent);
});

test('a success whose message was lost is known a minute later, even if the job succeeds very often', async () => {
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
