import fc from 'fast-check';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { AGEING_MS } from '#common/domain/limits.js';
import type { SharedLimit, SharedPermit } from '#common/domain/shared-limit.js';
import { worlds } from '#testing/long-form.js';
import {
  changeLimit,
  emptyLimit,
  MAX_LISTED_WAITING,
  type LimitChange,
  type LimitOp,
  type LimitTerms,
} from './change-limit.js';

const job = asJobId('job');
const empty = emptyLimit('group:acme/g', asTenantId('acme'));
const take = (run: string, join = true, grant = 1): LimitOp => ({ type: 'take', run: asRunId(run), job, grant, join });
const release = (run: string, upTo = 1): LimitOp => ({ type: 'release', run: asRunId(run), upTo });

const waitingOf = (run: string): SharedPermit => ({ run: asRunId(run), job, since: 0, grant: 0 });

function applied(limit: SharedLimit, ops: LimitOp[], size: number | null) {
  const change = changeLimit(limit, ops, { size, weights: null }, 1);
  const names = (permits: readonly { run: string }[]): string => permits.map(({ run }) => run).join(' ');
  return {
    holders: names(change.next.holders),
    waiting: names(change.next.waiting),
    woken: names(change.woken),
    taken: [...change.taken].join(' '),
    next: change.next,
  };
}

describe('a shared limit', () => {
  it('gives its permits to the first requests and puts the others in its list', () => {
    expect(applied(empty, [take('a'), take('b'), take('c'), take('d', false)], 2)).toMatchObject({
      taken: 'a b',
      holders: 'a b',
      waiting: 'c',
      woken: '',
    });
  });

  it('wakes waiting runs when a permit is free, and lets no run overtake them', () => {
    const { next } = applied(empty, [take('a'), take('b'), take('c')], 1);
    const freed = applied(next, [release('a')], 1);
    expect(freed).toMatchObject({ holders: '', waiting: 'b c', woken: 'b' });
    expect(applied(freed.next, [take('x')], 1)).toMatchObject({ taken: '', waiting: 'b c x', woken: 'b' });
    expect(applied(freed.next, [take('b')], 1)).toMatchObject({ taken: 'b', holders: 'b', waiting: 'c', woken: '' });
  });

  it('performs repeated requests and releases once', () => {
    const { next } = applied(empty, [take('a')], 1);
    expect(changeLimit(next, [release('z'), { type: 'look' }], { size: 1, weights: null }, 2)).toMatchObject({
      changed: false,
    });
    expect(applied(next, [take('a')], 1)).toMatchObject({ taken: 'a', holders: 'a' });
  });

  it('releases a permit only for the latest grant', () => {
    const { next } = applied(empty, [take('a', true, 5), take('a', true, 6), take('a', true, 5)], 1);
    expect(applied(next, [release('a', 5)], 1).holders).toBe('a');
    expect(applied(next, [release('a', 6)], 1).holders).toBe('');
  });

  it('that was lowered takes the permit from a run that has not started with it, and lists that run first', () => {
    const { next } = applied(empty, [take('a'), take('b'), take('c'), take('d')], 3);
    const lowered = applied(next, [take('a', true, 2), take('b', true, 2)], 2);
    expect(lowered).toMatchObject({ taken: 'b', holders: 'b c', waiting: 'a d' });
    expect(applied(lowered.next, [release('c')], 2)).toMatchObject({ holders: 'b', woken: 'a' });
    expect(applied(next, [take('a', false, 2)], 2)).toMatchObject({ taken: '', holders: 'b c', waiting: 'd' });
  });

  it('that was lowered leaves the permit to a run that may have started with its grant', () => {
    const { next } = applied(empty, [take('a', true, 5), take('b', true, 5)], 2);
    expect(applied(next, [take('a', true, 5), take('b', true, 4)], 1)).toMatchObject({ taken: 'a b', holders: 'a b' });
  });

  it('keeps the list entry of a run that has requested it again', () => {
    const { next } = applied(empty, [take('a'), take('b', true, 3)], 1);
    expect(applied(next, [release('b', 2)], 1).waiting).toBe('b');
    expect(applied(next, [release('b', 3)], 1).waiting).toBe('');
  });

  it('counts a run that was under way before it, until that run has ended', () => {
    const { next } = applied(empty, [{ type: 'adopt', run: asRunId('a'), job }, take('b')], 1);
    expect(next).toMatchObject({ holders: [{ run: 'a', grant: 0 }], waiting: [{ run: 'b' }] });
    expect(applied(next, [release('a', 9)], 1)).toMatchObject({ holders: '', woken: 'b' });
  });

  it('removes a run from the waiting list, but not its permit', () => {
    const { next } = applied(empty, [take('a'), take('b')], 1);
    const leave = (run: string): LimitOp => ({ type: 'leave', run: asRunId(run) });
    expect(applied(next, [leave('a'), leave('b')], 1)).toMatchObject({ holders: 'a', waiting: '' });
  });

  it('that was removed blocks no run', () => {
    expect(applied(empty, [take('a'), take('b')], null)).toMatchObject({ taken: 'a b', waiting: '' });
  });

  it('keeps its list short and remembers that more runs wait', () => {
    const many = Array.from({ length: MAX_LISTED_WAITING + 2 }, (_, i) => take(`r${i}`));
    const { next } = applied(empty, [take('a'), ...many], 1);
    expect(next.waiting).toHaveLength(MAX_LISTED_WAITING);
    expect(next.overflow).toBe(true);
    const late = { run: asRunId('late'), job, since: 0, grant: 0 };
    const listed = applied(next, [{ type: 'list', permits: [late], more: false }], 1);
    expect(listed.next.waiting.slice(0, 2)).toMatchObject([{ run: 'late' }, { run: 'r0' }]);
    expect(listed.next).toMatchObject({ overflow: true });
    const short = applied({ ...next, waiting: [] }, [{ type: 'list', permits: [late], more: false }], 1);
    expect(short).toMatchObject({ waiting: 'late', next: { overflow: false } });
  });

  it('lists a waiting run once, and not if it has a permit', () => {
    const join = (run: string): LimitOp => ({ type: 'join', run: asRunId(run), job });
    const { next } = applied(empty, [take('a'), join('a'), join('b'), join('b'), join('c')], 1);
    expect(applied(next, [], 1)).toMatchObject({ holders: 'a', waiting: 'b c' });
    expect(changeLimit(next, [join('a'), join('b')], { size: 1, weights: null }, 2).changed).toBe(false);
  });

  it('gives a higher priority its turn first, unless others have waited longer by as many steps', () => {
    const asks = (run: string, priority: number, waitsSince: number): LimitOp => ({
      type: 'take',
      run: asRunId(run),
      job,
      grant: 1,
      join: true,
      priority,
      waitsSince,
    });
    const full = [
      take('x'),
      asks('old', 0, 0),
      asks('low', -1, 1),
      asks('high', 2, AGEING_MS),
      asks('late', 1, 3 * AGEING_MS),
    ];
    const { next } = applied(empty, full, 1);
    expect(next.waiting.map(({ run }) => run)).toEqual(['high', 'old', 'low', 'late']);
    const freed = applied(next, [release('x')], 1);
    expect(freed.woken).toBe('high');
    expect(applied(freed.next, [asks('old', 0, 0)], 1).taken).toBe('');
    expect(applied(freed.next, [asks('urgent', 100, 4 * AGEING_MS)], 1)).toMatchObject({ taken: 'urgent', woken: '' });
  });

  it('lists a run of higher priority or of a smaller group although not all waiting runs fit into the list', () => {
    const many = Array.from({ length: MAX_LISTED_WAITING + 9 }, (_, i): LimitOp => {
      return { type: 'take', run: asRunId(`r${i}`), job, group: 'big', grant: 1, join: true };
    });
    const small: LimitOp = { type: 'take', run: asRunId('s'), job, group: 'small', grant: 1, join: true };
    const terms = { size: 1, weights: { big: 1 } };
    const { next } = changeLimit(empty, [...many, small], terms, 1);
    expect(next).toMatchObject({ overflow: true, waiting: { length: MAX_LISTED_WAITING, 0: { run: 's' } } });
    const urgent: LimitOp = { type: 'take', run: asRunId('u'), job, grant: 1, join: true, priority: 1 };
    const ranked = changeLimit(
      changeLimit(empty, many, { size: 1, weights: null }, 1).next,
      [urgent],
      { size: 1, weights: null },
      1,
    );
    expect(ranked.next).toMatchObject({ overflow: true, waiting: { length: MAX_LISTED_WAITING, 0: { run: 'u' } } });
  });

  it.each<[string, LimitOp]>([
    ['was under way before it', { type: 'adopt', run: asRunId('b'), job }],
    ['got its permit while the list was being read', { type: 'list', permits: [waitingOf('a')], more: false }],
  ])('does not list a run that %s', (_, op) => {
    const { next } = applied(empty, [take('a'), take('b'), take('c')], 1);
    const { holders, waiting } = applied(next, [op], 1);
    expect(holders.split(' ').filter((run) => waiting.split(' ').includes(run))).toEqual([]);
    expect(changeLimit(next, [op], { size: 1, weights: null }, 1).changed).toBe(true);
  });

  it('never gives more permits than its size, for any requests, and leaves no permit free while a run waits', () => {
    fc.assert(
      fc.property(fc.array(limitStep, { maxLength: 60, size: 'max' }), (steps) => {
        let limit = empty;
        for (const [i, { ops, size, weights }] of steps.entries()) {
          const asked = ops.map((op) => limitOpOf(op, i, limit));
          const change = changeLimit(limit, asked, { size, weights }, i);
          expectLimit(limit, asked, change, size);
          limit = change.next;
          expectServed(change, { size, weights });
        }
      }),
      {
        numRuns: worlds(100),
        examples: [
          [
            [
              {
                ops: [
                  { type: 'take', run: 0, join: false, priority: 0 },
                  { type: 'adopt', run: 3, join: false, priority: 0 },
                  { type: 'take', run: 3, join: false, priority: 0 },
                ],
                size: 1,
                weights: null,
              },
            ],
          ],
        ],
      },
    );
  });
});

const limitOp = fc.record({
  type: fc.constantFrom('take', 'take', 'release', 'join', 'leave', 'adopt', 'list', 'stale'),
  run: fc.nat(9),
  join: fc.boolean(),
  priority: fc.constantFrom(0, 0, 1, -1),
});
const limitStep = fc.record({
  ops: fc.array(limitOp, { minLength: 1, maxLength: 3 }),
  size: fc.constantFrom(1, 2, 3, null),
  weights: fc.constantFrom(null, {}, { g1: 2 }),
});

function limitOpOf(
  { type, run: no, join, priority }: typeof limitOp extends fc.Arbitrary<infer T> ? T : never,
  at: number,
  limit: SharedLimit,
): LimitOp {
  const run = asRunId(`r${no}`);
  const of = { run, job, ...(no % 3 > 0 && { group: `g${no % 3}` }) };
  if (type === 'release') return { type, run, upTo: at };
  if (type === 'stale') return { type: 'release', run, upTo: at - 3 };
  if (type === 'leave') return { type, run };
  if (type === 'adopt') return { type, ...of };
  if (type === 'join') return { type, ...of, priority, waitsSince: at };
  // As it was read a moment ago: the run may hold a permit by now.
  if (type === 'list')
    return {
      type,
      permits: [...limit.waiting.slice(0, 2), { ...of, priority, waitsSince: at, since: at, grant: 0 }].filter(
        ({ run: each }, i, all) => all.findIndex((other) => other.run === each) === i,
      ),
      more: join,
    };
  return { type: 'take', ...of, grant: at, join, priority, waitsSince: at };
}

function expectLimit(
  before: SharedLimit,
  asked: readonly LimitOp[],
  { next, taken, woken, changed }: LimitChange,
  size: number | null,
): void {
  const all = [...next.holders, ...next.waiting].map(({ run }) => run);
  expect(new Set(all).size).toBe(all.length);
  expect(changed || next === before).toBe(true);
  // A run that is under way already is adopted beyond the size, and may ask for its permit in the same step.
  const had = [...before.holders, ...asked.filter(({ type }) => type === 'adopt')].map(
    (each) => 'run' in each && each.run,
  );
  const fresh = next.holders.filter(({ run }) => taken.has(run) && !had.includes(run));
  for (const { run } of fresh)
    expect(next.holders.findIndex((held) => held.run === run)).toBeLessThan(size ?? Infinity);
  const free = Math.max(0, (size ?? Infinity) - next.holders.length);
  expect(woken).toHaveLength(Math.min(free, next.waiting.length));
}

/** The woken runs take their permits, one after another, until no permit is free or no run waits. */
function expectServed({ next, woken }: LimitChange, terms: LimitTerms): void {
  let limit = next;
  let turns = woken;
  for (let round = 0; turns.length > 0; round++) {
    expect(round).toBeLessThan(next.waiting.length);
    const wake = turns.map((permit): LimitOp => ({ ...permit, type: 'take', grant: 1e6, join: true }));
    ({ next: limit, woken: turns } = changeLimit(limit, wake, terms, 1e6));
  }
  if (limit.waiting.length > 0) expect(limit.holders.length).toBeGreaterThanOrEqual(terms.size ?? Infinity);
}
