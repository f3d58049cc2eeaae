import type { RunId } from '#common/domain/ids.js';
import type { Run } from '#common/domain/run.js';

export interface RunReader {
  load(ids: readonly RunId[]): Promise<Map<RunId, Run>>;
}

/** Loads that are asked for within this time are one read. */
const GROUP_MS = 1;
const MAX_GROUP = 500;
const MAX_CACHED = 20_000;

interface Waiting {
  readonly id: RunId;
  readonly settle: (run: Run | null) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Gives runs as they were last seen or written here, else reads them, many at once. A stale one costs a lost write race and
 * a second look, never a wrong result: every write is guarded by the revision.
 */
export class RunLoader {
  private readonly cache = new Map<RunId, Run>();
  private waiting: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly store: RunReader) {}

  async get(id: RunId): Promise<Run | null> {
    return this.cache.get(id) ?? this.read(id);
  }

  /** The run as it was last seen here, if it still is remembered. */
  peek(id: RunId): Run | null {
    return this.cache.get(id) ?? null;
  }

  read(id: RunId): Promise<Run | null> {
    return new Promise((settle, fail) => {
      this.waiting.push({ id, settle, fail });
      if (this.waiting.length >= MAX_GROUP) this.flush();
      else
        this.timer ??= setTimeout(() => {
          this.flush();
        }, GROUP_MS);
    });
  }

  remember(run: Run): void {
    this.cache.delete(run.id);
    this.cache.set(run.id, run);
    const oldest = this.cache.keys().next();
    if (this.cache.size > MAX_CACHED && !oldest.done) this.cache.delete(oldest.value);
  }

  forget(id: RunId): void {
    this.cache.delete(id);
  }

  /** Runs that others may write from now on are read anew when they are needed. */
  keepOnly(mine: (run: Run) => boolean): void {
    for (const run of this.cache.values()) if (!mine(run)) this.cache.delete(run.id);
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
      for (const { id, settle } of group) settle(runs.get(id) ?? null);
    } catch (error) {
      for (const { fail } of group) fail(error);
    }
  }
}
