import type { RunId } from '#common/domain/ids.js';
import { chunkKeysOf } from '#common/run/stored-tables.js';
import type { Run } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import type { RunChunks, RunTables } from '../run/indexes.js';

export interface RunReader {
  load(ids: readonly RunId[]): Promise<Map<RunId, Run>>;
}

/** A run with what is stored beside it. */
export interface LoadedRun {
  readonly run: Run;
  /** As they were read; null where `tables` is what became of them. */
  readonly chunks: RunChunks | null;
  readonly tables: RunTables | null;
}

/** Loads that are asked for within this time are one read. */
const GROUP_MS = 1;
const MAX_GROUP = 500;
const MAX_CACHED = 20_000;
/** Chunks of indexes take room, some 25 KiB each: of runs that have some, fewer are kept in mind. */
const CHUNK_WEIGHT = 20;
/** A run that is saved anew again and again while it is read is read this often. */
const MAX_READS = 10;

interface Waiting {
  readonly id: RunId;
  readonly settle: (loaded: LoadedRun | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Gives runs as they were last seen or written here, else reads them, many at once. A stale one costs a lost write race and
 * a second look, never a wrong result: every write is guarded by the revision.
 */
export class RunLoader {
  private readonly cache = new Map<RunId, LoadedRun>();
  private weight = 0;
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: RunReader,
    private readonly indexes: Pick<RunIndexesStore, 'of'>,
  ) {}

  /** The run as it was last seen here, if it still is remembered. */
  peek(id: RunId): LoadedRun | null {
    return this.cache.get(id) ?? null;
  }

  /** The run as it is stored. */
  async read(id: RunId): Promise<LoadedRun | null> {
    for (let read = 0; read < MAX_READS; read++) {
      const loaded = await this.readOnce(id);
      if (!loaded || chunkKeysOf(loaded.run).length === 0) return loaded;
      const chunks = await this.indexes.of(loaded.run);
      if (chunks) return { ...loaded, chunks };
    }
    throw new AppError('UNAVAILABLE', `the indexes of run ${id} changed ${MAX_READS} times while they were read`);
  }

  private readOnce(id: RunId): Promise<LoadedRun | null> {
    return new Promise((settle, fail) => {
      this.waiting.push({ id, settle, fail });
      if (this.waiting.length >= MAX_GROUP) this.flush();
      else
        this.timer ??= setTimeout(() => {
          this.flush();
        }, GROUP_MS);
    });
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

  /** Runs that others may write from now on are read anew when they are needed. */
  keepOnly(mine: (run: Run) => boolean): void {
    for (const { run } of this.cache.values()) if (!mine(run)) this.forget(run.id);
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const group = this.waiting;
    this.waiting = [];
    if (group.length > 0) void this.readGroup(group);
  }

  private async readGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const runs = await this.store.load([...new Set(group.map(({ id }) => id))]);
      for (const { id, settle } of group) {
        const run = runs.get(id);
        settle(run ? { run, chunks: new Map(), tables: null } : null);
      }
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}

const weightOf = ({ run }: LoadedRun): number => 1 + CHUNK_WEIGHT * chunkKeysOf(run).length;
