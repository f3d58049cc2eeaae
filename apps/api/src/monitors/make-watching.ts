import type { AuditStore } from '#common/mongo/audit.store.js';
import type { ChannelsStore } from '#common/mongo/channels.store.js';
import { ErrorGroupsStore } from '#common/mongo/error-groups.store.js';
import { UsageStore } from '#common/mongo/usage.store.js';
import { EventLogStore } from '#common/mongo/event-log.store.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import { MonitorStatesStore, RuleStatesStore } from '#common/mongo/watch-states.store.js';
import { MonitorsStore } from '#common/mongo/monitors.store.js';
import { NoticesStore } from '#common/mongo/notices.store.js';
import { RulesStore } from '#common/mongo/rules.store.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { IncidentSources } from '#common/mongo/incident-sources.js';
import { PingsStore } from '#common/mongo/pings.store.js';
import type { TenantId } from '#common/domain/ids.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import { ChannelMessages } from '../channels/channel-messages.js';
import { StoredEvents } from '../events/stored-events.js';
import { ChannelUsers } from '../channels/channel-users.js';
import type { ApiConfig } from '../config.js';
import { Deliveries } from '../deliveries/deliveries.js';
import { AlertingCheck } from './alerting-check.js';
import { ErrorGroupReader } from '../failures/error-group.reader.js';
import { IncidentChangesReader } from './incident-changes.reader.js';
import { IncidentReader } from './incident.reader.js';
import { MonitorKeeper } from './monitor.keeper.js';
import { PingIntake } from './ping-intake.js';

/** The parts of channels, deliveries, monitors, rules, incidents and error groups. */
export function watchingOf(
  { mongo, nats, secrets, clock, metrics, config }: ServiceParts<ApiConfig>,
  { jobs, tenants, audit }: { readonly jobs: JobsStore; readonly tenants: TenantsStore; readonly audit: AuditStore },
  channels: ChannelsStore,
): {
  values: readonly object[];
  definitions: readonly { removeAll(tenant: TenantId): Promise<void> }[];
  ruleStores: { readonly rules: RulesStore; readonly states: RuleStatesStore };
} {
  const monitors = new MonitorsStore(mongo);
  const incidents = new IncidentsStore(mongo);
  const pings = new PingsStore(mongo);
  const rules = new RulesStore(mongo);
  const states = new RuleStatesStore(mongo);
  const errorGroups = new ErrorGroupsStore(mongo);
  const alerting = new AlertingCheck(channels);
  const sources = new IncidentSources(monitors, rules);
  const eventLog = new EventLogStore(mongo);
  const publicUrl = `${config.PUBLIC_URL}${config.PATH_PREFIX}`;
  return {
    values: [
      ...[
        channels,
        new ChannelUsers(jobs, { monitors, rules }, secrets),
        new ChannelMessages(nats, publicUrl, clock, eventLog),
        new StoredEvents(eventLog, tenants, publicUrl, clock),
      ],
      new Deliveries(new NoticesStore(mongo), secrets, nats),
      ...[monitors, incidents, pings, new IncidentChangesReader(audit, jobs, tenants)],
      ...[rules, states, alerting],
      new MonitorKeeper({ states: new MonitorStatesStore(mongo), secrets, clock, publicUrl }),
      ...[sources, new IncidentReader(incidents, sources), new ErrorGroupReader(errorGroups, tenants, clock)],
      new PingIntake({ monitors, pings }, clock, metrics),
    ],
    // Incidents are removed after their monitors and rules: the executor itself removes an incident that it is just storing, because its
    // monitor or rule is gone.
    definitions: [channels, monitors, rules, incidents, errorGroups, new UsageStore(mongo)],
    ruleStores: { rules, states },
  };
}
