/** Reads jobs of some tenants or of all in the order of their next slots, from the scheduler's documents. */
import { asJobId, type JobId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import type { ScheduleState } from '../schedule/schedule-state.js';
import { mergedTenants, ofTenants, type Tenants, byKeys, inTurn } from './document.js';
import type { Mongo } from './mongo.js';

export interface NextSlot {
  readonly job: JobId;
  readonly jobName: string;
  readonly tenant: TenantId;
  readonly at: Instant;
}

/** A place in the order of next slots; those without one come last. */
export interface SlotCursor {
  readonly at: Instant | null;
  readonly job: JobId;
}

type Slotted = 'jobName' | 'tenant' | 'active' | 'nextSlotAt' | 'lastSuccessStart' | 'lastSuccessFinish';
interface SlottedDocument extends Pick<ScheduleState, Slotted> {
  readonly _id: string;
}

const SLOTTED = { jobName: 1, tenant: 1, nextSlotAt: 1 } as const;
const BY_SLOT = { nextSlotAt: 1, _id: 1 } as const;

/** Schedules that an index returns in the order of their slots. */
interface Inside {
  readonly filter: object;
  readonly options: { readonly hint?: typeof BY_SLOT };
}

/** One query for each tenant; a single query for all tenants, or for more than are queried one by one. */
const partsOf = (tenants: Tenants): readonly Inside[] =>
  mergedTenants(tenants)?.map((tenant) => ({ filter: { tenant }, options: {} })) ?? [
    { filter: ofTenants(tenants), options: { hint: BY_SLOT } },
  ];

/** The order of `SlotLists.inOrder`. */
export const bySlot = (a: SlotCursor, b: SlotCursor): number =>
  (a.at ?? Infinity) === (b.at ?? Infinity) ? (a.job < b.job ? -1 : 1) : (a.at ?? Infinity) - (b.at ?? Infinity);

export class SlotLists {
  private readonly schedules;

  constructor(mongo: Pick<Mongo, 'collection'>) {
    this.schedules = mongo.collection<SlottedDocument>('schedules');
  }

  /** The next slots of active schedules that take effect in `(after, until]`, the earliest first. */
  async next(tenants: Tenants, after: Instant, until: Instant, limit: number): Promise<readonly NextSlot[]> {
    const read = async (inside: Inside, last: NextSlot | null, most: number): Promise<NextSlot[]> => {
      const active = { ...inside, filter: { ...inside.filter, active: true } };
      const documents = await this.read(active, slotsAfter(last, after + 1, until), most);
      return documents.flatMap(({ _id, jobName, tenant, nextSlotAt: at }) =>
        at === null ? [] : [{ job: asJobId(_id), jobName, tenant, at }],
      );
    };
    return firstOfParts(partsOf(tenants), read, limit, bySlot);
  }

  /** Jobs in the order of their next slots, those without one last. */
  async ofJobs(jobs: readonly JobId[]): Promise<readonly SlotCursor[]> {
    if (jobs.length === 0) return [];
    const slots = this.schedules.find({ _id: { $in: [...jobs] } }, { projection: { nextSlotAt: 1 } });
    return (await slots.toArray()).map(toCursor).sort(bySlot);
  }

  /** Jobs in the order of their next slots, after `after`; those without a next slot come last. */
  async inOrder(tenants: Tenants, after: SlotCursor | null, limit: number): Promise<readonly SlotCursor[]> {
    const read = (inside: Inside, last: SlotCursor | null, most: number): Promise<SlotCursor[]> =>
      this.part(inside, last ?? after, most);
    return firstOfParts(partsOf(tenants), read, limit, bySlot);
  }

  /** The next slots of active schedules of a tenant, in no order, at most `limit`. */
  async timesOf(tenant: TenantId, limit: number): Promise<Instant[]> {
    const documents = await this.schedules
      .find({ tenant }, { projection: { active: 1, nextSlotAt: 1 }, limit })
      .toArray();
    return documents.flatMap(({ active, nextSlotAt }) => (active && nextSlotAt !== null ? [nextSlotAt] : []));
  }

  /** Names of jobs, from the scheduler's documents. */
  async namesOf(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, string>> {
    const documents = await byKeys(this.schedules, jobs, {}, { projection: { jobName: 1 } });
    return new Map(documents.map(({ _id, jobName }) => [asJobId(_id), jobName]));
  }

  /** How long the last successful run of each job took, in ms, from its start to its end; jobs without one are left out. */
  async lastDurationsOf(jobs: readonly JobId[]): Promise<ReadonlyMap<JobId, number>> {
    const projection = { lastSuccessStart: 1, lastSuccessFinish: 1 };
    const documents = await byKeys(this.schedules, jobs, {}, { projection });
    return new Map(
      documents.flatMap(({ _id, lastSuccessStart: start, lastSuccessFinish: finish }) =>
        start === null || finish === null || finish < start ? [] : [[asJobId(_id), finish - start] as const],
      ),
    );
  }

  private async part(inside: Inside, after: SlotCursor | null, limit: number): Promise<SlotCursor[]> {
    const isPast = after !== null && after.at === null;
    const untimed = { nextSlotAt: null, ...(isPast && { _id: { $gt: after.job } }) };
    const queries = isPast ? [untimed] : [...slotsAfter(after, 0, Infinity), untimed];
    return (await this.read(inside, queries, limit)).map(toCursor);
  }

  private read(inside: Inside, queries: readonly object[], limit: number): Promise<SlottedDocument[]> {
    const options = { projection: SLOTTED, sort: { ...BY_SLOT }, ...inside.options } as const;
    return inTurn(queries, limit, (query, most) =>
      this.schedules.find({ ...inside.filter, ...query }, { ...options, limit: most }).toArray(),
    );
  }
}

/** The queries for slots within `[from, until]`, after `after`. */
function slotsAfter(after: SlotCursor | null, from: Instant, until: Instant): readonly object[] {
  const end = until === Infinity ? {} : { $lte: until };
  const at = after?.at ?? null;
  if (at === null) return [{ nextSlotAt: { $gte: from, ...end } }];
  return [{ nextSlotAt: at, _id: { $gt: after?.job } }, { nextSlotAt: { $gt: at, ...end } }];
}

const toCursor = ({ _id, nextSlotAt }: Pick<SlottedDocument, '_id' | 'nextSlotAt'>): SlotCursor => ({
  at: nextSlotAt ?? null,
  job: asJobId(_id),
});
