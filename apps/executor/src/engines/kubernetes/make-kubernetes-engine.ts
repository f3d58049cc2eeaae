/** Makes the kubernetes engine that the environment describes. */
import { createHash } from 'node:crypto';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import type { ClusterSettings } from '#common/kubernetes/cluster-env.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { ClusterView, type ClusterViewParts } from './cluster-view.js';
import type { Naming } from './core/pod-name.js';
import { KubernetesEngine } from './kubernetes-engine.js';

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
