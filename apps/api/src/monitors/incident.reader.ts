/** Reads incidents for callers with a role in their tenant. */
import type { Role } from '#common/spec/definitions.js';
import type { IncidentSources } from '#common/mongo/incident-sources.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { Incident } from '#common/watch/incident.js';
import type { Caller } from '../access/core/access.js';
import { notFound, requireAccess } from '../access/require-access.js';

export class IncidentReader {
  constructor(
    private readonly incidents: Pick<IncidentsStore, 'load'>,
    private readonly sources: Pick<IncidentSources, 'alertingOf'>,
  ) {}

  /**
   * Throws NOT_FOUND, also for an incident whose monitor or rule is removed, because it is removed with it; FORBIDDEN without the role.
   */
  async find(caller: Caller, id: string, role: Role): Promise<Incident> {
    const incident = await this.incidents.load(id);
    if (incident === null) throw notFound(`incident ${id}`);
    requireAccess(caller, incident.tenant, role, `incident ${id}`);
    if ((await this.sources.alertingOf(incident)) === null) throw notFound(`incident ${id}`);
    return incident;
  }
}
