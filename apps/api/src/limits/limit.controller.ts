import { asTenantId, type TenantId } from '#common/domain/ids.js';
import { MAX_HOLDERS_SHOWN } from '#common/domain/limits.js';
import { groupLimitKey, type SharedLimit, type SharedPermit } from '#common/domain/shared-limit.js';
import { LimitQueries } from '#common/mongo/limit-queries.store.js';
import { TenantsStore } from '#common/mongo/tenants.store.js';
import { requireAccess } from '../access/require-access.js';
import { timeText } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { limitRoutes as routes } from './limit.routes.js';

type Routes = typeof routes;
type LimitView = AnswerOf<Routes['listLimits']>['body']['items'][number];

/** Groups of one tenant that are read. */
const MAX_LISTED_GROUPS = 500;
/** The size of a group that the tenant does not name. */
const DEFAULT_SIZE = 1;

@Serves(routes)
export class LimitController {
  constructor(
    private readonly limits: LimitQueries,
    private readonly tenants: TenantsStore,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listLimits: async ({ caller, params }) => {
      requireAccess(caller, params.id, 'viewer', `tenant ${params.id}`);
      const id = asTenantId(params.id);
      const tenant = await this.tenants.load(id);
      const sizes = tenant?.groups ?? {};
      const used = await this.limits.groupsOf(id, MAX_LISTED_GROUPS);
      const quota = await this.limits.quotaOf(id);
      const names = new Set([...Object.keys(sizes), ...used.map(({ key }) => nameOf(id, key))]);
      const groups = [...names].sort().map((group) => {
        const size = sizes[group] ?? DEFAULT_SIZE;
        return toView(
          { group, size },
          used.find(({ key }) => key === groupLimitKey(id, group)),
        );
      });
      return { body: { items: [toView({ group: null, size: tenant?.maxActiveRuns ?? null }, quota), ...groups] } };
    },
  };
}

const nameOf = (tenant: TenantId, key: string): string => key.slice(groupLimitKey(tenant, '').length);

const toPermit = ({ run, job, priority = 0, since }: SharedPermit): LimitView['holders'][number] => ({
  run,
  job,
  priority,
  since: timeText(since),
});

function toView(limit: Pick<LimitView, 'group' | 'size'>, state: SharedLimit | null | undefined): LimitView {
  const { holders = [], waiting = [], overflow = false } = state ?? {};
  return {
    ...limit,
    held: holders.length,
    holders: holders.slice(0, MAX_HOLDERS_SHOWN).map(toPermit),
    waiting: waiting.slice(0, MAX_HOLDERS_SHOWN).map(toPermit),
    moreWait: overflow || waiting.length > MAX_HOLDERS_SHOWN,
  };
}
