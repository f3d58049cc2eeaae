import { asAttemptId, asRunId, type RunId } from '#common/domain/ids.js';
import { createLogger } from '#common/logging/logger.js';
import { HandClock } from '#testing/hand-clock.js';
import type { Answer, Input } from '../run/inputs.js';
import { RunQueue, type AttemptCounts, type ReconcileRun } from './run-queue.js';

const MANY = 300;

/** A run queue whose reconciliations end when the test ends them. */
class World {
  readonly taken: RunId[] = [];
  readonly clock = new HandClock();
  /** The number of inputs of each reconciliation. */
  readonly given: number[] = [];
  readonly queue: RunQueue;
  private readonly open = new Map<RunId, () => void>();

  constructor(attemptsOf: () => AttemptCounts = () => ({ all: 1, collected: 0, isOver: false })) {
    const take: ReconcileRun = (run, { inputs }) => this.take(run, inputs);
    this.queue = new RunQueue(take, createLogger('test', 'silent'), this.clock, attemptsOf);
  }

  /** Ends all reconciliations that are under way now. */
  async endAll(): Promise<void> {
    const open = [...this.open];
    this.open.clear();
    for (const [, end] of open) end();
    // The end of a reconciliation starts the next one a few promises later.
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

const END = {
  node: null,
  startedAt: 1,
  end: { result: 'succeeded', at: 2, exitCode: 0, reason: 'Completed', message: '' },
} as const;
const fresh = (i: number): RunId => asRunId(`new-${i}`);
const begun = (i: number): RunId => asRunId(`begun-${i}`);
const seen = (run: RunId): Extract<Input, { type: 'seen' }> => ({
  type: 'seen',
  attempt: asAttemptId(`${run}/0/main/0/1`),
  at: 1,
});

test('a new run with a start time is reconciled at that time, after runs that have started', async () => {
  const world = new World();
  world.queue.wakeAt(fresh(0), 5_000, 0, { isNew: true });
  expect(world.queue.isToWake(fresh(0))).toBe(true);
  world.clock.pass(4_999);
  expect(world.taken).toEqual([]);
  for (let i = 0; i < MANY; i++) void world.queue.submit(begun(i), [seen(begun(i))]);
  world.clock.pass(1);
  expect(world.queue.isToWake(fresh(0))).toBe(false);
  expect(world.taken).not.toContain(fresh(0));
  while (world.taken.length <= MANY) await world.endAll();
  expect(world.taken.at(-1)).toBe(fresh(0));
});

test('runs with the same time are woken together and once; a run that is moved to an earlier time is woken then', async () => {
  const world = new World();
  for (let i = 0; i < 3; i++) world.queue.wakeAt(fresh(i), 5_000, 0, { isNew: true });
  world.queue.wakeAt(fresh(1), 2_000, 0, { isNew: true });
  world.queue.wakeAt(fresh(1), 3_000, 0, { isNew: true });
  world.clock.pass(2_000);
  expect(world.taken).toEqual([fresh(1)]);
  await world.endAll();
  world.clock.pass(10_000);
  expect(world.taken).toEqual([fresh(1), fresh(0), fresh(2)]);
});

test('started runs are reconciled before any number of new ones', async () => {
  const world = new World();
  for (let i = 0; i < MANY; i++) void world.queue.submit(fresh(i), [], { isNew: true });
  for (let i = 0; i < MANY; i++) void world.queue.submit(begun(i), [seen(begun(i))]);
  const early = world.taken.length;
  expect(world.taken).toContain(begun(0));
  while (world.taken.length < MANY) await world.endAll();
  const newOnes = world.taken.slice(early).findIndex((run) => run.startsWith('new'));
  expect(world.taken.slice(0, early + newOnes).filter((run) => run.startsWith('begun'))).toHaveLength(MANY);
});

test('a new run whose attempt has begun meanwhile is reconciled before other new runs', async () => {
  const world = new World();
  for (let i = 0; i < MANY; i++) void world.queue.submit(fresh(i), [], { isNew: true });
  const late = fresh(MANY - 1);
  expect(world.taken).not.toContain(late);
  const answer = world.queue.submit(late, [seen(late)]);
  expect(world.taken).toContain(late);
  await world.endAll();
  expect(await answer).toEqual(['done']);
});

test('a stop completes what has begun and refuses new work, so that another replica gets it', async () => {
  const world = new World();
  const ends = Promise.all(Array.from({ length: MANY }, (_, i) => world.queue.submit(begun(i), [seen(begun(i))])));
  const starts = Promise.allSettled(
    Array.from({ length: MANY }, (_, i) => world.queue.submit(fresh(i), [], { isNew: true })),
  );
  const stopped = world.queue.stop();
  await expect(world.queue.submit(fresh(MANY), [], { isNew: true })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  while (world.underWay > 0) await world.endAll();
  await stopped;
  expect(await ends).toHaveLength(MANY);
  expect((await starts).map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 'rejected'));
  await expect(world.queue.submit(begun(0), [seen(begun(0))])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

describe('the reports of engines about a run', () => {
  const run = begun(0);
  let world: World;

  /** A reconciliation that takes this time. */
  async function reconcileFor(ms: number): Promise<void> {
    world.queue.report(seen(run));
    world.clock.pass(ms);
    await world.endAll();
  }

  beforeEach(async () => {
    world = new World();
    await reconcileFor(80);
    world.queue.report(seen(run));
    world.queue.report(seen(run));
  });

  it('are debounced after a reconciliation for as long as it took', () => {
    world.clock.pass(79);
    expect(world.given).toEqual([1]);
    world.clock.pass(1);
    expect(world.given).toEqual([1, 2]);
  });

  it('are also debounced if an attempt of another engine has ended', () => {
    const end = { type: 'ended', attempt: asAttemptId(`${run}/0/main/0/1`), ...END } as const;
    world.queue.report({ type: 'observed', observation: end });
    expect(world.given).toEqual([1]);
  });

  it('are debounced for a quarter of a second at most', async () => {
    world.clock.pass(80);
    world.clock.pass(10_000);
    await world.endAll();
    world.queue.report(seen(run));
    world.clock.pass(249);
    expect(world.given).toEqual([1, 2]);
    world.clock.pass(1);
    expect(world.given).toEqual([1, 2, 1]);
  });

  it('are reconciled at once together with an input that has a waiting caller', () => {
    void world.queue.submit(run, [seen(run)]);
    expect(world.given).toEqual([1, 3]);
  });

  it('are reconciled at once together with a wake-up', () => {
    world.queue.wake(run);
    expect(world.given).toEqual([1, 2]);
  });

  it('are reconciled before a stop', async () => {
    const stopped = world.queue.stop();
    expect(world.given).toEqual([1, 2]);
    await world.endAll();
    await stopped;
  });

  it('are reconciled at once if there was no report for a while', () => {
    world.clock.pass(80);
    const other = begun(1);
    world.queue.report(seen(other));
    expect(world.taken).toEqual([run, run, other]);
  });
});

describe('the report that an attempt has started', () => {
  const run = begun(0);
  const attempt = asAttemptId(`${run}/0/main/0/1`);
  const started = (type: 'started' | 'created' | 'alreadyStarted'): Extract<Input, { type: 'startResult' }> => ({
    type: 'startResult',
    attempt,
    result: type === 'started' ? { type, node: null, at: 1 } : { type, node: null },
  });
  let world: World;

  beforeEach(() => {
    world = new World();
    world.queue.report(started('started'));
  });

  it('waits for another report for a fifth of a second, and once', async () => {
    world.clock.pass(199);
    world.queue.report(started('alreadyStarted'));
    expect(world.given).toEqual([]);
    world.clock.pass(1);
    expect(world.given).toEqual([2]);
    await world.endAll();
    world.clock.pass(30);
    world.queue.report(started('created'));
    world.clock.pass(199);
    expect(world.given).toEqual([2]);
    world.clock.pass(1);
    expect(world.given).toEqual([2, 1]);
  });

  it('waits after a debounce as well', async () => {
    world.queue.wake(run);
    await world.endAll();
    world.queue.report(started('started'));
    world.clock.pass(30 + 199);
    expect(world.given).toEqual([1]);
    world.clock.pass(1);
    expect(world.given).toEqual([1, 1]);
  });

  it('is reconciled at once together with the end, a command, or any other report', () => {
    world.queue.report({ type: 'observed', observation: { type: 'ended', attempt, ...END } });
    expect(world.given).toEqual([2]);
  });

  it('waits for twice as long as ends take to come while many runs are in work, and for a second at most', async () => {
    const attemptOf = (each: RunId) => asAttemptId(`${each}/0/main/0/1`);
    const startAndEnd = (each: RunId, ms: number): void => {
      world.queue.report({ ...started('started'), attempt: attemptOf(each) });
      world.clock.pass(ms);
      world.queue.report({ type: 'observed', observation: { type: 'ended', attempt: attemptOf(each), ...END } });
    };
    for (let i = 1; i <= MANY; i++) startAndEnd(begun(i), 150);
    const decided = (): number => world.taken.filter((each) => each === fresh(0)).length;
    world.queue.report({ ...started('started'), attempt: attemptOf(fresh(0)) });
    world.clock.pass(290);
    expect(decided()).toBe(0);
    world.clock.pass(20);
    while (decided() === 0) await world.endAll();
    for (let i = 1; i <= MANY; i++) startAndEnd(asRunId(`slow-${i}`), 900);
    world.queue.report({ ...started('started'), attempt: attemptOf(fresh(1)) });
    world.clock.pass(999);
    expect(world.taken).not.toContain(fresh(1));
    world.clock.pass(1);
    while (!world.taken.includes(fresh(1))) await world.endAll();
    expect(world.taken).toContain(fresh(1));
  });

  it('is dropped if the run has ended meanwhile, but not a wake-up', async () => {
    let isOver = false;
    const over = new World(() => ({ all: 1, collected: 0, isOver }));
    over.queue.wake(run);
    over.queue.report(started('started'));
    isOver = true;
    await over.endAll();
    over.clock.pass(1_000);
    expect(over.given).toEqual([0]);
    over.queue.wake(run);
    expect(over.given).toEqual([0, 0]);
  });

  it('is reconciled before a stop', () => {
    void world.queue.stop();
    expect(world.given).toEqual([1]);
  });

  it('does not wait if the start has failed, nor in a run with several attempts', () => {
    const message = 'no';
    const failed = begun(1);
    const refused = { type: 'refused', retryable: true, reason: message, message } as const;
    world.queue.report({ type: 'startResult', attempt: asAttemptId(`${failed}/0/main/0/1`), result: refused });
    expect(world.taken).toEqual([failed]);
    const several = new World(() => ({ all: 2, collected: 0, isOver: false }));
    several.queue.report(started('started'));
    expect(several.given).toEqual([1]);
    const pods = new World(() => ({ all: 2, collected: 2, isOver: false }));
    pods.queue.report(started('created'));
    pods.clock.pass(500);
    expect(pods.given).toEqual([1]);
  });
});

describe('the reports about a run with several pods', () => {
  const run = begun(0);
  let live: number;
  let world: World;

  const ended = (i: number): Extract<Input, { type: 'observed' }> => ({
    type: 'observed',
    observation: { type: 'ended', attempt: asAttemptId(`${run}/0/main/${i}/1`), ...END },
  });

  const sealed = (i: number): Extract<Input, { type: 'sealed' }> => ({
    type: 'sealed',
    attempt: asAttemptId(`${run}/0/main/${i}/1`),
    complete: true,
    reason: null,
  });

  beforeEach(() => {
    live = 3;
    world = new World(() => ({ all: live, collected: live, isOver: false }));
    world.queue.report(seen(run));
  });

  it('are debounced for half a second, after the first report and after a reconciliation', async () => {
    world.clock.pass(499);
    world.queue.report(ended(0));
    expect(world.given).toEqual([]);
    world.clock.pass(1);
    expect(world.given).toEqual([2]);
    live = 2;
    await world.endAll();
    world.queue.report(ended(1));
    world.clock.pass(499);
    expect(world.given).toEqual([2]);
    world.clock.pass(1);
    expect(world.given).toEqual([2, 1]);
  });

  it('are reconciled at once when all attempts have ended', () => {
    for (let i = 0; i < 2; i++) world.queue.report(ended(i));
    expect(world.given).toEqual([]);
    world.queue.report(ended(2));
    expect(world.given).toEqual([4]);
  });

  it('are reconciled at once when all attempts have ended or are sealed', async () => {
    world.queue.report(sealed(0));
    world.clock.pass(499);
    expect(world.given).toEqual([]);
    world.queue.report(ended(1));
    expect(world.given).toEqual([]);
    world.queue.report(sealed(2));
    expect(world.given).toEqual([4]);
    live = 2;
    await world.endAll();
    world.queue.report(sealed(1));
    world.clock.pass(499);
    expect(world.given).toEqual([4]);
    world.clock.pass(1);
    expect(world.given).toEqual([4, 1]);
  });

  it('are reconciled at once together with an input that has a waiting caller, and if one pod is left', () => {
    void world.queue.submit(run, [seen(run)]);
    expect(world.given).toEqual([2]);
    live = 1;
    world.queue.report(seen(begun(1)));
    expect(world.given).toEqual([2, 1]);
  });

  it('are reconciled before a stop, which debounces no more', async () => {
    const stopped = world.queue.stop();
    expect(world.given).toEqual([1]);
    world.queue.report(ended(0));
    await world.endAll();
    expect(world.given).toEqual([1, 1]);
    await world.endAll();
    await stopped;
  });
});

test('a run that is woken during its reconciliation is reconciled once more, however often it is woken', async () => {
  const world = new World();
  world.queue.wake(begun(1));
  for (let i = 0; i < 3; i++) world.queue.wake(begun(1));
  await world.endAll();
  expect(world.taken).toEqual([begun(1), begun(1)]);
  await world.endAll();
  expect(world.underWay).toBe(0);
});
