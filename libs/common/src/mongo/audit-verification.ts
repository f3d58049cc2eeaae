import type { Clock } from '../clock/clock.js';
import {
  CHAIN_START,
  mayHaveExpired,
  problemsOfChain,
  type ChainEnd,
  type ChainProblem,
} from '../crypto/audit-chain.js';
import type { SecretBox } from '../crypto/secret-box.js';
import { isErased, type ChainedEntry, type ErasedEntry, type Erasure } from '../domain/audit.js';
import { MAX_AUDIT_VERIFIED } from '../domain/limits.js';
import type { AuditStore } from './audit.store.js';

/** The result for one chain. */
export interface Verdict {
  /** Entries that were checked. */
  readonly entries: number;
  readonly problems: readonly ChainProblem[];
  /** Those among them whose content was erased with their tenant. */
  readonly erased: readonly ErasedEntries[];
  /** The entry after which to continue; null if the chain was checked to its end. */
  readonly next: number | null;
}

interface ErasedEntries extends Erasure {
  readonly entries: number;
}

type AnyEntry = ChainedEntry | ErasedEntry;

const ENTRIES_PER_READ = 500;

/** Verifies chains of the audit. */
export class AuditVerification {
  constructor(
    private readonly store: Pick<AuditStore, 'chained' | 'head'>,
    private readonly clock: Clock,
    private readonly box: Pick<SecretBox, 'open'>,
  ) {}

  /** Checks a chain from after the entry `after` (0: from its beginning), at most `MAX_AUDIT_VERIFIED` entries. */
  async verify(chain: string, after: number): Promise<Verdict> {
    // The head is read first: entries that are appended meanwhile come after it.
    const head = await this.store.head(chain);
    const problems: ChainProblem[] = [];
    let last: ChainEnd | null = after === 0 ? CHAIN_START : null;
    const erased = new Map<string, ErasedEntries>();
    let entries = 0;
    for await (const page of this.pages(chain, after)) {
      const judging = { now: this.clock.now(), box: this.box };
      problems.push(...problemsOfChain(last, page, judging), ...this.refusalProblems(page));
      countErased(page, erased);
      entries += page.length;
      last = page.at(-1) ?? last;
      if (entries >= MAX_AUDIT_VERIFIED)
        return { entries, problems, erased: [...erased.values()], next: last?.seq ?? null };
    }
    // The end of the chain, or all of it, was removed.
    const isShort = head !== null && head.seq > (last?.seq ?? after);
    if (isShort && !mayHaveExpired(head.at, this.clock.now())) problems.push({ seq: head.seq, problem: 'missing' });
    return { entries, problems, erased: [...erased.values()], next: null };
  }

  /** The entries of a chain, page by page. */
  async *pages(chain: string, after: number): AsyncGenerator<readonly AnyEntry[], void, undefined> {
    for (let place = after; ;) {
      const page = await this.store.chained(chain, place, ENTRIES_PER_READ);
      const last = page.at(-1);
      if (!last) return;
      yield page;
      if (page.length < ENTRIES_PER_READ) return;
      place = last.seq;
    }
  }

  /** Every listed refusal must have an entry about it, which is written before it. */
  private refusalProblems(entries: readonly AnyEntry[]): ChainProblem[] {
    const page = entries.filter((entry): entry is ChainedEntry => !isErased(entry));
    const outcomes = new Map(
      page.flatMap((each) => (each.outcomeOf === null ? [] : [[each.outcomeOf, each.refusedWith]])),
    );
    return page.flatMap(({ id, seq, outcomeOf, refusedWith }): ChainProblem[] =>
      outcomeOf === null && outcomes.has(id) && refusedWith !== null && outcomes.get(id) !== refusedWith
        ? [{ seq, problem: 'changed' }]
        : [],
    );
  }
}

function countErased(page: readonly AnyEntry[], counts: Map<string, ErasedEntries>): void {
  for (const { erased } of page.filter(isErased)) {
    const key = `${erased.at}/${erased.by}`;
    counts.set(key, { at: erased.at, by: erased.by, entries: (counts.get(key)?.entries ?? 0) + 1 });
  }
}
