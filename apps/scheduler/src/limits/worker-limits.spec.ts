import type { DividedLimit, Holder, MembersView, PartAnswer, PartRequest } from '#common/limits/limit-parts.js';
import { HandClock } from '#testing/hand-clock.js';
import { ALL_SHARDS } from '#testing/shards.js';
import { WorkerLimitSweep } from '../sweeps/worker-limit-sweep.js';
import { WorkerLimits } from './worker-limits.js';

const KEY = 'worker/w';
const LIMIT = 5;
const A: Holder = { replica: 'a', lease: 1 };
const B: Holder = { replica: 'b', lease: 1 };
const VIEW: MembersView = { alive: [A, B], silent: [], asOf: 0, older: 0 };

/** The database of one worker, and schedulers of which each remembers what it has read. */
class World {
  readonly clock = new HandClock();
  isLimited = true;
  stored: DividedLimit | null = null;
  members: Holder[] = [A, B];
  readonly limits = {
    load: () => Promise.resolve(this.stored),
    save: (next: DividedLimit, expectedRev: number) => {
      const isWon = (this.stored?.rev ?? 0) === expectedRev;
      if (isWon) this.stored = next;
      return Promise.resolve(isWon);
    },
    inKeyOrder: () => Promise.resolve(this.stored ? [this.stored] : []),
    remove: (_: string, rev: number) => {
      if (this.stored?.rev === rev) this.stored = null;
      return Promise.resolve();
    },
  };
  readonly workers = {
    load: () => Promise.resolve(this.isLimited ? ({ spec: { limits: { maxActive: LIMIT } } } as never) : null),
  };
  readonly first = new WorkerLimits(this, this.clock);
  readonly second = new WorkerLimits(this, this.clock);
  private seq = 0;
  private readonly sweep = new WorkerLimitSweep(
    { limits: this.limits, workers: this.workers, members: { heardSince: () => Promise.resolve(this.members) } },
    ALL_SHARDS.length,
  );

  constructor() {
    this.clock.pass(1_000_000);
  }

  /** The holder asks for as much as it can get, and counts attempts of others, of which there are none. */
  ask(scheduler: WorkerLimits, of: Holder, change: Partial<PartRequest> = {}): Promise<PartAnswer> {
    const request = { ...of, holds: 0, inUse: 0, waiting: LIMIT, least: 1, rank: 0, tokens: 0, counts: [] };
    return scheduler.share(KEY, { ...request, seq: ++this.seq, ...change }, VIEW);
  }

  /** Deletes the worker, or stores it again, and lets all schedulers learn it. */
  setLimited(isLimited: boolean): void {
    this.isLimited = isLimited;
    this.clock.pass(10_000);
  }

  look(): Promise<number> {
    return this.sweep.run(ALL_SHARDS);
  }
}

test('the limit of a deleted worker is removed at the second look that finds it unchanged', async () => {
  const world = new World();
  await world.ask(world.first, A);
  world.members = [];
  expect([await world.look(), await world.look()]).toEqual([0, 0]);
  world.setLimited(false);
  expect(await world.look()).toBe(1);
  expect(world.stored?.parts).toHaveLength(1);
  await world.look();
  expect(world.stored).toBeNull();
  expect(await world.look()).toBe(0);
});

test('while an executor holds a part, or asks, the limit of a deleted worker stays', async () => {
  const world = new World();
  await world.ask(world.first, A, { waiting: 3 });
  world.setLimited(false);
  for (let look = 0; look < 3; look++) await world.look();
  expect(world.stored?.parts).toMatchObject([{ ...A, units: 3 }]);
  // Its lease has ended, and another one asks between the looks.
  world.members = [{ ...A, lease: 2 }, B];
  await world.look();
  await world.ask(world.second, B);
  await world.look();
  expect(world.stored).not.toBeNull();
});

test('a scheduler that remembers a limit from before it was removed gives nothing of what others have since', async () => {
  const world = new World();
  await world.ask(world.second, A, { waiting: 1 });
  world.members = [];
  world.setLimited(false);
  await world.look();
  await world.look();
  world.setLimited(true);
  await world.ask(world.first, B);
  expect(await world.ask(world.second, A)).toMatchObject({ units: 0 });
  expect(world.stored?.parts).toMatchObject([{ ...B, units: LIMIT }]);
});
