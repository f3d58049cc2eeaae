/** Reads incidents for callers with a role in their tenant. */
import type { TenantId } from '#common/domain/ids.js';
import type { Role } from '#common/spec/definitions.js';
import type { IncidentSources } from '#common/mongo/incident-sources.js';
import type { IncidentsStore } from '#common/mongo/incidents.store.js';
import type { Incident, IncidentSource } from '#common/watch/incident.js';
import type { Caller } from '../access/core/access.js';
import { notFound, requireAccess } from '../access/require-access.js';

export class IncidentReader {
  constructor(
    private readonly incidents: Pick<IncidentsStore, 'load'>,
    private readonly sources: Pick<IncidentSources, 'alertingOf' | 'find'>,
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

  /** The key of a monitor or a rule that a viewer of its tenant may see. Throws NOT_FOUND, and FORBIDDEN without a role in the tenant. */
  async uidOf(
    caller: Caller,
    source: IncidentSource,
    { tenant, id }: { readonly tenant: TenantId; readonly id: string },
  ): Promise<string> {
    const what = `${source} ${id}`;
    requireAccess(caller, tenant, 'viewer', what);
    const place = await this.sources.find(source, tenant, id);
    if (!place) throw notFound(what);
    return place.uid;
  }
}
