import { contracts } from '#common/messages/registry.js';
import { cursorOf, type ShownGroup } from '#common/mongo/error-groups.store.js';
import { Nats } from '#common/nats/nats.js';
import {
  type MuteRequest,
  stateOfGroup,
  trendOf,
  type Mute,
  type Sighting,
  type TrendBucket,
} from '#common/watch/error-group.js';
import { placeFrom, showPage, timeText } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { accepted } from '../scheduler-port.js';
import { ErrorGroupReader } from './error-group.reader.js';
import { ERROR_JOBS_LISTED, errorGroupRoutes as routes, type ErrorGroupView } from './error-group.routes.js';
import { tenantsToList } from '../access/require-access.js';
import type { Instant } from '#common/run/run.js';
import { httpStatusOf } from '#common/watch/failure.js';

/* How the API shows an error group. */

/** Shows the first `most` of its jobs, or all that are kept if it is not given. */
function toErrorGroupView(group: ShownGroup, now: Instant, most = group.jobs.length): ErrorGroupView {
  const { id, tenant, reason, exitCode, lines, count, first, last, jobs, moreJobs, mute, reopened } = group;
  const trend = trendOf(group, now);
  return {
    id,
    tenant,
    reason,
    exitCode,
    count,
    moreJobs,
    state: stateOfGroup(group, now),
    httpStatus: httpStatusOf(reason),
    lines: [...lines],
    first: toSighting(first),
    last: toSighting(last),
    hours: trend.hours.map(toBucket),
    days: trend.days.map(toBucket),
    jobs: jobs.slice(0, most).map(({ job, name, lastAt, versions, count: failures }) => ({
      id: job,
      name,
      count: failures,
      lastAt: timeText(lastAt),
      versions: [...versions],
    })),
    jobCount: jobs.length,
    mute: mute && toMute(mute),
    reopened: reopened && { ...toSighting(reopened), version: reopened.version },
  };
}

const toSighting = ({ at, run, job }: Sighting): ErrorGroupView['first'] => ({ at: timeText(at), run, job });
const toBucket = ({ at, count }: TrendBucket): ErrorGroupView['hours'][number] => ({ at: timeText(at), count });

const toMute = ({ until, at, by, why }: Mute): ErrorGroupView['mute'] => ({
  until: until.type,
  version: until.type === 'version' ? until.version : null,
  time: until.type === 'time' ? timeText(until.at) : null,
  at: timeText(at),
  by,
  why,
});

type Routes = typeof routes;
type Change = AnswerOf<Routes['unmuteError']>;

const EXECUTOR_TIMEOUT_MS = 5_000;

@Serves(routes)
export class ErrorGroupController {
  constructor(
    private readonly reader: ErrorGroupReader,
    private readonly nats: Nats,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listErrors: async ({ caller, query }) => {
      const { tenant, job, state, q, sort, cursor, limit } = query;
      const tenants = tenantsToList(caller, tenant, 'viewer');
      const order = sort === '-count' ? 'count' : 'lastSeen';
      // The cursors of the two orders differ in form: a cursor of the other order is refused, because it would lead to a wrong place.
      const place = placeFrom(cursor, order === 'count' ? { id: 's', by: 'n' } : { by: 'n', id: 's' });
      const { page, now } = await this.reader.list({ tenants, order, job, state, q }, place, limit);
      const body = showPage(
        page,
        (group) => toErrorGroupView(group, now, ERROR_JOBS_LISTED),
        (group) => {
          const key = cursorOf(group, order);
          return order === 'count' ? [key.id, key.by] : [key.by, key.id];
        },
      );
      return { body };
    },

    getError: async ({ caller, params }) => {
      const { group, now } = await this.reader.find(caller, params.id, 'viewer');
      return { body: toErrorGroupView(group, now) };
    },

    muteError: async (request) => {
      const { why, ...until } = request.body;
      return this.change(request, { until: requestOf(until), why });
    },

    unmuteError: async (request) => this.change(request, null),
  };

  private async change(
    { caller, params, mutation }: Pick<RequestContext<Routes['unmuteError']>, 'caller' | 'params' | 'mutation'>,
    mute: { readonly until: MuteRequest; readonly why: string } | null,
  ): Promise<Change> {
    const { group } = await this.reader.find(caller, params.id, 'operator');
    const { id, tenant, shard } = group;
    const detail = mute === null ? 'unmute' : [`mute: ${mute.until.type}`, mute.why].filter(Boolean).join(', ');
    await mutation.record({ tenant, object: `error/${id}`, detail });
    const request = { v: 1 as const, group: id, mute, actor: caller.name };
    accepted(await this.nats.request(contracts.changeErrorGroup, { shard }, request, EXECUTOR_TIMEOUT_MS));
    const { group: next, now } = await this.reader.find(caller, id, 'operator');
    return { body: toErrorGroupView(next, now) };
  }
}

type Until = Omit<RequestContext<Routes['muteError']>['body'], 'why'>;

function requestOf(until: Until): MuteRequest {
  if ('version' in until) return { type: 'version', version: Number(until.version) };
  if ('time' in until) return { type: 'time', at: Date.parse(String(until.time)) };
  return { type: until.until === 'forever' ? 'forever' : 'newVersion' };
}
