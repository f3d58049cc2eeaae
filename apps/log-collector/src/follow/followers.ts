/** The attempts that this replica follows, and the answers to "is its output sealed?". */
import { LRUCache } from 'lru-cache';
import type { Engine } from '#common/spec/worker.js';
import type { Clock } from '#common/clock/clock.js';
import { delay } from '#common/clock/delay.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { OutputSeal } from '#common/run/output.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { OutputSource, SourceEnd } from '../core/source.js';
import { Follower } from './follower.js';
import type { Pass } from './pass.js';

/** A source, and the rule for the attempts that this replica follows. */
export interface FollowedSource {
  readonly source: OutputSource;
  readonly isOurs: (attempt: AttemptId) => boolean;
}

export interface EndedAttempt {
  readonly attempt: AttemptId;
  readonly engine: Engine;
  readonly neverStarted: boolean;
}

/** Attempts beyond this wait until others have ended; one whose seal is requested does not wait. */
const MAX_FOLLOWED = 4_096;
/** Cached seals and attempts of other replicas, so that not every search of a source reads them again. */
const MAX_REMEMBERED = 20_000;
const FOREIGN_FOR_MS = 30_000;
const LAG_INTERVAL_MS = 1_000;
const NOTHING_LEFT: SourceEnd = {
  gap: { reason: 'SourceGone', message: 'the output was removed before all of it had been read' },
};

export class Followers {
  private readonly followers = new Map<AttemptId, Follower>();
  private readonly sealed = new LRUCache<AttemptId, OutputSeal>({ max: MAX_REMEMBERED });
  private readonly foreign: TtlCache<AttemptId, true>;
  private lagTimer: NodeJS.Timeout | null = null;
  private isStopping = false;

  constructor(
    private readonly sources: readonly FollowedSource[],
    private readonly begin: (attempt: AttemptId) => Promise<Pass>,
    private readonly tools: { readonly clock: Clock; readonly log: Logger; readonly metrics: Pick<Metrics, 'logLag'> },
  ) {
    this.foreign = new TtlCache(MAX_REMEMBERED, FOREIGN_FOR_MS, tools.clock);
  }

  async start(): Promise<void> {
    this.lagTimer = setInterval(() => {
      this.measureLag();
    }, LAG_INTERVAL_MS);
    for (const followed of this.sources) {
      await followed.source.start((attempt) => {
        this.followIfOurs(followed, attempt);
      });
    }
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    if (this.lagTimer) clearInterval(this.lagTimer);
    await Promise.all(this.sources.map(({ source }) => source.stop()));
    await Promise.all([...this.followers.values()].map((follower) => follower.stop()));
  }

  /** To be called when the ownership of attempts has changed: stops following attempts of others, and searches for new ones. */
  shareAnew(): void {
    this.redistribute().catch((error: unknown) => {
      this.tools.log.warn({ error: messageOf(error) }, 'attempts could not be redistributed among replicas');
    });
  }

  private async redistribute(): Promise<void> {
    const isOurs = (attempt: AttemptId): boolean => this.sources.some((followed) => followed.isOurs(attempt));
    const lost = [...this.followers.values()].filter((follower) => !isOurs(follower.attempt));
    await Promise.all(lost.map((follower) => follower.stop()));
    await Promise.all(this.sources.map(({ source }) => source.look()));
  }

  /** Reads the rest of an ended attempt's output. Null if that takes longer than `waitMs`: then the caller must ask again. */
  async seal(ended: EndedAttempt, waitMs: number): Promise<OutputSeal | null> {
    const seal = this.sealed.get(ended.attempt);
    if (seal !== undefined) return seal;
    const source = this.sources.find((followed) => followed.source.engine === ended.engine)?.source;
    if (this.isStopping) return null;
    // Waiting for output that no replica reads would only delay the run.
    if (source === undefined) return { complete: false, reason: 'NoSource' };
    const follower = this.followers.get(ended.attempt) ?? (await this.followToSeal(ended.attempt, source));
    if (follower === null) return null;
    follower.markEnded(ended);
    const result = await Promise.race([follower.done, delay(waitMs)]);
    if (result?.kind === 'unknown') return { complete: false, reason: 'UnknownRun' };
    return result?.kind === 'sealed' ? result.seal : null;
  }

  /** How many lines of the attempt's output have been read; 0 if it is not being read. */
  linesRead(attempt: AttemptId): number {
    return this.followers.get(attempt)?.linesRead ?? 0;
  }

  private followIfOurs({ source, isOurs }: FollowedSource, attempt: AttemptId): void {
    if (this.isStopping || this.followers.has(attempt) || this.sealed.has(attempt)) return;
    if (this.followers.size >= MAX_FOLLOWED || !isOurs(attempt)) return;
    if (this.foreign.has(attempt)) return;
    this.follow(attempt, source);
  }

  /** Null if it is unknown now whether the source has any output. */
  private async followToSeal(attempt: AttemptId, source: OutputSource): Promise<Follower | null> {
    const isThere = await source.has(attempt).catch((error: unknown) => {
      if (!(error instanceof AppError && error.retryable)) throw error;
      return null;
    });
    if (isThere === null) return null;
    return this.followers.get(attempt) ?? this.follow(attempt, isThere ? source : { read: readNothing });
  }

  private follow(attempt: AttemptId, source: Pick<OutputSource, 'read'>): Follower {
    const follower = new Follower(attempt, source, () => this.begin(attempt), this.tools);
    this.followers.set(attempt, follower);
    void follower.done.then((result) => {
      this.followers.delete(attempt);
      if (result.kind === 'sealed') this.sealed.set(attempt, result.seal);
      if (result.kind === 'unknown') this.foreign.set(attempt, true);
    });
    return follower;
  }

  private measureLag(): void {
    const { clock, metrics } = this.tools;
    const oldest = [...this.followers.values()].map((follower) => follower.oldestUnstored).filter((at) => at !== null);
    metrics.logLag.set(oldest.length === 0 ? 0 : Math.max(0, clock.now() - Math.min(...oldest)) / 1_000);
  }
}

/** The seal of an attempt whose output is gone. */
async function* readNothing(): ReturnType<OutputSource['read']> {
  await Promise.resolve();
  yield* [];
  return NOTHING_LEFT;
}
