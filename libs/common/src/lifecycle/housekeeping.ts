/**
 * Housekeeping: tasks that are due at certain minutes (UTC) by cron expressions. Any replica may perform them, and a second
 * time does no harm. A task never runs twice at the same time in one process; replicas start at different moments, so that the
 * database does not get all of them in one second. Work that is due within seconds belongs to a `SweepLoop`.
 */
import { CronJob } from 'cron';
import { delay } from '../clock/clock.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { TrackedTasks } from '../runtime/tracked-tasks.js';

export interface Chore {
  readonly name: string;
  /** A cron expression: minute, hour, day of the month, month, day of the week. */
  readonly cron: string;
  run(): Promise<void>;
}

export const EVERY_MINUTE = '* * * * *';
/** The longest random delay of a replica after the minute. */
const MAX_JITTER_MS = 10_000;

export class Housekeeping {
  private jobs: readonly CronJob[] = [];
  private readonly underWay = new TrackedTasks<string>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly chores: readonly Chore[],
    private readonly tools: { readonly log: Logger; /** 0 to 1. */ readonly random?: () => number },
  ) {}

  start(): void {
    this.jobs = this.chores.map((chore) =>
      CronJob.from({
        cronTime: chore.cron,
        timeZone: 'UTC',
        start: true,
        onTick: () => {
          this.begin(chore);
        },
      }),
    );
  }

  /** Starts nothing more; resolves when the tasks under way have ended. */
  async stop(): Promise<void> {
    this.stopping.abort();
    for (const job of this.jobs) void job.stop();
    await this.underWay.drain();
  }

  /** Runs the task after a random delay, unless its previous run has not ended. */
  begin(chore: Chore): void {
    const { log, random = Math.random } = this.tools;
    if (this.underWay.has(chore.name)) return;
    const done = this.perform(chore, random() * MAX_JITTER_MS).catch((error: unknown) => {
      log.warn(
        { chore: chore.name, error: messageOf(error) },
        'a housekeeping task failed; it is repeated at its next time',
      );
    });
    void this.underWay.add(done, chore.name);
  }

  private async perform(chore: Chore, afterMs: number): Promise<void> {
    const { signal } = this.stopping;
    await delay(afterMs, signal);
    if (!signal.aborted) await chore.run();
  }
}
