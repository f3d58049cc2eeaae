import { contracts } from '#common/messages/registry.js';
import { IncidentSources } from '#common/mongo/incident-sources.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { Nats } from '#common/nats/nats.js';
import { stateOfIncident, type Incident } from '#common/watch/incident.js';
import { notFound, requireAccess, tenantOf, tenantsToList } from '../access/require-access.js';
import { placeFrom, showPage, timeText } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { accepted } from '../scheduler-port.js';
import { IncidentReader } from './incident.reader.js';
import { incidentRoutes as routes, type IncidentView } from './incident.routes.js';

type Routes = typeof routes;
type Change = AnswerOf<Routes['acknowledgeIncident']>;

const EXECUTOR_TIMEOUT_MS = 5_000;

@Serves(routes)
export class IncidentController {
  constructor(
    private readonly incidents: IncidentsStore,
    private readonly sources: IncidentSources,
    private readonly reader: IncidentReader,
    private readonly nats: Nats,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listIncidents: async (request) => {
      const { caller, query } = request;
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      const place = placeFrom(query.cursor, { at: 'n', id: 's' });
      const uid = await this.uidOf(request);
      const page = await this.incidents.list({ tenants, state: query.state, uid }, place, query.limit);
      return { body: showPage(page, toIncidentView, (incident) => [incident.openedAt, incident.id]) };
    },

    getIncident: async ({ caller, params }) => ({
      body: toIncidentView(await this.reader.find(caller, params.id, 'viewer')),
    }),

    acknowledgeIncident: async (request) => this.change(request, 'acknowledge'),

    resolveIncident: async (request) => this.change(request, 'resolve'),
  };

  private async change(
    { caller, params, mutation }: RequestContext<Routes['acknowledgeIncident']>,
    action: 'acknowledge' | 'resolve',
  ): Promise<Change> {
    const { id, tenant, shard, source = 'monitor', monitor } = await this.reader.find(caller, params.id, 'operator');
    await mutation.record({ tenant, object: `incident/${id}`, detail: `${source} ${monitor}` });
    const request = { v: 1 as const, incident: id, action, actor: caller.name };
    accepted(await this.nats.request(contracts.changeIncident, { shard }, request, EXECUTOR_TIMEOUT_MS));
    return { body: toIncidentView(await this.reader.find(caller, id, 'operator')) };
  }

  /** The uid of the monitor or rule that the query names; undefined if it names none. */
  private async uidOf({ caller, query }: RequestContext<Routes['listIncidents']>): Promise<string | undefined> {
    const { monitor, rule } = query;
    const id = monitor ?? rule;
    if (id === undefined) return undefined;
    const source = rule === undefined ? 'monitor' : 'rule';
    const what = `${source} ${id}`;
    const tenant = tenantOf(caller, query.tenant);
    requireAccess(caller, tenant, 'viewer', what);
    const place = await this.sources.find(source, tenant, id);
    if (!place) throw notFound(what);
    return place.uid;
  }
}

const timeOrNull = (at: number | undefined): string | null => (at === undefined ? null : timeText(at));

function toIncidentView(incident: Incident): IncidentView {
  const { id, tenant, source = 'monitor', monitor, monitorName, reason, message, jobs } = incident;
  const { openedAt, acknowledged, resolved, steps } = incident;
  return {
    jobs: (jobs?.listed ?? []).map(({ job, since, ...rest }) => ({ id: job, ...rest, since: timeText(since) })),
    jobCount: jobs?.count ?? 0,
    id,
    tenant,
    source,
    monitor,
    monitorName,
    reason,
    message,
    state: stateOfIncident(incident),
    openedAt: timeText(openedAt),
    acknowledgedAt: timeOrNull(acknowledged?.at),
    acknowledgedBy: acknowledged?.by ?? null,
    escalatedAt: timeOrNull(steps.escalated),
    resolvedAt: timeOrNull(resolved?.at),
    resolvedBy: resolved?.by ?? null,
    notifiedAt: timeOrNull(steps.opened),
  };
}
