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
import type { OutputSource, ReadControl, SourceBlock, SourceEnd } from '../../core/source.js';
import { FollowedAttempt } from './followed-attempt.js';
import { PodStore } from './pod-store.js';
import { PodLogApi } from './pod-log-api.js';
import { PodLogReading } from './pod-log-reading.js';
import { RoundReader } from './round-reader.js';
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
