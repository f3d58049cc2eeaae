import { createLogger } from '#common/logging/logger.js';
import { Calm } from '#common/runtime/calm.js';
import { HandClock } from '#testing/hand-clock.js';
import { everyShard, someShards } from '#testing/shards.js';
import { Sweeps } from './sweeps.js';

const MINUTE = 60_000;
const log = createLogger('test', 'silent');
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** A sweep every half second that waits for one point in time, in an idle scheduler. */
class Waiting {
  readonly clock = new HandClock();
  readonly looks: number[] = [];
  asked = 0;
  dueAt = Infinity;
  readonly sweeps: Sweeps;

  constructor() {
    const sweep = {
      name: 'tests',
      everyMs: 500,
      isAnyDue: (_: readonly number[], until: number): Promise<boolean> => {
        this.asked++;
        return Promise.resolve(this.dueAt <= until);
      },
      run: (): Promise<number> => {
        this.looks.push(this.clock.now());
        const isDue = this.dueAt <= this.clock.now();
        if (isDue) this.dueAt = Infinity;
        return Promise.resolve(isDue ? 1 : 0);
      },
    };
    const owner = { owned: () => everyShard };
    const tools = { clock: this.clock, log, calm: new Calm(this.clock, () => true) };
    this.sweeps = new Sweeps([sweep], owner, tools);
    this.sweeps.start();
  }

  async pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 100) {
      this.clock.pass(100);
      await tick();
    }
  }
}

test('a sweep that waits for a time asks rarely at rest, and runs when the time comes', async () => {
  const waiting = new Waiting();
  await waiting.pass(2 * MINUTE);
  const asked = waiting.asked;
  const looked = waiting.looks.length;
  await waiting.pass(MINUTE);
  expect(waiting.asked - asked).toBeLessThanOrEqual(13);
  expect(waiting.looks).toHaveLength(looked);
  const dueAt = waiting.clock.now() + 31_300;
  waiting.dueAt = dueAt;
  await waiting.pass(MINUTE);
  const found = waiting.looks.find((at) => at >= dueAt) ?? Infinity;
  expect(found - dueAt).toBeLessThanOrEqual(600);
  await waiting.sweeps.stop();
});

test('a replica that gets shards after minutes without any sweeps them at its usual interval', async () => {
  const clock = new HandClock();
  const owned = someShards();
  const swept: number[][] = [];
  const sweep = {
    name: 'tests',
    everyMs: 60_000,
    run: (shards: readonly number[]) => Promise.resolve(swept.push([...shards])),
  };
  const sweeps = new Sweeps([sweep], { owned: () => owned }, { clock, log });
  sweeps.start();
  for (let minutes = 0; minutes <= 3; minutes++) {
    clock.pass(minutes === 0 ? 0 : 60_000);
    await tick();
  }
  owned.add(7);
  clock.pass(60_000);
  await tick();
  expect(swept).toEqual([[7]]);
  await sweeps.stop();
});
