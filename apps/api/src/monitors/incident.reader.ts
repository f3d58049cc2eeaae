/** Incidents as those may see them who have a role in their tenant. */
import type { Role } from '#common/spec/definitions.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { MonitorsStore } from '#common/mongo/monitors.store.js';
import type { Incident } from '#common/watch/incident.js';
import type { Caller } from '../access/core/access.js';
import { notFound, requireAccess } from '../access/require-access.js';

export class IncidentReader {
  constructor(
    private readonly incidents: Pick<IncidentsStore, 'load'>,
    private readonly monitors: Pick<MonitorsStore, 'load'>,
  ) {}

  /** Throws NOT_FOUND, also for one whose monitor is gone: it goes with it; FORBIDDEN without the role. */
  async find(caller: Caller, id: string, role: Role): Promise<Incident> {
    const incident = await this.incidents.load(id);
    if (incident === null) throw notFound(`incident ${id}`);
    requireAccess(caller, incident.tenant, role, `incident ${id}`);
    const monitor = await this.monitors.load(incident.tenant, incident.monitor);
    if (monitor?.uid !== incident.uid) throw notFound(`incident ${id}`);
    return incident;
  }
}
