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
  let times = 0;
  let found = 0;
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

test('a task that does not report what it finds keeps its pace', async () => {
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

describe('while the service is at rest', () => {
  const SECOND = 1_000;

  /** A task that finds nothing, repeated every second in a service that is at rest from its start. */
  class Resting {
    readonly clock = new HandClock();
    times = 0;
    private onEnd: () => void = () => undefined;
    private readonly calm = {
      isCalm: true,
      onEnd: (listener: () => void) => {
        this.onEnd = listener;
        return () => {
          this.onEnd = () => undefined;
        };
      },
    };
    readonly loop = new SweepLoop('tests', () => Promise.resolve((this.times++, 0)), SECOND, {
      log,
      clock: this.clock,
    }).restWith(this.calm);

    /** How often the task was performed in these seconds. */
    async pass(seconds: number): Promise<number> {
      const before = this.times;
      for (let passed = 0; passed < seconds; passed++) {
        this.clock.pass(SECOND);
        await tick();
      }
      return this.times - before;
    }

    end(): void {
      this.calm.isCalm = false;
      this.onEnd();
    }
  }

  test('a task that finds nothing is repeated a tenth as often at once', async () => {
    const resting = new Resting();
    resting.loop.start();
    expect(await resting.pass(101)).toBe(11);
  });

  test('a task has its usual pace again as soon as the rest ends', async () => {
    const resting = new Resting();
    resting.loop.start();
    await resting.pass(62);
    resting.end();
    expect(await resting.pass(5)).toBe(5);
  });

  test('after a stop, the end of a rest begins no task', async () => {
    const resting = new Resting();
    resting.loop.start();
    await resting.pass(62);
    await resting.loop.stop();
    resting.end();
    expect(await resting.pass(30)).toBe(0);
  });
});

test('a hastened task is performed at once, and once', async () => {
  const clock = new HandClock();
  let times = 0;
  const loop = new SweepLoop('tests', () => Promise.resolve((times++, 0)), 500, { log, clock });
  loop.hasten();
  loop.start();
  clock.pass(100);
  loop.hasten();
  clock.pass(0);
  await tick();
  expect(times).toBe(1);
  clock.pass(499);
  expect(times).toBe(1);
  await loop.stop();
  loop.hasten();
  clock.pass(10_000);
  expect(times).toBe(1);
});
