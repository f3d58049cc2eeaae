/**
 * Moves runs of one job into a pack of the archive, in steps of which each is harmless to stop after: the pack is announced, its objects
 * are stored and read again, the pack is committed with a row for each run, the runs that nobody has changed turn into tombstones that
 * name the pack, and these rows become archived runs. What is left of a pack that was not committed is removed; a run whose tombstone
 * was made is found by `RunRemover`, which removes its documents.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import { ColdStoreFailure, sha256Of, type ObjectStore } from '#common/cold/object-store.js';
import { objectKey } from '#common/cold/pack-reader.js';
import { PackWriter, type PackSizes } from '#common/cold/pack-writer.js';
import { shardOf, type JobId } from '#common/domain/ids.js';
import { MAX_PACK_BYTES, MAX_RUNS_IN_PACK, PACK_WRITING_MS } from '#common/domain/limits.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { ArchivableRunsStore } from '#common/mongo/archivable-runs.store.js';
import { toColdRun, type ColdRunDocument } from '#common/mongo/cold-run.js';
import type { ColdPacksStore } from '#common/mongo/cold-packs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import { fromRunDocument, type RunDocument } from '#common/mongo/run-document.js';
import type { RunPartsStore } from '#common/mongo/run-parts.store.js';
import { goneBelow } from './gone-jobs.js';

export interface ArchiveStores {
  readonly runs: Pick<ArchivableRunsStore, 'dueOf' | 'bury' | 'releaseOf'>;
  readonly parts: Pick<RunPartsStore, 'partsOf'>;
  readonly packs: Pick<
    ColdPacksStore,
    'packsOf' | 'begin' | 'expect' | 'commit' | 'abandon' | 'reveal' | 'settle' | 'removeIfEmpty'
  >;
  readonly jobs: Pick<JobsStore, 'load'>;
}

export interface ArchiverTools {
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'runsArchived' | 'bytesArchived'>;
  /** What the keys of all objects begin with. */
  readonly prefix: string;
  readonly sizes?: PackSizes;
}

interface Packed {
  readonly runs: readonly RunDocument[];
  readonly rows: readonly ColdRunDocument[];
  readonly bytes: number;
}

export class Archiver {
  constructor(
    private readonly stores: ArchiveStores,
    private readonly store: Pick<ObjectStore, 'put' | 'get'>,
    private readonly tools: ArchiverTools,
  ) {}

  /** Archives runs of the job that are due, as many as one pack takes. Gives how many it has dealt with. */
  async archive(job: JobId): Promise<number> {
    const { runs, jobs } = this.stores;
    const due = await runs.dueOf(job, this.tools.clock.now(), MAX_RUNS_IN_PACK);
    const [first] = due;
    if (first === undefined) return 0;
    // What is archived of a deleted job is removed: there is no use in archiving more of it.
    const gone = goneBelow(await jobs.load(job));
    if (first.jobVersion < gone) return runs.releaseOf(job, gone);
    const known = await this.stores.packs.packsOf(due);
    if (known.size > 0) return this.buryKnown(due, known);
    // One pack is removed as a whole.
    return this.packed(due.filter(({ archiveMs, jobVersion }) => archiveMs === first.archiveMs && jobVersion >= gone));
  }

  /** What the archive has is not written again: it may have more of a run than a database that was restored. */
  private async buryKnown(due: readonly RunDocument[], known: ReadonlyMap<string, string>): Promise<number> {
    const archived = due.filter(({ _id }) => known.has(_id));
    for (const [pack, runs] of Map.groupBy(archived, ({ _id }) => known.get(_id) ?? ''))
      await this.stores.runs.bury(runs, pack, this.tools.clock.now());
    return archived.length;
  }

  private async packed(due: readonly RunDocument[]): Promise<number> {
    const { packs } = this.stores;
    const [{ tenant, job, archiveMs = 0 } = due[0]!] = due;
    const now = this.tools.clock.now();
    const id = randomUUID();
    const day = new Date(now).toISOString().slice(0, 'yyyy-mm-dd'.length);
    const base = `${this.tools.prefix}/${tenant}/${job}/${day}/${id}`;
    const jobVersion = Math.max(...due.map((run) => run.jobVersion));
    await packs.begin({ id, tenant, job, jobVersion, shard: shardOf(job), base }, now + PACK_WRITING_MS);
    let done: Packed;
    try {
      done = await this.write(due, { id, base });
    } catch (error) {
      await packs.abandon(id, now).catch(() => undefined);
      throw error;
    }
    const isStored = await packs.commit(id, done.rows, {
      bytes: done.bytes,
      until: this.tools.clock.now() + archiveMs,
    });
    return isStored ? this.exchange(id, done) : 0;
  }

  private async write(due: readonly RunDocument[], { id, base }: { id: string; base: string }): Promise<Packed> {
    const writer = new PackWriter(async (no, bytes) => {
      await this.stores.packs.expect(id, no);
      await this.stored(objectKey(base, no), bytes);
    }, this.tools.sizes);
    const at = this.tools.clock.now();
    const [runs, rows]: [RunDocument[], ColdRunDocument[]] = [[], []];
    for (const run of due) {
      const place = await writer.add(this.stores.parts.partsOf(run));
      runs.push(run);
      rows.push(toColdRun(fromRunDocument(run), { ...place, base }, { pack: id, at }));
      if (writer.bytes >= MAX_PACK_BYTES) break;
    }
    await writer.close();
    return { runs, rows, bytes: writer.bytes };
  }

  /** Stores an object, and reads it again: nothing is removed that the store has not given back whole. */
  private async stored(key: string, bytes: Buffer): Promise<void> {
    await this.store.put(key, bytes);
    const read = await this.store.get(key);
    if (read === null || sha256Of(read) !== sha256Of(bytes))
      throw new ColdStoreFailure(`${key} was stored, and is not there as it was`, true);
  }

  private async exchange(id: string, { runs, bytes }: Packed): Promise<number> {
    const { packs } = this.stores;
    const buried = await this.stores.runs.bury(runs, id, this.tools.clock.now());
    await packs.reveal(id, buried);
    await packs.settle(id);
    await packs.removeIfEmpty(id, this.tools.clock.now());
    this.tools.metrics.runsArchived.inc(buried.length);
    this.tools.metrics.bytesArchived.inc(bytes);
    return runs.length;
  }
}
