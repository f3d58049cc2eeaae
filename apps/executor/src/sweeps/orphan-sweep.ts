/** Removes what exists of attempts that no open run has: because a clean-up was lost, or a start came late. */
import type { ShardSet } from '#common/domain/shards.js';
import type { Engine } from '#common/spec/worker.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { allOf, chunked } from '#common/runtime/continuing.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Engines } from '../engines/engines.js';

const PAGE = 500;

export class OrphanSweep {
  constructor(
    private readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> },
    private readonly engines: Engines,
    private readonly owned: () => ShardSet,
    private readonly log: Logger,
  ) {}

  async step(): Promise<void> {
    // An engine that does not answer does not keep the others from being swept.
    await allOf(this.engines.names.map((engine) => this.sweep(engine)));
  }

  /** Many at once, because an engine may batch removals. */
  private async sweep(engine: Engine): Promise<void> {
    for (const part of chunked(await this.engines.existing(engine, this.owned()), PAGE)) {
      const orphans = await this.orphansAmong(part);
      await Promise.all(orphans.map((orphan) => this.remove(engine, orphan)));
    }
  }

  /** Never fails. */
  private async remove(engine: Engine, orphan: AttemptId): Promise<void> {
    this.log.info({ attempt: orphan, engine }, 'leftovers of an attempt were removed');
    await this.engines.cleanUp(engine, orphan, null).catch((error: unknown) => {
      this.log.warn({ attempt: orphan, error: messageOf(error) }, 'leftovers of an attempt could not be removed');
    });
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
