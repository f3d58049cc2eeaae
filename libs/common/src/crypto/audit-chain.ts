/**
 * Entries of the audit as a chain: each contains the hash of its content and of the entry before it, so none can be changed or
 * removed unnoticed.
 */
import { createHash } from 'node:crypto';
import type { ChainedEntry } from '../domain/audit.js';
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';

/** The fault at a place of the chain. */
export interface ChainProblem {
  readonly seq: number;
  /** `missing`: entries before it were removed; `changed`: its content was changed. */
  readonly problem: 'missing' | 'changed';
}

/** The end of a chain, which the next entry refers to. */
export type ChainEnd = Pick<ChainedEntry, 'seq' | 'hash' | 'at'>;
export const CHAIN_START: ChainEnd = { seq: 0, hash: '', at: 0 };

/** An entry may expire a day before it is missed: the database removes expired documents in its own time. */
const EXPIRY_MARGIN_MS = 24 * 3_600_000;

/** The hash of everything in the entry that never changes; whether it was refused afterwards is recorded by an entry of its own. */
export function hashOfEntry(entry: Omit<ChainedEntry, 'hash'>): string {
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

/** The fault of entries that should follow `before`; null where nothing is known of what came before them. */
export function problemsOfChain(
  before: ChainEnd | null,
  entries: readonly ChainedEntry[],
  now: Instant,
): ChainProblem[] {
  const problems: ChainProblem[] = [];
  let last = before;
  for (const entry of entries) {
    if (hashOfEntry(entry) !== entry.hash) problems.push({ seq: entry.seq, problem: 'changed' });
    else if (last !== null && (last.seq + 1 !== entry.seq || last.hash !== entry.prev)) {
      // The first entries are removed when they expire.
      const hasExpired = last.seq === 0 && mayHaveExpired(entry.prevAt, now);
      if (!hasExpired) problems.push({ seq: entry.seq, problem: 'missing' });
    }
    last = entry;
  }
  return problems;
}
