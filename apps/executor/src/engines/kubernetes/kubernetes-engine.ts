/**
 * The kubernetes engine: attempts as pods. It keeps no state that cannot be read from the cluster after a restart.
 *
 * A plain pod costs its creation and the removal of its finalizer; ended pods are deleted together.
 */
import type { ShardSet } from '#common/domain/shards.js';
import type { Clock } from '#common/clock/clock.js';
import { runOfAttempt, type AttemptId } from '#common/domain/ids.js';
import { POD_ANNOTATIONS } from '#common/run/pod-contract.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { ignoreNotFound, isNotFound } from '#common/kubernetes/api-error.js';
import {
  ALWAYS,
  type AttemptEngine,
  type AttemptRef,
  type ContainerLaunch,
  type Found,
  type MayBegin,
  type Observation,
  type StartResult,
  type StopRequest,
  type StopResult,
  type Waiting,
} from '../engine.js';
import type { ClusterView } from './cluster-view.js';
import { isUnexplained, isUnexplainedWait } from './core/deletion-cause.js';
import { vanishedEnd } from './core/pod-end.js';
import { needsSecret } from './core/pod-manifest.js';
import { secretNames, type Naming } from './core/pod-name.js';
import { KubernetesSites } from './kubernetes-sites.js';
import { unavailable, type PodApi } from './pod-api.js';
import { PodRemover } from './pod-remover.js';
import { PodStarter } from './pod-starter.js';
import { foundOf, refOf, type TrackedPod } from './pod-tracker.js';
import { SiteApi } from './site-api.js';
import { SharedCalls } from '#common/runtime/shared-calls.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

export interface KubernetesEngineOptions {
  readonly instance: string;
  readonly naming: Naming;
}

export interface KubernetesEngineParts {
  readonly client: ApiClient;
  readonly clock: Clock;
}

const UNSEEN = { stopAsked: true, isReplaced: false };
/** A removed object is checked again after this time, in which the cluster should have removed it. */
const CLEANED_FOR_MS = 30_000;
const MAX_CLEANED = 20_000;

export class KubernetesEngine implements AttemptEngine<'kubernetes'> {
  readonly engine = 'kubernetes';
  readonly sites: KubernetesSites;
  private readonly api: PodApi;
  private readonly starter: PodStarter;
  private readonly remover: PodRemover;
  private readonly starting = new SharedCalls<AttemptId, StartResult>();
  private readonly withdrawn = new Set<AttemptId>();
  private readonly cleaning = new SharedCalls<AttemptId, void>();
  private readonly cleaned: TtlCache<AttemptId, true>;
  /** Attempts without a pod that may have a Secret. */
  private readonly secretsLeft = new Set<AttemptId>();
  private isExplaining = false;
  private listener: (observation: Observation) => void = () => undefined;

  constructor(
    private readonly options: KubernetesEngineOptions,
    private readonly view: ClusterView,
    private readonly parts: KubernetesEngineParts,
  ) {
    const { client, clock } = parts;
    const { instance, naming } = options;
    this.api = view.api;
    this.cleaned = new TtlCache(MAX_CLEANED, CLEANED_FOR_MS, clock);
    this.sites = new KubernetesSites(new SiteApi(client), {
      instance,
      naming,
      namespace: () => client.namespace,
      inAllNamespaces: (kind, read) => view.inAllNamespaces(kind, read),
    });
    this.starter = new PodStarter(this.api, { tracker: view.tracker, sites: this.sites, clock }, options);
    this.remover = new PodRemover(this.api, instance, clock);
  }

  async open(listener: (observation: Observation) => void): Promise<void> {
    this.listener = listener;
    await this.parts.client.open();
    await this.view.open((observation) => {
      this.tell(observation);
    });
  }

  async start(launch: ContainerLaunch, mayBegin: MayBegin = ALWAYS): Promise<StartResult> {
    return this.starting.run(launch.attempt, () => this.begin(launch, mayBegin));
  }

  private async begin(launch: ContainerLaunch, mayBegin: MayBegin): Promise<StartResult> {
    const { attempt } = launch;
    this.withdrawn.delete(attempt);
    this.cleaned.delete(attempt);
    const namespace = launch.namespace ?? this.parts.client.namespace;
    this.view.watch(namespace);
    this.remover.noteWork();
    if (needsSecret(launch)) this.secretsLeft.add(attempt);
    try {
      const isWithdrawn = (): boolean => this.withdrawn.has(attempt) || !mayBegin();
      const result = await this.starter.start(launch, namespace, isWithdrawn);
      // From now on the pod itself names its Secret.
      if (result.type === 'created' || result.type === 'alreadyStarted') this.secretsLeft.delete(attempt);
      return result;
    } finally {
      this.withdrawn.delete(attempt);
    }
  }

  async stop(request: StopRequest): Promise<StopResult> {
    await this.withdraw(request.attempt);
    const tracked = await this.view.find(request);
    if (!tracked) return { type: 'ended', end: this.neverThere() };
    const { state } = tracked.view;
    if (state.type === 'ended') return { type: 'ended', end: await this.view.explain(tracked, state.end) };
    try {
      await this.end(tracked, request);
    } catch (error) {
      if (!isNotFound(error)) throw unavailable(error);
      const { name } = tracked.pod.metadata;
      return { type: 'ended', end: vanishedEnd(name, { ...UNSEEN, now: this.parts.clock.now() }) };
    }
    return { type: 'stopping' };
  }

  async recover(attempts: readonly AttemptRef[]): Promise<readonly Found[]> {
    if (attempts.length === 0) return [];
    await this.view.listed();
    for (const { attempt, stoppedAt } of attempts) if (stoppedAt !== null) this.view.tracker.markStopAsked(attempt);
    await this.view.findAll(attempts);
    return Promise.all(attempts.map(({ attempt }) => this.foundOf(attempt)));
  }

  async existing(shards: ShardSet): Promise<readonly AttemptId[]> {
    await this.view.watchTenants();
    if (shards.size === 0) return [];
    await this.view.listed();
    const withSecrets = [...this.secretsLeft].filter((attempt) => shards.ownsAttempt(attempt));
    const attempts = new Set([...this.view.tracker.attemptsOf(shards), ...withSecrets]);
    // Pods that wait for their removal are not reported, nor are removed ones that the watch still shows.
    return [...attempts].filter((attempt) => this.cleaning.get(attempt) === undefined && !this.cleaned.has(attempt));
  }

  /** A sweep repeats removals that still wait, and those that the cluster has not completed: neither is sent twice. */
  async cleanUp(attempt: AttemptId, name: string | null = null): Promise<void> {
    if (this.cleaned.has(attempt)) return;
    await this.cleaning.run(attempt, () => this.removeLeftovers(attempt, name));
    this.cleaned.set(attempt, true);
  }

  private tell(observation: Observation): void {
    if (observation.type === 'ended') this.tellEnd(observation);
    else this.listener(observation);
    if (observation.type === 'waiting' && isUnexplainedWait(observation)) void this.tellObstacle(observation);
  }

  /** For one pod at a time: for each answer the API server reads the events of a whole namespace. */
  private async tellObstacle(wait: Waiting): Promise<void> {
    const tracked = this.view.tracker.find(wait.attempt);
    if (!tracked || this.isExplaining) return;
    this.isExplaining = true;
    const explained = await this.view.explainWait(tracked, wait);
    this.isExplaining = false;
    if (explained !== wait && tracked.view.state.type === 'waiting') this.listener(explained);
  }

  /** The end is the last report of an attempt, so it may wait for its reason. */
  private tellEnd(observation: Extract<Observation, { type: 'ended' }>): void {
    this.remover.noteWork();
    const tracked = this.view.tracker.find(observation.attempt);
    if (!tracked || !isUnexplained(observation.end)) this.listener(observation);
    else
      void this.view.explain(tracked, observation.end).then((end) => {
        this.listener({ ...observation, end });
      });
  }

  private async foundOf(attempt: AttemptId): Promise<Found> {
    const tracked = this.view.tracker.find(attempt);
    const state = foundOf(attempt, tracked);
    if (!tracked || state.type !== 'ended') return state;
    return { ...state, end: await this.view.explain(tracked, state.end) };
  }

  private async removeLeftovers(attempt: AttemptId, name: string | null): Promise<void> {
    await this.withdraw(attempt);
    try {
      const tracked = await this.view.find({ attempt, name });
      if (tracked) await this.removePod(tracked);
      else await this.removeSecrets(attempt);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async close(): Promise<void> {
    await this.view.close();
    await this.remover.close();
    await this.parts.client.close();
  }

  /** A start that still waits to be sent is withdrawn; one that was sent is waited for. */
  private async withdraw(attempt: AttemptId): Promise<void> {
    const start = this.starting.get(attempt);
    if (!start) return;
    this.withdrawn.add(attempt);
    await start.catch(() => undefined);
  }

  private async end(tracked: TrackedPod, { force, graceSeconds, reason }: StopRequest): Promise<void> {
    const pod = refOf(tracked);
    const { nodeName, terminationGracePeriodSeconds } = tracked.pod.spec;
    if (force) {
      this.view.tracker.markStopAsked(tracked.attempt);
      await this.api.delete(pod, 0, 'stop');
    } else if (nodeName === '' || graceSeconds > terminationGracePeriodSeconds) {
      // Without a node there is no log to keep; and a grace longer than the pod's own is possible only by deletion.
      this.view.tracker.markStopAsked(tracked.attempt);
      await this.api.delete(pod, Math.ceil(graceSeconds), 'stop');
    } else {
      await this.api.letDeadlinePass(pod, reason);
    }
  }

  private async removePod(tracked: TrackedPod): Promise<void> {
    const pod = refOf(tracked);
    this.view.tracker.markReleased(tracked);
    const secret = tracked.marks.annotations[POD_ANNOTATIONS.secret];
    if (secret !== undefined) await this.api.deleteSecret(pod.namespace, secret);
    if (tracked.view.state.type !== 'ended') {
      this.view.tracker.markStopAsked(tracked.attempt);
      await this.api.delete(pod, 0, 'cleanUp').catch(ignoreNotFound);
    }
    await this.remover.remove(pod, runOfAttempt(tracked.attempt));
  }

  /**
   * Without a pod it is unknown whether there is a Secret, but a start may have made one. The names of the Secret follow from the attempt.
   */
  private async removeSecrets(attempt: AttemptId): Promise<void> {
    this.secretsLeft.add(attempt);
    const names = secretNames(attempt, this.options.naming);
    await this.view.inAllNamespaces('secrets', async (namespace) => {
      await Promise.all(names.map((name) => this.api.deleteSecret(namespace, name)));
      return [];
    });
    this.secretsLeft.delete(attempt);
  }

  private neverThere(): Extract<StopResult, { type: 'ended' }>['end'] {
    return {
      result: 'deletedByUs',
      at: this.parts.clock.now(),
      exitCode: null,
      reason: 'NeverStarted',
      message: 'the attempt has no pod',
    };
  }
}
