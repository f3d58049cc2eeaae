import type { ServiceParts } from '#common/lifecycle/service.js';
import { moduleLog } from '#common/logging/logger.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { MonitorStatesStore } from '#common/mongo/monitor-states.store.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import type { ExecutorConfig } from '../config.js';
import { NoticeAddresses } from '../notify/notice-addresses.js';
import { IncidentChanges } from './incident-changes.js';
import { IncidentOutbox } from './incident-outbox.js';
import { IncidentWatch } from './incident-watch.js';
import { MonitorDecider } from './monitor-decider.js';
import { MonitorWatch } from './monitor-watch.js';
import { WatchGauges } from './watch-gauges.js';
import { WatchLoops } from './watch-loops.js';

/** The parts that look after monitors and their incidents. */
export function watchOf({ log, clock, metrics, mongo, membership, secrets }: ServiceParts<ExecutorConfig>): {
  changes: IncidentChanges;
  loops: WatchLoops;
} {
  const owned = (): ReadonlySet<number> => membership.owned();
  const [incidents, monitors, notices] = [new IncidentsStore(mongo), new MonitorsStore(mongo), new NoticesStore(mongo)];
  const [states, pings] = [new MonitorStatesStore(mongo), new PingsStore(mongo)];
  const changes = new IncidentChanges(incidents, clock);
  const decider = new MonitorDecider({ monitors, states, pings }, changes, clock);
  const outbox = new IncidentOutbox(notices, new NoticeAddresses(notices, secrets), secrets);
  const loops = new WatchLoops(
    new MonitorWatch({ states, pings }, decider, owned, clock),
    new IncidentWatch({ incidents, monitors }, outbox, owned, clock),
    new WatchGauges(states, incidents, owned, metrics),
    moduleLog(log, 'notices'),
  );
  return { changes, loops };
}
