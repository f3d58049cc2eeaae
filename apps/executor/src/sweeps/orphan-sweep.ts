/**
 * Removes what exists of attempts that no open run has, because a clean-up was lost, or a start was late. It sweeps shards that this
 * replica has just taken over at once: their former owner may have died before it removed ended attempts.
 */
import { ShardSet } from '#common/domain/shards.js';
import type { Engine } from '#common/spec/worker.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { allOf, chunked } from '#common/runtime/continuing.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Engines } from '../engines/engine.js';

const PAGE = 500;
/** How often a failed removal in a shard that was taken over is repeated at once; after that, the sweep of every minute repeats it. */
const MAX_TRIES = 30;

export class OrphanSweep {
  /** Shards that were taken over and not swept since, each with the number of tries. */
  private readonly taken = new Map<number, number>();

  constructor(
    private readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> },
    private readonly engines: Engines,
    private readonly owned: () => ShardSet,
    private readonly log: Logger,
  ) {}

  async step(): Promise<void> {
    await this.sweepAll(this.owned());
  }

  /** To be called for every shard that this replica has taken over. */
  takeOver(shard: number): void {
    this.taken.set(shard, 0);
  }

  /** Sweeps the shards that were taken over, and again shards in which a removal failed. Returns their number. */
  async stepTaken(): Promise<number> {
    const owned = this.owned();
    const tries = new Map([...this.taken].filter(([shard]) => owned.has(shard)));
    this.taken.clear();
    if (tries.size === 0) return 0;
    try {
      const failed = await this.sweepAll(new ShardSet(owned.among, tries.keys()));
      this.tryAgain(new Set(failed.map((attempt) => owned.among.ofAttempt(attempt))), tries);
    } catch (error) {
      this.tryAgain(tries.keys(), tries);
      throw error;
    }
    return tries.size;
  }

  private tryAgain(shards: Iterable<number>, tries: ReadonlyMap<number, number>): void {
    for (const shard of shards) {
      const count = (tries.get(shard) ?? 0) + 1;
      if (count < MAX_TRIES && !this.taken.has(shard)) this.taken.set(shard, count);
    }
  }

  /** Returns what could not be removed. If one engine does not answer, the others are still swept. */
  private async sweepAll(shards: ShardSet): Promise<AttemptId[]> {
    const failed: AttemptId[] = [];
    await allOf(this.engines.names.map(async (engine) => failed.push(...(await this.sweep(engine, shards)))));
    return failed;
  }

  /** Many at once, because an engine may batch removals. */
  private async sweep(engine: Engine, shards: ShardSet): Promise<AttemptId[]> {
    const failed: AttemptId[] = [];
    for (const part of chunked(await this.engines.existing(engine, shards), PAGE)) {
      const orphans = await this.orphansAmong(part);
      await Promise.all(
        orphans.map(async (orphan) => {
          if (!(await this.remove(engine, orphan))) failed.push(orphan);
        }),
      );
    }
    return failed;
  }

  /** Never fails: false if it could not be removed. */
  private async remove(engine: Engine, orphan: AttemptId): Promise<boolean> {
    this.log.info({ attempt: orphan, engine }, 'the leftovers of an attempt are removed');
    try {
      await this.engines.cleanUp(engine, orphan, null);
      return true;
    } catch (error) {
      this.log.warn({ attempt: orphan, error: messageOf(error) }, 'the leftovers of an attempt could not be removed');
      return false;
    }
  }

  private async orphansAmong(attempts: readonly AttemptId[]): Promise<AttemptId[]> {
    const keys = attempts.flatMap((attempt) => {
      const key = parseAttemptId(attempt);
      return key ? [{ attempt, run: key.run }] : [];
    });
    const runs = await this.runs.load([...new Set(keys.map(({ run }) => run))]);
    return keys
      .filter(({ attempt, run }) => !runs.get(run)?.live.some(({ id }) => id === attempt))
      .map(({ attempt }) => attempt);
  }
}
