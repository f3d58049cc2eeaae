/** All declared providers, each behind its guard. */
import type { Clock } from '#common/clock/clock.js';
import type { SecretProviderConfig } from '#common/config/secret-providers.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { ClusterProvider } from './cluster-provider.js';
import { FileProvider } from './file-provider.js';
import { ProviderGuard } from './provider-guard.js';
import { refused, type SecretProvider, type SecretRead, type SecretRequest } from './provider.js';
import { VaultClient } from './vault-client.js';
import { VaultProvider } from './vault-provider.js';

export interface KnownProvider {
  readonly name: string;
  readonly config: SecretProviderConfig;
  readonly provider: SecretProvider;
  readonly guard: ProviderGuard;
}

interface Tools {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly tenants: Pick<TenantsStore, 'inNamespace'>;
  /** Null: there is no cluster. */
  readonly cluster: ApiClient | null;
}

export function knownProviders(
  configs: ReadonlyMap<string, SecretProviderConfig>,
  tools: Tools,
): ReadonlyMap<string, KnownProvider> {
  const entries = [...configs].map(([name, config]): KnownProvider => {
    const guard = new ProviderGuard(name, tools.clock, tools.metrics);
    return { name, config, guard, provider: providerOf(config, tools) };
  });
  return new Map(entries.map((each) => [each.name, each]));
}

function providerOf(config: SecretProviderConfig, { clock, tenants, cluster }: Tools): SecretProvider {
  switch (config.kind) {
    case 'vault':
      return new VaultProvider(new VaultClient(config, clock), clock);
    case 'files':
      return new FileProvider(config);
    case 'kubernetes':
      return cluster === null ? NO_CLUSTER : new ClusterProvider(config, cluster, tenants);
  }
}

const withoutCluster = (): Promise<never> =>
  Promise.reject(
    refused(
      'this executor has no Kubernetes cluster configured: see KUBECONFIG and the variables beside it in docs/env.md',
    ),
  );
const NO_CLUSTER: SecretProvider = { read: withoutCluster, probe: withoutCluster };

/** One read through the guard. Throws ProviderFailure. */
export const readThrough = ({ guard, provider }: KnownProvider, request: SecretRequest): Promise<SecretRead> =>
  guard.read(() => provider.read(request));
