import {
  exchange,
  isAbandoned,
  targets,
  undivided,
  type Demand,
  type DividedLimit,
  type Exchange,
  type Holder,
  type LimitTerms,
  type MembersView,
  type PartAnswer,
  type PartRequest,
} from './limit-parts.js';

const T0 = 1_795_000_000_000;
const terms = (maxActive: number | null, maxPerSecond: number | null = null): LimitTerms => ({
  maxActive,
  maxPerSecond,
});
const view = (...alive: Holder[]): MembersView => ({ alive, silent: [], asOf: T0, older: 0 });
const holder = (replica: string, lease = 1): Holder => ({ replica, lease });
const a = holder('a');
const b = holder('b');
const demand = (change: Partial<Demand> = {}): Demand => ({
  inUse: 0,
  waiting: 0,
  least: 1,
  rank: null,
  tokens: 0,
  ...change,
});

/** The limit as the scheduler stores it, and the executors that ask for it. */
class Shared {
  limit: DividedLimit;
  view = view(a, b);
  now = T0;
  private seq = 0;
  private readonly demands = new Map<string, Holder & Demand>();

  constructor(public terms: LimitTerms) {
    this.limit = undivided('worker/w', terms, T0);
  }

  ask(of: Holder, change: Partial<PartRequest> = {}): PartAnswer {
    const request: PartRequest = { ...of, ...demand(), seq: ++this.seq, holds: this.unitsOf(of), ...change };
    this.demands.set(of.replica, request);
    const others = [...this.demands.values()].filter(({ replica }) => replica !== of.replica);
    const around: Exchange = { terms: this.terms, view: this.view, others, now: this.now };
    const { next, answer } = exchange(this.limit, request, around);
    this.limit = next;
    return answer;
  }

  unitsOf({ replica, lease }: Holder): number {
    return this.limit.parts.find((part) => part.replica === replica && part.lease === lease)?.units ?? 0;
  }
}

const counted = (maxActive: number, maxPerSecond: number | null = null): Shared => {
  const shared = new Shared(terms(maxActive, maxPerSecond));
  shared.ask(a, { counts: [] });
  return shared;
};

test('nothing is given before the attempts that no part covers are counted', () => {
  const shared = new Shared(terms(5));
  expect(shared.ask(a, { waiting: 9, rank: T0 })).toMatchObject({ units: 0, count: true });
  expect(shared.ask(a, { waiting: 9, rank: T0, counts: [{ ...holder('gone'), live: 3 }] })).toMatchObject({ units: 2 });
});

test('one executor that alone has work gets the whole limit, and gives back what the other wants as its attempts end', () => {
  const shared = counted(20);
  expect(shared.ask(a, { waiting: 50, rank: T0 })).toMatchObject({ units: 20, target: 20 });
  expect(shared.ask(b, { waiting: 50, rank: T0 + 1 })).toMatchObject({ units: 0, target: 0 });
  expect(shared.ask(a, { inUse: 20, waiting: 30, rank: T0 })).toMatchObject({ units: 20, target: 10 });
  expect(shared.ask(a, { inUse: 18, holds: 18, waiting: 30, rank: T0 })).toMatchObject({ units: 18 });
  expect(shared.ask(b, { waiting: 50, rank: T0 + 1 })).toMatchObject({ units: 2 });
});

test('a lowered limit takes nothing from attempts that are live, and gives nothing until enough of them have ended', () => {
  const shared = counted(20);
  shared.ask(a, { waiting: 20, rank: T0 });
  shared.terms = terms(5);
  expect(shared.ask(a, { inUse: 20, waiting: 3, rank: T0 })).toMatchObject({ units: 20, target: 5 });
  expect(shared.ask(b, { waiting: 3, rank: T0 - 1 })).toMatchObject({ units: 0 });
  expect(shared.ask(a, { inUse: 2, holds: 2, waiting: 0 })).toMatchObject({ units: 2 });
  expect(shared.ask(b, { waiting: 3, rank: T0 - 1 })).toMatchObject({ units: 3 });
  shared.terms = terms(20);
  expect(shared.ask(b, { inUse: 3, waiting: 30, rank: T0 })).toMatchObject({ units: 18 });
});

test('after a limit was lowered nobody starts while the others have more than it, so the attempts only become fewer', () => {
  const shared = counted(20);
  shared.ask(a, { waiting: 12, rank: T0 });
  shared.ask(b, { waiting: 8, rank: T0 });
  shared.terms = terms(5);
  expect(shared.ask(a, { inUse: 12, waiting: 9, rank: T0 })).toMatchObject({ units: 12, target: 0 });
  expect(shared.ask(b, { inUse: 8, waiting: 9, rank: T0 })).toMatchObject({ units: 8, target: 0 });
  shared.ask(b, { inUse: 3, holds: 3, waiting: 9, rank: T0 });
  expect(shared.ask(a, { inUse: 1, holds: 1, waiting: 9, rank: T0 })).toMatchObject({ units: 2, target: 2 });
});

test('a limit that is removed stays divided until each holder says that it knows: one may be set again before', () => {
  const shared = counted(5);
  shared.ask(a, { waiting: 2, rank: T0 });
  shared.ask(b, { waiting: 3, rank: T0 });
  shared.terms = terms(null);
  expect(shared.ask(a, { inUse: 1, waiting: 2 })).toMatchObject({ units: null });
  expect([shared.unitsOf(a), shared.unitsOf(b)]).toEqual([2, 3]);
  shared.ask(a, { inUse: 1, holds: null });
  expect([shared.unitsOf(a), shared.unitsOf(b)]).toEqual([0, 3]);
  shared.terms = terms(5);
  expect(shared.ask(a, { inUse: 1, holds: null, waiting: 9, counts: [{ ...b, live: 1 }] })).toMatchObject({ units: 2 });
});

test('the limit of a worker without one is not stored, and one that is stored again has no revision that it had before', () => {
  const shared = new Shared(terms(null));
  expect(shared.ask(a, { inUse: 1, waiting: 2, holds: null })).toMatchObject({ units: null });
  expect(shared.limit.rev).toBe(0);
  shared.terms = terms(5);
  shared.ask(a, { waiting: 1, counts: [] });
  expect(shared.limit.rev).toBe(T0);
});

test('a stored limit is abandoned if nobody changed it since the last look and no holder is a member under that lease', () => {
  const shared = counted(5);
  shared.ask(a, { waiting: 2, rank: T0 });
  const { limit } = shared;
  expect(isAbandoned(limit, limit.rev, [])).toBe(true);
  expect(isAbandoned(limit, limit.rev, [holder('a', 2), b])).toBe(true);
  expect(isAbandoned(limit, limit.rev, [a])).toBe(false);
  expect(isAbandoned(limit, limit.rev - 1, [])).toBe(false);
  expect(isAbandoned(limit, undefined, [])).toBe(false);
});

test('the part of an ended lease is as large as the count of its attempts, and free only after a count', () => {
  const shared = counted(5);
  shared.ask(a, { waiting: 5, rank: T0 });
  shared.view = { ...view(b), silent: [a], asOf: T0 + 1 };
  expect(shared.ask(b, { waiting: 5, rank: T0 })).toMatchObject({ units: 0, count: true });
  expect(shared.ask(b, { waiting: 5, rank: T0, counts: [{ ...a, live: 2 }] })).toMatchObject({
    units: 3,
    covered: true,
  });
  // A claim that was saved late is in a later count: until it fits, nothing is claimed again.
  expect(shared.ask(b, { inUse: 3, counts: [{ ...a, live: 3 }] })).toMatchObject({ covered: false });
  expect(shared.ask(b, { inUse: 2, holds: 2, counts: [{ ...a, live: 3 }] })).toMatchObject({ covered: true });
});

test('a replica under a later lease begins without a part, and requests under the former one are void', () => {
  const shared = counted(5);
  shared.ask(a, { waiting: 5, rank: T0 });
  const again = holder('a', 2);
  shared.view = view(again, b);
  expect(shared.ask(again, { waiting: 1, rank: T0 })).toMatchObject({ units: 0, count: true });
  expect(shared.ask(again, { waiting: 1, rank: T0, counts: [{ ...a, live: 4 }] })).toMatchObject({ units: 1 });
  expect(shared.ask(a, { inUse: 5 })).toMatchObject({ units: 0, target: 0 });
});

test('an earlier request that arrives late takes nothing away', () => {
  const shared = counted(5);
  shared.ask(a, { waiting: 5, rank: T0 });
  shared.ask(a, { seq: 1, holds: 0 });
  expect(shared.unitsOf(a)).toBe(5);
});

test('beside executors of former versions, which know no parts, nothing is given', () => {
  const shared = counted(5);
  shared.view = { ...shared.view, older: 1 };
  expect(shared.ask(a, { waiting: 5, rank: T0 })).toMatchObject({ units: 0, count: false });
  shared.view = { ...shared.view, older: 0 };
  expect(shared.ask(a, { waiting: 5, rank: T0 })).toMatchObject({ units: 0, count: true });
});

test('a limit smaller than the number of executors moves to the run that is first', () => {
  const shared = counted(1);
  shared.ask(a, { waiting: 9, rank: T0 });
  shared.ask(b, { waiting: 1, rank: T0 - 5 });
  expect(shared.ask(a, { inUse: 1, waiting: 8, rank: T0 })).toMatchObject({ units: 1, target: 0 });
  shared.ask(a, { holds: 0, waiting: 8, rank: T0 });
  expect(shared.ask(b, { waiting: 1, rank: T0 - 5 })).toMatchObject({ units: 1 });
});

test.each<[string, number, Demand[], number[]]>([
  ['enough for all', 10, [demand({ inUse: 2, waiting: 3, rank: 1 }), demand({ waiting: 4, rank: 2 })], [5, 4]],
  ['too little: by demand', 10, [demand({ waiting: 30, rank: 2 }), demand({ waiting: 10, rank: 1 })], [7, 3]],
  [
    'the first run has its unit',
    3,
    [demand({ inUse: 3, waiting: 96, rank: 2 }), demand({ waiting: 1, rank: 1 })],
    [2, 1],
  ],
  [
    'the first gang gathers all',
    10,
    [demand({ inUse: 9, waiting: 90, rank: 2 }), demand({ waiting: 8, least: 8, rank: 1 })],
    [2, 8],
  ],
])('with %s', (_, available, demands, expected) => {
  const holders = demands.map((each, at) => ({ ...each, ...holder(String(at)) }));
  const shares = targets(available, holders);
  expect(holders.map((each) => shares.get(each))).toEqual(expected);
});

test('starts per second come from one bucket; those of a second at once, and a larger gang when it is full', () => {
  const shared = new Shared(terms(null, 4));
  expect(shared.ask(a, { waiting: 9, rank: T0, tokens: 9 })).toMatchObject({ units: null, tokens: 4 });
  expect(shared.ask(b, { waiting: 9, rank: T0 + 1, tokens: 9 })).toMatchObject({ tokens: 0 });
  shared.now += 500;
  expect(shared.ask(b, { waiting: 9, rank: T0 + 1, tokens: 9 })).toMatchObject({ tokens: 1 });
  shared.now += 60_000;
  shared.ask(a);
  expect(shared.ask(b, { waiting: 9, least: 9, rank: T0, tokens: 9 })).toMatchObject({ tokens: 9 });
  shared.now += 1_000;
  expect(shared.ask(b, { waiting: 1, rank: T0, tokens: 1 })).toMatchObject({ tokens: 0 });
});
