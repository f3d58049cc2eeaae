/**
 * Moves runs of one job into a pack of the archive. It may stop after any of these steps without harm: the pack is announced, its objects
 * are stored and read again (`PackMaker`), the pack is committed with a row for each run, the runs that no other writer has changed turn
 * into tombstones that name the pack, and these rows become archived runs. The leftovers of a pack that was not committed are removed; a
 * committed one is finished before another pack of the job is made, so that its runs are not archived twice; a run whose tombstone was made
 * is found by `RunRemover`, which removes its documents.
 */
import type { JobId } from '#common/domain/ids.js';
import { MAX_RUNS_IN_PACK } from '#common/domain/limits.js';
import type { ArchivableRunsStore, ReadRun } from '#common/mongo/archivable-runs.store.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RunDocument } from '#common/mongo/run-document.js';
import { goneBelow } from './gone-jobs.js';
import type { CountedThrough } from '../usage/counted-through.js';
import type { MadePack, PackMaker } from './pack-maker.js';

export interface ArchiveStores {
  readonly runs: Pick<ArchivableRunsStore, 'dueOf' | 'bury' | 'releaseOf'>;
  readonly packs: Pick<ColdPacksStore, 'packsOf' | 'commit' | 'leftOf' | 'reveal' | 'settle' | 'removeIfEmpty'>;
  readonly jobs: Pick<JobsStore, 'load'>;
}

interface CommittedPack extends Pick<MadePack, 'id' | 'bytes'> {
  readonly runs: readonly ReadRun[];
}

/** The number of runs that were processed, of those that were archived, and their compressed bytes. */
export interface Archived {
  readonly done: number;
  readonly runs: number;
  readonly bytes: number;
}

const without = (done: number): Archived => ({ done, runs: 0, bytes: 0 });

export class Archiver {
  constructor(
    private readonly stores: ArchiveStores,
    private readonly maker: Pick<PackMaker, 'make'>,
    private readonly counted: Pick<CountedThrough, 'due' | 'now'>,
  ) {}

  /** Archives runs of the job that are due, as many as one pack takes. */
  async archive(job: JobId): Promise<Archived> {
    const { runs, packs, jobs } = this.stores;
    const due = await runs.dueOf(job, await this.counted.due(), MAX_RUNS_IN_PACK);
    const [first] = due;
    if (first === undefined) return without(0);
    // The archived runs of a deleted job are removed, so no more of them are archived.
    const gone = goneBelow(await jobs.load(job));
    if (first.jobVersion < gone) return without(await runs.releaseOf(job, gone));
    const left = await packs.leftOf(job, this.counted.now());
    if (left !== null) return this.finish(left);
    const packOf = await packs.packsOf(due);
    if (packOf.size > 0) return without(await this.buryKnown(due, packOf));
    // A pack is removed as a whole, so its runs must have the same retention.
    const together = due.filter(({ archiveMs, jobVersion }) => archiveMs === first.archiveMs && jobVersion >= gone);
    const pack = await this.maker.make(first, together);
    const until = this.counted.now() + (first.archiveMs ?? 0);
    return (await packs.commit(pack.id, pack.rows, { bytes: pack.bytes, until })) ? this.finish(pack) : without(0);
  }

  /** Archived runs are not written again: the archive may have more of a run than a restored database. */
  private async buryKnown(due: readonly RunDocument[], packOf: ReadonlyMap<string, string>): Promise<number> {
    const archived = due.filter(({ _id }) => packOf.has(_id));
    for (const [pack, runs] of Map.groupBy(archived, ({ _id }) => packOf.get(_id) ?? ''))
      await this.stores.runs.bury(runs, pack, this.counted.now());
    return archived.length;
  }

  /**
   * Exchanges the runs of a committed pack for archived runs. Safe to repeat, also at the same time: afterwards every run either has a
   * tombstone or was changed, and no other writer can add one.
   */
  async finish({ id, runs, bytes }: CommittedPack): Promise<Archived> {
    const { packs } = this.stores;
    const buried = await this.stores.runs.bury(runs, id, this.counted.now());
    await packs.reveal(id, buried);
    await packs.settle(id);
    await packs.removeIfEmpty(id, this.counted.now());
    return { done: runs.length, runs: buried.length, bytes };
  }
}
