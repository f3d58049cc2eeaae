/**
 * Removes leftover logs: they are removed together with their run, but lines may be written after that. One replica scans all logs in the
 * course of hours, and continues at once if it finds leftovers.
 */
import type { RunId } from '#common/domain/ids.js';
import type { Logger } from '#common/logging/logger.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';

const STEP_INTERVAL_MS = 5_000;
/** Chunks read in one page, and the most pages with leftovers after which one step continues. */
const PAGE = 200;
const MAX_PAGES = 20;
/** The owner of this shard scans for all. */
const WALKERS_SHARD = 0;

export class RetentionSweep {
  private readonly loop: SweepLoop;
  private isStopped = false;
  private last: RunId | null = null;

  constructor(
    private readonly logs: Pick<LogsStore, 'runsWithLogs' | 'deleteOfRun'>,
    private readonly runs: Pick<RunReads, 'existing'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly log: Logger,
  ) {
    this.loop = new SweepLoop('logs of removed runs', () => this.step(), STEP_INTERVAL_MS, { log });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await this.loop.stop();
  }

  /** Checks the next runs that have logs, and removes the logs of those that do not exist any more. */
  async step(): Promise<void> {
    for (let page = 0; page < MAX_PAGES && !this.isStopped && this.owned().has(WALKERS_SHARD); page++) {
      const runs = await this.logs.runsWithLogs(this.last, PAGE);
      const there = await this.runs.existing(runs);
      const gone = runs.filter((run) => !there.has(run));
      for (const run of gone) {
        const chunks = await this.logs.deleteOfRun(run);
        this.log.info({ run, chunks }, 'the log of a removed run was deleted');
      }
      this.last = runs.at(-1) ?? null;
      if (gone.length === 0) return;
    }
  }
}
