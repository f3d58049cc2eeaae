/**
 * Reads the log of one round, a start of a pod's container. The log counts as read only when the round is over and the last line of the
 * node is the last line that was read. The end of a stream proves nothing, because servers end it in the same way when the node behind
 * them is gone.
 */
import { ApiError, isNotFound } from '#common/kubernetes/api-client.js';
import type { Logger } from '#common/logging/logger.js';
import type { LogCursor } from '../../core/kubernetes/log-cursor.js';
import { anchorAfter, isAt, type Anchor } from '../../core/kubernetes/log-position.js';
import { LogResume, type Resumed } from '../../core/kubernetes/log-resume.js';
import type { StampedLine } from '../../core/kubernetes/stamped-line.js';
import type { ReadControl, SourceBlock } from '../../core/source.js';
import { throwUnavailable, type PodLogApi, type PodLogStream } from './pod-log-api.js';
import { type BookedPod, mayStartAgain, type FollowedAttempt } from './pod-store.js';

/** Messages that nodes send in place of a log that they do not have (any more), in an answer with a success status. */
const LOST_REMARK = /^(unable to retrieve container logs|failed to try resolving symlinks)/;
/** The status of a container follows the end of its log within about a second. */
const STATUS_LAG_MS = 2_000;

export interface Round {
  readonly booked: BookedPod;
  readonly previous: boolean;
  /** The round was over before it was read. */
  readonly isOver: boolean;
}

export type Outcome = 'read' | 'again' | 'lost';

/** Some bytes of a round's log. */
interface Arrival {
  readonly stream: PodLogStream;
  readonly bytes: Uint8Array;
  readonly resume: LogResume;
  readonly round: Round;
}

export class RoundReader {
  constructor(
    private readonly pod: FollowedAttempt,
    readonly cursor: LogCursor,
    private readonly control: ReadControl,
    private readonly tools: {
      readonly api: PodLogApi;
      readonly log: Logger;
      /** A node that has sent something and then is silent for this long has sent everything that it has. */
      readonly searchPatienceMs: number;
    },
  ) {}

  async *read(round: Round): AsyncGenerator<SourceBlock, Outcome, undefined> {
    const { anchor } = this.cursor;
    const stream = await this.open(round);
    if (typeof stream === 'string') return stream;
    const resume = new LogResume(anchor);
    const outcome = yield* this.pump(stream, resume, round);
    if (outcome !== 'read' || this.isStopped()) return outcome === 'lost' ? 'lost' : 'again';
    // The connection was cut, or the container has ended and its status does not say so yet.
    if (round.isOver || (await this.hasEndedMeanwhile(round)))
      return yield* this.finishRound(round, resume, stream.unfinished());
    if (resume.hasFoundPlace || !this.cursor.agrees('not found')) return 'again';
    // These may be the first lines of another round, which the watch does not know yet: then the missing position does not belong to them.
    if (!(await this.pod.hasStartedSince(round.booked))) yield* this.hand(resume.end());
    return 'again';
  }

  private async hasEndedMeanwhile({ booked }: Round): Promise<boolean> {
    const { attemptEnded } = this.control;
    if (!attemptEnded.aborted) await this.pod.change(booked, STATUS_LAG_MS);
    const now = this.pod.find();
    return attemptEnded.aborted || (now?.state.round === this.cursor.round && now.state.isRoundOver);
  }

  private async open({ booked, previous, isOver }: Round): Promise<PodLogStream | Outcome> {
    const query = { previous, follow: !isOver, since: this.cursor.anchor?.at ?? null };
    try {
      return await this.tools.api.open(booked.pod, query);
    } catch (error) {
      return this.withoutLog(error, previous || isOver);
    }
  }

  /** Interprets the answer that the server has no log. */
  private async withoutLog(error: unknown, isOver: boolean): Promise<Outcome> {
    if (!(error instanceof ApiError) || (error.status !== 400 && !isNotFound(error))) return throwUnavailable(error);
    if (error.status === 400 && isOver) return 'lost';
    const booked = this.pod.find();
    const isGone = booked !== null && isNotFound(error) && (await this.pod.refresh(booked)) === null;
    if (!isGone && booked) await this.pod.change(booked, STATUS_LAG_MS, this.control.attemptEnded.aborted);
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
        { attempt: this.pod.attempt, error: error.message },
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
    const isFirst = this.cursor.anchor === null;
    const resumed = resume.take(lines);
    const mayBeOther = resumed.isTorn || (isFirst && resumed.fresh.length > 0);
    if (mayBeOther && mayStartAgain(round.booked)) {
      yield this.cursor.nothing();
      if (await this.pod.isOtherRound(round.booked)) return 'again';
    }
    if (resumed.fresh.length === 0) yield this.cursor.nothing();
    yield* this.hand(resumed);
    return this.isStopped() ? 'again' : null;
  }

  private saysLost(remark: string | null): boolean {
    if (remark === null) return false;
    if (LOST_REMARK.test(remark)) return true;
    this.tools.log.warn({ attempt: this.pod.attempt, remark }, 'a node answered with a message instead of a log');
    return false;
  }

  /** A log that was opened when its round was over already belongs to the next round, which may be silent for long. */
  private isPast({ previous }: Round): boolean {
    const now = this.pod.find();
    return !previous && (now?.state.round ?? 0) > this.cursor.round;
  }

  private async *hand(resumed: Resumed): AsyncGenerator<SourceBlock, void, undefined> {
    if (resumed.fresh.length > 0) await this.control.admit();
    const block = this.cursor.take(resumed);
    if (block !== null) yield block;
  }

  /** True if an ended round is read to its last line. If the node's last line is not the last one read, the round is read again. */
  private async *finishRound(
    { booked, previous }: Round,
    resume: LogResume,
    unfinished: StampedLine | null,
  ): AsyncGenerator<SourceBlock, Outcome, undefined> {
    const rest = resume.take(unfinished === null ? [] : [unfinished]);
    const last = await this.tools.api.last(booked.pod, previous).catch(neverThere);
    if (await this.pod.hasStartedSince(booked)) return 'again';
    const isLost = isLostRemark(last);
    if (isLost && !resume.hasFoundPlace) return 'lost';
    const end = anchorAfter(this.cursor.anchor, rest.fresh);
    if (!isLost && !isSame(end, last)) {
      // The node counts very long lines differently.
      if (!this.cursor.agrees(lookOf(resume, end))) return 'again';
      // Another message of the node in place of the log, which has not changed.
      if (typeof last === 'string' && (end === null || !resume.hasFoundPlace)) return 'lost';
      yield* this.hand(resume.end());
    }
    yield* this.hand(rest);
    return 'read';
  }

  private isStopped(): boolean {
    return this.control.stop.aborted;
  }
}

const lookOf = ({ hasFoundPlace }: LogResume, end: Anchor | null): string =>
  `${String(hasFoundPlace)} ${end?.time ?? ''} ${end?.hash ?? ''}`;

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

/*
 * Closes a stream that must not be waited for: at a stop; in silence, when the attempt has ended or another round has started; and when
 * the node has sent everything without the position from which to continue.
 */

const GUARD_INTERVAL_MS = 500;
/** A stream that can bring nothing more is closed after this long a silence. */
const SILENT_AFTER_END_MS = 1_000;

class StreamGuard {
  private readonly timer: NodeJS.Timeout;
  private silentMs = 0;
  private isListening = true;
  private hasBegun = false;

  constructor(
    private readonly stream: PodLogStream,
    private readonly control: ReadControl,
    private readonly search: {
      readonly isOn: () => boolean;
      readonly patienceMs: number;
      readonly isPast: () => boolean;
    },
  ) {
    if (control.stop.aborted) stream.close();
    else control.stop.addEventListener('abort', this.onStop);
    this.timer = setInterval(() => {
      if (this.isListening) this.silentMs += GUARD_INTERVAL_MS;
      if (this.isListening && this.silentMs > this.patienceMs()) stream.close();
    }, GUARD_INTERVAL_MS);
  }

  /** Received bytes are being processed: meanwhile the stream is not read. */
  heard(): void {
    this.isListening = false;
    this.hasBegun = true;
  }

  listen(): void {
    this.silentMs = 0;
    this.isListening = true;
  }

  end(): void {
    clearInterval(this.timer);
    this.control.stop.removeEventListener('abort', this.onStop);
  }

  /** The next read finds late lines; but a position that is declared lost too early makes a false gap. */
  private patienceMs(): number {
    if (this.control.attemptEnded.aborted || this.search.isPast()) return SILENT_AFTER_END_MS;
    return this.hasBegun && this.search.isOn() ? this.search.patienceMs : Infinity;
  }

  private readonly onStop = (): void => {
    this.stream.close();
  };
}
