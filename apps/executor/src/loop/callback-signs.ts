import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import type { Instant, Run } from '#common/run/run.js';
import type { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { LogsStore } from '#common/mongo/logs.store.js';
import type { StoredSigns } from './signs-of-life.js';

/** The time of an attempt's last callback whose content is stored: log lines and saved values. */
export class CallbackSigns implements StoredSigns {
  constructor(
    private readonly logs: Pick<LogsStore, 'heads'>,
    private readonly storage: Pick<JobStorageStore, 'versions'>,
    private readonly runs: { load(ids: readonly RunId[]): Promise<Map<RunId, Run>> },
  ) {}

  async lastSign(attempt: AttemptId): Promise<Instant | null> {
    const lines = (await this.logs.heads(attempt)).map(({ lastAt }) => lastAt);
    const saves = await this.saves(attempt);
    const signs = [...lines, ...saves];
    return signs.length === 0 ? null : Math.max(...signs);
  }

  private async saves(attempt: AttemptId): Promise<Instant[]> {
    const run = parseAttemptId(attempt)?.run;
    const job = run && (await this.runs.load([run])).get(run)?.job;
    if (!job) return [];
    const versions = await this.storage.versions(job);
    return versions
      .filter(({ source }) => 'attempt' in source && source.attempt === attempt)
      .map(({ savedAt }) => savedAt);
  }
}
