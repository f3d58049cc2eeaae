/**
 * The pods of attempts as this replica sees them. One watch per namespace, limited to the shards of this replica, reports changes of pods.
 * Pods that leave the watch are polled by name, and pods that are not known yet are found by their labels or names.
 */
import type { Clock } from '#common/clock/clock.js';
import { parseAttemptId, runOfAttempt, type AttemptId } from '#common/domain/ids.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { PodWatches, type ShardView } from '#common/kubernetes/pod-watches.js';
import type { Logger } from '#common/logging/logger.js';
import { attemptOfAnnotations, attemptSelector, runsSelector } from '#common/run/pod-contract.js';
import type { AttemptEnd } from '#common/run/run.js';
import type { Observation, Waiting } from '../engine.js';
import { explainedEnd, explainedWait, isUnexplained, type PodEvent } from './core/deletion-cause.js';
import type { ObservedPod } from './core/observed-pod.js';
import { EndProver } from './end-prover.js';
import { PodApi, unavailable } from './pod-api.js';
import { PodGuard } from './pod-guard.js';
import { PodTracker, refOf, type TrackedPod } from './pod-tracker.js';

export interface ClusterViewParts {
  readonly instance: string;
  readonly nodeLostMs: number;
  readonly client: ApiClient;
  readonly shards: ShardView;
  /** Namespaces of tenants that have one of their own. */
  readonly tenantNamespaces: () => Promise<readonly string[]>;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Sought {
  readonly attempt: AttemptId;
  /** The name of the attempt's pod, if it is known. */
  readonly name: string | null;
}

const LOOK_AGAIN_MS = 1_000;

/**
 * Every search throws AppError UNAVAILABLE if the cluster does not answer: an object that was not searched for does not count as gone.
 */
export class ClusterView {
  readonly api: PodApi;
  readonly tracker: PodTracker;
  private readonly watches: PodWatches<ObservedPod>;
  private readonly prover: EndProver;
  private readonly guard: PodGuard;
  private listener: (observation: Observation) => void = () => undefined;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly parts: ClusterViewParts) {
    const { instance, nodeLostMs, client, shards, clock, log } = parts;
    this.api = new PodApi(client);
    this.tracker = new PodTracker({
      instance,
      nodeLostMs,
      now: () => clock.now(),
      tell: (observation) => {
        this.listener(observation);
      },
      attend: (tracked) => {
        this.guard.attend(tracked);
      },
    });
    this.guard = new PodGuard(this.api, this.tracker, { clock, log });
    this.watches = new PodWatches<ObservedPod>(client, this.tracker, { instance, shards, clock, log });
    this.prover = new EndProver(client, this.tracker, log);
  }

  /** Begins to watch; the client is open. */
  async open(listener: (observation: Observation) => void): Promise<void> {
    this.listener = listener;
    await this.watches.open(this.parts.tenantNamespaces);
    this.timer = setInterval(() => {
      this.tracker.lookAgain();
      this.prover.step();
      this.guard.step();
    }, LOOK_AGAIN_MS);
    if (!(await this.watches.isListed())) this.parts.log.warn('the Kubernetes API server does not answer yet');
  }

  async close(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.prover.close();
    this.guard.close();
    await this.watches.close();
  }

  /** Also watches this namespace from now on. */
  watch(namespace: string): void {
    this.watches.add([namespace]);
  }

  /** The same for the namespaces of all tenants. */
  async watchTenants(): Promise<void> {
    await this.watches.addTenants();
  }

  /** Resolves when everything that exists was seen. */
  async listed(): Promise<void> {
    if (!(await this.watches.isListed()))
      throw new AppError('UNAVAILABLE', 'the Kubernetes API server does not answer');
  }

  /** Reads `kind` in every namespace that is watched. Throws ApiError. */
  inAllNamespaces<T>(kind: string, read: (namespace: string) => Promise<readonly T[]>): Promise<T[]> {
    return this.watches.readAll(kind, read);
  }

  /** The attempt's pod: from the watch, else from the server. */
  async find(sought: Sought): Promise<TrackedPod | null> {
    const key = parseAttemptId(sought.attempt);
    if (!this.tracker.find(sought.attempt) && key)
      await this.learnBySelector(attemptSelector(this.parts.instance, key));
    await this.learnByName(sought);
    return this.tracker.find(sought.attempt);
  }

  /** Finds the pods of many attempts. */
  async findAll(sought: readonly Sought[]): Promise<void> {
    const missing = sought.filter(({ attempt }) => !this.tracker.find(attempt));
    if (missing.length === 0) return;
    const runs = missing.map(({ attempt }) => runOfAttempt(attempt));
    await this.learnBySelector(runsSelector(this.parts.instance, runs));
    await Promise.all(missing.map((each) => this.learnByName(each)));
  }

  /** Asks the cluster why it deleted the pod, if the pod itself does not say so. A missing answer explains nothing. Never fails. */
  async explain(tracked: TrackedPod, end: AttemptEnd): Promise<AttemptEnd> {
    return isUnexplained(end) ? explainedEnd(end, await this.eventsOf(tracked)) : end;
  }

  /** Asks the cluster what the pod waits for. A missing answer explains nothing. Never fails. */
  async explainWait(tracked: TrackedPod, wait: Waiting): Promise<Waiting> {
    return explainedWait(wait, await this.eventsOf(tracked));
  }

  private async eventsOf(tracked: TrackedPod): Promise<readonly PodEvent[]> {
    const pod = refOf(tracked);
    try {
      return await this.api.eventsOf(pod);
    } catch (error) {
      this.parts.log.warn({ pod: pod.name, error: messageOf(error) }, 'the events of a pod cannot be read');
      return [];
    }
  }

  private async learnBySelector(selector: string): Promise<void> {
    // Only watched namespaces are searched.
    if (this.timer === null) throw new AppError('UNAVAILABLE', 'the cluster is not watched yet');
    await this.watchTenants();
    await this.learn((namespace) => this.api.list(namespace, selector));
  }

  /** Another client may have removed the pod's labels while no replica watched: then the pod is found only by its name. */
  private async learnByName({ attempt, name }: Sought): Promise<void> {
    if (name === null || this.tracker.find(attempt)) return;
    await this.learn(async (namespace) => {
      const pod = await this.api.get(namespace, name, 'read');
      return pod && attemptOfAnnotations(pod.metadata.annotations) === attempt ? [pod] : [];
    });
  }

  private async learn(read: (namespace: string) => Promise<readonly ObservedPod[]>): Promise<void> {
    try {
      for (const pod of await this.inAllNamespaces('pods', read)) this.tracker.learn(pod);
    } catch (error) {
      throw unavailable(error);
    }
  }
}
