/**
 * The logs of pods, followed through the API server from their first line. A position names the last line read by its time and
 * content (`core/kubernetes/log-position.ts`). The streams of a pod are one: the API does not separate stderr from stdout.
 */
import { systemClock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId } from '#common/domain/ids.js';
import { attemptOfAnnotations, POD_LABELS } from '#common/run/pod-contract.js';
import type { SourcePosition } from '#common/run/output.js';
import type { Instant } from '#common/run/run.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { PodWatches, type ShardView } from '#common/kubernetes/pod-watches.js';
import type { Logger } from '#common/logging/logger.js';
import type { FollowedPod } from '../../core/kubernetes/followed-pod.js';
import { LogCursor } from '../../core/kubernetes/log-cursor.js';
import { parsePosition } from '../../core/kubernetes/log-position.js';
import type { OutputSource, ReadControl, SourceBlock, SourceEnd, SourceGap } from '../../core/source.js';
import { PodStore, type BookedPod, FollowedAttempt } from './pod-store.js';
import { PodLogApi } from './pod-log-api.js';
import { RoundReader, type Outcome, type Round } from './round-reader.js';
import { TimedSemaphore } from './timed-semaphore.js';

export interface PodSourceOptions {
  readonly instance: string;
  readonly shards: ShardView;
  /** Namespaces of tenants that have one of their own. */
  readonly tenantNamespaces: () => Promise<readonly string[]>;
  readonly log: Logger;
  readonly searchPatienceMs?: number;
}

/** How often namespaces of new tenants are searched for, and attempts reported again for which there was no room. */
const LOOK_INTERVAL_MS = 5_000;
const SEARCH_PATIENCE_MS = 5_000;
/**
 * Ended logs that are read at the same time, and how long one may delay others: none waits for longer than the wait for a seal. While an
 * executor creates pods, fewer reads would not get a fair share of the API server.
 */
const ENDED_READ_AT_ONCE = 32;
const MAX_READ_HOLD_MS = 1_000;
/** The output of a released pod is sealed: no more output is expected. */
const UNRELEASED = `${POD_LABELS.released}!=true`;
/** A pod without a node has no log: the first event of every pod is skipped. */
const PLACED = 'spec.nodeName!=';

export class PodSource implements OutputSource {
  readonly engine = 'kubernetes';
  private readonly book = new PodStore();
  private readonly api: PodLogApi;
  private readonly watches: PodWatches<FollowedPod>;
  private readonly reads = new TimedSemaphore(ENDED_READ_AT_ONCE, MAX_READ_HOLD_MS);
  private timer: NodeJS.Timeout | null = null;
  private isOpen = false;

  constructor(
    private readonly client: ApiClient,
    private readonly options: PodSourceOptions,
  ) {
    const selectors = { labelSelector: UNRELEASED, fieldSelector: PLACED };
    this.api = new PodLogApi(client);
    this.watches = new PodWatches<FollowedPod>(client, this.book, { ...options, ...selectors, clock: systemClock });
  }

  async start(report: (attempt: AttemptId) => void): Promise<void> {
    await this.client.open();
    this.book.tell(report);
    await this.watches.open(this.options.tenantNamespaces);
    this.isOpen = true;
    this.timer = setInterval(() => void this.lookAgain(), LOOK_INTERVAL_MS);
    await this.watches.isListed();
  }

  async look(): Promise<void> {
    await this.watches.listed();
    this.book.tellAll();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.watches.close();
    await this.client.close();
  }

  async has(attempt: AttemptId): Promise<boolean> {
    return this.book.find(attempt) !== null || (await this.podsOf(attempt)).length > 0;
  }

  /** The time is by the clock of the node. After a start in place the log of the former start counts until the new one has a line. */
  async lastWrittenAt(attempt: AttemptId): Promise<Instant | null> {
    const pod = this.book.find(attempt)?.pod ?? (await this.podsOf(attempt))[0];
    if (pod === undefined) throw new AppError('UNAVAILABLE', 'the pod does not exist');
    return orUnavailable(async () => {
      const last = (await this.api.last(pod, false)) ?? (await this.api.lastOfFormer(pod));
      if (typeof last === 'string') throw new AppError('UNAVAILABLE', last);
      return last?.at ?? null;
    });
  }

  async *read(
    attempt: AttemptId,
    from: SourcePosition | null,
    control: ReadControl,
  ): AsyncGenerator<SourceBlock, SourceEnd | undefined, undefined> {
    const { api, book, reads } = this;
    const { log, searchPatienceMs = SEARCH_PATIENCE_MS } = this.options;
    const pod = new FollowedAttempt(attempt, control, { api, book, podsOf: (of) => this.podsOf(of) });
    const rounds = new RoundReader(pod, new LogCursor(parsePosition(from)), control, { api, log, searchPatienceMs });
    try {
      return yield* new PodLogReading(pod, rounds, control, reads).run();
    } finally {
      pod.close();
    }
  }

  /** The pods are read from the cluster itself: the watch may be behind, watch other shards, or not know a tenant's namespace yet. */
  private async podsOf(attempt: AttemptId): Promise<FollowedPod[]> {
    const key = parseAttemptId(attempt);
    if (key === null) return [];
    // Questions arrive as soon as there is a connection. A pod that was not searched for does not count as gone.
    if (!this.isOpen) throw new AppError('UNAVAILABLE', 'the cluster is not watched yet');
    return orUnavailable(async () => {
      await this.watches.addTenants();
      const pods = await this.watches.readAll('pods', (where) => this.api.list(where, this.options.instance, key));
      return pods.filter(({ metadata }) => attemptOfAnnotations(metadata.annotations) === attempt);
    });
  }

  private async lookAgain(): Promise<void> {
    this.book.tellAll();
    try {
      await this.watches.addTenants();
    } catch (error) {
      this.options.log.warn({ error: messageOf(error) }, 'the namespaces of tenants cannot be read');
    }
  }
}

async function orUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw new AppError('UNAVAILABLE', `Kubernetes: ${messageOf(error)}`, { cause: error });
  }
}

/* Reads the output of one pod's worker: the log of each round (start of its container) in order, across cut connections. */

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

class PodLogReading {
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
