/** Reads the output of one pod's worker: the log of each round (start of its container) in order, across cut connections. */
import type { ReadControl, SourceBlock, SourceEnd, SourceGap } from '../../core/source.js';
import type { LogCursor } from '../../core/kubernetes/log-cursor.js';
import type { FollowedAttempt } from './followed-attempt.js';
import type { BookedPod } from './pod-store.js';
import type { Outcome, Round, RoundReader } from './round-reader.js';
import type { TimedSemaphore } from './timed-semaphore.js';

const POD_GONE: SourceGap = {
  reason: 'SourceGone',
  message: 'the pod was removed before its output had been read to the end',
};
const LOG_LOST: SourceGap = {
  reason: 'LogLost',
  message: 'the node removed the container before its output had been read to the end',
};
const ROUND_LOST: SourceGap = {
  reason: 'RestartedUnread',
  message: 'the container was restarted before its output had been read to the end',
};
const LOOK_AGAIN_MS = 30_000;

export class PodLogReading {
  private readonly cursor: LogCursor;

  constructor(
    private readonly pod: FollowedAttempt,
    private readonly rounds: RoundReader,
    private readonly control: ReadControl,
    /** Bounds how many ended rounds are read at the same time. */
    private readonly reads: TimedSemaphore,
  ) {
    this.cursor = rounds.cursor;
  }

  async *run(): AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined> {
    while (!this.isStopped()) {
      const hasEnded = this.control.attemptEnded.aborted;
      const booked = await this.pod.see(hasEnded);
      const end = booked === null ? { gap: this.cursor.gap ?? POD_GONE } : yield* this.step(booked, hasEnded);
      if (end !== null) return this.isStopped() ? undefined : end;
    }
    return undefined;
  }

  /** Reads what is available now, or waits for it. Returns the end once the output has ended. */
  private async *step(booked: BookedPod, hasEnded: boolean): AsyncGenerator<SourceBlock, SourceEnd | null, undefined> {
    const { round, isRoundOver, isLast } = booked.state;
    const nothingMore = isLast || hasEnded;
    if (round === null || round < this.cursor.round) {
      if (nothingMore) return { gap: this.cursor.gap };
      await this.pod.change(booked, LOOK_AGAIN_MS);
      return null;
    }
    if (round > this.cursor.round) {
      yield* this.readFormer(booked);
      return null;
    }
    const outcome = yield* this.readRound({ booked, previous: false, isOver: isRoundOver || hasEnded });
    if (outcome === 'again') return null;
    if (outcome === 'lost') this.cursor.gap = LOG_LOST;
    this.cursor.turnTo(round + 1);
    return nothingMore ? { gap: this.cursor.gap } : null;
  }

  private isStopped(): boolean {
    return this.control.stop.aborted;
  }

  /** A new round has started: the rest of the one before it is still available, earlier ones are gone. */
  private async *readFormer(booked: BookedPod): AsyncGenerator<SourceBlock, void, undefined> {
    const newest = booked.state.round ?? 0;
    const isNext = newest === this.cursor.round + 1;
    if (!isNext) this.cursor.gap = ROUND_LOST;
    if (!isNext && booked.state.hasFormer) this.cursor.turnTo(newest - 1);
    let outcome: Outcome = booked.state.hasFormer ? 'again' : 'lost';
    while (outcome === 'again' && !this.isStopped() && this.pod.find() === booked)
      outcome = yield* this.readRound({ booked, previous: true, isOver: true });
    if (outcome === 'again') return;
    if (outcome === 'lost') this.cursor.gap = ROUND_LOST;
    this.cursor.turnTo(newest);
  }

  private async *readRound(round: Round): AsyncGenerator<SourceBlock, Outcome, undefined> {
    if (!round.isOver) return yield* this.rounds.read(round);
    const release = await this.reads.acquire(this.control.stop);
    try {
      return this.isStopped() ? 'again' : yield* this.rounds.read(round);
    } finally {
      release();
    }
  }
}
