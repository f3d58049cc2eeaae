/** Secrets of Kubernetes that no pod can refer to: those of other engines, or of another namespace than the pod's. */
import { z } from 'zod';
import type { KubernetesConfig } from '#common/config/secret-providers.js';
import { type ApiClient, ApiError, isForbidden, isNotFound } from '#common/kubernetes/api-client.js';
import { messageOf } from '#common/errors/app-error.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { missing, refused, unavailable, type SecretProvider, type SecretRead, type SecretRequest } from './provider.js';

const secretObject = z.object({ data: z.record(z.string(), z.string()).nullish() });
/** Only one retry: after a longer failure the whole start is repeated. */
const TRIES = 2;

export class ClusterProvider implements SecretProvider {
  constructor(
    private readonly config: Pick<KubernetesConfig, 'namespace'>,
    private readonly client: Pick<ApiClient, 'call' | 'namespace'>,
    private readonly tenants: Pick<TenantsStore, 'inNamespace'>,
  ) {}

  async refersTo(request: SecretRequest): Promise<boolean> {
    return (await this.namespaceFor(request)) === (request.namespace ?? this.client.namespace);
  }

  async read(request: SecretRequest): Promise<SecretRead> {
    const namespace = await this.namespaceFor(request);
    const path = `/api/v1/namespaces/${namespace}/secrets/${encodeURIComponent(request.path)}`;
    try {
      const answer = await this.client.call({ verb: 'get', path, lane: 'read', maxTries: TRIES });
      const { data } = secretObject.parse(answer);
      const values = Object.entries(data ?? {}).map(
        ([key, text]) => [key, Buffer.from(text, 'base64').toString()] as const,
      );
      return { values: new Map(values), lease: null };
    } catch (error) {
      if (isNotFound(error)) throw missing(`there is no Secret "${request.path}" in the namespace ${namespace}`);
      if (isForbidden(error))
        throw refused(`the executor may not read the Secret "${request.path}" in the namespace ${namespace}`);
      if (error instanceof ApiError) throw unavailable(messageOf(error), error);
      throw error;
    }
  }

  /** Throws ProviderFailure if the namespace must be the tenant's own, and the tenant has none. */
  private async namespaceFor({ tenant, namespace }: Pick<SecretRequest, 'tenant' | 'namespace'>): Promise<string> {
    if (this.config.namespace !== null) return this.config.namespace;
    if (namespace === null) throw refused('the tenant has no namespace of its own');
    if (namespace === this.client.namespace)
      throw refused('the namespace of the tenant is the common one, which all tenants without their own share');
    const others = (await this.tenants.inNamespace(namespace)).filter(({ id }) => id !== tenant);
    if (others.length > 0) throw refused('other tenants use the namespace of the tenant, too');
    return namespace;
  }

  async probe(): Promise<void> {
    try {
      await this.client.call({ verb: 'get', path: '/version', lane: 'read', maxTries: TRIES });
    } catch (error) {
      throw unavailable(messageOf(error), error);
    }
  }
}
