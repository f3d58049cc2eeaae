/**
 * Processes callbacks that the api stored while their owner did not answer. Entries of one attempt are processed together and in
 * order, never twice at the same time; entries of many attempts share one read and one removal.
 */
import { systemClock } from '../clock/clock.js';
import type { AttemptId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { AppError, messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import type { Metrics } from '../metrics/catalogue.js';
import {
  entryLookup,
  MAX_ENTRIES_LISTED,
  type InboxEntry,
  type InboxHead,
  type InboxStore,
} from '../mongo/inbox.store.js';
import type { Batcher } from '../runtime/batcher.js';
import { PriorityBatcher } from '../runtime/priority-batcher.js';
import { SingleFlight } from '../runtime/single-flight.js';

/**
 * The result of an entry. `ok: false`: it can never be processed (its run was removed, its attempt has ended), so it is dropped.
 */
export type InboxAnswer =
  { readonly ok: true } | { readonly ok: false; readonly code: string; readonly detail: string };

export interface InboxTools {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'sweeps' | 'callbacksDropped' | 'inboxWaiting' | 'inboxOldest'>;
}

const MS_PER_SECOND = 1_000;
/** Attempts whose entries are read together, and such reads under way at once: both bound the memory. */
const ATTEMPTS = { maxBatch: 50, maxUnderWay: 3, maxWaiting: 20_000 };
/** Attempts whose check for waiting entries may wait. */
const MAX_LOOKUPS_WAITING = 20_000;

export class InboxIntake {
  /** Processes the entries of attempts, and returns the failure of each; null where all entries were processed. */
  private readonly batches: Batcher<AttemptId, unknown>;
  private readonly reads: SingleFlight<AttemptId, unknown>;
  /** Whether entries wait for an attempt. */
  private readonly lookup: Batcher<AttemptId, boolean>;
  /** Attempts whose end waits for their entries, each with the time of its start: they come first, the oldest before the others. */
  private readonly ended = new Map<AttemptId, Instant>();

  /**
   * `take` gets entries of one attempt, in the order of their numbers or of their arrival, and returns one answer for each. It may be called twice for an
   * entry. It throws where a later call may succeed: then it gets all of these entries again.
   */
  constructor(
    private readonly inbox: Pick<InboxStore, 'ofShards' | 'ofAttempts' | 'waiting' | 'read' | 'remove'>,
    private readonly service: InboxEntry['service'],
    private readonly take: (entries: readonly InboxEntry[]) => Promise<readonly InboxAnswer[]>,
    private readonly tools: InboxTools,
  ) {
    this.batches = new PriorityBatcher(
      (attempts) => this.takeAll(attempts),
      (attempt) => this.ended.get(attempt) ?? Number.MAX_VALUE,
      ATTEMPTS,
    );
    this.lookup = entryLookup(this.inbox, this.service, MAX_LOOKUPS_WAITING);
    // An attempt without entries must not wait behind those with many.
    this.reads = new SingleFlight(async (attempt) =>
      (await this.lookup.add(attempt)) ? this.batches.add(attempt) : null,
    );
  }

  /** Like `takeFor`, for an attempt that has ended: its run waits for this. */
  async takeForEnd(attempt: AttemptId, startedAt: Instant | null): Promise<void> {
    this.ended.set(attempt, startedAt ?? 0);
    try {
      await this.takeFor(attempt);
    } finally {
      this.ended.delete(attempt);
    }
  }

  /** Processes everything that waits for the attempt now. Throws where some of it could not be processed yet. */
  async takeFor(attempt: AttemptId): Promise<void> {
    const problem = await this.reads.get(attempt);
    if (problem !== null)
      throw new AppError('UNAVAILABLE', `callbacks of ${attempt} cannot be processed now: ${messageOf(problem)}`, {
        cause: problem,
      });
  }

  /**
   * Processes everything that waits for the shards. A failure does not keep back other attempts, and is repeated by the next sweep.
   * Returns the number of entries.
   */
  async sweep(shards: ReadonlySet<number>): Promise<number> {
    if (shards.size === 0) return 0;
    let count = 0;
    let after = -Infinity;
    for (let isLastPage = false; !isLastPage;) {
      const page = await this.inbox.ofShards(this.service, [...shards], after);
      if (after === -Infinity) this.tell(page);
      const attempts = new Set(page.map(({ attempt }) => attempt));
      const outcomes = await Promise.allSettled([...attempts].map((attempt) => this.takeFor(attempt)));
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      // If all of them fail, the database is away or nothing can be processed: the next sweep tries again.
      if (failed[0] && failed.length === outcomes.length) throw failed[0].reason;
      count += page.length;
      isLastPage = page.length < MAX_ENTRIES_LISTED;
      after = page.at(-1)?.at ?? after;
    }
    return count;
  }

  private tell([oldest, ...others]: readonly InboxHead[]): void {
    const { inboxWaiting, inboxOldest } = this.tools.metrics;
    inboxWaiting.set(oldest === undefined ? 0 : others.length + 1);
    inboxOldest.set(oldest === undefined ? 0 : Math.max(0, systemClock.now() - oldest.at) / MS_PER_SECOND);
  }

  private async takeAll(attempts: readonly AttemptId[]): Promise<readonly unknown[]> {
    const problems = new Map<AttemptId, unknown>();
    for (let isAll = false; !isAll;) {
      const left = attempts.filter((attempt) => !problems.has(attempt));
      const heads = left.length === 0 ? [] : await this.inbox.ofAttempts(this.service, left);
      isAll = heads.length < MAX_ENTRIES_LISTED;
      let taken = 0;
      for await (const entries of this.inbox.read(inOrder(isAll ? heads : withoutLastAttempt(heads))))
        taken += await this.takeEntries(entries, problems);
      // The same page would be read again.
      if (!isAll && taken === 0 && left.every((attempt) => !problems.has(attempt)))
        throw new AppError('UNAVAILABLE', 'the entries of the inbox are gone while they are read; try again');
    }
    return attempts.map((attempt) => problems.get(attempt) ?? null);
  }

  /** Returns how many entries are done. An entry that must wait keeps later ones of its attempt waiting, too. */
  private async takeEntries(entries: readonly InboxEntry[], problems: Map<AttemptId, unknown>): Promise<number> {
    const done: string[] = [];
    const takeOf = async (attempt: AttemptId, ofAttempt: readonly InboxEntry[]): Promise<void> => {
      try {
        const answers = await this.take(ofAttempt);
        for (const [i, entry] of ofAttempt.entries()) this.note(entry, answers[i]);
        done.push(...ofAttempt.map(({ id }) => id));
      } catch (error) {
        problems.set(attempt, error);
        this.tools.log.warn(
          { attempt, error: messageOf(error) },
          'stored callbacks could not be processed; it is tried again',
        );
      }
    };
    const ready = entries.filter(({ attempt }) => !problems.has(attempt));
    const byAttempt = Map.groupBy(ready, ({ attempt }) => attempt);
    await Promise.all([...byAttempt].map(([attempt, ofAttempt]) => takeOf(attempt, ofAttempt)));
    if (done.length > 0) this.tools.metrics.sweeps.inc({ sweep: 'inbox' }, done.length);
    await this.inbox.remove(done);
    return done.length;
  }

  /** The worker was answered when the callback was stored; a callback that came too late is only logged. */
  private note({ id, attempt, kind }: InboxEntry, answer: InboxAnswer | undefined): void {
    if (answer === undefined) throw new Error('every entry is given an answer');
    if (answer.ok) return;
    const { code, detail } = answer;
    this.tools.metrics.callbacksDropped.inc({ kind, code });
    this.tools.log.warn({ entry: id, attempt, kind, code, detail }, 'a stored callback was dropped');
  }
}

/** Calls of an attempt in the order of their numbers, where each has one: several apis may have stored them, whose clocks differ. */
function inOrder(heads: readonly InboxHead[]): InboxHead[] {
  const byAttempt = Map.groupBy(heads, ({ attempt }) => attempt);
  return [...byAttempt.values()].flatMap((ofAttempt) =>
    ofAttempt.every(({ seq }) => seq !== undefined)
      ? ofAttempt.toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
      : ofAttempt,
  );
}

/** A page may end within the last attempt; that one comes with the next page, unless it fills this one. */
function withoutLastAttempt(heads: readonly InboxHead[]): readonly InboxHead[] {
  const last = heads.at(-1)?.attempt;
  const others = heads.filter(({ attempt }) => attempt !== last);
  return others.length > 0 ? others : heads;
}

/** The answer, or the result that the entry can never be processed. Throws where a later try may succeed. */
export async function answerOrDrop(take: () => Promise<InboxAnswer>): Promise<InboxAnswer> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof AppError) || error.retryable || error.code === 'INTERNAL') throw error;
    return { ok: false, code: error.code, detail: error.message };
  }
}
