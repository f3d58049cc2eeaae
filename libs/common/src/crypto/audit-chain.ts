/**
 * Entries of the audit as a chain: each contains the hash of its content and of the entry before it, so none can be changed or removed
 * unnoticed; and the proof that the hash was made with `SECRET_KEYS`, so that an attacker who can only write to the database cannot
 * build another chain.
 */
import { createHash } from 'node:crypto';
import { isErased, type ChainedEntry, type ErasedEntry, type Erasure } from '../domain/audit.js';
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';
import { UnreadableSecret, type SecretBox } from './secret-box.js';

/** The fault at a position of the chain. */
export interface ChainProblem {
  readonly seq: number;
  /** `missing`: entries before it were removed; `changed`: its content was changed, or Carillon did not write it. */
  readonly problem: 'missing' | 'changed';
}

/** The end of a chain, to which the next entry refers. */
export type ChainEnd = Pick<ChainedEntry, 'seq' | 'hash' | 'at'>;
export const CHAIN_START: ChainEnd = { seq: 0, hash: '', at: 0 };

/** An entry may be missing from a day before its expiry on: the database removes expired documents at its own time. */
const EXPIRY_MARGIN_MS = 24 * 3_600_000;

/** The hash of everything in the entry that never changes; whether it was refused afterwards is recorded by an entry of its own. */
export function hashOfEntry(entry: Omit<ChainedEntry, 'hash' | 'proof'>): string {
  const { id, at, actor, subject, role, address, tenant, action, object, detail, outcomeOf, chain, seq, prev, prevAt } =
    entry;
  const refusedWith = outcomeOf === null ? null : entry.refusedWith;
  const said = [id, at, actor, subject, role, address, tenant, action, object, detail, refusedWith, outcomeOf];
  return createHash('sha256')
    .update(JSON.stringify([...said, chain, seq, prev, prevAt]))
    .digest('hex');
}

/** True for an entry that may have been removed because it expired. */
export const mayHaveExpired = (at: Instant, now: Instant): boolean => at < now - AUDIT_KEPT_MS + EXPIRY_MARGIN_MS;

/** The proof of an entry's hash: the value of `provenText`, encrypted. */
export const proofOf = (hash: string, box: Pick<SecretBox, 'seal'>): string => box.seal(provenText(hash));

/**
 * No value that a caller chooses is encrypted with such a beginning (addresses begin with their scheme, headers contain no control
 * characters, everything else is JSON), so an encrypted value that is copied from elsewhere proves nothing.
 */
const provenText = (hash: string): string => `\u0000audit entry\u0000${hash}`;

/** The text that proves that an entry in this place was erased; see `provenText`. */
const erasedText = ({ chain, seq, prev, prevAt, hash, at }: Place, erasure: Erasure): string =>
  `\u0000erased audit entry\u0000${JSON.stringify([chain, seq, prev, prevAt, hash, at, erasure.at, erasure.by])}`;
type Place = Omit<ErasedEntry, 'erased' | 'id' | 'proof'>;

/**
 * The entry without its content: its hash stays, to which the next entry refers. An entry that was changed before is still reported as
 * changed, because its erasure has no proof.
 */
export function erasedEntry(entry: ChainedEntry, erasure: Erasure, box: Pick<SecretBox, 'seal'>): ErasedEntry {
  const { id, at, chain, seq, prev, prevAt, hash, proof } = entry;
  const place = { at, chain, seq, prev, prevAt, hash };
  const erasedBy = hashOfEntry(entry) === hash ? { proof: box.seal(erasedText(place, erasure)) } : {};
  return { id, ...place, ...(proof !== undefined && { proof }), erased: { ...erasure, ...erasedBy } };
}

const isGenuine = (entry: ChainedEntry | ErasedEntry, box: Pick<SecretBox, 'open'>): boolean =>
  opensTo(provenText(entry.hash), entry.proof, box) &&
  (isErased(entry)
    ? opensTo(erasedText(entry, entry.erased), entry.erased.proof, box)
    : hashOfEntry(entry) === entry.hash);

/** Throws UnreadableSecret where the key of the proof is missing. */
function opensTo(text: string, proof: string | undefined, box: Pick<SecretBox, 'open'>): boolean {
  try {
    return proof !== undefined && box.open(proof) === text;
  } catch (error) {
    if (error instanceof UnreadableSecret && error.reason === 'SecretDamaged') return false;
    throw error;
  }
}

/**
 * The fault of entries that should follow `before`, which is null where the previous entry is unknown. Throws UnreadableSecret where
 * `box` lacks the key of an entry's proof.
 */
export function problemsOfChain(
  before: ChainEnd | null,
  entries: readonly (ChainedEntry | ErasedEntry)[],
  { now, box }: { readonly now: Instant; readonly box: Pick<SecretBox, 'open'> },
): ChainProblem[] {
  const problems: ChainProblem[] = [];
  let last = before;
  for (const entry of entries) {
    if (!isGenuine(entry, box)) problems.push({ seq: entry.seq, problem: 'changed' });
    else if (last !== null && (last.seq + 1 !== entry.seq || last.hash !== entry.prev)) {
      // The first entries are removed when they expire.
      const hasExpired = last.seq === 0 && mayHaveExpired(entry.prevAt, now);
      if (!hasExpired) problems.push({ seq: entry.seq, problem: 'missing' });
    }
    last = entry;
  }
  return problems;
}
