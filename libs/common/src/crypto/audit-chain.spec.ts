/** @promise S10 */
import type { ChainedEntry } from '../domain/audit.js';
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import { CHAIN_START, hashOfEntry, problemsOfChain } from './audit-chain.js';

const DAY_MS = 86_400_000;
const NOW = 2 * AUDIT_KEPT_MS;

function chainOf(count: number, at: (seq: number) => number = () => NOW): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const last = entries.at(-1);
    const said = {
      ...{
        id: `e${seq}`,
        at: at(seq),
        actor: 'ada',
        subject: 's',
        role: 'owner' as const,
        address: null,
        tenant: 'ibm',
      },
      ...{ action: 'patchJob', object: 'job/j', detail: null, refusedWith: null, outcomeOf: null, chain: 'ibm', seq },
      ...{ prev: last?.hash ?? '', prevAt: last?.at ?? 0 },
    };
    entries.push({ ...said, hash: hashOfEntry(said) });
  }
  return entries;
}
const problems = (entries: readonly ChainedEntry[]): unknown => problemsOfChain(CHAIN_START, entries, NOW);

test('a whole chain has no problems, whichever part of it is seen', () => {
  const all = chainOf(6);
  expect(problems(all)).toEqual([]);
  expect(problemsOfChain(all[2]!, all.slice(3), NOW)).toEqual([]);
  expect(problemsOfChain(null, all.slice(4), NOW)).toEqual([]);
});

test.each([0, 1, 4])('the entry behind a removed one tells of it (%i)', (removed) => {
  expect(problems(chainOf(6).filter((_, i) => i !== removed))).toEqual([{ seq: removed + 2, problem: 'missing' }]);
});

test.each(['actor', 'subject', 'role', 'address', 'tenant', 'action', 'object', 'detail', 'at', 'id'] as const)(
  'an entry tells that its %s was changed',
  (field) => {
    const all = chainOf(3).map((entry, i) => (i === 1 ? { ...entry, [field]: 'other' } : entry));
    expect(problems(all)).toEqual([{ seq: 2, problem: 'changed' }]);
  },
);

test('an entry that was put in the place of another is found', () => {
  const all = chainOf(4);
  const { hash: _hash, ...third } = { ...all[2]!, actor: 'somebody else' };
  const forged = { ...third, hash: hashOfEntry(third) };
  expect(problems([all[0]!, all[1]!, forged, all[3]!])).toEqual([{ seq: 4, problem: 'missing' }]);
});

test('the first entries go when their time is over', () => {
  const old = chainOf(5, (seq) => (seq < 3 ? NOW - AUDIT_KEPT_MS - DAY_MS : NOW));
  expect(problems(old.slice(2))).toEqual([]);
  expect(problems(old.slice(3))).toEqual([{ seq: 4, problem: 'missing' }]);
});
