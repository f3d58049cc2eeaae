import { asAttemptId } from '#common/domain/ids.js';
import type { MembersView } from '#common/limits/limit-parts.js';
import { createLogger } from '#common/logging/logger.js';
import { HandClock } from '#testing/hand-clock.js';
import type { SharedDemand } from './start-queue.js';
import { WorkerParts, type KeyAnswer, type KeyQuestion } from './worker-parts.js';

const KEY = 'worker/w';
const VIEW: MembersView = { alive: [], silent: [], asOf: 0, older: 0 };
const waits = (inUse: number, waiting: number): SharedDemand => ({
  inUse,
  waiting,
  first: waiting > 0 ? { least: 1, rank: 0 } : null,
});

/** One replica, whose scheduler answers what a test sets. */
class Replica {
  readonly clock = new HandClock();
  readonly questions: KeyQuestion[] = [];
  lease: number | null = 1;
  demand: SharedDemand | null = null;
  answer: Partial<KeyAnswer> = {};
  counts = 0;
  readonly events: string[] = [];
  readonly parts = new WorkerParts(
    {
      ask: ({ limits }) => {
        this.questions.push(...limits);
        const units = 5;
        return Promise.resolve(
          limits.map(({ key }) => ({
            key,
            units,
            target: units,
            tokens: null,
            count: false,
            covered: false,
            ...this.answer,
          })),
        );
      },
      count: () => {
        this.counts += 1;
        return Promise.resolve(new Map());
      },
    },
    { replica: 'a', lease: () => this.lease, view: () => VIEW },
    this.clock,
    createLogger('test', 'silent'),
  );

  constructor() {
    this.parts.serve(
      () => new Map(this.demand ? [[KEY, this.demand]] : []),
      (event) => this.events.push(event),
    );
  }

  /** Lets time pass in steps, so that answers arrive. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 50) {
      this.clock.pass(Math.min(50, left));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async want(demand: SharedDemand): Promise<void> {
    this.demand = demand;
    this.parts.want();
    await this.pass(150);
  }
}

test('nothing may start before the scheduler has given a part, and at rest nothing is asked', async () => {
  const replica = new Replica();
  expect(replica.parts.unitsOf(KEY)).toBe(0);
  await replica.pass(60_000);
  expect(replica.questions).toEqual([]);
  await replica.want(waits(0, 3));
  expect(replica.questions).toMatchObject([{ key: KEY, holds: 0, inUse: 0, waiting: 3 }]);
  expect(replica.parts.unitsOf(KEY)).toBe(5);
  expect(replica.events).toContain('parts');
});

test('a part that is not used is given back after a while, as far as it was not used, and then nothing is asked any more', async () => {
  const replica = new Replica();
  await replica.want(waits(0, 5));
  replica.demand = waits(2, 0);
  await replica.pass(9_000);
  expect(replica.parts.unitsOf(KEY)).toBe(5);
  replica.answer = { units: 2, target: 2 };
  await replica.pass(3_000);
  expect(replica.questions.at(-1)).toMatchObject({ holds: 2, inUse: 2 });
  replica.demand = null;
  replica.answer = { units: 0, target: 0 };
  await replica.pass(15_000);
  const { length } = replica.questions;
  await replica.pass(60_000);
  expect(replica.questions).toHaveLength(length);
});

test.each<[string, Partial<KeyAnswer>]>([
  ['no limit any more', { units: null }],
  ['only a limit per second', { units: null, tokens: 0 }],
])('of a worker that has %s nothing is asked once nothing is wanted', async (_, answer) => {
  const replica = new Replica();
  await replica.want(waits(0, 3));
  replica.answer = answer;
  replica.demand = null;
  await replica.pass(3_000);
  expect(replica.questions.at(-1)).toMatchObject({ holds: null, inUse: 0 });
  const { length } = replica.questions;
  await replica.pass(60_000);
  expect(replica.questions).toHaveLength(length);
});

test('a part that is to shrink starts nothing more, and is reported only as far as it is not used', async () => {
  const replica = new Replica();
  await replica.want(waits(0, 9));
  replica.answer = { units: 5, target: 2 };
  await replica.want(waits(5, 4));
  expect(replica.parts.unitsOf(KEY)).toBe(2);
  replica.demand = waits(4, 4);
  await replica.pass(300);
  expect(replica.questions.at(-1)).toMatchObject({ holds: 4 });
});

test('what is held, used and waited for is told for all limits together', async () => {
  const replica = new Replica();
  await replica.want(waits(2, 7));
  expect(replica.parts.sums()).toEqual({ held: 5, used: 2, waiting: 7 });
  replica.lease = null;
  expect(replica.parts.sums()).toEqual({ held: 0, used: 2, waiting: 7 });
});

test('a new lease begins without a part, and a lost one starts nothing', async () => {
  const replica = new Replica();
  await replica.want(waits(0, 3));
  replica.lease = null;
  expect(replica.parts.unitsOf(KEY)).toBe(0);
  replica.lease = 2;
  expect(replica.parts.unitsOf(KEY)).toBe(0);
  await replica.pass(1_000);
  expect(replica.events).toContain('lease');
  expect(replica.parts.unitsOf(KEY)).toBe(5);
});

test('starts per second are lost if they are not made within a second', async () => {
  const replica = new Replica();
  replica.answer = { units: null, tokens: 2 };
  await replica.want(waits(0, 1));
  replica.answer = { units: null, tokens: 0 };
  expect(replica.parts.tokensOf(KEY)).toBe(2);
  replica.parts.spend(KEY, 1);
  expect(replica.parts.tokensOf(KEY)).toBe(1);
  await replica.pass(1_000);
  expect(replica.parts.tokensOf(KEY)).toBe(0);
});

test('an attempt of another lease is covered by a count that began after it was stored, and fits', async () => {
  const replica = new Replica();
  const attempt = asAttemptId('run/0/main/0/1');
  expect(replica.parts.covers(KEY, attempt)).toBe(false);
  await replica.pass(200);
  expect([replica.counts, replica.parts.covers(KEY, attempt)]).toEqual([1, false]);
  replica.answer = { covered: true };
  await replica.pass(1_500);
  expect(replica.parts.covers(KEY, attempt)).toBe(true);
  const { counts } = replica;
  await replica.pass(60_000);
  expect(replica.counts).toBe(counts);
});

test('an attempt about which nobody asks any more is not counted again', async () => {
  const replica = new Replica();
  replica.parts.covers(KEY, asAttemptId('run/0/main/0/1'));
  await replica.pass(15_000);
  const { counts } = replica;
  await replica.pass(30_000);
  expect(replica.counts).toBe(counts);
});
