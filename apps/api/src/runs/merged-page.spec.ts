import fc from 'fast-check';
import { inOrder } from '#common/mongo/run-filter.js';
import type { Run } from '#common/run/run.js';
import { mergedPage } from './run-lists.js';

const runOf = (n: number): Run => ({ id: `r${n}`, createdAt: n >> 1 }) as unknown as Run;

test('all pages of two lists together contain every run of both once, in order', () => {
  const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 30 });
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.integer({ min: 1, max: 7 }),
      fc.constantFrom('newestFirst', 'oldestFirst' as const),
      (a, b, limit, order) => {
        const compare = inOrder(order);
        const [first, second] = [a, b].map((list) => list.map(runOf).sort(compare));
        const pageOf = (list: readonly Run[], after: Run | null): { items: Run[]; lastSeen: Run | null } => {
          const rest = list.filter((run) => after === null || compare(run, after) > 0);
          const items = rest.slice(0, limit);
          return { items, lastSeen: rest.length > limit ? (items.at(-1) ?? null) : null };
        };
        const listed: Run[] = [];
        for (let after: Run | null = null; ;) {
          const page = mergedPage(pageOf(first!, after), pageOf(second!, after), limit, compare);
          expect(page.items.length).toBeLessThanOrEqual(limit);
          listed.push(...page.items);
          after = page.lastSeen;
          if (after === null) break;
        }
        const wanted = [...new Set([...a, ...b])].map(runOf).sort(compare);
        expect(listed.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
      },
    ),
  );
});
