/** @promise S10 */
import type { ChainedEntry, ErasedEntry } from '../domain/audit.js';
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import { CHAIN_START, erasedEntry, hashOfEntry, problemsOfChain, proofOf } from './audit-chain.js';
import { SecretBox, UnreadableSecret } from './secret-box.js';

const DAY_MS = 86_400_000;
const NOW = 2 * AUDIT_KEPT_MS;
const boxOf = (id: string, byte: number): SecretBox => new SecretBox([{ id, key: Buffer.alloc(32, byte) }]);
const BOX = boxOf('k', 1);
const JUDGING = { now: NOW, box: BOX };

type Unproven = Omit<ChainedEntry, 'hash' | 'proof'>;
function proven(said: Unproven, box = BOX): ChainedEntry {
  const hash = hashOfEntry(said);
  return { ...said, hash, proof: proofOf(hash, box) };
}

function chainOf(count: number, at: (seq: number) => number = () => NOW): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const last = entries.at(-1);
    const said = {
      id: `e${seq}`,
      at: at(seq),
      actor: 'ada',
      subject: 's',
      role: 'owner' as const,
      address: null,
      tenant: 'ibm',
      action: 'patchJob',
      object: 'job/j',
      detail: null,
      refusedWith: null,
      outcomeOf: null,
      chain: 'ibm',
      seq,
      prev: last?.hash ?? '',
      prevAt: last?.at ?? 0,
    };
    entries.push(proven(said));
  }
  return entries;
}
const problems = (entries: readonly (ChainedEntry | ErasedEntry)[]): unknown =>
  problemsOfChain(CHAIN_START, entries, JUDGING);

test('a complete chain has no problems, whichever part of it is checked', () => {
  const all = chainOf(6);
  expect(problems(all)).toEqual([]);
  expect(problemsOfChain(all[2]!, all.slice(3), JUDGING)).toEqual([]);
  expect(problemsOfChain(null, all.slice(4), JUDGING)).toEqual([]);
});

test.each([0, 1, 4])('a removed entry is detected by the entry after it (%i)', (removed) => {
  expect(problems(chainOf(6).filter((_, i) => i !== removed))).toEqual([{ seq: removed + 2, problem: 'missing' }]);
});

test.each(['actor', 'subject', 'role', 'address', 'tenant', 'action', 'object', 'detail', 'at', 'id'] as const)(
  'a change of the field %s of an entry is detected',
  (field) => {
    const all = chainOf(3).map((entry, i) => (i === 1 ? { ...entry, [field]: 'other' } : entry));
    expect(problems(all)).toEqual([{ seq: 2, problem: 'changed' }]);
  },
);

test('an entry that was put in the place of another is detected', () => {
  const all = chainOf(4);
  const { hash: _hash, proof: _proof, ...third } = { ...all[2]!, actor: 'somebody else' };
  const forged = proven(third);
  expect(problems([all[0]!, all[1]!, forged, all[3]!])).toEqual([{ seq: 4, problem: 'missing' }]);
});

test('without our key nobody can build a valid chain again', () => {
  const all = chainOf(3);
  const anew = (proof: (entry: ChainedEntry) => string | undefined): ChainedEntry[] => {
    let prev = '';
    return all.map((entry) => {
      const { proof: _proof, hash: _hash, ...said } = { ...entry, actor: 'nobody', prev };
      prev = hashOfEntry(said);
      const shown = proof({ ...said, hash: prev });
      return { ...said, hash: prev, ...(shown !== undefined && { proof: shown }) };
    });
  };
  const none = [1, 2, 3].map((seq) => ({ seq, problem: 'changed' }));
  expect(problems(anew(() => undefined))).toEqual(none);
  expect(problems(anew(() => 'nonsense'))).toEqual(none);
  expect(problems(anew(({ seq }) => all[seq - 1]?.proof))).toEqual(none);
  expect(problems(anew(({ hash }) => proofOf(hash, boxOf('k', 2))))).toEqual(none);
  // A secret of the same text, as its owner may store one, proves nothing.
  expect(problems(anew(({ hash }) => BOX.seal(hash)))).toEqual(none);
});

test('a chain whose key is missing is reported as one that cannot be checked', () => {
  expect(() => problemsOfChain(CHAIN_START, chainOf(2), { now: NOW, box: boxOf('other', 1) })).toThrow(
    UnreadableSecret,
  );
});

test('the first entries are removed when their retention ends', () => {
  const old = chainOf(5, (seq) => (seq < 3 ? NOW - AUDIT_KEPT_MS - DAY_MS : NOW));
  expect(problems(old.slice(2))).toEqual([]);
  expect(problems(old.slice(3))).toEqual([{ seq: 4, problem: 'missing' }]);
});

const ERASURE = { at: NOW, by: 'ada' };
const erasing =
  (positions: readonly number[], box = BOX) =>
  (entry: ChainedEntry): ChainedEntry | ErasedEntry =>
    positions.includes(entry.seq) ? erasedEntry(entry, ERASURE, box) : entry;

test.each([[[1, 2, 3, 4]], [[2]], [[1, 4]]])(
  'entries that were erased with our key break no chain (%j)',
  (positions) => {
    const all = chainOf(4).map(erasing(positions));
    expect(problems(all)).toEqual([]);
    expect(JSON.stringify(all.filter(({ seq }) => positions.includes(seq)))).not.toMatch(/patchJob|job\/j|owner/);
  },
);

test('an erasure without our key, or with the proof of another entry, is detected', () => {
  const changed = [{ seq: 2, problem: 'changed' }];
  const [one, two, three] = chainOf(3) as [ChainedEntry, ChainedEntry, ChainedEntry];
  const erased = erasedEntry(two, ERASURE, BOX);
  const { proof: _proof, ...unproven } = erased.erased;
  const others = erasedEntry(three, ERASURE, BOX).erased;
  expect(problems([one, { ...erased, erased: unproven }, three])).toEqual(changed);
  expect(problems([one, { ...erased, erased: others }, three])).toEqual(changed);
  expect(problems([one, { ...erased, erased: { ...erased.erased, by: 'somebody else' } }, three])).toEqual(changed);
  expect(problems([one, erasing([2], boxOf('k', 2))(two), three])).toEqual(changed);
});

test('an erased entry keeps its place: removing its neighbour, or moving it there, is detected', () => {
  const [one, two, three, four] = chainOf(4).map(erasing([2, 3])) as [
    ChainedEntry,
    ErasedEntry,
    ErasedEntry,
    ChainedEntry,
  ];
  expect(problems([one, three, four])).toEqual([{ seq: 3, problem: 'missing' }]);
  const moved = { ...three, seq: 2, prev: two.prev, prevAt: two.prevAt };
  expect(problems([one, moved, four])).toContainEqual({ seq: 2, problem: 'changed' });
});

test('an entry that was changed before its erasure stays changed', () => {
  const all = chainOf(3).map((entry) => (entry.seq === 2 ? { ...entry, actor: 'somebody else' } : entry));
  expect(problems(all.map(erasing([1, 2, 3])))).toEqual([{ seq: 2, problem: 'changed' }]);
});
