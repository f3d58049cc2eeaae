import { HandClock } from '#testing/hand-clock.js';
import { createLogger } from '../logging/logger.js';
import { SweepLoop } from './sweep-loop.js';

const log = createLogger('test', 'silent');
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the pause begins when the task has ended, so that it never runs twice at once', async () => {
  const clock = new HandClock();
  const ends: (() => void)[] = [];
  const loop = new SweepLoop('tests', () => new Promise<void>((resolve) => ends.push(resolve)), 500, { log, clock });
  loop.start(20);
  clock.pass(20);
  clock.pass(10_000);
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await tick();
  clock.pass(499);
  expect(ends).toHaveLength(1);
  clock.pass(1);
  expect(ends).toHaveLength(2);
});

test('a failure does not end the repetition', async () => {
  const clock = new HandClock();
  let times = 0;
  const work = (): Promise<void> => Promise.reject(new Error(`failure ${(times += 1)}`));
  new SweepLoop('tests', work, 500, { log, clock }).start();
  for (let i = 0; i < 3; i++) {
    clock.pass(500);
    await tick();
  }
  expect(times).toBe(3);
});

test('a task that finds nothing for a minute is repeated a third as often until it finds something', async () => {
  const clock = new HandClock();
  let [times, found] = [0, 0];
  const work = (): Promise<number> => Promise.resolve((times++, found));
  new SweepLoop('tests', work, 20_000, { log, clock }).start();
  const pass = async (ms: number): Promise<number> => {
    clock.pass(ms);
    await tick();
    return times;
  };
  for (const each of [1, 2, 3]) expect(await pass(20_000)).toBe(each);
  expect(await pass(59_999)).toBe(3);
  found = 1;
  expect(await pass(1)).toBe(4);
  expect(await pass(20_000)).toBe(5);
});

test('a task that says nothing of what it finds keeps its pace', async () => {
  const clock = new HandClock();
  let times = 0;
  const work = async (): Promise<void> => {
    times++;
    return Promise.resolve();
  };
  new SweepLoop('tests', work, 20_000, { log, clock }).start();
  for (let i = 0; i < 10; i++) {
    clock.pass(20_000);
    await tick();
  }
  expect(times).toBe(10);
});

test('a stop waits for the task under way, and nothing begins after it', async () => {
  const clock = new HandClock();
  const ends: (() => void)[] = [];
  const loop = new SweepLoop('tests', () => new Promise<void>((resolve) => ends.push(resolve)), 500, { log, clock });
  loop.start();
  clock.pass(500);
  let stopped = false;
  const stop = loop.stop().then(() => (stopped = true));
  await tick();
  expect(stopped).toBe(false);
  ends[0]?.();
  await stop;
  clock.pass(10_000);
  expect(ends).toHaveLength(1);
});
