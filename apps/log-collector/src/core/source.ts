/**
 * The port behind which output is read, one adapter per engine that stores output itself: the spool of the process engine, the pod log of
 * kubernetes. Web services send output by callback and need no source.
 *
 * The rules for an adapter:
 * - **Exactly once.** Reading from a position of a block gives the lines after that block, each once and in order, and cuts them into the
 *   same lines for all block boundaries. (Blocks themselves may differ.)
 * - **Whole lines.** A line that is longer than `MAX_SOURCE_LINE_BYTES` is passed on once, cut, with `omittedBytes` set. A trailing carriage
 *   return is not part of a line. An unfinished last line counts as a line once no more output can arrive.
 * - **Bounded.** A block holds at most `MAX_SOURCE_BLOCK_BYTES` of text unless it is one line; before it reads, an
 *   adapter awaits `control.admit()`, which is how a slow store slows reading down.
 * - **Honest.** Output that cannot be read any more is reported by `gap`, on the block whose lines follow the hole.
 */
import type { Engine } from '#common/spec/worker.js';
import type { AttemptId } from '#common/domain/ids.js';
import type { SourcePosition } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';

export interface SourceLine {
  readonly at: Instant;
  readonly stream: 'stdout' | 'stderr';
  /** The line without its line end. */
  readonly text: string;
  /** Bytes of the line that are not in `text`; 0 for a whole line. */
  readonly omittedBytes: number;
}

/** Why lines before a block are missing: a code and a sentence for people. */
export interface SourceGap {
  readonly reason: string;
  readonly message: string;
}

export interface SourceBlock {
  /** The consumer empties this array, because a waiting generator keeps its last block in memory. */
  readonly lines: SourceLine[];
  /** The position after these lines. */
  readonly position: SourcePosition;
  /** Lines before this block are lost. */
  readonly gap: SourceGap | null;
}

export interface ReadControl {
  /** Aborted when reading must stop now, without an end: the collector stops or another replica took over. */
  readonly stop: AbortSignal;
  /**
   * Aborted when the attempt is known to have ended: read what exists and finish, even if the source has not seen the end (then
   * report what is missing as a gap).
   */
  readonly attemptEnded: AbortSignal;
  /**
   * Resolves when there is room for one more block; calling it again before a block was yielded changes nothing. To be awaited
   * before available data is read. A reader that then finds too little for a block yields an empty one before it waits, so that
   * the room is free for others.
   */
  admit(): Promise<void>;
}

/** How reading ended: with everything read, or with the reason why the rest is missing. */
export interface SourceEnd {
  readonly gap: SourceGap | null;
}

export interface OutputSource {
  readonly engine: Engine;
  /**
   * Begins to search this source for attempts with output and calls `found` for each, soon after its output exists and possibly again
   * later. Resolves when the first search is done. The collector follows its own attempts.
   */
  start(report: (attempt: AttemptId) => void): Promise<void>;
  /** Searches again now and calls `found` for every attempt, because this replica owns other attempts now. */
  look(): Promise<void>;
  stop(): Promise<void>;
  /** True while there is output of the attempt left to read here. */
  has(attempt: AttemptId): Promise<boolean>;
  /** When the running attempt last wrote a line; null if it has written nothing. Throws AppError UNAVAILABLE if this is unknown now. */
  lastWrittenAt(attempt: AttemptId): Promise<Instant | null>;
  /**
   * The lines after `from` (null: from the first line), as they arrive, until the attempt's output has ended. The iterator's return value
   * describes the end; undefined if it was stopped, or when a start was undone before it had any output: the attempt is found again if it
   * starts again. Throws AppError UNAVAILABLE when it cannot read now: the collector tries again from the last stored position, with
   * backoff.
   */
  read(
    attempt: AttemptId,
    from: SourcePosition | null,
    control: ReadControl,
  ): AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined>;
}
