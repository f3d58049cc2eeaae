import fc from 'fast-check';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import { changeLimit, emptyLimit, MAX_LISTED_WAITING, type LimitOp } from './change-limit.js';

const job = asJobId('job');
const empty = emptyLimit('group:acme/g', asTenantId('acme'));
const take = (run: string, join = true): LimitOp => ({ type: 'take', run: asRunId(run), job, join });
const release = (run: string): LimitOp => ({ type: 'release', run: asRunId(run) });

function told(limit: SharedLimit, ops: LimitOp[], size: number | null) {
  const change = changeLimit(limit, ops, size, 1);
  const names = (places: readonly { run: string }[]): string => places.map(({ run }) => run).join(' ');
  return {
    holders: names(change.next.holders),
    waiting: names(change.next.waiting),
    woken: names(change.woken),
    taken: [...change.taken.keys()].join(' '),
    next: change.next,
  };
}

describe('a shared limit', () => {
  it('gives its places to the first that ask, and a turn to the others', () => {
    expect(told(empty, [take('a'), take('b'), take('c'), take('d', false)], 2)).toMatchObject({
      taken: 'a b',
      holders: 'a b',
      waiting: 'c',
      woken: '',
    });
  });

  it('tells those that wait when there is room, and lets nobody overtake them', () => {
    const { next } = told(empty, [take('a'), take('b'), take('c')], 1);
    const freed = told(next, [release('a')], 1);
    expect(freed).toMatchObject({ holders: '', waiting: 'b c', woken: 'b' });
    expect(told(freed.next, [take('x')], 1)).toMatchObject({ taken: '', waiting: 'b c x', woken: 'b' });
    expect(told(freed.next, [take('b')], 1)).toMatchObject({ taken: 'b', holders: 'b', waiting: 'c', woken: '' });
  });

  it('takes and releases the same only once', () => {
    const { next } = told(empty, [take('a')], 1);
    expect(changeLimit(next, [release('z'), { type: 'look' }], 1, 2)).toMatchObject({ changed: false });
    expect(told(next, [take('a')], 1)).toMatchObject({ taken: 'a', holders: 'a' });
  });

  it('lets a place be given back only by whoever took it last', () => {
    const first = changeLimit(empty, [take('a')], 1, 5);
    const again = changeLimit(first.next, [take('a')], 1, 5);
    expect([first.taken, again.taken].map((taken) => taken.get(asRunId('a')))).toEqual([5, 6]);
    const giveBack = (since: number): LimitOp => ({ type: 'release', run: asRunId('a'), since });
    expect(told(again.next, [giveBack(5)], 1).holders).toBe('a');
    expect(told(again.next, [giveBack(6)], 1).holders).toBe('');
  });

  it('lets a run leave the waiting list without its place', () => {
    const { next } = told(empty, [take('a'), take('b')], 1);
    const leave = (run: string): LimitOp => ({ type: 'leave', run: asRunId(run) });
    expect(told(next, [leave('a'), leave('b')], 1)).toMatchObject({ holders: 'a', waiting: '' });
  });

  it('that was lifted holds nobody up', () => {
    expect(told(empty, [take('a'), take('b')], null)).toMatchObject({ taken: 'a b', waiting: '' });
  });

  it('keeps its list short and remembers that more wait', () => {
    const many = Array.from({ length: MAX_LISTED_WAITING + 2 }, (_, i) => take(`r${i}`));
    const { next } = told(empty, [take('a'), ...many], 1);
    expect(next.waiting).toHaveLength(MAX_LISTED_WAITING);
    expect(next.overflow).toBe(true);
    const listed = told(next, [{ type: 'list', places: [{ run: asRunId('late'), job, since: 0 }], more: false }], 1);
    expect(listed).toMatchObject({ waiting: 'late', next: { overflow: false } });
  });

  it('is never exceeded, whatever is asked in whatever order', () => {
    const op = fc.record({ kind: fc.constantFrom('take', 'release'), run: fc.integer({ min: 0, max: 9 }) });
    fc.assert(
      fc.property(fc.array(op, { maxLength: 100 }), fc.integer({ min: 1, max: 3 }), (ops, size) => {
        let limit = empty;
        for (const { kind, run } of ops) {
          limit = changeLimit(limit, [kind === 'take' ? take(`r${run}`) : release(`r${run}`)], size, 0).next;
          expect(limit.holders.length).toBeLessThanOrEqual(size);
          const all = [...limit.holders, ...limit.waiting].map((place) => place.run);
          expect(new Set(all).size).toBe(all.length);
        }
      }),
    );
  });
});
