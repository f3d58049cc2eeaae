/** Builds the parts by which a service hides secrets of runs: the same in every service that stores output or reports. */
import type { Clock } from '../clock/clock.js';
import type { SecretBox } from '../crypto/secret-box.js';
import type { ApiClient } from '../kubernetes/api-client.js';
import type { Logger } from '../logging/logger.js';
import { HeldSecretsStore } from '../mongo/held-secrets.store.js';
import type { Mongo } from '../mongo/mongo.js';
import type { TenantsStore } from '../mongo/tenants.store.js';
import { ClusterSecrets } from './cluster-secrets.js';
import { MappedSecrets, type SecretRef } from './mapped-secrets.js';
import { RunSecrets } from './run-secrets.js';
import { SecretFiles } from './secret-files.js';

interface Parts {
  readonly config: {
    readonly WORKER_SECRETS: readonly SecretRef[];
    readonly PROCESS_SECRETS_DIR?: string | undefined;
    readonly WORKERS_VCAP_SERVICES?: string | undefined;
  };
  readonly secrets: SecretBox;
  readonly mongo: Mongo;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `cluster` null: without a cluster no worker is given a secret from one. */
export function runSecretsOf(
  { config, secrets, mongo, clock, log }: Parts,
  { cluster, tenants }: { readonly cluster: ApiClient | null; readonly tenants: TenantsStore },
): RunSecrets {
  const files = config.PROCESS_SECRETS_DIR;
  const places = {
    ...(cluster && { kubernetes: new ClusterSecrets(cluster, clock, log) }),
    ...(files !== undefined && { process: new SecretFiles(files) }),
  };
  const mapped = new MappedSecrets(places, config.WORKER_SECRETS, tenants);
  return new RunSecrets(secrets, mapped, new HeldSecretsStore(mongo), config.WORKERS_VCAP_SERVICES ?? null);
}
