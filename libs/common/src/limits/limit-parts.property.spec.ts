/**
 * Holders that follow the protocol of parts, in any order of steps, with requests and answers that are late or lost, while the limit is
 * lowered, raised, removed and set again.
 */
import fc from 'fast-check';
import {
  exchange,
  undivided,
  type DividedLimit,
  type Demand,
  type Holder,
  type PartAnswer,
  type PartRequest,
} from './limit-parts.js';

const LOW = 3;
const HIGH = 8;
const T0 = 1_795_000_000_000;

/** What an executor does (`worker-parts.ts`), without its clock. */
class Executor implements Holder {
  readonly lease = 1;
  units: number | null = 0;
  private target = 0;
  private seq = 0;
  /** Which change of the limit its last answer knows. */
  knows = 0;
  /** Live attempts; those that were started without a limit apart. */
  limited = 0;
  free = 0;

  constructor(readonly replica: string) {}

  get inUse(): number {
    return this.limited + this.free;
  }

  /** False: nothing could be started, or there is no limit. */
  start(): boolean {
    if (this.units === null) this.free += 1;
    else if (this.inUse < Math.min(this.units, this.target)) {
      this.limited += 1;
      return true;
    }
    return false;
  }

  end(): void {
    if (this.free > 0) this.free -= 1;
    else this.limited = Math.max(0, this.limited - 1);
  }

  ask(waiting: number): PartRequest {
    const { inUse, replica, lease } = this;
    if (this.units !== null) this.units = Math.max(inUse, Math.min(this.target, this.units));
    this.seq += 1;
    return { replica, lease, seq: this.seq, holds: this.units, inUse, waiting, least: 1, rank: T0, tokens: 0 };
  }

  accept(answer: PartAnswer, seq: number, change: number): void {
    if (seq !== this.seq) return;
    this.knows = change;
    this.units = answer.units;
    this.target = answer.target;
  }
}

interface Letter {
  readonly from: Executor;
  readonly request: PartRequest;
}

class Installation {
  readonly executors = ['a', 'b', 'c'].map((name) => new Executor(name));
  private maxActive: number | null = HIGH;
  private changes = 0;
  private limit: DividedLimit = undivided('worker/w', { maxActive: HIGH, maxPerSecond: null }, T0);
  private readonly demands = new Map<string, Holder & Demand>();
  private readonly requests: Letter[] = [];
  private readonly answers: (() => void)[] = [];
  readonly problems: string[] = [];
  full = 0;

  setLimit(maxActive: number | null): void {
    this.maxActive = maxActive;
    this.changes += 1;
  }

  start(executor: Executor): void {
    if (!executor.start()) return;
    if (this.live === this.maxActive) this.full += 1;
    // What an executor started before it knew of the limit may come on top.
    if (this.executors.some(({ free }) => free > 0)) return;
    if (this.live > HIGH) this.problems.push(`${this.live} within parts of at most ${HIGH}`);
    // Once all know the limit, nobody starts beyond it, whatever was live when it was lowered or set.
    const { maxActive } = this;
    if (maxActive !== null && this.live > maxActive && this.executors.every(({ knows }) => knows === this.changes))
      this.problems.push(`${this.live} after a start, although all know of ${maxActive}`);
  }

  ask(from: Executor, waiting: number, isCounted: boolean): void {
    const others = this.executors.filter((each) => each !== from);
    const counts = others.map(({ replica, lease, inUse }) => ({ replica, lease, live: inUse }));
    this.requests.push({ from, request: { ...from.ask(waiting), ...(isCounted && { counts }) } });
  }

  /** One of the requests on the way arrives, or one of the answers, which may be lost. */
  arrive(nth: number, isLost: boolean): void {
    if (this.answers.length > 0 && nth % 2 === 0) {
      const [answer] = this.answers.splice(nth % this.answers.length, 1);
      if (!isLost) answer?.();
      return;
    }
    const [letter] = this.requests.splice(nth % Math.max(1, this.requests.length), 1);
    if (letter) this.answers.push(this.answer(letter));
  }

  /** The letter that was sent last, and its answer, arrive at once. */
  arriveAtOnce(): void {
    const letter = this.requests.pop();
    if (letter) this.answer(letter)();
  }

  private answer({ from, request }: Letter): () => void {
    this.demands.set(request.replica, request);
    const { next, answer } = exchange(this.limit, request, {
      terms: { maxActive: this.maxActive, maxPerSecond: null },
      view: { alive: this.executors, silent: [], asOf: T0, older: 0 },
      others: [...this.demands.values()].filter(({ replica }) => replica !== request.replica),
      now: T0,
    });
    this.limit = next;
    const { changes } = this;
    return () => {
      from.accept(answer, request.seq, changes);
    };
  }

  private get live(): number {
    return this.executors.reduce((sum, { inUse }) => sum + inUse, 0);
  }
}

const who = fc.nat(2);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('start' as const), who }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('end' as const), who }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constant('ask' as const),
      who,
      waiting: fc.nat(9),
      isCounted: fc.boolean(),
      isLate: fc.boolean(),
    }),
  },
  { weight: 9, arbitrary: fc.record({ what: fc.constant('arrive' as const), nth: fc.nat(99), isLost: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ what: fc.constant('limit' as const), maxActive: fc.constantFrom(null, LOW, HIGH) }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const asks = (who: number, waiting = 0, isCounted = false): Step => ({
  what: 'ask',
  who,
  waiting,
  isCounted,
  isLate: false,
});
const starts = (who: number): Step => ({ what: 'start', who });
const ends = (who: number): Step => ({ what: 'end', who });
const sets = (maxActive: typeof LOW | null): Step => ({ what: 'limit', maxActive });

/** The limit is set while attempts of two executors are live, and the first to know of it replaces one before they are counted. */
const SET_AGAIN: Step[] = [
  ...[asks(0, 0, true), asks(0, 2), asks(1, 2), starts(0), starts(0), starts(1), starts(1)],
  ...[sets(null), asks(0), asks(0), asks(1), asks(1)],
  ...[sets(LOW), asks(0), asks(2), asks(1)],
  ...[ends(0), starts(0)],
];

test('nobody starts beyond the limit, also after it was lowered, raised, or removed and set again', () => {
  let full = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 50, maxLength: 300 }), (steps) => {
      const world = new Installation();
      for (const each of steps) {
        if (each.what === 'arrive') world.arrive(each.nth, each.isLost);
        else if (each.what === 'limit') world.setLimit(each.maxActive);
        else {
          const executor = world.executors[each.who]!;
          if (each.what === 'ask') {
            world.ask(executor, each.waiting, each.isCounted);
            if (!each.isLate) world.arriveAtOnce();
          }
          if (each.what === 'start') world.start(executor);
          if (each.what === 'end') executor.end();
        }
      }
      expect(world.problems).toEqual([]);
      full += world.full;
    }),
    { numRuns: 3_000, examples: [[SET_AGAIN]] },
  );
  expect(full).toBeGreaterThan(100);
});
