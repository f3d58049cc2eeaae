/** Stores the blocks of one attempt's source: lines are collected to chunks, and a chunk is stored while the next one is collected. */
import type { Clock } from '#common/clock/clock.js';
import type { AttemptId } from '#common/domain/ids.js';
import { LOG_FLUSH_MS, MAX_LOG_CHUNK_BYTES, MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import type { LogLine, OutputSeal } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import type { SourceBlock, SourceGap } from '../core/source.js';
import type { AttemptOutputs, OpenLog } from '../output/attempt-outputs.js';
import type { AttemptStore } from '../output/attempt-store.js';
import type { Reservation } from './memory-budget.js';

export interface WriterTools {
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

export class BlockWriter {
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
