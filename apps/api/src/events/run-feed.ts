import { type Clock, delay } from '#common/clock/clock.js';
import { contracts } from '#common/messages/registry.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { MAX_CLOCK_SKEW_MS } from '#common/domain/limits.js';
import type { RunChanged } from '#common/run/run-changed.js';
import type { Instant } from '#common/run/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { ChangeCursor, RunReads } from '#common/mongo/run-reads.js';
import type { Nats } from '#common/nats/nats.js';
import { PublishedChanges } from './core/published-changes.js';
import { Feed } from './feed.js';

/** Live readers of one process; each costs a connection and a bounded buffer. */
const MAX_READERS = 2_000;
/** The store is read this often for changes whose messages were lost. */
const LOOK_MS = 3_000;
/** A change may be stored this long after its own time: clocks differ, and a write may be repeated. */
export const STORED_WITHIN_MS = 10_000;
const MARKS_PER_PAGE = 1_000;
/** A small number, so that readers take these runs while the next are read. */
const RUNS_PER_READ = 200;

/** Takes the changes that one reader wants. */
export interface ChangeSink {
  /** False once the sink takes no more changes. */
  readonly push: (change: RunChanged) => boolean;
  readonly end: () => void;
}

interface Reader {
  readonly wants: (change: RunChanged) => boolean;
  readonly sink: ChangeSink;
}

export interface FeedParts {
  readonly nats: Pick<Nats, 'listen'>;
  readonly runs: Pick<RunReads, 'changedSince' | 'load'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Receives the changes of all runs once, and passes them to the readers that want them. A message may be lost, with the process that had
 * saved the change or on its way: therefore, while there are readers, the store is also read, and changes that it contains are published.
 */
export class RunFeed {
  private readonly readers = new Set<Reader>();
  private readonly published: PublishedChanges;
  /** Runs to be read, each with the transition from which on all are new. */
  private readonly doubts = new Map<RunId, number | null>();
  private resolving: Promise<void> | null = null;
  private lookedAt: Instant;
  private stopping = new AbortController();
  private stopListening: (() => void) | null = null;

  constructor(private readonly parts: FeedParts) {
    this.lookedAt = parts.clock.now();
    this.published = new PublishedChanges(this.lookedAt - MAX_CLOCK_SKEW_MS);
  }

  /** All changes that were stored `STORED_WITHIN_MS` before this instant have been published to every present reader. */
  get cursor(): Instant {
    return this.lookedAt;
  }

  start(): void {
    if (this.stopListening) return;
    this.stopListening = this.parts.nats.listen(contracts.runChanged, {}, (change) => {
      this.hear(change);
    });
    this.stopping = new AbortController();
    void this.lookAgainAndAgain(this.stopping.signal);
  }

  /** Ends every reader's feed. */
  stop(): void {
    this.stopListening?.();
    this.stopListening = null;
    this.stopping.abort();
    for (const { sink } of this.readers) sink.end();
    this.readers.clear();
  }

  /** A feed of the changes that `wants` selects, from now on; `leave` ends it. Throws TOO_MANY_REQUESTS. */
  join(wants: (change: RunChanged) => boolean): { feed: Feed<RunChanged>; leave: () => void } {
    const feed = new Feed<RunChanged>();
    const sink = {
      push: (change: RunChanged): boolean => feed.push(change),
      end: (): void => {
        feed.end();
      },
    };
    return { feed, leave: this.pass(wants, sink) };
  }

  /** Passes the changes that `wants` selects to a sink; returns the function that ends this. Throws TOO_MANY_REQUESTS. */
  pass(wants: (change: RunChanged) => boolean, sink: ChangeSink): () => void {
    if (this.readers.size >= MAX_READERS) {
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `this replica serves ${MAX_READERS} streams of events already, which is its limit; try again later`,
      );
    }
    if (this.readers.size === 0) this.lookedAt = this.parts.clock.now();
    const reader = { wants, sink };
    this.readers.add(reader);
    return () => {
      this.readers.delete(reader);
      sink.end();
    };
  }

  /** Reads changes that were not published from the store, and publishes them. */
  async look(): Promise<void> {
    const { runs, clock } = this.parts;
    const startedAt = clock.now();
    const from = this.lookedAt - STORED_WITHIN_MS;
    for (let after: ChangeCursor | null = null; ;) {
      const marks = await runs.changedSince(from, after, MARKS_PER_PAGE);
      for (const { id, changes } of marks) if (!this.published.has(id, changes)) this.doubt(id, null);
      await this.resolveDoubts();
      after = marks.at(-1) ?? null;
      if (marks.length < MARKS_PER_PAGE) break;
    }
    this.lookedAt = startedAt;
  }

  private async lookAgainAndAgain(signal: AbortSignal): Promise<void> {
    for (;;) {
      await delay(LOOK_MS, signal);
      if (signal.aborted) return;
      if (this.readers.size === 0) continue;
      await this.look().catch((error: unknown) => {
        if (signal.aborted) return;
        this.parts.log.warn({ error: messageOf(error) }, 'changes of runs cannot be read; it is tried again');
      });
    }
  }

  private hear(change: RunChanged): void {
    if (this.readers.size === 0) {
      this.published.pass(change);
      return;
    }
    const news = this.published.take(change);
    if (news !== 'hole') this.publish(news);
    else {
      this.doubt(asRunId(change.run), change.before ?? null);
      // Changes that cannot be read now are read again later.
      this.resolveDoubts().catch(() => undefined);
    }
  }

  private doubt(run: RunId, from: number | null): void {
    const doubt = this.doubts.get(run) ?? null;
    this.doubts.set(run, from === null ? doubt : Math.min(from, doubt ?? from));
  }

  private async resolveDoubts(): Promise<void> {
    this.resolving ??= this.readDoubts().finally(() => {
      this.resolving = null;
    });
    await this.resolving;
  }

  private async readDoubts(): Promise<void> {
    while (this.doubts.size > 0) {
      const some = [...this.doubts.keys()].slice(0, RUNS_PER_READ);
      const runs = await this.parts.runs.load(some);
      for (const run of runs.values()) this.publish(this.published.takeStored(run, this.doubts.get(run.id) ?? null));
      for (const id of some) this.doubts.delete(id);
    }
  }

  private publish(news: RunChanged | null): void {
    if (!news) return;
    for (const reader of this.readers) {
      if (reader.wants(news) && !reader.sink.push(news)) this.readers.delete(reader);
    }
  }
}
