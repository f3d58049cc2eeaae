/** Assembles what the executor needs to give attempts secrets from outside. */
import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import type { ExecutorConfig } from '../config.js';
import { LeaseKeeper } from './lease-keeper.js';
import { knownProviders } from './providers.js';
import { SecretGiver } from './secret-giver.js';
import { SecretLoops } from './secret-loops.js';

export interface OutsideSecrets {
  readonly giver: SecretGiver;
  readonly leases: LeaseKeeper;
  readonly loops: SecretLoops;
  /** Open while the loops run; null: there is no cluster. */
  readonly cluster: ApiClient | null;
}

export function outsideSecretsOf(parts: ServiceParts<ExecutorConfig>): OutsideSecrets {
  const { config, clock, metrics, mongo, membership, secrets } = parts;
  const log = moduleLog(parts.log, 'secrets');
  const [held, tenants, members] = [new HeldSecretsStore(mongo), new TenantsStore(mongo), new MembersStore(mongo)];
  const cluster = needsCluster(config)
    ? new ApiClient(clusterSettings(config), { clock, metrics, random: Math.random })
    : null;
  const providers = knownProviders(config.SECRET_PROVIDERS, { clock, metrics, tenants, cluster });
  const owned = (): ReadonlySet<number> => membership.owned();
  const leases = new LeaseKeeper({ providers, held, runs: new RunReads(mongo), owned, clock, metrics, log });
  return {
    giver: new SecretGiver({ providers, held, leases, box: secrets, clock }),
    leases,
    loops: new SecretLoops({
      ...{ providers, leases, cluster, clock, metrics, log },
      tell: (found) => members.tellProviders(membership.replica, found),
    }),
    cluster,
  };
}

/** True where workers are pods, or secrets are to be read of a cluster. */
const needsCluster = ({ ENGINES, SECRET_PROVIDERS }: ExecutorConfig): boolean =>
  ENGINES.includes('kubernetes') || [...SECRET_PROVIDERS.values()].some(({ kind }) => kind === 'kubernetes');
