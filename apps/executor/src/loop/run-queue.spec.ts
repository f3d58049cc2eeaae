import { asAttemptId, asRunId, type RunId } from '#common/domain/ids.js';
import { createLogger } from '#common/logging/logger.js';
import { HandClock } from '#testing/hand-clock.js';
import type { Answer, Input } from '../run/inputs.js';
import { RunQueue } from './run-queue.js';

const MANY = 300;

/** Turns that end when the test lets them. */
class Desk {
  readonly taken: RunId[] = [];
  readonly clock = new HandClock();
  /** How many inputs each turn was given. */
  readonly given: number[] = [];
  readonly queue: RunQueue;
  private readonly open = new Map<RunId, () => void>();

  constructor() {
    this.queue = new RunQueue((run, { inputs }) => this.take(run, inputs), createLogger('test', 'silent'), this.clock);
  }

  /** Ends the turns that are under way, as many as there are now. */
  async endAll(): Promise<void> {
    const open = [...this.open];
    this.open.clear();
    for (const [, end] of open) end();
    // A turn's end begins the next one a few promises later.
    await new Promise((resolve) => setImmediate(resolve));
  }

  get underWay(): number {
    return this.open.size;
  }

  private async take(run: RunId, inputs: readonly Input[]): Promise<readonly Answer[]> {
    this.taken.push(run);
    this.given.push(inputs.length);
    await new Promise<void>((resolve) => this.open.set(run, resolve));
    return inputs.map(() => 'done');
  }
}

const fresh = (i: number): RunId => asRunId(`new-${i}`);
const begun = (i: number): RunId => asRunId(`begun-${i}`);
const seen = (run: RunId): Extract<Input, { type: 'seen' }> => ({
  type: 'seen',
  attempt: asAttemptId(`${run}/0/main/0/1`),
  at: 1,
});

test('what has begun has its turn before anything new, however much of that waits', async () => {
  const desk = new Desk();
  for (let i = 0; i < MANY; i++) void desk.queue.submit(fresh(i), [], { isNew: true });
  for (let i = 0; i < MANY; i++) void desk.queue.submit(begun(i), [seen(begun(i))]);
  const early = desk.taken.length;
  expect(desk.taken).toContain(begun(0));
  while (desk.taken.length < MANY) await desk.endAll();
  const newOnes = desk.taken.slice(early).findIndex((run) => run.startsWith('new'));
  expect(desk.taken.slice(0, early + newOnes).filter((run) => run.startsWith('begun'))).toHaveLength(MANY);
});

test('a new run of which something has begun meanwhile goes before the others', async () => {
  const desk = new Desk();
  for (let i = 0; i < MANY; i++) void desk.queue.submit(fresh(i), [], { isNew: true });
  const late = fresh(MANY - 1);
  expect(desk.taken).not.toContain(late);
  const answer = desk.queue.submit(late, [seen(late)]);
  expect(desk.taken).toContain(late);
  await desk.endAll();
  expect(await answer).toEqual(['done']);
});

test('stopping ends what has begun and refuses what is new, so that it is brought elsewhere', async () => {
  const desk = new Desk();
  const ends = Promise.all(Array.from({ length: MANY }, (_, i) => desk.queue.submit(begun(i), [seen(begun(i))])));
  const starts = Promise.allSettled(
    Array.from({ length: MANY }, (_, i) => desk.queue.submit(fresh(i), [], { isNew: true })),
  );
  const stopped = desk.queue.stop();
  await expect(desk.queue.submit(fresh(MANY), [], { isNew: true })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  while (desk.underWay > 0) await desk.endAll();
  await stopped;
  expect(await ends).toHaveLength(MANY);
  expect((await starts).map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'rejected'));
  await expect(desk.queue.submit(begun(0), [seen(begun(0))])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe('what engines tell of a run', () => {
  const run = begun(0);
  let desk: Desk;

  /** A turn that takes so long. */
  async function hasTurn(ms: number): Promise<void> {
    desk.queue.report(seen(run));
    desk.clock.pass(ms);
    await desk.endAll();
  }

  beforeEach(async () => {
    desk = new Desk();
    await hasTurn(80);
    desk.queue.report(seen(run));
    desk.queue.report(seen(run));
  });

  it('is gathered behind a turn for as long as that took', () => {
    desk.clock.pass(79);
    expect(desk.given).toEqual([1]);
    desk.clock.pass(1);
    expect(desk.given).toEqual([1, 2]);
  });

  it('is gathered for a quarter of a second at most', async () => {
    desk.clock.pass(80);
    desk.clock.pass(10_000);
    await desk.endAll();
    desk.queue.report(seen(run));
    desk.clock.pass(249);
    expect(desk.given).toEqual([1, 2]);
    desk.clock.pass(1);
    expect(desk.given).toEqual([1, 2, 1]);
  });

  it('comes at once with what somebody waits for', () => {
    void desk.queue.submit(run, [seen(run)]);
    expect(desk.given).toEqual([1, 3]);
  });

  it('comes at once with a wake-up', () => {
    desk.queue.wake(run);
    expect(desk.given).toEqual([1, 2]);
  });

  it('has its turn before a stop', async () => {
    const stopped = desk.queue.stop();
    expect(desk.given).toEqual([1, 2]);
    await desk.endAll();
    await stopped;
  });

  it('comes at once where nothing was told for a while', () => {
    desk.clock.pass(80);
    const other = begun(1);
    desk.queue.report(seen(other));
    expect(desk.taken).toEqual([run, run, other]);
  });
});

test('a run that is woken while it has its turn has another one, however often it is woken', async () => {
  const desk = new Desk();
  desk.queue.wake(begun(1));
  for (let i = 0; i < 3; i++) desk.queue.wake(begun(1));
  await desk.endAll();
  expect(desk.taken).toEqual([begun(1), begun(1)]);
  await desk.endAll();
  expect(desk.underWay).toBe(0);
});
