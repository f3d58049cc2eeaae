/** The lags of a replica, from its gauges. */
import type { Lag } from '../domain/lag.js';
import type { ServiceName } from '../domain/service-name.js';
import type { Metrics } from '../metrics/catalogue.js';
import type { MembersStore } from '../mongo/members.store.js';

type Gauges = Pick<Metrics, 'startQueueOldest' | 'inboxOldest' | 'watchLag' | 'logLag'>;

/** The slots of a scheduler are left out: their lag is read from the database, where it grows even if the scheduler stands still. */
export async function lagsOf(service: ServiceName, metrics: Gauges): Promise<readonly Lag[]> {
  switch (service) {
    case 'executor':
      return [
        { of: 'starts', seconds: await valueOf(metrics.startQueueOldest) },
        { of: 'callbacks', seconds: await valueOf(metrics.inboxOldest) },
        { of: 'pings', seconds: await valueOf(metrics.watchLag, 'ping') },
        { of: 'monitors', seconds: await valueOf(metrics.watchLag, 'monitor') },
        { of: 'rules', seconds: await valueOf(metrics.watchLag, 'rule') },
      ];
    case 'log-collector':
      return [
        { of: 'logs', seconds: await valueOf(metrics.logLag) },
        { of: 'callbacks', seconds: await valueOf(metrics.inboxOldest) },
      ];
    case 'api':
    case 'scheduler':
      return [];
  }
}

/** The members, by which a replica reports its lags in its heartbeats. */
export const tellingLags = (
  members: MembersStore,
  service: ServiceName,
  metrics: Gauges,
): Pick<MembersStore, 'heartbeat' | 'heardSince' | 'leave'> => ({
  heartbeat: async (member) => members.heartbeat({ ...member, lags: await lagsOf(service, metrics) }),
  heardSince: async (of, since) => members.heardSince(of, since),
  leave: async (replica) => members.leave(replica),
});

/** 0 if it was never set. */
async function valueOf(gauge: Pick<Gauges['watchLag'] | Gauges['logLag'], 'get'>, kind?: string): Promise<number> {
  const { values } = await gauge.get();
  return values.find(({ labels }) => kind === undefined || (labels as { kind?: string }).kind === kind)?.value ?? 0;
}
