/**
 * Removes the logs of runs that are gone. They go with their run; what is found here was written when it had gone. One replica
 * walks all logs in the course of hours, beside the real work; where it finds any it goes on at once.
 */
import type { RunId } from '#common/domain/ids.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import type { RunsStore } from '#common/mongo/runs.store.js';

const STEP_INTERVAL_MS = 5_000;
/** Chunks looked at in one page, and pages with remains that one step goes on over. */
const PAGE = 200;
const MAX_PAGES = 20;
/** Whoever owns this shard walks for all. */
const WALKERS_SHARD = 0;

export class RetentionSweep {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> = Promise.resolve();
  private isStopped = false;
  private last: RunId | null = null;

  constructor(
    private readonly logs: Pick<LogsStore, 'runsWithLogs' | 'deleteOfRun'>,
    private readonly runs: Pick<RunsStore, 'existing'>,
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
    for (let page = 0; page < MAX_PAGES && !this.isStopped && this.owned().has(WALKERS_SHARD); page++) {
      const found = await this.logs.runsWithLogs(this.last, PAGE);
      const there = await this.runs.existing(found);
      const gone = found.filter((run) => !there.has(run));
      for (const run of gone) {
        const chunks = await this.logs.deleteOfRun(run);
        this.log.info({ run, chunks }, 'log of a removed run deleted');
      }
      this.last = found.at(-1) ?? null;
      if (gone.length === 0) return;
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
