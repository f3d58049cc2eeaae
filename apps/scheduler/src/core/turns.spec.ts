import fc from 'fast-check';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { AGEING_MS } from '#common/domain/limits.js';
import type { SharedPermit } from '#common/domain/shared-limit.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { firstBlocked, inTurn } from './turns.js';

const permit = (run: string, group?: string, at: Partial<SharedPermit> = {}): SharedPermit => ({
  run: asRunId(run),
  job: asJobId('job'),
  since: 0,
  grant: 1,
  ...(group !== undefined && { group }),
  ...at,
});
const names = (permits: readonly SharedPermit[]): string => permits.map(({ run }) => run).join(' ');

test('without weights and priorities runs have their turns in the order of the list, in any group', () => {
  const waiting = [permit('c', 'x', { waitsSince: 9 }), permit('a', 'y', { waitsSince: 1 }), permit('b')];
  expect(names(inTurn(waiting, [], null))).toBe('c a b');
  expect(names(inTurn(waiting, [], null, 2))).toBe('c a');
});

test('a step of priority counts as much as a minute of waiting', () => {
  const waiting = [
    permit('old', undefined, { waitsSince: 0 }),
    permit('low', undefined, { waitsSince: 1, priority: -1 }),
    permit('late', undefined, { waitsSince: 2 * AGEING_MS + 1, priority: 2 }),
    permit('high', undefined, { waitsSince: 2 * AGEING_MS - 1, priority: 2 }),
  ];
  expect(names(inTurn(waiting, [], null))).toBe('high old late low');
});

test('groups have turns by their weights, and the permits that they hold count', () => {
  const waiting = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((i) => [permit(`a${i}`, 'a'), permit(`b${i}`, 'b')]);
  expect(names(inTurn(waiting, [], { a: 3 }, 8))).toBe('a1 b1 a2 a3 b2 a4 a5 a6');
  const holders = [1, 2, 3].map((i) => permit(`h${i}`, 'a'));
  expect(names(inTurn(waiting, holders, { a: 3 }, 3))).toBe('b1 a1 b2');
});

test('jobs without a group form a group of weight 1, and a name such as "constructor" has no weight of its own', () => {
  const waiting = [permit('c', 'constructor'), permit('c2', 'constructor'), permit('n')];
  expect(names(inTurn(waiting, [permit('h', 'constructor')], { a: 5 }))).toBe('n c c2');
});

test('for any weights and priorities each run has exactly one turn, and groups without a permit come first', () => {
  const group = fc.constantFrom('a', 'b', 'c', undefined);
  const one = fc.record({ group, priority: fc.integer({ min: -100, max: 100 }), waitsSince: fc.nat(10_000_000) });
  const weights = fc.record({ a: fc.integer({ min: 1, max: 1_000 }), b: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(one), fc.array(group), weights, (all, held, given) => {
      const waiting = all.map(({ group: its, ...rest }, i) => permit(`w${i}`, its, rest));
      const holders = held.map((its, i) => permit(`h${i}`, its));
      const turns = inTurn(waiting, holders, given);
      expect(new Set(turns)).toEqual(new Set(waiting));
      expect(turns).toHaveLength(waiting.length);
      const has = new Set(holders.map((each) => each.group));
      for (const [i, each] of turns.entries()) {
        const empty = turns.slice(i).some((later) => !has.has(later.group));
        expect(has.has(each.group) && empty).toBe(false);
        has.add(each.group);
      }
    }),
  );
});

test('the first run of a job that could use the permit is listed at a limit, not one whose key is busy', () => {
  const waits = (run: string, key: string, blockedBy: string | null) => ({
    run: asRunId(run),
    policy: 'Enqueue' as const,
    startAfter: 0,
    blockedBy,
    key,
  });
  const rule = { rate: null, policy: 'Enqueue' as const, maxQueued: null, options: [], parameters: [] };
  const perKey = { key: '${option.c}', max: 1, ...rule };
  const state = aSchedule(null, 0, {
    concurrency: { policy: 'Allow', maxConcurrency: 1, maxQueued: 20, group: 'g', perKey },
    holders: [{ run: asRunId('a0'), since: 0, grant: 1, key: 'a' }],
    queue: [
      waits('a1', 'a', 'g'),
      waits('x1', 'x', null),
      waits('b1', 'b', 'g'),
      waits('a2', 'a', 't'),
      waits('c1', 'c', 'g'),
    ],
  });
  expect([...firstBlocked(state, 1)].map(([limit, { run }]) => `${limit}: ${run}`)).toEqual(['g: b1', 't: a2']);
});
