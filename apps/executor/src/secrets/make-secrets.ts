/** Assembles the parts that give attempts secrets from providers. */
import type { ProviderTrouble } from '#common/domain/provider-trouble.js';
import { ApiClient } from '#common/kubernetes/api-client.js';
import { clusterSettings } from '#common/kubernetes/cluster-env.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { HeldSecretsStore } from '#common/mongo/held-secrets.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import type { ExecutorConfig } from '../config.js';
import { LeaseActions } from './lease-actions.js';
import { LeaseEnds } from './lease-ends.js';
import { LeaseKeeper } from './lease-keeper.js';
import { ProviderWatch } from './provider-watch.js';
import { knownProviders } from './providers.js';
import { SecretGiver } from './secret-giver.js';
import { SecretLoops } from './secret-loops.js';

export interface OutsideSecrets {
  readonly giver: SecretGiver;
  /** Learns of ended attempts. */
  readonly ends: LeaseEnds;
  readonly loops: SecretLoops;
  /** The client of the cluster, open while the loops run; null: there is no cluster. */
  readonly cluster: ApiClient | null;
}

export function outsideSecretsOf(parts: ServiceParts<ExecutorConfig>): OutsideSecrets {
  const { config, clock, metrics, mongo, membership, secrets } = parts;
  const log = moduleLog(parts.log, 'secrets');
  const held = new HeldSecretsStore(mongo);
  const tenants = new TenantsStore(mongo);
  const members = new MembersStore(mongo);
  const cluster = needsCluster(config)
    ? new ApiClient(clusterSettings(config), { clock, metrics, random: Math.random })
    : null;
  const providers = knownProviders(config.SECRET_PROVIDERS, { clock, metrics, tenants, cluster });
  const owned = (): ReadonlySet<number> => membership.owned();
  const actions = new LeaseActions({ providers, clock, metrics, log });
  const leases = new LeaseKeeper({ actions, held, runs: new RunReads(mongo), owned, clock });
  const ends = new LeaseEnds(held, clock, log);
  const tell = (troubles: readonly ProviderTrouble[]): Promise<void> =>
    members.tellProviders(membership.replica, troubles);
  const watch = new ProviderWatch({ providers, tell, clock, metrics, log });
  return {
    giver: new SecretGiver({ providers, held, leases: actions, box: secrets, clock }),
    ends,
    loops: new SecretLoops({ leases, ends, watch, cluster, log }),
    cluster,
  };
}

/** True if workers are pods, or if secrets are read from a cluster. */
const needsCluster = ({ ENGINES, SECRET_PROVIDERS }: ExecutorConfig): boolean =>
  ENGINES.includes('kubernetes') || [...SECRET_PROVIDERS.values()].some(({ kind }) => kind === 'kubernetes');
