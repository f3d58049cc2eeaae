/**
 * Entries of the audit as a chain: each carries the hash of what it says and of the entry before it, so that none can be changed or
 * taken out without those behind it telling.
 */
import { createHash } from 'node:crypto';
import type { ChainedEntry } from '../domain/audit.js';
import { AUDIT_KEPT_MS } from '../domain/limits.js';
import type { Instant } from '../run/run.js';

/** What is wrong at a place of the chain. */
export interface ChainProblem {
  readonly seq: number;
  /** `missing`: entries were taken out before it; `changed`: it does not say what it said. */
  readonly problem: 'missing' | 'changed';
}

/** Where a chain ends: what the next entry names. */
export type ChainEnd = Pick<ChainedEntry, 'seq' | 'hash' | 'at'>;
export const CHAIN_START: ChainEnd = { seq: 0, hash: '', at: 0 };

/** An entry begins to expire a day before it is missed: the database removes what has expired in its own time. */
const EXPIRY_MARGIN_MS = 24 * 3_600_000;

/** The hash of everything that the entry says for ever; whether it was refused after all is told by an entry of its own. */
export function hashOfEntry(entry: Omit<ChainedEntry, 'hash'>): string {
  const { id, at, actor, subject, role, address, tenant, action, object, detail, outcomeOf, chain, seq, prev, prevAt } =
    entry;
  const refusedWith = outcomeOf === null ? null : entry.refusedWith;
  const said = [id, at, actor, subject, role, address, tenant, action, object, detail, refusedWith, outcomeOf];
  return createHash('sha256')
    .update(JSON.stringify([...said, chain, seq, prev, prevAt]))
    .digest('hex');
}

/** True for what may be gone because its time is over. */
export const mayHaveExpired = (at: Instant, now: Instant): boolean => at < now - AUDIT_KEPT_MS + EXPIRY_MARGIN_MS;

/** What is wrong with entries that should follow `before`; null where nothing is known of what was before them. */
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
      // The first ones go when their time is over.
      const hasExpired = last.seq === 0 && mayHaveExpired(entry.prevAt, now);
      if (!hasExpired) problems.push({ seq: entry.seq, problem: 'missing' });
    }
    last = entry;
  }
  return problems;
}
