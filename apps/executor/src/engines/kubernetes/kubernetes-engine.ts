/**
 * The kubernetes engine: attempts as pods. It keeps no state that cannot be read from the cluster after a restart.
 *
 * A plain pod costs its creation and the removal of its finalizer; ended pods are deleted together.
 */
import type { ShardSet } from '#common/domain/shards.js';
import type { Clock } from '#common/clock/clock.js';
import { runOfAttempt, type AttemptId, parseAttemptId } from '#common/domain/ids.js';
import { POD_ANNOTATIONS, attemptOfAnnotations, attemptSelector, runsSelector } from '#common/run/pod-contract.js';
import { ApiClient, ignoreNotFound, isNotFound } from '#common/kubernetes/api-client.js';
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
import { explainedEnd, explainedWait, isUnexplained, isUnexplainedWait, type PodEvent } from './core/deletion-cause.js';
import { vanishedEnd } from './core/pod-view.js';
import { needsSecret } from './core/pod-manifest.js';
import { secretNames, type Naming } from './core/pod-name.js';
import { KubernetesSites } from './kubernetes-sites.js';
import { unavailable, PodApi } from './pod-api.js';
import { PodRemover } from './pod-remover.js';
import { PodStarter } from './pod-starter.js';
import { foundOf, refOf, type TrackedPod, PodTracker } from './pod-tracker.js';
import { SiteApi } from './site-api.js';
import { SharedCalls } from '#common/runtime/shared-calls.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import { PodWatches, type ShardView } from '#common/kubernetes/pod-watches.js';
import type { Logger } from '#common/logging/logger.js';
import type { AttemptEnd } from '#common/run/run.js';
import type { ObservedPod } from './core/observed-pod.js';
import { EndProver } from './end-prover.js';
import { PodGuard } from './pod-guard.js';
import { createHash } from 'node:crypto';
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { ClusterSettings } from '#common/kubernetes/cluster-env.js';
import type { Metrics } from '#common/metrics/catalogue.js';

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
 * The pods of attempts as this replica sees them. One watch per namespace, limited to the shards of this replica, reports changes of pods.
 * Pods that leave the watch are polled by name, and pods that are not known yet are found by their labels or names. Every search throws
 * AppError UNAVAILABLE if the cluster does not answer: an object that was not searched for does not count as gone.
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

export interface KubernetesSurroundings extends Omit<ClusterViewParts, 'instance' | 'nodeLostMs' | 'client'> {
  /** The keys of the box make names unguessable. */
  readonly secrets: Pick<SecretBox, 'tags'>;
  readonly metrics: Metrics;
}

export function makeKubernetesEngine(settings: ClusterSettings, around: KubernetesSurroundings): KubernetesEngine {
  const { clock, metrics, secrets } = around;
  const naming = {
    digest: (text: string) => createHash('sha256').update(text).digest('hex'),
    tags: (text: string) => secrets.tags(text),
  };
  const client = new ApiClient(settings, { clock, metrics, random: Math.random });
  const { instance, nodeLostMs } = settings;
  return kubernetesEngineOf(naming, { ...around, instance, nodeLostMs, client });
}

/** The engine with its own view of the cluster. */
export const kubernetesEngineOf = (naming: Naming, parts: ClusterViewParts): KubernetesEngine =>
  new KubernetesEngine({ instance: parts.instance, naming }, new ClusterView(parts), parts);
