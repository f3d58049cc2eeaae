/** Reads error groups for callers with a role in their tenant, without those of a former tenant with the same id. */
import type { Clock } from '#common/clock/clock.js';
import type { Instant } from '#common/run/run.js';
import type { Role } from '#common/spec/definitions.js';
import type {
  ErrorGroupsStore,
  ErrorGroupOrder,
  ErrorGroupCursor,
  ShownGroup,
} from '#common/mongo/error-groups.store.js';
import type { Tenants } from '#common/mongo/document.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import type { Page } from '#common/runtime/paged-scan.js';
import { stateOfGroup, type ErrorGroupState } from '#common/watch/error-group.js';
import type { Caller } from '../access/core/access.js';
import { notFound, requireAccess } from '../access/require-access.js';

export interface GroupQuestion {
  readonly tenants: Tenants;
  readonly order: ErrorGroupOrder;
  readonly job?: string | undefined;
  readonly state?: ErrorGroupState | undefined;
  /** A text that any field of the group contains. */
  readonly q?: string | undefined;
}

export class ErrorGroupReader {
  constructor(
    private readonly groups: Pick<ErrorGroupsStore, 'load' | 'list'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Throws NOT_FOUND, also if the caller has no role in the tenant; FORBIDDEN without the needed role. */
  async find(caller: Caller, id: string, role: Role): Promise<{ readonly group: ShownGroup; readonly now: Instant }> {
    const group = (await this.groups.load([id])).get(id);
    const begins = await this.tenants.beginnings();
    if (!group || isFormer(group, begins)) throw notFound(`error group ${id}`);
    requireAccess(caller, group.tenant, role, `error group ${id}`);
    return { group, now: this.clock.now() };
  }

  async list(
    { tenants, order, ...filter }: GroupQuestion,
    after: ErrorGroupCursor | null,
    limit: number,
  ): Promise<{ readonly page: Page<ShownGroup>; readonly now: Instant }> {
    const now = this.clock.now();
    const begins = await this.tenants.beginnings();
    const fits = groupMatcher(filter, now);
    const keep = (group: ShownGroup): boolean => !isFormer(group, begins) && fits(group);
    const query = { tenants, order, job: filter.job, isMuted: filter.state === 'muted', says: filter.q, keep };
    return { page: await this.groups.list(query, after, limit), now };
  }
}

/**
 * The executor counts no failures of a former tenant once there is a new one: a group that began before belongs to the former tenant
 * alone.
 */
const isFormer = ({ tenant, first }: ShownGroup, begins: ReadonlyMap<string, Instant>): boolean =>
  first.at < (begins.get(tenant) ?? 0);

function groupMatcher(
  { job, state, q }: Pick<GroupQuestion, 'job' | 'state' | 'q'>,
  now: Instant,
): (group: ShownGroup) => boolean {
  const part = q?.toLowerCase();
  const says = ({ reason, lines, jobs }: ShownGroup, text: string): boolean =>
    [reason, ...lines, ...jobs.flatMap((each) => [each.job, each.name])].some((each) =>
      each.toLowerCase().includes(text),
    );
  return (group) =>
    (job === undefined || group.jobs.some((each) => each.job === job)) &&
    (state === undefined || stateOfGroup(group, now) === state) &&
    (part === undefined || says(group, part));
}
