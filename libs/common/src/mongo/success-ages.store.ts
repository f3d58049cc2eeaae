/** Reads from the scheduler's documents how old the last successes of jobs are; of jobs of which runs are expected. */
import { asJobId, type JobId, type TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { ScheduleState } from '../schedule/schedule-state.js';
import type { DocumentCollection, Tenants } from './document.js';
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
/** Jobs of some tenants that are read and sorted here; of larger tenants they are looked for among those of all. */
const MAX_READ = 5_000;

const byAge = (a: SuccessCursor, b: SuccessCursor): number =>
  (a.at ?? -Infinity) === (b.at ?? -Infinity) ? (a.job < b.job ? -1 : 1) : (a.at ?? -Infinity) - (b.at ?? -Infinity);

const isBehind = (place: SuccessCursor | null, each: SuccessCursor): boolean =>
  place === null || byAge(place, each) < 0;

export class SuccessAgesStore {
  private readonly schedules: DocumentCollection<ExpectedDocument>;

  constructor(private readonly mongo: Mongo) {
    this.schedules = mongo.collection<ExpectedDocument>('schedules');
  }

  /** Jobs of the tenants behind `after`: those that have never succeeded, then those whose success is longest ago. */
  async inOrder(tenants: Tenants): Promise<(after: SuccessCursor | null, limit: number) => Promise<JobSuccessAge[]>> {
    const ofFew = await this.ofFew(tenants);
    if (ofFew) return (after, limit) => Promise.resolve(ofFew.filter((each) => isBehind(after, each)).slice(0, limit));
    return (after, limit) => this.ofAll(after, limit);
  }

  /** Of the shards, at most `limit` of each: jobs that have never succeeded, and those that have not since `before`. */
  async oldestOf(shards: readonly number[], before: Instant, limit: number): Promise<JobSuccessAge[]> {
    if (shards.length === 0) return [];
    const [never, old] = await Promise.all([
      this.read(shards, { lastSuccessFinish: null }, { _id: 1 }, limit),
      this.read(shards, { lastSuccessFinish: { $gt: 0, $lte: before } }, BY_SUCCESS, limit),
    ]);
    return [...never, ...old];
  }

  /** All of the tenants, in order; null where they are more than `MAX_READ`, or of all tenants. */
  private async ofFew(tenants: Tenants): Promise<JobSuccessAge[] | null> {
    if (tenants === null) return null;
    const options = { projection: { ...FIELDS, expected: 1 }, limit: MAX_READ + 1 } as const;
    const found = await this.schedules.find({ tenant: { $in: tenants as TenantId[] } }, options).toArray();
    if (found.length > MAX_READ) return null;
    return found
      .filter(({ expected }) => expected === true)
      .map(toAge)
      .sort(byAge);
  }

  private async ofAll(after: SuccessCursor | null, limit: number): Promise<JobSuccessAge[]> {
    const behind = after === null ? {} : { _id: { $gt: after.job as string } };
    const from = after?.at ?? null;
    const never =
      from === null
        ? await this.read(this.mongo.shards.all, { lastSuccessFinish: null, ...behind }, { _id: 1 }, limit)
        : [];
    if (never.length === limit) return never;
    const place = from === null ? {} : { $or: [{ lastSuccessFinish: { $gt: from } }, behind] };
    const filter = { lastSuccessFinish: { $gte: from ?? 0 }, ...place };
    return [...never, ...(await this.read(this.mongo.shards.all, filter, BY_SUCCESS, limit - never.length))];
  }

  private async read(
    shards: readonly number[],
    filter: object,
    sort: Readonly<Record<string, 1>>,
    limit: number,
  ): Promise<JobSuccessAge[]> {
    const options = { projection: FIELDS, sort: { ...sort }, limit } as const;
    const found = this.schedules.find({ ...EXPECTED, shard: { $in: [...shards] }, ...filter }, options);
    return (await found.toArray()).map(toAge);
  }
}

const toAge = ({ _id, tenant, lastSuccessFinish }: ExpectedDocument): JobSuccessAge => ({
  job: asJobId(_id),
  tenant,
  at: lastSuccessFinish ?? null,
});
