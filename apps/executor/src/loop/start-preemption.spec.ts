import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { MAX_PREEMPTIONS_PER_SECOND, PREEMPT_AFTER_MS } from '#common/domain/limits.js';
import { HandClock } from '#testing/hand-clock.js';
import { worlds } from '#testing/long-form.js';
import { allOwn, WholeParts } from '#testing/whole-parts.js';
import type { Limit } from '#common/limits/scope.js';
import { StartQueue, type StartTerms } from './start-queue.js';
import type { Share } from '#common/limits/scope.js';

const MAX_TIMES = 2;
/** Long enough for a decision. */
const LONG_ENOUGH = PREEMPT_AFTER_MS + 1_000;
const places = (maxActive: number, key = 'engine/process'): Limit => ({ key, maxActive, maxPerSecond: null });

interface Asked {
  readonly tenant?: string;
  readonly priority?: number;
  readonly limits?: readonly Limit[];
  readonly preemptible?: boolean;
  readonly group?: string;
  readonly weight?: number;
  readonly least?: number;
}

/** Runs that start when they get a place and release it on request: at once, or when the test says so. */
class Floor {
  readonly clock = new HandClock();
  readonly queue = new StartQueue((run) => this.woken.push(run), this.clock, new WholeParts(this.clock));
  readonly live = new Map<RunId, { readonly since: number; readonly leaving: boolean }>();
  readonly preempted: string[] = [];
  readonly messages: string[] = [];
  readonly times = new Map<RunId, number>();
  private readonly woken: RunId[] = [];
  private readonly asked = new Map<RunId, Asked>();

  constructor(private readonly leavesAtOnce = true) {}

  ask(name: string, asked: Asked = {}): this {
    this.asked.set(asRunId(name), asked);
    this.turn(asRunId(name));
    this.answer();
    return this;
  }

  end(name: string): void {
    this.asked.delete(asRunId(name));
    this.free(asRunId(name));
  }

  /** The run has released its place and waits again. */
  leave(name: string): void {
    this.free(asRunId(name));
    this.turn(asRunId(name));
    this.answer();
  }

  pass(ms: number): this {
    for (let i = 0; i < ms; i += 500) {
      this.clock.pass(Math.min(500, ms - i));
      this.answer();
    }
    return this;
  }

  get running(): string[] {
    return [...this.live.keys()].sort();
  }

  private free(run: RunId): void {
    this.live.delete(run);
    this.queue.setUsage(run, this.termsOf(run), allOwn(0));
    this.answer();
  }

  private answer(): void {
    for (let run = this.woken.shift(); run !== undefined; run = this.woken.shift()) this.turn(run);
  }

  private turn(run: RunId): void {
    if (this.live.has(run)) {
      this.giveUp(run);
      return;
    }
    const least = this.asked.get(run)?.least ?? 1;
    if (!this.asked.has(run) || this.queue.take(run, this.termsOf(run), { most: least, least }) === 0) return;
    this.live.set(run, { since: this.clock.now(), leaving: false });
    this.tell(run);
  }

  private giveUp(run: RunId): void {
    const demand = this.queue.demandOf(run);
    if (demand === null) return;
    this.messages.push(demand.message);
    this.preempted.push(run);
    this.times.set(run, (this.times.get(run) ?? 0) + 1);
    this.live.set(run, { since: 0, leaving: true });
    this.tell(run);
    if (this.leavesAtOnce) this.leave(run);
  }

  private tell(run: RunId): void {
    const { preemptible = false, priority = 0, least = 1 } = this.asked.get(run) ?? {};
    const times = this.times.get(run) ?? 0;
    const known = { ...this.placesOf(run, least), times, priority };
    this.queue.setUsage(run, this.termsOf(run), allOwn(least), preemptible ? known : null);
  }

  private placesOf(run: RunId, held: number): { permits: number; leaving: number; since: number } {
    const { since = 0, leaving = false } = this.live.get(run) ?? {};
    if (leaving) return { permits: 0, leaving: held, since };
    return { permits: (this.times.get(run) ?? 0) >= MAX_TIMES ? 0 : held, leaving: 0, since };
  }

  private termsOf(run: RunId): StartTerms {
    const { tenant = 'acme', priority = 0, limits = [places(2)], group, weight = 1 } = this.asked.get(run) ?? {};
    const share: Share = { tenant, weight, group: group ?? null, groupWeight: 1 };
    return { limits, share, priority };
  }
}

const low = { preemptible: true };
const high = { priority: 5 };
/** Two preemptible runs on two places. */
const full = (leavesAtOnce = true): Floor => new Floor(leavesAtOnce).ask('old', low).pass(1_000).ask('young', low);

describe('a run of higher priority', () => {
  test('gets the place of the youngest run of the lowest priority after a wait', () => {
    const floor = full().ask('urgent', high);
    expect(floor.pass(PREEMPT_AFTER_MS - 1_000).running).toEqual(['old', 'young']);
    expect(floor.pass(2_000).running).toEqual(['old', 'urgent']);
    expect(floor.preempted).toEqual(['young']);
    const other = new Floor()
      .ask('lower', { ...low, priority: -1 })
      .ask('young', low)
      .ask('urgent', high);
    expect(other.pass(LONG_ENOUGH).preempted).toEqual(['lower']);
  });

  test('takes no place from runs that are not preemptible or have the same or a higher priority', () => {
    for (const others of [{}, { ...low, priority: 5 }, { ...low, priority: 6 }]) {
      const floor = new Floor().ask('a', others).ask('b', others).ask('urgent', high);
      expect(floor.pass(20_000).preempted).toEqual([]);
    }
  });

  test('takes no place from another tenant that has no more than its share', () => {
    const floor = new Floor()
      .ask('a', low)
      .ask('b', low)
      .ask('c', { ...high, tenant: 'other' })
      .pass(LONG_ENOUGH);
    expect(floor.preempted).toHaveLength(1);
    expect(floor.ask('d', { ...high, tenant: 'other' }).pass(20_000).preempted).toHaveLength(1);
  });

  test('takes no place while one is being released', () => {
    const floor = full(false).ask('urgent', high).pass(20_000);
    expect(floor.preempted).toEqual(['young']);
    expect(floor.ask('more', high).pass(LONG_ENOUGH).preempted).toEqual(['young', 'old']);
    floor.leave('young');
    floor.leave('old');
    expect(floor.pass(10_000).running).toEqual(['more', 'urgent']);
    expect(floor.preempted).toHaveLength(2);
  });

  test('takes no place that a run in front of it would get', () => {
    const floor = full().ask('waits', { priority: 0 });
    // It has waited longer than the priority of the other run is worth.
    floor.clock.pass(600_000);
    expect(floor.ask('urgent', high).pass(20_000).preempted).toEqual([]);
  });

  test('takes no place if it would still lack another one', () => {
    const narrow = places(1, 'worker/w');
    const floor = new Floor()
      .ask('a', { limits: [narrow] })
      .ask('b', low)
      .pass(500)
      .ask('c', low);
    expect(floor.ask('urgent', { ...high, limits: [places(2), narrow] }).pass(20_000).preempted).toEqual([]);
    floor.end('a');
    expect(floor.pass(LONG_ENOUGH).preempted).toEqual(['c']);
  });

  test('takes enough places from one run instead of a few from each', () => {
    const limits = [places(2), places(2, 'worker/w')];
    const floor = new Floor().ask('engine', low).ask('both', { ...low, limits, priority: 1 });
    floor.ask('worker', { ...low, limits: [places(2, 'worker/w')], priority: 2 });
    expect(floor.ask('urgent', { ...high, limits }).pass(LONG_ENOUGH).preempted).toEqual(['both']);
  });
});

describe('a gang', () => {
  test('gets all the places that it needs, or none', () => {
    const floor = full()
      .ask('gang', { ...high, least: 2 })
      .pass(LONG_ENOUGH);
    expect([floor.running, floor.preempted.sort()]).toEqual([['gang'], ['old', 'young']]);
    const mixed = new Floor()
      .ask('a', low)
      .ask('b')
      .ask('gang', { ...high, least: 2 });
    expect(mixed.pass(20_000).preempted).toEqual([]);
  });
});

describe('shares', () => {
  const ten = { limits: [places(10)] };
  const many = (floor: Floor, name: string, count: number, asked: Asked): Floor => {
    for (let i = 0; i < count; i++) floor.ask(`${name}-${i}`, { ...ten, ...asked });
    return floor;
  };
  const liveOf = (floor: Floor, name: string): number => floor.running.filter((run) => run.startsWith(name)).length;

  test('a tenant below its share gets it back from one that exceeds its own, and no more', () => {
    const floor = many(new Floor(), 'big', 30, { ...low, tenant: 'big', priority: 50 });
    many(floor, 'small', 30, { tenant: 'small' }).pass(30_000);
    expect([liveOf(floor, 'big'), liveOf(floor, 'small'), floor.preempted.length]).toEqual([5, 5, 5]);
  });

  test('a tenant gets its share back by the weights', () => {
    const floor = many(new Floor(), 'big', 30, { ...low, tenant: 'big', weight: 4 });
    many(floor, 'small', 30, { tenant: 'small' }).pass(30_000);
    expect([liveOf(floor, 'big'), liveOf(floor, 'small')]).toEqual([8, 2]);
  });

  test('a group gets places back from a group that has more for its weight', () => {
    const floor = many(new Floor(), 'big', 30, { ...low, group: 'big', priority: 9 });
    many(floor, 'small', 30, { group: 'small' }).pass(30_000);
    expect([liveOf(floor, 'big'), liveOf(floor, 'small')]).toEqual([5, 5]);
  });
});

test('the message names the run that got the place, unless that belongs to another tenant', () => {
  const own = full().ask('urgent', high).pass(LONG_ENOUGH);
  expect(own.messages).toEqual(['the permit was given to run urgent of priority 5']);
  const other = full().ask('secret-run', { tenant: 'rival' }).pass(LONG_ENOUGH);
  expect(other.messages).toEqual(['the permit was given to a run of another tenant, which has less than its share']);
});

test('the number of preemptions per second is limited', () => {
  const limits = [places(50)];
  const floor = new Floor(false);
  for (let i = 0; i < 50; i++) floor.ask(`low-${i}`, { ...low, limits });
  for (let i = 0; i < 50; i++) floor.ask(`high-${i}`, { ...high, limits });
  floor.pass(PREEMPT_AFTER_MS);
  const before = floor.preempted.length;
  floor.pass(1_000);
  expect([before, floor.preempted.length - before]).toEqual([MAX_PREEMPTIONS_PER_SECOND, MAX_PREEMPTIONS_PER_SECOND]);
});

test('a run that another replica has taken over, or that no longer exists, is not preempted here', () => {
  const floor = full(false).ask('urgent', high);
  floor.queue.keepOnly((run) => run !== 'young');
  expect(floor.pass(20_000).preempted).toEqual([]);
});

const someone = fc.record({
  tenant: fc.constantFrom('a', 'b', 'c'),
  priority: fc.integer({ min: -3, max: 3 }),
  preemptible: fc.boolean(),
  group: fc.constantFrom('x', 'y'),
});
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('ask' as const), someone }) },
  fc.record({ type: fc.constant('end' as const), at: fc.nat() }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 5_000 }) }) },
);

test('in any order of events no run is preempted too often, and preemptions stop once there are no more requests', () => {
  const limits = [places(3)];
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const floor = new Floor();
      for (const [i, each] of acts.entries()) {
        const { running } = floor;
        if (each.type === 'ask') floor.ask(`run-${i}`, { ...each.someone, limits });
        else if (each.type === 'pass') floor.pass(each.ms);
        else if (running.length > 0) floor.end(running[each.at % running.length]!);
        expect(floor.live.size).toBeLessThanOrEqual(3);
      }
      floor.pass(60_000);
      const rests = floor.preempted.length;
      // Runs do not preempt each other in turn.
      expect(floor.pass(60_000).preempted).toHaveLength(rests);
      expect(Math.max(0, ...floor.times.values())).toBeLessThanOrEqual(MAX_TIMES);
    }),
    { numRuns: worlds(300) },
  );
});
