/** Makes an attempt's pod at most once: its name is unique, and an annotation proves the owner. */
import { MAX_PLAN_AGE_MS } from '#common/domain/limits.js';
import { DEFAULT_TEMPLATE_PATHS } from '#common/spec/pod-template.js';
import { attemptOfAnnotations } from '#common/run/pod-contract.js';
import { ApiError, isExisting } from '#common/kubernetes/api-client.js';
import type { Clock } from '#common/clock/clock.js';
import type { ContainerLaunch, StartResult } from '../engine.js';
import { type ObservedPod, placementOf } from './core/observed-pod.js';
import { launchProblems, needsSecret, podManifest, secretManifest } from './core/pod-manifest.js';
import { podName, secretNames, siteNames, type Naming } from './core/pod-name.js';
import { REASONS } from '../../run/reasons.js';
import { refusalOf } from './core/refusal.js';
import type { KubernetesSites } from './kubernetes-sites.js';
import type { PodApi } from './pod-api.js';
import type { PodTracker } from './pod-tracker.js';

export interface StarterOptions {
  readonly instance: string;
  readonly naming: Naming;
}

export interface StarterParts {
  readonly tracker: PodTracker;
  readonly sites: Pick<KubernetesSites, 'prepare'>;
  readonly clock: Clock;
}

/** The most names that are tried if other pods have the first ones. */
const MAX_SALTS = 5;

export class PodStarter {
  constructor(
    private readonly api: PodApi,
    private readonly parts: StarterParts,
    private readonly options: StarterOptions,
  ) {}

  /** `isWithdrawn`: a stop of the attempt was requested meanwhile. */
  async start(launch: ContainerLaunch, namespace: string, isWithdrawn: () => boolean): Promise<StartResult> {
    const [problem] = launchProblems(launch, launch.templatePaths ?? DEFAULT_TEMPLATE_PATHS);
    if (problem) {
      const message = `podTemplate.${problem.path} ${problem.message}`;
      return { type: 'refused', retryable: false, reason: 'PodTemplateRefused', message };
    }
    if (launch.hasOwnObjects === true && namespace === this.api.commonNamespace) return sharedNamespace(namespace);
    const tracked = this.parts.tracker.find(launch.attempt);
    if (tracked) return this.adopted(tracked.pod);
    const stillWanted = this.guard(launch, isWithdrawn);
    try {
      return (await this.unproved(launch, namespace)) ?? (await this.create(launch, namespace, stillWanted));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return this.refused(launch, namespace, error);
    }
  }

  /** A process that was paused must not send an old decision: another one may have made and removed the pod meanwhile. */
  private guard(launch: ContainerLaunch, isWithdrawn: () => boolean): () => boolean {
    const begunAt = this.parts.clock.monotonic();
    return () =>
      !isWithdrawn() &&
      this.parts.clock.monotonic() - begunAt < MAX_PLAN_AGE_MS &&
      this.parts.clock.now() < launch.startBy;
  }

  /** Objects that are granted only by labels are checked each time: labels may be removed. Null if everything is allowed. */
  private async unproved({ toProve = [] }: ContainerLaunch, namespace: string): Promise<StartResult | null> {
    for (const { kind, name, labels, path } of toProve) {
      const present = await this.api.labelsOf(kind, namespace, name);
      const isGranted = present !== null && Object.entries(labels).every(([key, value]) => present[key] === value);
      if (isGranted) continue;
      const message = `${path} "${name}" is not granted to this tenant: ${present ? 'it lacks the required labels' : 'it does not exist'}`;
      return { type: 'refused', retryable: present === null, reason: REASONS.ClusterAccessRefused, message };
    }
    return null;
  }

  private async create(launch: ContainerLaunch, namespace: string, stillWanted: () => boolean): Promise<StartResult> {
    const secret = needsSecret(launch) ? secretNames(launch.attempt, this.options.naming)[0] : null;
    const site = launch.site && siteNames(launch.site, this.options.naming);
    const place = { instance: this.options.instance, namespace, secret, site, now: this.parts.clock.now() };
    if (launch.site) await this.parts.sites.prepare(launch.site, stillWanted);
    if (secret !== null) {
      const manifest = secretManifest(launch, { ...place, name: secret });
      await ignoreExisting(this.api.createSecret(namespace, manifest, stillWanted));
    }
    for (let salt = 0; salt < MAX_SALTS; salt++) {
      const name = podName(launch, salt, this.options.naming.digest);
      const pod = await this.createNamed(namespace, podManifest(launch, { ...place, name }), stillWanted);
      if (pod) {
        this.parts.tracker.learn(pod);
        return { type: 'created', node: null, name };
      }
      const there = await this.api.get(namespace, name, 'start');
      if (!there) {
        const message = `pod ${name} was created and no longer exists`;
        return { type: 'refused', retryable: true, reason: 'Conflict', message };
      }
      if (attemptOfAnnotations(there.metadata.annotations) === launch.attempt) return this.adopted(there);
    }
    const message = `other objects have the ${MAX_SALTS} names that were tried for the pod`;
    return { type: 'refused', retryable: true, reason: 'NamesTaken', message };
  }

  /** Null if the name is taken. */
  private async createNamed(
    namespace: string,
    manifest: Parameters<PodApi['create']>[1],
    stillWanted: () => boolean,
  ): Promise<ObservedPod | null> {
    try {
      return await this.api.create(namespace, manifest, stillWanted);
    } catch (error) {
      if (isExisting(error)) return null;
      throw error;
    }
  }

  private adopted(pod: ObservedPod): StartResult {
    this.parts.tracker.learn(pod);
    return { type: 'alreadyStarted', ...placementOf(pod) };
  }

  private async refused(launch: ContainerLaunch, namespace: string, error: ApiError): Promise<StartResult> {
    if (error.reason === 'Withdrawn') {
      return {
        type: 'refused',
        retryable: true,
        reason: REASONS.Withdrawn,
        message: 'the request to create the pod waited too long',
      };
    }
    const refusal = refusalOf(error);
    if (!refusal.retryable && needsSecret(launch)) await this.removeSecret(launch, namespace);
    return refusal;
  }

  /** The Secret is removed at once, because there will be no pod; if this fails, the clean-up of the attempt tries again. */
  private async removeSecret(launch: ContainerLaunch, namespace: string): Promise<void> {
    const [name] = secretNames(launch.attempt, this.options.naming);
    await this.api.deleteSecret(namespace, name).catch(() => undefined);
  }
}

const sharedNamespace = (namespace: string): StartResult => ({
  type: 'refused',
  retryable: false,
  reason: 'NamespaceShared',
  message: `the tenant may use objects of its namespace (clusterAccess), but shares the namespace ${namespace} with other tenants`,
});

async function ignoreExisting(creation: Promise<void>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!isExisting(error)) throw error;
  }
}
