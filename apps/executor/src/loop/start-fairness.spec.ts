import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { AGEING_MS } from '#common/domain/limits.js';
import { HandClock } from '#testing/hand-clock.js';
import { worlds } from '#testing/long-form.js';
import { allOwn, WholeParts } from '#testing/whole-parts.js';
import type { Limit } from '#common/limits/scope.js';
import { StartQueue, type StartTerms } from './start-queue.js';
import type { Share } from '#common/limits/scope.js';

const ONE = { most: 1, least: 1 };
const engine = (maxActive: number | null, maxPerSecond: number | null = null): Limit[] => [
  { key: 'engine/process', maxActive, maxPerSecond },
];
const shareOf = (tenant: string, more: Partial<Share> = {}): Share => ({
  tenant,
  weight: 1,
  group: null,
  groupWeight: 1,
  ...more,
});

/** Runs that start as soon as they get an offer, and end in the order in which they started. */
class Floor {
  readonly clock = new HandClock();
  /** Starts per second by limit. */
  readonly rates: Record<string, number> = {};
  readonly queue = new StartQueue((run) => this.woken.push(run), this.clock, new WholeParts(this.clock, this.rates));
  readonly started: RunId[] = [];
  private readonly woken: RunId[] = [];
  private readonly terms = new Map<RunId, StartTerms>();
  private readonly live: RunId[] = [];

  ask(name: string, terms: StartTerms): void {
    const run = asRunId(name);
    this.terms.set(run, terms);
    this.turn(run);
    this.answer();
  }

  askMany(tenant: string, count: number, terms: StartTerms): void {
    for (let i = 0; i < count; i++) this.ask(`${tenant}-${i}`, terms);
  }

  /** Ends the oldest attempt. */
  end(): void {
    const run = this.live.shift();
    if (run === undefined) return;
    this.queue.setUsage(run, this.terms.get(run)!, allOwn(0));
    this.answer();
  }

  pass(ms: number): void {
    this.clock.pass(ms);
    this.answer();
  }

  liveOf(tenant: string): number {
    return this.live.filter((run) => run.startsWith(`${tenant}-`)).length;
  }

  startedOf(tenant: string): number {
    return this.started.filter((run) => run.startsWith(`${tenant}-`)).length;
  }

  private answer(): void {
    for (let run = this.woken.shift(); run !== undefined; run = this.woken.shift()) this.turn(run);
  }

  private turn(run: RunId): void {
    const terms = this.terms.get(run);
    if (!terms || this.queue.take(run, terms, ONE) === 0) return;
    this.started.push(run);
    this.live.push(run);
    this.queue.setUsage(run, terms, allOwn(1));
  }
}

test('a tenant that joins a long queue gets the next places up to its share, and places that it does not use are lent', () => {
  const floor = new Floor();
  const limits = engine(10);
  floor.askMany('big', 2_000, { limits, share: shareOf('big') });
  expect(floor.liveOf('big')).toBe(10);
  floor.askMany('small', 40, { limits, share: shareOf('small') });
  for (let i = 0; i < 5; i++) floor.end();
  expect([floor.liveOf('small'), floor.liveOf('big')]).toEqual([5, 5]);
  for (let i = 0; i < 60; i++) floor.end();
  expect([floor.startedOf('small'), floor.liveOf('small') + floor.liveOf('big')]).toEqual([35, 10]);
  for (let i = 0; i < 40; i++) floor.end();
  expect([floor.startedOf('small'), floor.liveOf('big')]).toEqual([40, 10]);
});

test.each([
  ['places are few for the weights', engine(2), [3, 1]],
  ['places are many', engine(40), [3, 1]],
  ['only starts per second are limited', engine(null, 4), [3, 1]],
])('tenants start by their weights where %s', (_, limits, [a, b]) => {
  const floor = new Floor();
  for (const { key, maxPerSecond } of limits) if (maxPerSecond !== null) floor.rates[key] = maxPerSecond;
  floor.askMany('a', 1_000, { limits, share: shareOf('a', { weight: a! }) });
  floor.askMany('b', 1_000, { limits, share: shareOf('b', { weight: b! }) });
  const before = floor.startedOf('a');
  const other = floor.startedOf('b');
  for (let i = 0; i < 400; i++) {
    floor.end();
    if (limits[0]?.maxPerSecond !== null) floor.pass(250);
  }
  const ratio = (floor.startedOf('a') - before) / (floor.startedOf('b') - other);
  expect(ratio).toBeGreaterThan(2.5);
  expect(ratio).toBeLessThan(3.5);
});

test('a tenant that has started nothing for a long time is ahead by a few starts at most', () => {
  const floor = new Floor();
  const limits = engine(1);
  floor.askMany('busy', 500, { limits, share: shareOf('busy') });
  for (let i = 0; i < 300; i++) floor.end();
  floor.askMany('late', 100, { limits, share: shareOf('late') });
  floor.askMany('new', 100, { limits, share: shareOf('new') });
  const before = floor.startedOf('busy');
  for (let i = 0; i < 60; i++) floor.end();
  expect(floor.startedOf('busy') - before).toBeGreaterThanOrEqual(17);
});

test('one tenant starts its runs by priority, with a minute of waiting as one step; other tenants are not affected', () => {
  const floor = new Floor();
  const limits = engine(1);
  const at = (priority: number, waitsSince: number): StartTerms => ({
    limits,
    share: shareOf('a'),
    priority,
    waitsSince,
  });
  floor.ask('a-first', at(0, 0));
  floor.ask('a-old', at(0, 0));
  floor.ask('a-low', at(-1, 1));
  floor.ask('a-late', at(1, AGEING_MS + 1));
  floor.ask('a-high', at(2, AGEING_MS));
  floor.ask('b-plain', { limits, share: shareOf('b'), waitsSince: 9 * AGEING_MS });
  for (let i = 0; i < 6; i++) floor.end();
  expect(floor.started).toEqual(['a-first', 'b-plain', 'a-high', 'a-old', 'a-late', 'a-low'].map(asRunId));
});

test('growing offers share the available places and never exceed them', () => {
  const queue = new StartQueue(() => undefined, new HandClock(), new WholeParts(new HandClock()));
  const terms = (tenant: string): StartTerms => ({ limits: engine(4), share: shareOf(tenant) });
  const [busy, ...others] = ['z', 'a', 'b', 'c'].map(asRunId);
  expect(queue.take(busy!, terms('z'), { most: 4, least: 1 })).toBe(4);
  const ask = (): number[] => others.map((run) => queue.take(run, terms(run), { most: 10, least: 1 }));
  expect(ask()).toEqual([0, 0, 0]);
  queue.setUsage(busy!, terms('z'), allOwn(0));
  expect(ask().sort((a, b) => a - b)).toEqual([1, 1, 2]);
  expect(ask()).toEqual([0, 0, 0]);
});

test('the queue reports the longest wait and the number of waiting tenants', () => {
  const floor = new Floor();
  floor.pass(10_000);
  expect(floor.queue.waits()).toEqual({ oldestMs: 0, tenants: 0 });
  floor.ask('a-1', { limits: engine(1), share: shareOf('a'), waitsSince: 1_000 });
  floor.ask('a-2', { limits: engine(1), share: shareOf('a'), waitsSince: 2_000, priority: 90 });
  floor.ask('b-1', { limits: engine(1), share: shareOf('b'), waitsSince: 7_000 });
  expect(floor.queue.waits()).toEqual({ oldestMs: 8_000, tenants: 2 });
});

test('groups of a tenant start by their weights', () => {
  const floor = new Floor();
  const limits = engine(8);
  floor.askMany('x', 100, { limits, share: shareOf('t', { group: 'x', groupWeight: 3 }) });
  floor.askMany('y', 100, { limits, share: shareOf('t', { group: 'y', groupWeight: 1 }) });
  for (let i = 0; i < 20; i++) floor.end();
  expect([floor.liveOf('x'), floor.liveOf('y')]).toEqual([6, 2]);
});

test('the places of a run that needs hundreds of starts depend on the share of its tenant, not on the length of the queue', () => {
  const floor = new Floor();
  const limits = engine(16);
  floor.askMany('many', 100, { limits, share: shareOf('many') });
  const wide = asRunId('wide');
  const terms = { limits, share: shareOf('one') };
  let live = 0;
  for (let i = 0; i < 40; i++) {
    floor.end();
    const given = floor.queue.take(wide, terms, { most: 500, least: 1 });
    live += given;
    floor.queue.setUsage(wide, terms, allOwn(live));
  }
  expect(live).toBe(8);
});

test('with any weights and order of arrival no place is idle, and a tenant below its whole share goes first', () => {
  const tenants = fc.array(
    fc.record({ weight: fc.integer({ min: 1, max: 20 }), count: fc.integer({ min: 1, max: 30 }) }),
    {
      minLength: 1,
      maxLength: 6,
    },
  );
  fc.assert(
    fc.property(tenants, fc.integer({ min: 1, max: 12 }), (all, places) => {
      const floor = new Floor();
      const limits = engine(places);
      for (const [i, { weight, count }] of all.entries())
        floor.askMany(`t${i}`, count, { limits, share: shareOf(`t${i}`, { weight }) });
      const whole = all.reduce((sum, { weight }) => sum + weight, 0);
      const total = all.reduce((sum, { count }) => sum + count, 0);
      for (let ended = 0; ended <= total; ended++) {
        const live = all.map((_, i) => floor.liveOf(`t${i}`));
        const waits = all.map(({ count }, i) => floor.startedOf(`t${i}`) < count);
        expect(live.reduce((sum, each) => sum + each, 0)).toBe(Math.min(places, total - ended));
        // Once every place has been given again, every waiting tenant has at least the whole places of its share.
        const short = all.filter(({ weight }, i) => waits[i] && (live[i] ?? 0) < Math.floor((places * weight) / whole));
        expect(ended >= places ? short : []).toEqual([]);
        floor.end();
      }
      expect(floor.started).toHaveLength(total);
    }),
    { numRuns: worlds(100) },
  );
});
