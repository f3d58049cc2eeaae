/** Reads the ages of last successes from the scheduler's documents, for jobs of which runs are expected. */
import { asJobId, type JobId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import { firstOfParts } from '../runtime/first-of-parts.js';
import type { ScheduleState } from '../schedule/schedule-state.js';
import { partsByTenant, type Tenants, inShards, inTurn } from './document.js';
import type { Mongo } from './mongo.js';

/** A place in the order of last successes; jobs that have never succeeded come first. */
export interface SuccessCursor {
  readonly at: Instant | null;
  readonly job: JobId;
}

export interface JobSuccessAge extends SuccessCursor {
  readonly tenant: TenantId;
}

/** A schedule of which runs are expected; a partial index covers them. */
interface ExpectedDocument extends Pick<ScheduleState, 'tenant' | 'shard' | 'lastSuccessFinish'> {
  readonly _id: string;
  readonly expected?: true;
}

const FIELDS = { tenant: 1, lastSuccessFinish: 1 } as const;
const BY_SUCCESS = { lastSuccessFinish: 1, _id: 1 } as const;
const EXPECTED = { expected: true as const };

/** The order of `SuccessAgesStore.inOrder`. */
export const byAge = (a: SuccessCursor, b: SuccessCursor): number =>
  (a.at ?? -Infinity) === (b.at ?? -Infinity) ? (a.job < b.job ? -1 : 1) : (a.at ?? -Infinity) - (b.at ?? -Infinity);

export class SuccessAgesStore {
  private readonly schedules;

  constructor(mongo: Pick<Mongo, 'collection'>) {
    this.schedules = mongo.collection<ExpectedDocument>('schedules');
  }

  /** Jobs of the tenants after `after`: those that have never succeeded, then those whose success is longest ago. */
  async inOrder(tenants: Tenants, after: SuccessCursor | null, limit: number): Promise<readonly JobSuccessAge[]> {
    const read = (inside: object, last: JobSuccessAge | null, most: number): Promise<JobSuccessAge[]> =>
      this.part(inside, last ?? after, most);
    return firstOfParts(partsByTenant(tenants), read, limit, byAge);
  }

  /** The jobs among these of which runs are expected, in that order. */
  async ofJobs(jobs: readonly JobId[]): Promise<readonly JobSuccessAge[]> {
    if (jobs.length === 0) return [];
    const ages = this.schedules.find({ _id: { $in: [...jobs] }, ...EXPECTED }, { projection: FIELDS });
    return (await ages.toArray()).map(toAge).sort(byAge);
  }

  /** Jobs of the shards that have never succeeded, or not since `before`; at most `limit` of each. */
  async oldestOf(shards: readonly number[], before: Instant, limit: number): Promise<JobSuccessAge[]> {
    if (shards.length === 0) return [];
    const own = inShards(shards);
    const [never, old] = await Promise.all([
      this.read({ ...own, lastSuccessFinish: null }, limit),
      this.read({ ...own, lastSuccessFinish: { $gt: 0, $lte: before } }, limit),
    ]);
    return [...never, ...old];
  }

  private async part(inside: object, after: SuccessCursor | null, limit: number): Promise<JobSuccessAge[]> {
    const from = after?.at ?? null;
    const queries = [
      ...(after === null
        ? [{ lastSuccessFinish: null }]
        : [{ lastSuccessFinish: from, _id: { $gt: after.job as string } }]),
      { lastSuccessFinish: from === null ? { $gte: 0 } : { $gt: from } },
    ];
    return inTurn(queries, limit, (query, most) => this.read({ ...inside, ...query }, most));
  }

  private async read(filter: object, limit: number): Promise<JobSuccessAge[]> {
    const hint = 'tenant' in filter && typeof filter.tenant === 'string' ? {} : { hint: BY_SUCCESS };
    return this.schedules
      .find({ ...EXPECTED, ...filter }, { projection: FIELDS, sort: { ...BY_SUCCESS }, limit, ...hint })
      .map(toAge)
      .toArray();
  }
}

const toAge = ({ _id, tenant, lastSuccessFinish }: ExpectedDocument): JobSuccessAge => ({
  job: asJobId(_id),
  tenant,
  at: lastSuccessFinish ?? null,
});
