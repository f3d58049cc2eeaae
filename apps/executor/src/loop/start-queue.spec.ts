import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { HandClock } from '#testing/hand-clock.js';
import { worlds } from '#testing/long-form.js';
import { allOwn, WholeParts } from '#testing/whole-parts.js';
import type { Limit } from '#common/limits/scope.js';
import type { Scope } from '#common/limits/scope.js';
import { StartQueue, type RequestedStarts } from './start-queue.js';

const limits: readonly Limit[] = [{ key: 'engine/process', maxActive: 2, maxPerSecond: null }];
const kept = asRunId('kept');
const moved = asRunId('moved');
const other = asRunId('other');
const upTo = (most: number): RequestedStarts => ({ most, least: 1 });
const of = (all: readonly Limit[], tenant = 'acme', weight = 1): Scope => ({
  limits: all,
  share: { tenant, weight, group: null, groupWeight: 1 },
});
const together = (most: number): RequestedStarts => ({ most, least: most });
const queueWith = (
  clock = new HandClock(),
  rates: Record<string, number> = {},
): { queue: StartQueue; woken: RunId[]; clock: HandClock } => {
  const woken: RunId[] = [];
  return { queue: new StartQueue((run) => woken.push(run), clock, new WholeParts(clock, rates)), woken, clock };
};

test('a run that another replica has taken over has no place and no offer here', () => {
  const { queue, woken } = queueWith();
  expect([queue.take(kept, of(limits), upTo(1)), queue.take(moved, of(limits), upTo(3))]).toEqual([1, 1]);
  expect(queue.take(other, of(limits), upTo(1))).toBe(0);
  queue.keepOnly((run) => run !== moved);
  expect(woken).toEqual([other]);
  expect(queue.take(other, of(limits), upTo(2))).toBe(1);
  expect(queue.depth).toBe(1);
});

test('a gang gets all of its places or none, even if others wait', () => {
  const eight: readonly Limit[] = [{ key: 'worker/w', maxActive: 8, maxPerSecond: null }];
  const { queue } = queueWith();
  expect(queue.take(kept, of(eight), upTo(4))).toBe(4);
  expect(queue.take(moved, of(eight), together(5))).toBe(0);
  expect(queue.take(other, of(eight), upTo(1))).toBe(0);
  queue.setUsage(kept, of(eight), allOwn(0));
  expect(queue.take(moved, of(eight), together(5))).toBe(5);
});

test('a gang that exceeds the starts of one second begins with a full bucket, and later runs wait until the bucket has recovered', () => {
  const slow: readonly Limit[] = [{ key: 'worker/w', maxActive: null, maxPerSecond: 2 }];
  const { queue, clock, woken } = queueWith(new HandClock(), { 'worker/w': 2 });
  expect(queue.take(kept, of(slow), together(6))).toBe(6);
  clock.pass(2_000);
  expect(queue.take(other, of(slow), upTo(1))).toBe(0);
  clock.pass(400);
  expect(woken).toEqual([]);
  clock.pass(150);
  expect(woken).toEqual([other]);
  expect(queue.take(other, of(slow), upTo(1))).toBe(1);
});

describe('a run whose worker has no free place', () => {
  const engine: Limit = { key: 'engine/process', maxActive: 64, maxPerSecond: null };
  const narrow: readonly Limit[] = [engine, { key: 'worker/narrow', maxActive: 1, maxPerSecond: null }];
  const plain: readonly Limit[] = [engine, { key: 'worker/plain', maxActive: null, maxPerSecond: null }];

  test('does not block runs of other workers, even if it does not use an offered place', () => {
    const { queue, woken } = queueWith();
    expect(queue.take(kept, of(narrow), upTo(3))).toBe(1);
    expect(queue.take(other, of(plain), upTo(5))).toBe(5);
    queue.setUsage(kept, of(narrow), allOwn(0));
    expect(woken).toEqual([kept]);
    expect(queue.take(moved, of(plain), upTo(5))).toBe(5);
  });

  test('is offered its place again after a lost wake-up, and other runs of its worker may use it in between', () => {
    const { queue, woken, clock } = queueWith();
    queue.take(kept, of(narrow), upTo(2));
    queue.take(other, of(narrow), upTo(1));
    queue.setUsage(kept, of(narrow), allOwn(0));
    clock.pass(15_000);
    expect(woken).toEqual([kept, other, kept, other]);
    // Its offer has lapsed more than once; it came before the run that holds the place now, and asks again.
    expect(queue.take(kept, of(narrow), upTo(1))).toBe(1);
    expect(queue.take(other, of(narrow), upTo(1))).toBe(0);
  });

  test('counts as stuck only while a free place is not given to it', () => {
    const { queue, clock } = queueWith();
    queue.take(kept, of(narrow), upTo(2));
    clock.pass(100_000);
    expect(queue.unmovedMs()).toBe(0);
    queue.setUsage(kept, of(narrow), allOwn(0));
    expect(queue.unmovedMs()).toBe(0);
    clock.pass(70_000);
    expect(queue.unmovedMs()).toBe(70_000);
    queue.take(kept, of(narrow), upTo(1));
    expect(queue.unmovedMs()).toBe(0);
  });
});

const tenantOf = (all: readonly Limit[]): string => all.find(({ key }) => key.startsWith('tenant/'))?.key ?? 'acme';

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`broken: ${what}`);
}

interface Client {
  readonly id: RunId;
  readonly limits: readonly Limit[];
  readonly isGang: boolean;
  wanted: number;
  live: number;
  /** The attempts that will be tried again. */
  retries: number;
}

/** What happens to a wake-up. */
type Fate = 'heard' | 'lost' | 'doubled' | 'failed';

/** Runs that take a turn when they receive a wake-up, and whose attempts end in the order that the test gives. */
class Town {
  readonly clock = new HandClock();
  readonly queue: StartQueue;
  readonly clients: readonly Client[];
  starts = 0;
  private readonly woken: RunId[] = [];

  constructor(clients: readonly Omit<Client, 'live'>[]) {
    this.clients = clients.map((client) => ({ ...client, live: 0 }));
    const rates = this.clients.flatMap((client) =>
      client.limits.flatMap(({ key, maxPerSecond }) => (maxPerSecond === null ? [] : [[key, maxPerSecond] as const])),
    );
    const parts = new WholeParts(this.clock, Object.fromEntries(rates));
    this.queue = new StartQueue((run) => this.woken.push(run), this.clock, parts);
  }

  /** One turn of a run; a turn that fails has taken its places and releases them. */
  turn(client: Client, fails = false): void {
    const { id, limits: own, wanted, isGang } = client;
    if (wanted > 0) {
      const given = this.queue.take(id, of(own, tenantOf(own)), isGang ? together(wanted) : upTo(wanted));
      must(!isGang || given === 0 || given === wanted, 'a gang gets all or none');
      if (!fails) {
        client.wanted -= given;
        client.live += given;
        this.starts += given;
      }
    } else this.queue.leave(id);
    this.queue.setUsage(id, of(own, tenantOf(own)), allOwn(client.live));
    this.checkLimits();
  }

  /** Delivers the wake-ups or drops them. Returns the number of woken runs. */
  answerWakes(fateOf: () => Fate = () => 'heard'): number {
    let count = 0;
    for (let run = this.woken.shift(); run !== undefined; run = this.woken.shift()) {
      const client = this.clients.find(({ id }) => id === run)!;
      count += 1;
      const fate = fateOf();
      // A reconciliation that failed is repeated, as in `RunQueue`.
      if (fate === 'failed') this.turn(client, true);
      for (let i = { heard: 1, doubled: 2, lost: 0, failed: 1 }[fate]; i > 0; i--) this.turn(client);
    }
    return count;
  }

  /** An attempt ends; if there is a next try, the same turn requests it. */
  end(client: Client): void {
    const isRetried = client.retries > 0;
    if (isRetried && !client.isGang) {
      client.retries -= 1;
      client.wanted += 1;
    }
    const { id, limits: own } = client;
    const given =
      client.wanted > 0 && !client.isGang ? this.queue.take(id, of(own, tenantOf(own)), upTo(client.wanted)) : 0;
    client.wanted -= given;
    this.starts += given;
    client.live += given - 1;
    if (client.wanted === 0) this.queue.leave(id);
    this.queue.setUsage(id, of(own, tenantOf(own)), allOwn(client.live));
    this.checkLimits();
  }

  /** A run that waits although it has received all wake-ups lacks a place, or an earlier gang does. */
  checkNobodyIsForgotten(): void {
    const waiting = this.clients.filter(({ wanted }) => wanted > 0);
    for (const client of waiting) {
      const least = client.isGang ? client.wanted : 1;
      const short = (each: Client, need: number): Limit[] =>
        each.limits.filter(({ key, maxActive }) => maxActive !== null && maxActive - this.activeIn(key) < need);
      if (short(client, least).length > 0) continue;
      const rate = client.limits.some(({ maxPerSecond }) => maxPerSecond !== null);
      const gangs = waiting.filter((each) => each.isGang && each !== client && short(each, each.wanted).length > 0);
      const isHeldBack = gangs.some((gang) =>
        gang.limits.some(({ key }) => client.limits.some((own) => own.key === key)),
      );
      must(rate || isHeldBack, `${client.id} could begin, and does not`);
    }
  }

  private activeIn(key: string): number {
    return this.clients
      .filter((each) => each.limits.some((own) => own.key === key))
      .reduce((sum, { live }) => sum + live, 0);
  }

  private checkLimits(): void {
    for (const { key, maxActive } of this.clients.flatMap((client) => client.limits))
      must(this.activeIn(key) <= (maxActive ?? Infinity), `limit ${key} is exceeded`);
  }
}

const sizes = fc.array(
  fc.record({
    wanted: fc.integer({ min: 1, max: 12 }),
    worker: fc.nat({ max: 2 }),
    tenant: fc.nat({ max: 1 }),
    isGang: fc.boolean(),
    retries: fc.nat({ max: 3 }),
  }),
  { minLength: 2, maxLength: 12 },
);
const maybe = (most: fc.Arbitrary<number>): fc.Arbitrary<number | null> => fc.option(most, { freq: 4 });
const capacities = fc.record({
  engine: maybe(fc.integer({ min: 1, max: 10 })),
  workers: fc.tuple(...[0, 1, 2].map(() => maybe(fc.integer({ min: 1, max: 8 })))),
  rates: fc.tuple(...[0, 1, 2].map(() => fc.option(fc.integer({ min: 1, max: 20 }), { freq: 1 }))),
  tenant: maybe(fc.integer({ min: 2, max: 10 })),
});
type Given<A> = A extends fc.Arbitrary<infer T> ? T : never;

function townOf(people: Given<typeof sizes>, most: Given<typeof capacities>): Town {
  return new Town(
    people.map(({ wanted, worker, tenant, isGang, retries }, at) => {
      const perWorker = most.workers[worker] ?? null;
      const least = Math.min(most.engine ?? 99, perWorker ?? 99, most.tenant ?? 99);
      return {
        id: asRunId(`run-${at}`),
        isGang,
        retries,
        wanted: isGang ? Math.min(wanted, least) : wanted,
        limits: [
          { key: 'engine', maxActive: most.engine, maxPerSecond: null },
          { key: `worker/${worker}`, maxActive: perWorker, maxPerSecond: most.rates[worker] ?? null },
          { key: `tenant/${tenant}`, maxActive: most.tenant, maxPerSecond: null },
        ],
      };
    }),
  );
}

function nextOf<T>(stream: Iterator<T, unknown>): T {
  const next = stream.next();
  if (next.done === true) throw new Error('the stream has ended');
  return next.value;
}

/** At most this number of wake-ups in a row are lost. */
const MAX_BAD_LUCK = 3;
/** The time for each start: as many offers as may be lost in a row, 5 s each, and some time for an end. */
const MAX_WAIT_MS = 30_000;

test('with lost, repeated or failed wake-ups all runs start within a bounded number of turns, and no limit is exceeded', () => {
  const fates = fc.infiniteStream(fc.constantFrom<Fate>('heard', 'heard', 'lost', 'doubled', 'failed'));
  fc.assert(
    fc.property(sizes, capacities, fates, fc.infiniteStream(fc.nat()), (people, most, fateStream, picks) => {
      const town = townOf(people, most);
      const asked = people.reduce((sum, { wanted, retries }) => sum + wanted + retries, 0);
      let badLuck = 0;
      const fateOf = (): Fate => {
        const fate = nextOf(fateStream);
        badLuck = fate === 'lost' ? badLuck + 1 : 0;
        return badLuck > MAX_BAD_LUCK ? 'heard' : fate;
      };
      for (const client of town.clients) town.turn(client);
      const isOver = (): boolean => town.clients.every(({ wanted, live }) => wanted + live === 0);
      for (let round = 0; !isOver(); round++) {
        const late = town.clock.now() > (asked + people.length) * MAX_WAIT_MS;
        must(!late, `it comes to an end: ${JSON.stringify(town.clients)}`);
        const busy = town.clients.filter(({ live }) => live > 0);
        const pick = nextOf(picks);
        if (busy.length > 0 && (pick % 3 > 0 || round % 4 === 0)) town.end(busy[pick % busy.length]!);
        town.answerWakes(fateOf);
        town.clock.pass(pick % 4 === 0 ? 5_000 : 50);
        town.queue.unmovedMs();
      }
      expect(town.queue.depth).toBe(0);
      expect(town.queue.unmovedMs()).toBe(0);
    }),
    { numRuns: worlds(300) },
  );
});

test('without lost wake-ups no run waits that could begin', () => {
  fc.assert(
    fc.property(sizes, capacities, fc.infiniteStream(fc.nat()), (people, most, picks) => {
      const town = townOf(people, most);
      for (const client of town.clients) town.turn(client);
      for (let round = 0; round < 400; round++) {
        for (let turns = 0; town.answerWakes() > 0; turns++) must(turns < 1_000, 'the wake-ups come to an end');
        town.checkNobodyIsForgotten();
        const busy = town.clients.filter(({ live }) => live > 0);
        if (busy.length === 0 && town.clients.every(({ wanted }) => wanted === 0)) return;
        const pick = nextOf(picks);
        if (busy.length > 0) town.end(busy[pick % busy.length]!);
        town.clock.pass(50);
      }
      throw new Error(`broken: it comes to an end: ${JSON.stringify(town.clients)}`);
    }),
    { numRuns: worlds(300) },
  );
});

test('a stream of small runs does not prevent a gang from beginning', () => {
  const places: readonly Limit[] = [{ key: 'engine', maxActive: 4, maxPerSecond: null }];
  const small = (at: number): Omit<Client, 'live'> => ({
    id: asRunId(`small-${at}`),
    limits: places,
    isGang: false,
    wanted: 1,
    retries: 0,
  });
  const gang = { id: asRunId('gang'), limits: places, isGang: true, wanted: 4, retries: 0 };
  const town = new Town([
    ...Array.from({ length: 6 }, (_, at) => small(at)),
    gang,
    ...Array.from({ length: 200 }, (_, at) => small(at + 10)),
  ]);
  for (const client of town.clients) town.turn(client);
  let ended = 0;
  const waiting = town.clients.find(({ id }) => id === gang.id)!;
  for (; waiting.wanted > 0; ended++) {
    town.end(town.clients.find(({ live }) => live > 0)!);
    town.answerWakes();
  }
  expect(ended).toBeLessThan(12);
});
