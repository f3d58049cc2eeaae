/**
 * Reads the output of one pod's worker: the log of each round (start of its container) in order, across cut connections. A round
 * counts as read only when it is over and the node shows the last line read as its last one. The end of a stream proves nothing,
 * because servers end it in the same way when the node behind them is gone.
 */
import type { AttemptId } from '#common/domain/ids.js';
import type { SourcePosition } from '#common/run/output.js';
import { AppError } from '#common/errors/app-error.js';
import { ApiError, isNotFound } from '#common/kubernetes/api-error.js';
import type { Logger } from '#common/logging/logger.js';
import {
  anchorAfter,
  formatPosition,
  isAt,
  type Anchor,
  type LogPosition,
} from '../../core/kubernetes/log-position.js';
import { LogResume, type Resumed } from '../../core/kubernetes/log-resume.js';
import { toSourceLine, type StampedLine } from '../../core/kubernetes/stamped-line.js';
import type { ReadControl, SourceBlock, SourceEnd, SourceGap } from '../../core/source.js';
import type { BookedPod, PodStore } from './pod-store.js';
import type { PodLogApi, PodLogStream } from './pod-log-api.js';
import type { TimedSemaphore } from './timed-semaphore.js';
import { StreamGuard } from './stream-guard.js';

export interface ReadingTools {
  readonly api: PodLogApi;
  readonly book: PodStore;
  readonly log: Logger;
  readonly reads: TimedSemaphore;
  /** A node that has sent something and then is silent for this long has sent all it has. */
  readonly searchPatienceMs: number;
  /** Searches for the pod in the cluster itself. */
  readonly look: () => Promise<BookedPod | null>;
}

const POD_GONE: SourceGap = {
  reason: 'SourceGone',
  message: 'the pod was removed before its output had been read to the end',
};
const LOG_LOST: SourceGap = {
  reason: 'LogLost',
  message: 'the node removed the container before its output had been read to the end',
};
const ROTATED: SourceGap = {
  reason: 'RotatedAway',
  message: 'the node removed lines by log rotation before they were read',
};
const ROUND_LOST: SourceGap = {
  reason: 'RestartedUnread',
  message: 'the container was restarted before its output had been read to the end',
};

/** Messages that nodes send in place of a log that they do not have (any more), in an answer with a success status. */
const LOST_REMARK = /^(unable to retrieve container logs|failed to try resolving symlinks)/;
/** The status of a container follows the end of its log within about a second. */
const STATUS_LAG_MS = 2_000;
const LOOK_AGAIN_MS = 30_000;

interface Round {
  readonly booked: BookedPod;
  readonly previous: boolean;
  /** The round was over before it is read. */
  readonly isOver: boolean;
}

type Outcome = 'read' | 'again' | 'lost';

/** Some bytes of a round's log. */
interface Arrival {
  readonly stream: PodLogStream;
  readonly bytes: Uint8Array;
  readonly resume: LogResume;
  readonly round: Round;
}

export class PodLogReading {
  private gap: SourceGap | null = null;
  /** Set with the last block that had lines: beyond it there may be a gap that was not reported. */
  private handed: SourcePosition;
  /** What the last read without new lines looked like. */
  private quiet: string | null = null;

  constructor(
    private readonly attempt: AttemptId,
    private position: LogPosition,
    private readonly control: ReadControl,
    private readonly tools: ReadingTools,
  ) {
    this.handed = formatPosition(position);
  }

  async *run(): AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined> {
    while (!this.isStopped()) {
      const hasEnded = this.control.attemptEnded.aborted;
      const booked = await this.see(hasEnded);
      const end = booked === null ? { gap: this.gap ?? POD_GONE } : yield* this.step(booked, hasEnded);
      if (end !== null) return this.isStopped() ? undefined : end;
    }
    return undefined;
  }

  /** Reads what is available now, or waits for it. Returns the end when it has come. */
  private async *step(booked: BookedPod, hasEnded: boolean): AsyncGenerator<SourceBlock, SourceEnd | null, undefined> {
    const { round, isRoundOver, isLast } = booked.state;
    const nothingMore = isLast || hasEnded;
    if (round === null || round < this.position.round) {
      if (nothingMore) return { gap: this.gap };
      await this.change(booked, LOOK_AGAIN_MS);
      return null;
    }
    if (round > this.position.round) {
      yield* this.readFormer(booked);
      return null;
    }
    const outcome = yield* this.readRound({ booked, previous: false, isOver: isRoundOver || hasEnded });
    if (outcome === 'again') return null;
    if (outcome === 'lost') this.gap = LOG_LOST;
    this.turnTo(round + 1);
    return nothingMore ? { gap: this.gap } : null;
  }

  private isStopped(): boolean {
    return this.control.stop.aborted;
  }

  /** The pod as known; read again where the watch may be behind. Null: it is certainly gone. */
  private async see(hasEnded: boolean): Promise<BookedPod | null> {
    const booked = this.tools.book.find(this.attempt);
    if (booked === null) return this.tools.look();
    if (!hasEnded || booked.state.isRoundOver) return booked;
    return this.refresh(booked);
  }

  private async refresh({ pod }: BookedPod): Promise<BookedPod | null> {
    const { api, book } = this.tools;
    const now = await api.get(pod).catch(throwUnavailable);
    if (now === null) book.remove(pod.metadata.uid);
    else book.observe(now);
    return book.find(this.attempt);
  }

  /** Waits until the pod differs from what was seen. */
  private change(seen: BookedPod, maxMs: number, knowsEnd = false): Promise<void> {
    const { stop, attemptEnded } = this.control;
    return this.tools.book.changed(seen, maxMs, knowsEnd ? [stop] : [stop, attemptEnded]);
  }

  private turnTo(round: number): void {
    this.position = { round, anchor: null };
    this.quiet = null;
  }

  /** A new round has started: the rest of the one before it is still available, earlier ones are gone. */
  private async *readFormer(booked: BookedPod): AsyncGenerator<SourceBlock, void, undefined> {
    const newest = booked.state.round ?? 0;
    const isNext = newest === this.position.round + 1;
    if (!isNext) this.gap = ROUND_LOST;
    if (!isNext && booked.state.hasFormer) this.turnTo(newest - 1);
    let outcome: Outcome = booked.state.hasFormer ? 'again' : 'lost';
    while (outcome === 'again' && !this.isStopped() && this.tools.book.find(this.attempt) === booked)
      outcome = yield* this.readRound({ booked, previous: true, isOver: true });
    if (outcome === 'again') return;
    if (outcome === 'lost') this.gap = ROUND_LOST;
    this.turnTo(newest);
  }

  private async *readRound(round: Round): AsyncGenerator<SourceBlock, Outcome, undefined> {
    if (!round.isOver) return yield* this.readNow(round);
    const release = await this.tools.reads.acquire(this.control.stop);
    try {
      return this.isStopped() ? 'again' : yield* this.readNow(round);
    } finally {
      release();
    }
  }

  private async *readNow(round: Round): AsyncGenerator<SourceBlock, Outcome, undefined> {
    const { anchor } = this.position;
    const stream = await this.open(round);
    if (typeof stream === 'string') return stream;
    const resume = new LogResume(anchor);
    const outcome = yield* this.pump(stream, resume, round);
    if (outcome !== 'read' || this.isStopped()) return outcome === 'lost' ? 'lost' : 'again';
    // The connection was cut, or the container has ended and its status does not say so yet.
    if (round.isOver || (await this.hasEndedMeanwhile(round)))
      return yield* this.finishRound(round, resume, stream.unfinished());
    if (resume.hasFoundPlace || !this.agrees('not found')) return 'again';
    // The watch may not know yet that these are the first lines of another round: theirs is not the place that is missing.
    if (!(await this.hasStartedSince(round.booked))) yield* this.hand(resume.end());
    return 'again';
  }

  private async hasEndedMeanwhile({ booked }: Round): Promise<boolean> {
    const { attemptEnded } = this.control;
    if (!attemptEnded.aborted) await this.change(booked, STATUS_LAG_MS);
    const now = this.tools.book.find(this.attempt);
    return attemptEnded.aborted || (now?.state.round === this.position.round && now.state.isRoundOver);
  }

  private async open({ booked, previous, isOver }: Round): Promise<PodLogStream | Outcome> {
    const query = { previous, follow: !isOver, since: this.position.anchor?.at ?? null };
    try {
      return await this.tools.api.open(booked.pod, query);
    } catch (error) {
      return this.withoutLog(error, previous || isOver);
    }
  }

  /** What it means that the server has no log. */
  private async withoutLog(error: unknown, isOver: boolean): Promise<Outcome> {
    if (!(error instanceof ApiError) || (error.status !== 400 && !isNotFound(error))) return throwUnavailable(error);
    if (error.status === 400 && isOver) return 'lost';
    const booked = this.tools.book.find(this.attempt);
    const isGone = booked !== null && isNotFound(error) && (await this.refresh(booked)) === null;
    if (!isGone && booked) await this.change(booked, STATUS_LAG_MS, this.control.attemptEnded.aborted);
    return 'again';
  }

  /** Yields new lines until the stream ends in any way. */
  private async *pump(
    stream: PodLogStream,
    resume: LogResume,
    round: Round,
  ): AsyncGenerator<SourceBlock, Outcome, undefined> {
    const guard = new StreamGuard(stream, this.control, {
      isOn: () => !resume.hasFoundPlace,
      patienceMs: this.tools.searchPatienceMs,
      isPast: () => this.isPast(round),
    });
    try {
      for await (const bytes of stream.parts()) {
        guard.heard();
        const outcome = yield* this.take({ stream, bytes, resume, round });
        if (outcome !== null) return outcome;
        guard.listen();
      }
      if (this.saysLost(stream.end())) return 'lost';
      return 'read';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.tools.log.debug(
        { attempt: this.attempt, error: error.message },
        'the connection to a followed log was interrupted',
      );
      return 'again';
    } finally {
      guard.end();
      stream.close();
    }
  }

  /** Lines are decoded when there is room for them: hundreds of followed logs may receive data at the same time. */
  private async *take({
    stream,
    bytes,
    resume,
    round,
  }: Arrival): AsyncGenerator<SourceBlock, Outcome | null, undefined> {
    await this.control.admit();
    const { lines, remark } = stream.read(bytes);
    if (this.saysLost(remark)) return 'lost';
    const isFirst = this.position.anchor === null;
    const resumed = resume.take(lines);
    const mayBeOther = resumed.isTorn || (isFirst && resumed.fresh.length > 0);
    if (mayBeOther && mayStartAgain(round.booked)) {
      yield this.nothing();
      if (await this.isOtherRound(round)) return 'again';
    }
    if (resumed.fresh.length === 0) yield this.nothing();
    yield* this.hand(resumed);
    return this.isStopped() ? 'again' : null;
  }

  private saysLost(remark: string | null): boolean {
    if (remark === null) return false;
    if (LOST_REMARK.test(remark)) return true;
    this.tools.log.warn({ attempt: this.attempt, remark }, 'a node answered with a message instead of a log');
    return false;
  }

  /** A container may have been restarted in place after its status was read. */
  private async isOtherRound({ booked }: Round): Promise<boolean> {
    const now = await this.refresh(booked);
    return now?.state.round !== booked.state.round;
  }

  /** A log that was opened when its round was over already belongs to the next round, which may be silent for long. */
  private isPast({ previous }: Round): boolean {
    const now = this.tools.book.find(this.attempt);
    return !previous && (now?.state.round ?? 0) > this.position.round;
  }

  /** Checked after a round was read: what was read may belong to a round that started meanwhile. Round numbers only grow. */
  private async hasStartedSince(booked: BookedPod): Promise<boolean> {
    const now = mayStartAgain(booked) ? await this.refresh(booked) : booked;
    return now !== null && now.state.round !== booked.state.round;
  }

  private async *hand({ fresh, isTorn }: Resumed): AsyncGenerator<SourceBlock, void, undefined> {
    if (isTorn) this.gap = ROTATED;
    if (fresh.length === 0) return;
    await this.control.admit();
    this.quiet = null;
    this.position = { ...this.position, anchor: anchorAfter(isTorn ? null : this.position.anchor, fresh) };
    const { gap } = this;
    this.gap = null;
    this.handed = formatPosition(this.position);
    yield { lines: fresh.map(toSourceLine), position: this.handed, gap };
  }

  /** Gives the room for a block back before a wait that may be long. */
  private nothing(): SourceBlock {
    return { lines: [], position: this.handed, gap: null };
  }

  /** True if an ended round is read to its last line. If the node's last line is not the last one read, the round is read again. */
  private async *finishRound(
    { booked, previous }: Round,
    resume: LogResume,
    unfinished: StampedLine | null,
  ): AsyncGenerator<SourceBlock, Outcome, undefined> {
    const rest = resume.take(unfinished === null ? [] : [unfinished]);
    const last = await this.tools.api.last(booked.pod, previous).catch(neverThere);
    if (await this.hasStartedSince(booked)) return 'again';
    const isLost = isLostRemark(last);
    if (isLost && !resume.hasFoundPlace) return 'lost';
    const end = anchorAfter(this.position.anchor, rest.fresh);
    if (!isLost && !isSame(end, last)) {
      // The node counts very long lines differently.
      if (!this.agrees(`${String(resume.hasFoundPlace)} ${end?.time ?? ''} ${end?.hash ?? ''}`)) return 'again';
      yield* this.hand(resume.end());
    }
    yield* this.hand(rest);
    return 'read';
  }

  /** True when the read before brought nothing new either and looked the same: two equal reads are final. */
  private agrees(look: string): boolean {
    const isSecond = this.quiet === look;
    this.quiet = isSecond ? null : look;
    return isSecond;
  }
}

const mayStartAgain = ({ pod }: BookedPod): boolean => pod.spec.restartPolicy !== 'Never';

function isSame(anchor: Anchor | null, last: StampedLine | string | null): boolean {
  if (anchor === null || last === null || typeof last === 'string') return anchor === null && last === null;
  return isAt(anchor, last);
}

const isLostRemark = (last: StampedLine | string | null): boolean => typeof last === 'string' && LOST_REMARK.test(last);

/** Without a pod or a container there is no log any more. */
function neverThere(error: unknown): string {
  if (error instanceof ApiError && (error.status === 400 || error.status === 404))
    return 'unable to retrieve container logs';
  return throwUnavailable(error);
}

function throwUnavailable(error: unknown): never {
  if (!(error instanceof ApiError)) throw error;
  throw new AppError('UNAVAILABLE', `the log of a pod cannot be read now: ${error.message}`, { cause: error });
}
