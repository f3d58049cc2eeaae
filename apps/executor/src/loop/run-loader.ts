import { LRUCache } from 'lru-cache';
import type { RunId } from '#common/domain/ids.js';
import { chunkKeysOf } from '#common/run/stored-tables.js';
import { isFinal } from '#common/run/phase.js';
import type { Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunChunks, RunTables } from '../run/indexes.js';

/** Reads one run; calls at about the same time share a query. */
export type RunReader = Pick<RunReads, 'get'>;

/** A run with the documents that are stored beside it. */
export interface LoadedRun {
  readonly run: Run;
  /** The chunks as they were read; null for a cached run, which has its `tables` instead. */
  readonly chunks: RunChunks | null;
  readonly tables: RunTables | null;
}

/** Weight of the runs that have not ended. */
const MAX_OPEN = 20_000;
/**
 * Weight of the runs that have ended. A run gets few reports after its end, and these come soon; each cached run costs some 6 KiB of
 * memory, and processor time for its collection.
 */
const MAX_ENDED = 1_000;
/** The weight of a chunk of indexes in the cache: it takes some 25 KiB. */
const CHUNK_WEIGHT = 20;
/** The most reads of a run whose chunks another replica replaces repeatedly meanwhile. */
const MAX_READS = 10;

/**
 * Returns runs from a cache of the runs that this replica has read or written last, else reads them, in batches. A stale run costs a lost
 * write race and a second read, never a wrong result: every write is guarded by the revision.
 */
export class RunLoader {
  private readonly open = cacheOf(MAX_OPEN);
  private readonly ended = cacheOf(MAX_ENDED);

  constructor(
    private readonly store: RunReader,
    private readonly indexes: Pick<RunIndexesStore, 'of'>,
  ) {}

  /** The run as this replica has read or written it last; null if it is not in the cache. */
  peek(id: RunId): LoadedRun | null {
    return this.open.get(id) ?? this.ended.get(id) ?? null;
  }

  /** The run as it is stored. */
  async read(id: RunId): Promise<LoadedRun | null> {
    for (let read = 0; read < MAX_READS; read++) {
      const run = await this.store.get(id);
      if (!run) return null;
      const chunks = chunkKeysOf(run).length === 0 ? new Map() : await this.indexes.of(run);
      if (chunks) return { run, chunks, tables: null };
    }
    throw new AppError('UNAVAILABLE', `the indexes of run ${id} changed ${MAX_READS} times while they were read`);
  }

  /**
   * Reads a run that is needed in a moment, so that it is in the cache then. Others may write it until then, as any cached run. Never
   * rejects: a run that cannot be read now is read when it is needed.
   */
  async readAhead(id: RunId): Promise<void> {
    const loaded = await this.read(id).catch(() => null);
    if (loaded && !this.peek(id)) this.open.set(id, loaded);
  }

  remember(run: Run, tables: RunTables): void {
    this.forget(run.id);
    const cache = isFinal(run.phase) ? this.ended : this.open;
    cache.set(run.id, { run, chunks: null, tables });
  }

  forget(id: RunId): void {
    this.open.delete(id);
    this.ended.delete(id);
  }

  /** Drops runs that other replicas may write from now on. */
  keepOnly(mine: (run: Run) => boolean): void {
    for (const cache of [this.open, this.ended]) {
      for (const { run } of [...cache.values()]) if (!mine(run)) cache.delete(run.id);
    }
  }
}

const cacheOf = (maxSize: number): LRUCache<RunId, LoadedRun> =>
  new LRUCache({ maxSize, sizeCalculation: ({ run }) => 1 + CHUNK_WEIGHT * chunkKeysOf(run).length });
