import { MAX_COUNTED_TOTAL } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { IncidentsStore, type IncidentFilter } from '#common/mongo/incidents.store.js';
import { Nats } from '#common/nats/nats.js';
import { endCauseOf, stateOfIncident, type AffectedJob, type Incident } from '#common/watch/incident.js';
import { tenantOf, tenantsToList } from '../access/require-access.js';
import { placeFrom, showPage, timeText, type Total } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { accepted } from '../scheduler-port.js';
import { IncidentChangesReader } from './incident-changes.reader.js';
import { IncidentReader } from './incident.reader.js';
import { incidentRoutes as routes, type IncidentView } from './incident.routes.js';

type Routes = typeof routes;
type Change = AnswerOf<Routes['acknowledgeIncident']>;
type ChangeRequest = Pick<RequestContext<Routes['acknowledgeIncident']>, 'caller' | 'params' | 'mutation'>;

const EXECUTOR_TIMEOUT_MS = 5_000;

@Serves(routes)
export class IncidentController {
  constructor(
    private readonly incidents: IncidentsStore,
    private readonly reader: IncidentReader,
    private readonly changes: IncidentChangesReader,
    private readonly nats: Nats,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listIncidents: async (request) => {
      const { caller, query } = request;
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      const place = placeFrom(query.cursor, { at: 'n', id: 's' });
      const uid = await this.uidOf(request);
      const filter = { tenants, state: query.state, uid };
      const page = await this.incidents.list(filter, place, query.limit);
      const body = showPage(page, toIncidentView, (incident) => [incident.openedAt, incident.id]);
      return { body: query.total === true ? { ...body, total: await this.total(filter) } : body };
    },

    getIncident: async ({ caller, params }) => ({
      body: toIncidentView(await this.reader.find(caller, params.id, 'viewer')),
    }),

    listIncidentChanges: async ({ caller, params }) => {
      const entries = await this.changes.before(await this.reader.find(caller, params.id, 'viewer'));
      const items = entries.map(({ at, actor: by, action, object, detail }) => ({
        at: timeText(at),
        by,
        action,
        object,
        detail,
      }));
      return { body: { items } };
    },

    addIncidentNote: async (request) => this.change(request, { action: 'note', text: request.body.text }),

    acknowledgeIncident: async (request) => this.change(request, { action: 'acknowledge' }),

    resolveIncident: async (request) => this.change(request, { action: 'resolve' }),
  };

  /** More than can be counted quickly are told as `exact: false`. */
  private async total(filter: IncidentFilter): Promise<Total> {
    const count = await this.incidents.countUpTo(filter, MAX_COUNTED_TOTAL + 1);
    return { count: Math.min(count, MAX_COUNTED_TOTAL), exact: count <= MAX_COUNTED_TOTAL };
  }

  private async change(
    { caller, params, mutation }: ChangeRequest,
    change: { readonly action: 'acknowledge' | 'resolve' } | { readonly action: 'note'; readonly text: string },
  ): Promise<Change> {
    const { id, tenant, shard, source = 'monitor', monitor } = await this.reader.find(caller, params.id, 'operator');
    await mutation.record({ tenant, object: `incident/${id}`, detail: `${source} ${monitor}` });
    const request = { v: 1 as const, incident: id, actor: caller.name, ...change };
    accepted(await this.nats.request(contracts.changeIncident, { shard }, request, EXECUTOR_TIMEOUT_MS));
    return { body: toIncidentView(await this.reader.find(caller, id, 'operator')) };
  }

  /** The uid of the monitor or rule that the query names; undefined if it names none. */
  private async uidOf({ caller, query }: RequestContext<Routes['listIncidents']>): Promise<string | undefined> {
    const { monitor, rule } = query;
    const id = monitor ?? rule;
    if (id === undefined) return undefined;
    const source = rule === undefined ? 'monitor' : 'rule';
    return this.reader.uidOf(caller, source, { tenant: tenantOf(caller, query.tenant), id });
  }
}

const timeOrNull = (at: number | undefined): string | null => (at === undefined ? null : timeText(at));

const notesOf = ({ notes = [] }: Incident): IncidentView['notes'] =>
  notes.map(({ at, ...rest }) => ({ at: timeText(at), ...rest }));

const toJobView = ({ job: id, name, message, since, run }: AffectedJob): IncidentView['jobs'][number] => ({
  id,
  name,
  message,
  since: timeText(since),
  run: run ?? null,
});

function toIncidentView(incident: Incident): IncidentView {
  const { id, tenant, source = 'monitor', monitor, monitorName, reason, message, jobs } = incident;
  const { openedAt, acknowledged, resolved, steps } = incident;
  return {
    jobs: (jobs?.listed ?? []).map(toJobView),
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
    endCause: endCauseOf(incident),
    notes: notesOf(incident),
    notifiedAt: timeOrNull(steps.opened),
  };
}
