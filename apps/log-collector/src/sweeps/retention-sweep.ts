/** Removes the logs of runs that are gone. Slow on purpose: it walks all logs in the course of hours, beside the real work. */
import { shardOf, type RunId } from '#common/domain/ids.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import type { RunsStore } from '#common/mongo/runs.store.js';

const STEP_INTERVAL_MS = 5_000;
/** Runs looked at per step. */
const STEP_RUNS = 100;

export class RetentionSweep {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private last: RunId | null = null;

  constructor(
    private readonly logs: Pick<LogsStore, 'nextRunAfter' | 'deleteOfRun'>,
    private readonly runs: Pick<RunsStore, 'load'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly log: Logger,
  ) {}

  start(): void {
    this.schedule();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.running;
  }

  /** Looks at the next runs that have logs, and removes the logs of those that are gone. */
  async step(): Promise<void> {
    const candidates: RunId[] = [];
    for (let looked = 0; looked < STEP_RUNS; looked++) {
      this.last = await this.logs.nextRunAfter(this.last);
      if (this.last === null) break;
      if (this.owned().has(shardOf(this.last))) candidates.push(this.last);
    }
    const there = await this.runs.load(candidates);
    for (const run of candidates.filter((candidate) => !there.has(candidate))) {
      const chunks = await this.logs.deleteOfRun(run);
      this.log.info({ run, chunks }, 'log of a removed run deleted');
    }
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => {
      this.running = this.step()
        .catch((error: unknown) => {
          this.log.warn({ error: messageOf(error) }, 'retention could not be kept');
        })
        .finally(() => {
          this.schedule();
        });
    }, STEP_INTERVAL_MS);
  }
}
