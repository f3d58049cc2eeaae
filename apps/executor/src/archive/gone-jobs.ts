/**
 * Removes the archive of deleted jobs, and of former jobs of an id, and finishes packs that a replica left when it died. One replica checks
 * all packs, some in each step.
 */
import type { Clock } from '#common/clock/clock.js';
import type { ColdPacksStore, LeftPack } from '#common/mongo/cold-packs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { StoredJob } from '#common/spec/definitions.js';

/** Packs checked in one step. */
const PER_STEP = 200;
/** The owner of this shard checks all packs. */
const WALKERS_SHARD = 0;

/** Archived runs with a lower job version belong to no existing job. */
export const goneBelow = (job: StoredJob | null | undefined): number =>
  job?.deletedAt === null ? (job.firstVersion ?? 1) : Infinity;

export class GoneJobs {
  private last: string | null = null;

  constructor(
    private readonly stores: {
      readonly packs: Pick<ColdPacksStore, 'page' | 'expire' | 'leftAmong'>;
      readonly jobs: Pick<JobsStore, 'loadMany'>;
    },
    private readonly archiver: { finish(pack: LeftPack): Promise<unknown> },
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  async step(): Promise<void> {
    if (!this.owned().has(WALKERS_SHARD)) return;
    const { packs } = this.stores;
    const page = await packs.page(this.last, PER_STEP);
    const jobs = await this.stores.jobs.loadMany([...new Set(page.map(({ job }) => job))]);
    const gone = page.filter(({ job, jobVersion }) => jobVersion < goneBelow(jobs.get(job)));
    await packs.expire(
      gone.map(({ id }) => id),
      this.clock.now(),
    );
    const ids = page.map(({ id }) => id);
    for (let left = await packs.leftAmong(ids); left !== null; left = await packs.leftAmong(ids))
      await this.archiver.finish(left);
    this.last = page.length < PER_STEP ? null : (page.at(-1)?.id ?? null);
  }
}
