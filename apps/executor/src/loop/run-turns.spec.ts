import fc from 'fast-check';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { MAX_NEW_AT_ONCE, MIN_NEW_AT_ONCE, newAtOnce, RunTurns } from './run-queue.js';

const MAX_IN_WORK = 256;
const MANY = 1_000;
const runOf = (i: number): RunId => asRunId(`r${i}`);

/** Long enough for past ends to be forgotten. */
const LONG_MS = 10_000;
let now = 0;
const clock = { monotonic: (): number => now };

/** Takes turns until there are none, and returns their runs. */
function takeAll(turns: RunTurns): RunId[] {
  const taken: RunId[] = [];
  for (let run = turns.take(); run !== undefined; run = turns.take()) taken.push(run);
  return taken;
}

describe('the number of new runs that may be in work', () => {
  it('decreases with the number of ends that are not stored yet', () => {
    expect([0, 1, 10, 15, 16, MANY].map(newAtOnce)).toEqual([128, 121, 58, 23, 16, 16]);
  });

  it('has a minimum, so that slow ends do not block all starts', () => {
    const turns = new RunTurns(clock);
    for (let i = 0; i < 100; i++) turns.add(runOf(i), { isNew: false, hasEnded: true });
    takeAll(turns);
    for (let i = 0; i < MANY; i++) turns.add(runOf(MANY + i), { isNew: true, hasEnded: false });
    expect(takeAll(turns)).toHaveLength(MIN_NEW_AT_ONCE);
  });

  it('takes the ends that were stored lately into account, since ends come in waves', () => {
    const turns = new RunTurns(clock);
    for (let i = 0; i < MANY; i++) turns.add(runOf(MANY + i), { isNew: true, hasEnded: false });
    for (let i = 0; i < 64; i++) turns.add(runOf(i), { isNew: false, hasEnded: true });
    for (const run of takeAll(turns)) turns.end(run);
    now += 100;
    expect(takeAll(turns)).toHaveLength(64);
    now += 100;
    expect(takeAll(turns)).toEqual([]);
    now += LONG_MS;
    expect(takeAll(turns)).toHaveLength(MAX_NEW_AT_ONCE - 64);
  });

  it('is one for two stored ends while ends come late', () => {
    const turns = new RunTurns(clock, () => true);
    for (let i = 0; i < MANY; i++) turns.add(runOf(MANY + i), { isNew: true, hasEnded: false });
    for (let i = 0; i < 64; i++) turns.add(runOf(i), { isNew: false, hasEnded: true });
    for (const run of takeAll(turns)) turns.end(run);
    now += 100;
    expect(takeAll(turns)).toHaveLength(32);
  });

  it('does not depend on reports of attempts that continue to run', () => {
    const turns = new RunTurns(clock);
    for (let i = 0; i < 100; i++) turns.add(runOf(i), { isNew: false, hasEnded: false });
    takeAll(turns);
    for (let i = 0; i < MANY; i++) turns.add(runOf(MANY + i), { isNew: true, hasEnded: false });
    expect(takeAll(turns)).toHaveLength(MAX_NEW_AT_ONCE);
  });
});

type Kind = Parameters<RunTurns['add']>[1];

type Step =
  | { readonly type: 'add'; readonly isNew: boolean; readonly hasEnded: boolean }
  | { readonly type: 'end'; readonly which: number }
  | { readonly type: 'drop'; readonly which: 'started' | 'fresh' };

/** The turns under test, with a model of the runs that wait and of those in work. */
class Model {
  readonly waiting = new Map<RunId, Kind>();
  readonly inWork = new Map<RunId, Kind>();
  private readonly turns = new RunTurns(clock);
  private serial = 0;

  perform(step: Step): void {
    if (step.type === 'add') this.add(step);
    else if (step.type === 'end') this.end(step.which);
    else for (const run of this.turns.drop(step.which)) this.waiting.delete(run);
  }

  /** Returns the rules that the taken turns violate; none if all is well. */
  takeAll(): string[] {
    const wrong: string[] = [];
    now += LONG_MS;
    for (const run of takeAll(this.turns)) {
      const kind = this.waiting.get(run);
      if (kind === undefined) wrong.push(`${run} was taken twice, or after it was dropped`);
      else {
        if (kind.isNew && this.startedOnes > 0) wrong.push(`${run} was taken before those that have started`);
        this.waiting.delete(run);
        this.inWork.set(run, kind);
      }
    }
    const news = [...this.inWork.values()].filter(({ isNew }) => isNew).length;
    const ends = [...this.waiting.values(), ...this.inWork.values()].filter(({ hasEnded }) => hasEnded).length;
    const isFull = this.inWork.size >= MAX_IN_WORK;
    if (this.inWork.size > MAX_IN_WORK || news > MAX_NEW_AT_ONCE) wrong.push('too many are in work');
    if (!isFull && this.startedOnes > 0) wrong.push('one that has started waits for nothing');
    if (!isFull && this.waiting.size > 0 && news < newAtOnce(ends)) wrong.push('a new one waits for nothing');
    return wrong;
  }

  private add({ isNew, hasEnded }: Kind): void {
    const run = runOf(this.serial++);
    const kind = { isNew, hasEnded: hasEnded && !isNew };
    this.waiting.set(run, kind);
    this.turns.add(run, kind);
  }

  private end(which: number): void {
    const run = [...this.inWork.keys()][which % Math.max(1, this.inWork.size)];
    if (run === undefined) return;
    this.turns.end(run);
    this.inWork.delete(run);
  }

  private get startedOnes(): number {
    return [...this.waiting.values()].filter(({ isNew }) => !isNew).length;
  }
}

test('in any order of events each run gets one turn, started runs come first, and stored or refused ends do not block new runs', () => {
  const step = fc.oneof(
    fc.record({ type: fc.constant('add' as const), isNew: fc.boolean(), hasEnded: fc.boolean() }),
    fc.record({ type: fc.constant('end' as const), which: fc.nat() }),
    fc.record({ type: fc.constant('drop' as const), which: fc.constantFrom('started' as const, 'fresh' as const) }),
  );
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 200, size: 'max' }), { maxLength: 10 }), (rounds) => {
      const model = new Model();
      for (const steps of rounds) {
        for (const each of steps) model.perform(each);
        expect(model.takeAll()).toEqual([]);
      }
    }),
  );
});

/**
 * Simulates in virtual time a replica with a fixed rate of decisions, shared by all runs in work, and a worker that reports the end of each
 * call at once over a limited number of connections, so that its other reports wait. Returns what ended, and what waits.
 */
function overload(
  seconds: number,
  connections: number,
): {
  readonly endedPerSecond: number;
  readonly unheard: number;
  readonly lag: number;
} {
  const stepMs = 1;
  const decisionsPerSecond = 700;
  const askedPerSecond = 500;
  const turns = new RunTurns(clock);
  const left = new Map<RunId, number>();
  const isEnd = new Set<RunId>();
  const unheard: { readonly run: RunId; readonly since: number }[] = [];
  let serial = 0;
  let ended = 0;
  let onTheirWay = 0;
  let lag = 0;
  for (let ms = 0; ms < seconds * 1_000; ms += stepMs, now += stepMs) {
    if (ms % 1_000 === 0)
      for (let i = 0; i < askedPerSecond; i++) turns.add(runOf(serial++), { isNew: true, hasEnded: false });
    for (; onTheirWay < connections && unheard.length > 0; onTheirWay += 1) {
      const { run, since } = unheard.shift()!;
      lag = Math.max(lag, ms - since);
      isEnd.add(run);
      turns.add(run, { isNew: false, hasEnded: true });
    }
    for (const run of takeAll(turns)) left.set(run, 1);
    const share = ((decisionsPerSecond / 1_000) * stepMs) / Math.max(1, left.size);
    for (const [run, rest] of left) {
      if (rest > share) {
        left.set(run, rest - share);
        continue;
      }
      left.delete(run);
      turns.end(run);
      if (isEnd.delete(run)) [ended, onTheirWay] = [ended + 1, onTheirWay - 1];
      else unheard.push({ run, since: ms });
    }
  }
  return { endedPerSecond: ended / seconds, unheard: unheard.length, lag };
}

test.each([16, 64])(
  'under overload as many runs end as begin, and the reports of a worker with %i connections wait only a moment',
  (connections) => {
    const { endedPerSecond, unheard, lag } = overload(10, connections);
    // Each run needs two decisions: 350 of the 500 requested runs.
    expect(endedPerSecond).toBeGreaterThan(330);
    expect(unheard).toBeLessThan(300);
    expect(lag).toBeLessThan(1_000);
  },
);
