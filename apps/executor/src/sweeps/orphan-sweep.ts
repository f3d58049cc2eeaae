/** Removes what is left of attempts that no open run counts among its own: a cleaning up that was lost, or a late start. */
import type { Engine } from '#common/spec/worker.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { allOf } from '#common/errors/all-of.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import { chunked } from './chunked.js';
import type { Engines } from '../engines/engines.js';

const PAGE = 500;

export class OrphanSweep {
  constructor(
    private readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> },
    private readonly engines: Engines,
    private readonly owned: () => ReadonlySet<number>,
    private readonly log: Logger,
  ) {}

  async step(): Promise<void> {
    // An engine that cannot be asked keeps none of the others from being swept.
    await allOf(this.engines.names.map((engine) => this.sweep(engine)));
  }

  /** Many at once: an engine may gather what it removes. */
  private async sweep(engine: Engine): Promise<void> {
    for (const part of chunked(await this.engines.existing(engine, this.owned()), PAGE)) {
      const orphans = await this.orphansAmong(part);
      await Promise.all(orphans.map((orphan) => this.remove(engine, orphan)));
    }
  }

  /** Never fails. */
  private async remove(engine: Engine, orphan: AttemptId): Promise<void> {
    this.log.info({ attempt: orphan, engine }, 'rests of an attempt removed');
    await this.engines.cleanUp(engine, orphan, null).catch((error: unknown) => {
      this.log.warn({ attempt: orphan, error: messageOf(error) }, 'rests of an attempt could not be removed');
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
