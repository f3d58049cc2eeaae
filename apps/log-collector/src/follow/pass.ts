/** One pass over a source: from the last stored position to its end, to a stop, or until another writer is faster. */
import type { AttemptId } from '#common/domain/ids.js';
import { LOG_FLUSH_MS, MAX_LOG_CHUNK_BYTES, MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import type { LogLine, OutputSeal } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import type { AttemptLog } from '../core/attempt-log.js';
import type { OutputSource, SourceBlock, SourceEnd, SourceGap } from '../core/source.js';
import type { AttemptFacts, AttemptFactsReader } from '../output/attempt-facts.js';
import { AttemptStore, type OutputLimits, type OutputStores } from '../output/attempt-store.js';
import { Reservation, type MemoryBudget } from './memory-budget.js';

export interface FollowTools {
  readonly facts: AttemptFactsReader;
  readonly stores: OutputStores;
  readonly budget: MemoryBudget;
  readonly live: { publish(attempt: AttemptId, lines: readonly LogLine[]): void };
  readonly limits: OutputLimits;
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

/** A chunk is stored when the next block would probably not fit any more. */
const FULL_BYTES = MAX_LOG_CHUNK_BYTES - MAX_SOURCE_BLOCK_BYTES / 2;
/** While readers wait for memory, this much is stored at once. */
const TIGHT_BYTES = MAX_SOURCE_BLOCK_BYTES / 8;
/** A smaller chunk is stored after this time: by then the end of a short log is known and is stored with its lines. */
const TIGHT_FLUSH_MS = 500;
/** Where no reason is given, an error object would be made for each. */
const OVER = 'over';
const OUTRUN: PassResult = { kind: 'outrun' };

/** The memory of a line besides its text. */
const LINE_BYTES = 128;

const roomOf = ({ lines }: SourceBlock): number => lines.reduce((sum, { text }) => sum + text.length + LINE_BYTES, 0);

type Arrival = IteratorResult<SourceBlock, SourceEnd | undefined>;

export class Pass {
  /** The time of the oldest line that is read but not stored; null when there is none. */
  oldestUnstored: Instant | null = null;
  private readonly over = new AbortController();
  private readonly reservation: Reservation;
  private writing: { readonly facts: AttemptFacts; readonly log: AttemptLog } | null = null;
  private pendingSince = 0;
  /** The chunk that is stored while the next one is collected; false when another writer was faster. */
  private storing: Promise<boolean> = Promise.resolve(true);

  private constructor(
    private readonly attempt: AttemptId,
    private readonly orders: PassOrders,
    private readonly tools: FollowTools,
    private readonly store: AttemptStore,
  ) {
    this.reservation = new Reservation(tools.budget);
  }

  static async begin(attempt: AttemptId, orders: PassOrders, tools: FollowTools): Promise<Pass> {
    return new Pass(attempt, orders, tools, await AttemptStore.load(attempt, tools.stores));
  }

  /** Lines of the source so far, including earlier passes. */
  get linesRead(): number {
    return this.writing?.log.linesRead ?? this.store.tail.progress.sourceLines;
  }

  async run(source: Pick<OutputSource, 'read'>): Promise<PassResult> {
    if (this.store.seal !== null) return { kind: 'sealed', seal: this.store.seal };
    const blocks = source.read(this.attempt, this.store.tail.progress.position, {
      stop: AbortSignal.any([this.orders.stop, this.over.signal]),
      attemptEnded: this.orders.attemptEnded,
      admit: () => this.reservation.admit(),
    });
    try {
      return await this.pump(blocks);
    } finally {
      this.over.abort(OVER);
      await this.storing.catch(() => false);
      this.writing?.log.discard();
      this.reservation.close();
      await blocks.return(undefined);
    }
  }

  private async pump(blocks: AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined>): Promise<PassResult> {
    let next = blocks.next();
    for (;;) {
      const arrival = await this.nextOrDue(next);
      if (arrival === 'due') {
        if (!(await this.flush())) return OUTRUN;
        continue;
      }
      if (arrival.done) return this.finish(arrival.value);
      this.reservation.arrived(roomOf(arrival.value));
      // The next block is read while this one is processed and stored.
      next = blocks.next();
      next.catch(() => undefined);
      if (!(await this.take(arrival.value))) return OUTRUN;
    }
  }

  /** The next block, or `due` when pending lines have waited for long enough. */
  private async nextOrDue(next: Promise<Arrival>): Promise<Arrival | 'due'> {
    if (!this.writing?.log.hasPending) return next;
    const waitMs = this.tools.budget.isTight ? TIGHT_FLUSH_MS : LOG_FLUSH_MS;
    const leftMs = this.pendingSince + waitMs - this.tools.stores.clock.monotonic();
    let cancel: () => void = () => undefined;
    const due = new Promise<'due'>((resolve) => {
      cancel = this.tools.stores.clock.after(Math.max(0, leftMs), () => {
        resolve('due');
      });
    });
    try {
      return await Promise.race([next, due]);
    } finally {
      cancel();
    }
  }

  private async take(block: SourceBlock): Promise<boolean> {
    const { log } = (this.writing ??= await this.beginWriting());
    if (log.isFullBefore(block) && !(await this.flush())) return false;
    const { clock } = this.tools.stores;
    if (!log.hasPending) this.pendingSince = clock.monotonic();
    this.tools.live.publish(this.attempt, log.take(block, clock.now()));
    block.lines.length = 0;
    this.oldestUnstored ??= log.pendingLines[0]?.at ?? null;
    if (!log.hasPending) this.reservation.release(this.reservation.takePending());
    const storeFrom = this.tools.budget.isTight ? TIGHT_BYTES : FULL_BYTES;
    return log.pendingBytes >= storeFrom ? this.flush() : true;
  }

  private async beginWriting(): Promise<{ facts: AttemptFacts; log: AttemptLog }> {
    const { facts, limits } = this.tools;
    return this.store.beginLog(await facts.read(this.attempt), limits);
  }

  /** Begins to store pending lines once the chunk before is stored. False: another writer was faster. */
  private async flush(seal: OutputSeal | null = null): Promise<boolean> {
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

  private async finish(end: SourceEnd | undefined): Promise<PassResult> {
    if (end === undefined) return (await this.flush()) && (await this.storing) ? { kind: 'stopped' } : OUTRUN;
    const isSilent = this.writing === null && this.store.isEmpty;
    const gap = isSilent && this.orders.neverStarted() ? null : end.gap;
    if (isSilent && gap === null) return { kind: 'sealed', seal: { complete: true, reason: null } };
    return this.seal(gap);
  }

  private async seal(gap: SourceGap | null): Promise<PassResult> {
    const { log } = (this.writing ??= await this.beginWriting());
    const pendingBefore = log.pendingLines.length;
    const seal = log.close(gap, this.tools.stores.clock.now());
    this.tools.live.publish(this.attempt, log.pendingLines.slice(pendingBefore));
    const isLastChunkOpen = log.pendingLines.length > 0;
    if (!(await this.flush(seal)) || !(await this.storing)) return OUTRUN;
    if (!isLastChunkOpen) await this.store.markSealed(seal);
    await this.store.compact(2);
    return { kind: 'sealed', seal };
  }
}
