import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterProblem, clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { runSecretsOf } from '#common/secrets/make-run-secrets.js';
import type { ExecutorConfig } from '../config.js';
import { OutsideTexts } from './outside-texts.js';

/** What workers are given of a cluster is read there by name; where no cluster is named there is nothing to read. */
export function outsideTextsOf(parts: ServiceParts<ExecutorConfig>, tenants: TenantsStore): OutsideTexts {
  const { config, clock, metrics } = parts;
  const cluster =
    clusterProblem(config) === null
      ? new ApiClient(clusterSettings(config), { clock, metrics, random: Math.random })
      : null;
  return new OutsideTexts(runSecretsOf(parts, { cluster, tenants }));
}
