import type { Shards } from '#common/domain/shards.js';
import type { Instant, Run } from '#common/run/run.js';
import type { RunReads } from '#common/mongo/run-reads.js';

const RUNS_PER_READ = 200;

/**
 * Attempts of web services that are under way. The tokens of their callbacks are derived from the key that was first when they
 * began, and are refused once that key is removed.
 */
export class CallbacksUnderWay {
  constructor(
    private readonly runs: Pick<RunReads, 'openRuns'>,
    private readonly shards: Shards,
  ) {}

  async begunBefore(time: Instant): Promise<number> {
    let count = 0;
    for (const shard of this.shards.all) {
      for (let after: Parameters<RunReads['openRuns']>[1] = null; ;) {
        const runs: Run[] = await this.runs.openRuns(shard, after, RUNS_PER_READ);
        const called = runs.filter(({ engine }) => engine === 'webservice').flatMap(({ live }) => live);
        count += called.filter(({ end, claim }) => end === null && claim.at < time).length;
        const last = runs.at(-1);
        if (runs.length < RUNS_PER_READ || last?.wakeAt == null) break;
        after = { wakeAt: last.wakeAt, id: last.id };
      }
    }
    return count;
  }
}
