import type { RunCommand } from '#common/domain/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Answer, Input } from '../core/inputs.js';
import { CommandSweep } from './command-sweep.js';

const SHARD = 3;
const NOON = 1_700_000_000_000;
const abort: RunCommand = {
  id: 'c-1',
  run: 'run-1',
  shard: SHARD,
  command: 'abort',
  reason: null,
  graceSeconds: null,
  actor: 'anna',
  at: NOON,
};

class World {
  now = NOON;
  answer: Answer = 'done';
  owned: ReadonlySet<number> = new Set([SHARD]);
  readonly brought: string[] = [];
  readonly sweep: CommandSweep;

  constructor() {
    const reader = {
      ofRuns: (): Promise<RunCommand[]> => Promise.resolve([abort]),
      since: (shards: readonly number[], since: number): Promise<RunCommand[]> =>
        Promise.resolve(shards.includes(SHARD) && abort.at >= since ? [abort] : []),
    };
    const submit = (run: RunId, inputs: readonly Input[]): Promise<readonly Answer[]> => {
      this.brought.push(run);
      return Promise.resolve(inputs.map(() => this.answer));
    };
    const clock = { now: () => this.now, monotonic: () => this.now, after: () => () => undefined };
    this.sweep = new CommandSweep(reader, { submit }, () => this.owned, clock);
  }

  /** How often the command is brought to its run in one step. */
  async step(): Promise<number> {
    this.now += 3_600_000;
    const before = this.brought.length;
    await this.sweep.step();
    return this.brought.length - before;
  }
}

test('brings a command once, however it is told of', async () => {
  const world = new World();
  await world.sweep.takeFor(asRunId(abort.run));
  expect(await world.step()).toBe(0);
  expect(world.brought).toEqual([abort.run]);
});

test('brings a command again until the run, which waits for its place, has taken it', async () => {
  const world = new World();
  world.answer = 'notYet';
  await world.sweep.takeFor(asRunId(abort.run));
  expect(await world.step()).toBeGreaterThan(0);
  // By now it is too old to be read again.
  expect(await world.step()).toBe(1);
  world.answer = 'done';
  expect(await world.step()).toBe(1);
  expect(await world.step()).toBe(0);
});

test('leaves what waits in a shard that is given away to its new owner', async () => {
  const world = new World();
  world.answer = 'notYet';
  await world.sweep.takeFor(asRunId(abort.run));
  world.owned = new Set();
  expect(await world.step()).toBe(0);
});
