/** Makes the kubernetes engine that the environment describes. */
import { createHash } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import { DEFAULT_TEMPLATE_PATHS } from '#common/spec/pod-template.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import type { ClusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ShardView } from '#common/kubernetes/pod-watches.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { KubernetesEngine } from './kubernetes-engine.js';

export interface KubernetesSurroundings {
  readonly shards: ShardView;
  readonly tenantNamespaces: () => Promise<readonly string[]>;
  /** Its keys make names unguessable. */
  readonly secrets: Pick<SecretBox, 'tags'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

export function makeKubernetesEngine(settings: ClusterSettings, around: KubernetesSurroundings): KubernetesEngine {
  const { clock, metrics } = around;
  const options = {
    instance: settings.instance,
    nodeLostMs: settings.nodeLostMs,
    allowedTemplatePaths: DEFAULT_TEMPLATE_PATHS,
    naming: {
      digest: (text: string) => createHash('sha256').update(text).digest('hex'),
      tags: (text: string) => around.secrets.tags(text),
    },
  };
  return new KubernetesEngine(options, {
    ...around,
    client: new ApiClient(settings, { clock, metrics, random: Math.random }),
  });
}
