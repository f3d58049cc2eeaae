import type { RunId } from '#common/domain/ids.js';
import { chunkKeysOf } from '#common/run/stored-tables.js';
import type { Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunChunks, RunTables } from '../run/indexes.js';

/** One run; calls at about the same time share a query. */
export type RunReader = Pick<RunReads, 'get'>;

/** A run with what is stored beside it. */
export interface LoadedRun {
  readonly run: Run;
  /** As they were read; null for a cached run, which has its `tables` instead. */
  readonly chunks: RunChunks | null;
  readonly tables: RunTables | null;
}

const MAX_CACHED = 20_000;
/** The weight of a chunk of indexes in the cache: it takes some 25 KiB. */
const CHUNK_WEIGHT = 20;
/** Reads of a run whose chunks another replica replaces again and again meanwhile. */
const MAX_READS = 10;

/**
 * Gives runs from a cache of what this replica has read or written last, else reads them, in batches. A stale run costs a lost write
 * race and a second read, never a wrong result: every write is guarded by the revision.
 */
export class RunLoader {
  private readonly cache = new Map<RunId, LoadedRun>();
  private weight = 0;

  constructor(
    private readonly store: RunReader,
    private readonly indexes: Pick<RunIndexesStore, 'of'>,
  ) {}

  /** The run as this replica has read or written it last; null if it is not in the cache. */
  peek(id: RunId): LoadedRun | null {
    return this.cache.get(id) ?? null;
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

  remember(run: Run, tables: RunTables): void {
    this.forget(run.id);
    const loaded = { run, chunks: null, tables };
    this.cache.set(run.id, loaded);
    this.weight += weightOf(loaded);
    for (const oldest of this.cache.keys()) {
      if (this.weight <= MAX_CACHED || oldest === run.id) break;
      this.forget(oldest);
    }
  }

  forget(id: RunId): void {
    const known = this.cache.get(id);
    if (known) this.weight -= weightOf(known);
    this.cache.delete(id);
  }

  /** Drops runs that other replicas may write from now on. */
  keepOnly(mine: (run: Run) => boolean): void {
    for (const { run } of this.cache.values()) if (!mine(run)) this.forget(run.id);
  }
}

const weightOf = ({ run }: LoadedRun): number => 1 + CHUNK_WEIGHT * chunkKeysOf(run).length;
