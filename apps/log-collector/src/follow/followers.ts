/** The attempts that this replica follows, and the answers to "is its output sealed?". */
import { LRUCache } from 'lru-cache';
import type { Engine } from '#common/spec/worker.js';
import { type Clock, delay } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { OutputSeal, LogLine } from '#common/run/output.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import type { OutputSource, SourceEnd, SourceBlock, SourceGap } from '../core/source.js';
import { OVER } from '#common/clock/over.js';
import { backoffMs, type Backoff } from '#common/domain/back-off.js';
import type { Instant } from '#common/run/run.js';
import type { AttemptStore } from '../output/attempt-store.js';
import { Reservation, type MemoryBudget } from './memory-budget.js';
import { LOG_FLUSH_MS, MAX_LOG_CHUNK_BYTES, MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import type { AttemptOutputs, OpenLog } from '../output/attempt-outputs.js';

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

export type FollowResult =
  | { readonly kind: 'sealed'; readonly seal: OutputSeal }
  /** The reading was stopped by an order, or because there is nothing to read until the attempt is found again. */
  | { readonly kind: 'stopped' }
  /** The run does not exist, so its output does not belong to this installation. */
  | { readonly kind: 'unknown' };

const RETRY: Backoff = { baseMs: 250, capMs: 10_000 };

/**
 * Follows one attempt's source to its end. After any failure it begins again from the stored position: the position is saved together with
 * the lines before it, so no line is lost and none is stored twice.
 */
export class Follower {
  readonly done: Promise<FollowResult>;
  private readonly stopping = new AbortController();
  private readonly ending = new AbortController();
  private neverStarted = false;
  private pass: Pass | null = null;

  constructor(
    readonly attempt: AttemptId,
    private readonly source: Pick<OutputSource, 'read'>,
    private readonly begin: () => Promise<Pass>,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {
    this.done = this.run();
  }

  /** The time of the oldest line that is read but not stored; null when there is none. */
  get oldestUnstored(): Instant | null {
    return this.pass?.oldestUnstored ?? null;
  }

  get linesRead(): number {
    return this.pass?.linesRead ?? 0;
  }

  /** The attempt has ended: read what exists, then seal. */
  markEnded(end: { readonly neverStarted: boolean }): void {
    this.neverStarted ||= end.neverStarted;
    this.ending.abort(OVER);
  }

  /** Stores what is read and ends without sealing. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.done;
  }

  private async run(): Promise<FollowResult> {
    const orders: PassOrders = {
      stop: this.stopping.signal,
      attemptEnded: this.ending.signal,
      neverStarted: () => this.neverStarted,
    };
    for (let failures = 0; !orders.stop.aborted;) {
      const begunAt = this.tools.clock.monotonic();
      try {
        this.pass = await this.begin();
        const result = await this.pass.run(this.source, orders);
        if (result.kind === 'sealed') return result;
        if (result.kind === 'stopped') break;
        failures = 0;
      } catch (error) {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return { kind: 'unknown' };
        // After a pass that worked for long, earlier failures do not count any more.
        if (this.tools.clock.monotonic() - begunAt > RETRY.capMs) failures = 0;
        const waitMs = backoffMs(RETRY, ++failures);
        this.tools.log.warn(
          { err: error, attempt: this.attempt, waitMs },
          'the output of an attempt could not be read; it is tried again',
        );
        await delay(waitMs, orders.stop);
      }
    }
    return { kind: 'stopped' };
  }
}

export interface FollowTools extends WriterTools {
  readonly budget: MemoryBudget;
}

/** The requests to a pass from outside. */
export interface PassOrders {
  readonly stop: AbortSignal;
  readonly attemptEnded: AbortSignal;
  /** True when the attempt has ended without ever having started: then nothing can be missing. */
  readonly neverStarted: () => boolean;
}

export type PassResult =
  { readonly kind: 'sealed'; readonly seal: OutputSeal } | { readonly kind: 'stopped' | 'outrun' };

const OUTRUN: PassResult = { kind: 'outrun' };

/** The memory of a line besides its text. */
const LINE_BYTES = 128;

const roomOf = ({ lines }: SourceBlock): number => lines.reduce((sum, { text }) => sum + text.length + LINE_BYTES, 0);

type Arrival = IteratorResult<SourceBlock, SourceEnd | undefined>;

/** One pass over a source: from the last stored position to its end, to a stop, or until another writer is faster. */
export class Pass {
  private readonly over = new AbortController();

  private constructor(
    private readonly store: AttemptStore,
    private readonly writer: BlockWriter,
    private readonly reservation: Reservation,
    private readonly clock: Clock,
  ) {}

  static async begin(attempt: AttemptId, tools: FollowTools): Promise<Pass> {
    const store = await tools.outputs.load(attempt);
    const reservation = new Reservation(tools.budget);
    return new Pass(store, new BlockWriter(store, reservation, tools), reservation, tools.clock);
  }

  /** The time of the oldest line that is read but not stored; null when there is none. */
  get oldestUnstored(): Instant | null {
    return this.writer.oldestUnstored;
  }

  /** Lines of the source so far, including earlier passes. */
  get linesRead(): number {
    return this.writer.linesRead;
  }

  async run(source: Pick<OutputSource, 'read'>, orders: PassOrders): Promise<PassResult> {
    const { attempt, seal, tail } = this.store;
    if (seal !== null) return { kind: 'sealed', seal };
    const blocks = source.read(attempt, tail.progress.position, {
      stop: AbortSignal.any([orders.stop, this.over.signal]),
      attemptEnded: orders.attemptEnded,
      admit: () => this.reservation.admit(),
    });
    try {
      return await this.pump(blocks, orders);
    } finally {
      this.over.abort(OVER);
      await this.writer.close();
      this.reservation.close();
      await blocks.return(undefined);
    }
  }

  private async pump(
    blocks: AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined>,
    orders: PassOrders,
  ): Promise<PassResult> {
    let next = blocks.next();
    for (;;) {
      const arrival = await this.nextOrDue(next);
      if (arrival === 'due') {
        if (!(await this.writer.flush())) return OUTRUN;
        continue;
      }
      if (arrival.done) return this.finish(arrival.value, orders);
      this.reservation.arrived(roomOf(arrival.value));
      // The next block is read while this one is processed and stored.
      next = blocks.next();
      next.catch(() => undefined);
      if (!(await this.writer.take(arrival.value))) return OUTRUN;
    }
  }

  /** The next block, or `due` when pending lines have waited for long enough. */
  private async nextOrDue(next: Promise<Arrival>): Promise<Arrival | 'due'> {
    const dueInMs = this.writer.flushDueInMs;
    if (dueInMs === null) return next;
    let cancel: () => void = () => undefined;
    const due = new Promise<'due'>((resolve) => {
      cancel = this.clock.after(dueInMs, () => {
        resolve('due');
      });
    });
    try {
      return await Promise.race([next, due]);
    } finally {
      cancel();
    }
  }

  private async finish(end: SourceEnd | undefined, { neverStarted }: PassOrders): Promise<PassResult> {
    if (end === undefined) return (await this.writer.flushAll()) ? { kind: 'stopped' } : OUTRUN;
    const { isEmpty } = this.writer;
    const gap = isEmpty && neverStarted() ? null : end.gap;
    if (isEmpty && gap === null) return { kind: 'sealed', seal: { complete: true, reason: null } };
    const seal = await this.writer.seal(gap);
    return seal === null ? OUTRUN : { kind: 'sealed', seal };
  }
}

/* Stores the blocks of one attempt's source: lines are collected to chunks, and a chunk is stored while the next one is collected. */

interface WriterTools {
  readonly outputs: AttemptOutputs;
  readonly live: { publish(attempt: AttemptId, lines: readonly LogLine[]): void };
  readonly clock: Clock;
}

/** A chunk is stored when the next block would probably not fit any more. */
const FULL_BYTES = MAX_LOG_CHUNK_BYTES - MAX_SOURCE_BLOCK_BYTES / 2;
/** While readers wait for memory, this much is stored at once. */
const TIGHT_BYTES = MAX_SOURCE_BLOCK_BYTES / 8;
/** A smaller chunk is stored after this time: by then the end of a short log is known, and is stored together with its lines. */
const TIGHT_FLUSH_MS = 500;

class BlockWriter {
  /** The time of the oldest line that is read but not stored; null when there is none. */
  oldestUnstored: Instant | null = null;
  private writing: OpenLog | null = null;
  private pendingSince = 0;
  /** The chunk that is stored while the next one is collected; false when another writer was faster. */
  private storing: Promise<boolean> = Promise.resolve(true);

  constructor(
    private readonly store: AttemptStore,
    private readonly reservation: Reservation,
    private readonly tools: WriterTools,
  ) {}

  /** Lines of the source so far, including earlier passes. */
  get linesRead(): number {
    return this.writing?.log.linesRead ?? this.store.tail.progress.sourceLines;
  }

  /** True if the source has had no line, in this or earlier passes. */
  get isEmpty(): boolean {
    return this.writing === null && this.store.isEmpty;
  }

  /** The milliseconds until `flush` is due, so that no pending line waits for longer; null when none waits. */
  get flushDueInMs(): number | null {
    if (!this.writing?.log.hasPending) return null;
    const waitMs = this.reservation.isTight ? TIGHT_FLUSH_MS : LOG_FLUSH_MS;
    return Math.max(0, this.pendingSince + waitMs - this.tools.clock.monotonic());
  }

  /** False: another writer was faster. */
  async take(block: SourceBlock): Promise<boolean> {
    const { log } = (this.writing ??= await this.tools.outputs.beginLog(this.store));
    if (log.isFullBefore(block) && !(await this.flush())) return false;
    const { clock, live } = this.tools;
    if (!log.hasPending) this.pendingSince = clock.monotonic();
    live.publish(this.store.attempt, log.take(block, clock.now()));
    block.lines.length = 0;
    this.oldestUnstored ??= log.pendingLines[0]?.at ?? null;
    if (!log.hasPending) this.reservation.release(this.reservation.takePending());
    const storeFrom = this.reservation.isTight ? TIGHT_BYTES : FULL_BYTES;
    return log.pendingBytes >= storeFrom ? this.flush() : true;
  }

  /** Begins to store pending lines once the chunk before is stored. False: another writer was faster. */
  async flush(seal: OutputSeal | null = null): Promise<boolean> {
    if (!(await this.storing)) return false;
    if (this.writing === null) return true;
    const bytes = this.reservation.takePending();
    const { facts, log } = this.writing;
    const storing = this.store.add(facts, log, seal).finally(() => {
      this.oldestUnstored = log.pendingLines[0]?.at ?? null;
      this.reservation.release(bytes);
    });
    storing.catch(() => undefined);
    this.storing = storing;
    return true;
  }

  /** The same as `flush`, but waits until everything is stored. */
  async flushAll(seal: OutputSeal | null = null): Promise<boolean> {
    return (await this.flush(seal)) && (await this.storing);
  }

  /** Stores the rest and the seal. Null: another writer was faster. */
  async seal(gap: SourceGap | null): Promise<OutputSeal | null> {
    const { log } = (this.writing ??= await this.tools.outputs.beginLog(this.store));
    const pendingBefore = log.pendingLines.length;
    const seal = log.close(gap, this.tools.clock.now());
    this.tools.live.publish(this.store.attempt, log.pendingLines.slice(pendingBefore));
    const isLastChunkOpen = log.pendingLines.length > 0;
    if (!(await this.flushAll(seal))) return null;
    if (!isLastChunkOpen) await this.store.markSealed(seal);
    await this.store.compact(2);
    return seal;
  }

  /** Waits for the chunk that is being stored, and drops pending lines. */
  async close(): Promise<void> {
    await this.storing.catch(() => false);
    this.writing?.log.discard();
  }
}
