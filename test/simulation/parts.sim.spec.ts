/**
 * How far executors that share the limit of a worker deviate from one executor: real start queues, parts and scheduler, over a clock that
 * the test moves. The bounds are those that the head of `limits/limit-parts.ts` states.
 */
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { DividedLimit, MembersView } from '#common/limits/limit-parts.js';
import { createLogger } from '#common/logging/logger.js';
import { HandClock } from '#testing/hand-clock.js';
import { StartQueue, type StartTerms } from '../../apps/executor/src/loop/start-queue.js';
import { WorkerParts, type LimitSources } from '../../apps/executor/src/loop/worker-parts.js';
import { WorkerLimits } from '../../apps/scheduler/src/limits/worker-limits.js';
import { inForm } from '#testing/long-form.js';
import { Random } from './support/random.js';

const SECOND = 1_000;
/** A message is so long on its way. */
const WAY_MS = 5;
const STEP_MS = 5;
/** What the messages of an exchange and its timers lose until the next step. */
const LOST_MS = 2 * WAY_MS + 6 * STEP_MS;
/** By then each holder has asked again, and knows that a run is first. */
const KNOWN_MS = SECOND + LOST_MS;
/** A holder that is to give asks again so soon, and so does the executor that waits. */
const GIVEN_MS = 2 * (250 + LOST_MS);
const log = createLogger('test', 'silent');

interface Start {
  readonly run: RunId;
  readonly at: number;
  readonly waitsSince: number;
  readonly endsAt: number;
}

class Executor {
  readonly lease = 1;
  readonly live = new Map<RunId, number>();
  readonly waiting = new Map<RunId, StartTerms & { readonly waitsSince: number; readonly workMs: number }>();
  readonly starts: Start[] = [];
  readonly ends: number[] = [];
  messages = 0;
  private readonly queue: StartQueue;

  constructor(
    readonly replica: string,
    private readonly size: number,
    private readonly clock: HandClock,
    { limits, view }: { readonly limits: WorkerLimits; readonly view: MembersView },
  ) {
    const ask: LimitSources['ask'] = async ({ limits: keys, ...sent }) => {
      this.messages += 1;
      await this.later(WAY_MS);
      const parts = await Promise.all(
        keys.map(async ({ key, ...demand }) => ({
          key,
          ...(await limits.share(key, { ...demand, ...sent, replica }, view)),
        })),
      );
      await this.later(WAY_MS);
      return parts;
    };
    const sources = { ask, count: () => Promise.resolve(new Map()) };
    const member = { replica, lease: () => this.lease, view: () => view };
    const wake = (run: RunId): void => {
      void this.later(1).then(() => {
        this.start(run);
      });
    };
    this.queue = new StartQueue(wake, clock, new WorkerParts(sources, member, clock, log));
  }

  begin(run: string, workMs: number, worker = 'w'): void {
    const key = `worker/${worker}`;
    this.waiting.set(asRunId(run), {
      limits: [{ key, maxActive: this.size, maxPerSecond: null, shared: { key, percent: 100 } }],
      share: { tenant: 't', weight: 1, group: null, groupWeight: 1 },
      waitsSince: this.clock.now(),
      workMs,
    });
    this.start(asRunId(run));
  }

  private later(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve));
  }

  private start(run: RunId): void {
    const terms = this.waiting.get(run);
    if (!terms || this.queue.take(run, terms, { most: 1, least: 1 }) === 0) return;
    const { workMs, waitsSince } = terms;
    this.waiting.delete(run);
    this.live.set(run, this.clock.now());
    this.starts.push({ run, at: this.clock.now(), waitsSince, endsAt: this.clock.now() + workMs });
    this.queue.setUsage(run, terms, { all: 1, own: 1 });
    void this.later(workMs).then(() => {
      this.live.delete(run);
      this.ends.push(this.clock.now());
      this.queue.forget(run);
    });
  }
}

class Floor {
  readonly clock = new HandClock();
  readonly executors: readonly Executor[];
  private readonly stored = new Map<string, DividedLimit>();

  constructor(
    size: number,
    private readonly beginEach: () => void = () => undefined,
  ) {
    this.clock.pass(1_000_000);
    const limits = new WorkerLimits(
      {
        limits: {
          load: (key) => Promise.resolve(this.stored.get(key) ?? null),
          save: (next) => {
            this.stored.set(next.key, next);
            return Promise.resolve(true);
          },
        },
        workers: { load: () => Promise.resolve({ spec: { limits: { maxActive: size } } } as never) },
      },
      this.clock,
    );
    const names = ['a', 'b', 'c'];
    const alive = names.map((replica) => ({ replica, lease: 1 }));
    const view = { alive, silent: [], asOf: 0, older: 0 };
    this.executors = names.map((name) => new Executor(name, size, this.clock, { limits, view }));
  }

  passedMs = 0;

  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      this.clock.pass(STEP_MS);
      this.passedMs += STEP_MS;
      await new Promise((resolve) => setImmediate(resolve));
      this.beginEach();
    }
  }

  partOf({ replica }: Executor): number {
    return this.stored.get('worker/w')?.parts.find((part) => part.replica === replica)?.units ?? 0;
  }
}

const SIZE = 20;
const many = (executor: Executor, count: number, workMs: number): void => {
  for (let nth = 0; nth < count; nth++) executor.begin(`${executor.replica}-${nth}-${executor.starts.length}`, workMs);
};

it.each([
  ['all that the limit allows, after a rest', 0, 2 * SIZE],
  ['all that the limit allows, while the others hold all of it and use nothing', SIZE, 2 * SIZE],
  ['half of it, while the others hold all of it and use nothing', SIZE, SIZE / 2],
])('an executor that alone has work starts %s, within 2 s', async (_, held, wanted) => {
  const floor = new Floor(SIZE);
  const [a, b, c] = floor.executors as [Executor, Executor, Executor];
  many(b, held, SECOND);
  many(c, held, SECOND);
  await floor.pass(4 * SECOND);
  expect(floor.partOf(b) + floor.partOf(c)).toBe(held);
  many(a, wanted, 60 * SECOND);
  await floor.pass(2 * SECOND);
  expect(a.live.size).toBe(Math.min(SIZE, wanted));
});

it('all limits of an executor are asked for together, at most ten times a second, however many starts are made', async () => {
  const floor = new Floor(SIZE);
  for (let second = 0; second < 5; second++) {
    for (const executor of floor.executors)
      for (let nth = 0; nth < 200; nth++) executor.begin(`${executor.replica}-${second}-${nth}`, 100, `w${nth % 50}`);
    await floor.pass(SECOND);
  }
  for (const { messages, starts } of floor.executors) {
    expect(starts).toHaveLength(1_000);
    expect(messages).toBeLessThanOrEqual(50);
  }
});

it('executors that want more than there is have shares that differ by at most one unit from those of their demands', async () => {
  const floor = new Floor(SIZE);
  const wanted = [60, 30, 10];
  for (const [at, executor] of floor.executors.entries()) many(executor, wanted[at]!, 60 * SECOND);
  await floor.pass(2 * SECOND);
  const shares = floor.executors.map((executor) => floor.partOf(executor));
  for (const [at, share] of shares.entries()) {
    const exact = (SIZE * wanted[at]!) / 100;
    expect(share).toBeGreaterThanOrEqual(exact - 1);
    expect(share).toBeLessThanOrEqual(exact + 1);
  }
});

interface Story {
  readonly seed: number;
  /** The shortest and the longest time that an attempt takes. */
  readonly workMs: readonly [number, number];
}

/** More runs begin than the limit lets start, at executors of chance. */
async function overload({ seed, workMs }: Story): Promise<Floor> {
  const random = new Random(seed);
  const size = random.between(2, 8);
  const perStep = (random.between(1, 3) * size * 2 * STEP_MS) / (workMs[0] + workMs[1]);
  let count = 0;
  const floor: Floor = new Floor(size, () => {
    if (floor.passedMs < 20 * workMs[1] && random.chance(perStep))
      random.pick(floor.executors).begin(`run-${count++}`, random.between(...workMs));
  });
  await floor.pass(30 * workMs[1]);
  return floor;
}

/**
 * Runs that were the first of all that wait, at an executor without a unit, and were overtaken for longer than stated: until an attempt
 * ends anywhere once all know that the run is first, and its unit has been given.
 */
function overtaken({ executors }: Floor): { readonly problems: string[]; readonly count: number } {
  const all = executors.flatMap((of) => of.starts.map((start) => ({ start, of })));
  const ends = executors.flatMap((each) => each.ends).sort((a, b) => a - b);
  const problems: string[] = [];
  let since = 0;
  let count = 0;
  for (const { start, of } of all.sort((a, b) => a.start.waitsSince - b.start.waitsSince)) {
    since = Math.max(since, start.waitsSince);
    const hasUnit = of.starts.some(({ at, endsAt }) => at <= since && endsAt > since);
    const end = ends.find((at) => at >= since + KNOWN_MS);
    if (start.at > since && !hasUnit && end !== undefined) count += 1;
    if (!hasUnit && end !== undefined && start.at > end + GIVEN_MS)
      problems.push(`${of.replica} ${start.run} was first at ${since}, could start at ${end}, and did at ${start.at}`);
    since = Math.max(since, start.at);
  }
  return { problems, count };
}

it.each<Story['workMs']>([
  [200, 2 * SECOND],
  [2 * SECOND, 20 * SECOND],
])(
  'the first run of all gets the unit of the next attempt that ends, where attempts take %i to %i ms',
  async (...workMs) => {
    let count = 0;
    for (let seed = 1; seed <= inForm({ short: 10, long: 100 }); seed++) {
      const { problems, count: waits } = overtaken(await overload({ seed, workMs }));
      expect([seed, problems]).toEqual([seed, []]);
      count += waits;
    }
    expect(count).toBeGreaterThan(50);
  },
);
