import fc from 'fast-check';
import { AGEING_MS, MAX_PRIORITY, MIN_PRIORITY } from './limits.js';
import { inRank, outranks, rankOf, storedPriority, type Waits } from './priority.js';

const waits = fc.record({
  priority: fc.integer({ min: MIN_PRIORITY, max: MAX_PRIORITY }),
  waitsSince: fc.nat(100_000_000),
});

test('runs of one priority keep their order in the list', () => {
  const list: Waits[] = [{ waitsSince: 5 }, { waitsSince: 1, priority: 0 }, { waitsSince: 3 }];
  expect(inRank(list)).toBe(list);
  expect(outranks({ waitsSince: 1 }, { waitsSince: 5 })).toBe(false);
});

test('nothing starves: no run goes before another that has waited longer by the time of all steps', () => {
  const longest = AGEING_MS * (MAX_PRIORITY - MIN_PRIORITY);
  fc.assert(
    fc.property(
      waits,
      fc.integer({ min: MIN_PRIORITY, max: MAX_PRIORITY }),
      fc.nat(1_000_000),
      (old, priority, more) => {
        const late = { priority, waitsSince: old.waitsSince + longest + 1 + more };
        expect(outranks(late, old)).toBe(false);
        expect(rankOf(old)).toBeLessThan(rankOf(late));
      },
    ),
  );
});

test('the order of runs is by their priority plus one step for each minute of waiting, at any instant', () => {
  const effective = ({ priority = 0, waitsSince = 0 }: Waits, now: number): number =>
    priority + (now - waitsSince) / AGEING_MS;
  fc.assert(
    fc.property(fc.array(waits), fc.nat(100_000_000), (list, later) => {
      const isMixed = new Set(list.map(({ priority }) => priority)).size > 1;
      const order = isMixed ? inRank(list) : [];
      const all = order.map((each) => effective(each, later));
      expect(all.every((each, i) => i === 0 || each <= (all[i - 1] ?? 0) + 1e-6)).toBe(true);
    }),
  );
});

test('the default priority is not stored', () => {
  expect([storedPriority(undefined), storedPriority(0), storedPriority(-3)]).toEqual([{}, {}, { priority: -3 }]);
});
