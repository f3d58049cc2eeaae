import fc from 'fast-check';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import { changeLimit, emptyLimit, MAX_LISTED_WAITING, type LimitOp } from './change-limit.js';

const job = asJobId('job');
const empty = emptyLimit('group:acme/g', asTenantId('acme'));
const take = (run: string, join = true, grant = 1): LimitOp => ({ type: 'take', run: asRunId(run), job, grant, join });
const release = (run: string, upTo = 1): LimitOp => ({ type: 'release', run: asRunId(run), upTo });

function told(limit: SharedLimit, ops: LimitOp[], size: number | null) {
  const change = changeLimit(limit, ops, size, 1);
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

  it('lets a place be given back only for the latest grant for which it was taken', () => {
    const { next } = told(empty, [take('a', true, 5), take('a', true, 6), take('a', true, 5)], 1);
    expect(told(next, [release('a', 5)], 1).holders).toBe('a');
    expect(told(next, [release('a', 6)], 1).holders).toBe('');
  });

  it('that was lowered takes the place back of a run that has not begun with it, and lets that one have the next', () => {
    const { next } = told(empty, [take('a'), take('b'), take('c'), take('d')], 3);
    const lowered = told(next, [take('a', true, 2), take('b', true, 2)], 2);
    expect(lowered).toMatchObject({ taken: 'b', holders: 'b c', waiting: 'a d' });
    expect(told(lowered.next, [release('c')], 2)).toMatchObject({ holders: 'b', woken: 'a' });
    expect(told(next, [take('a', false, 2)], 2)).toMatchObject({ taken: '', holders: 'b c', waiting: 'd' });
  });

  it('that was lowered leaves a run the place of the grant that it may have begun with', () => {
    const { next } = told(empty, [take('a', true, 5), take('b', true, 5)], 2);
    expect(told(next, [take('a', true, 5), take('b', true, 4)], 1)).toMatchObject({ taken: 'a b', holders: 'a b' });
  });

  it('leaves its turn to a run that asked for it anew', () => {
    const { next } = told(empty, [take('a'), take('b', true, 3)], 1);
    expect(told(next, [release('b', 2)], 1).waiting).toBe('b');
    expect(told(next, [release('b', 3)], 1).waiting).toBe('');
  });

  it('counts a run that was under way before it, until that has ended', () => {
    const { next } = told(empty, [{ type: 'adopt', run: asRunId('a'), job }, take('b')], 1);
    expect(next).toMatchObject({ holders: [{ run: 'a', grant: 0 }], waiting: [{ run: 'b' }] });
    expect(told(next, [release('a', 9)], 1)).toMatchObject({ holders: '', woken: 'b' });
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
    const listed = told(
      next,
      [{ type: 'list', permits: [{ run: asRunId('late'), job, since: 0, grant: 0 }], more: false }],
      1,
    );
    expect(listed).toMatchObject({ waiting: 'late', next: { overflow: false } });
  });

  it('lets nobody begin beyond its size, whatever is asked in whatever order, and however it is changed', () => {
    const step = fc.record({
      kind: fc.constantFrom('take', 'release'),
      run: fc.integer({ min: 0, max: 9 }),
      size: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        let limit = empty;
        for (const [i, { kind, run, size }] of steps.entries()) {
          const op = kind === 'take' ? take(`r${run}`, true, i) : release(`r${run}`, i);
          const { next, taken } = changeLimit(limit, [op], size, 0);
          expect(next.holders.length).toBeLessThanOrEqual(taken.size > 0 ? size : Math.max(size, limit.holders.length));
          limit = next;
          const all = [...limit.holders, ...limit.waiting].map((permit) => permit.run);
          expect(new Set(all).size).toBe(all.length);
        }
      }),
    );
  });
});
