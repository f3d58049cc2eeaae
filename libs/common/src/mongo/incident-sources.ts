/** The monitor or the rule that has found an incident, as it is now. */
import type { TenantId } from '../domain/ids.js';
import type { Alerting, Incident, IncidentSource } from '../watch/incident.js';
import type { MonitorsStore } from './monitors.store.js';
import type { RulesStore } from './rules.store.js';

export class IncidentSources {
  constructor(
    private readonly monitors: Pick<MonitorsStore, 'load'>,
    private readonly rules: Pick<RulesStore, 'load'>,
  ) {}

  /** The channels that it notifies; null where it was removed, and its incidents with it. */
  async alertingOf({ source, tenant, monitor: id, uid }: Incident): Promise<Alerting | null> {
    const definition = await this.find(source ?? 'monitor', tenant, id);
    return definition?.uid === uid ? definition.spec : null;
  }

  /** Null where the tenant has no source with that id. */
  async find(
    source: IncidentSource,
    tenant: TenantId,
    id: string,
  ): Promise<{ readonly uid: string; readonly spec: Alerting } | null> {
    return source === 'rule' ? this.rules.load(tenant, id) : this.monitors.load(tenant, id);
  }
}
