/** Reads the facts about a job that the condition of a rule needs: few of its runs, each by an index. */
import { FLAPPING_RUNS, MAX_FAILURES_IN_ROW, MAX_OFTEN_RUNS, RULE_RUNS } from '#common/domain/limits.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import type { RunState } from '#common/run/phase.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';
import type { RuleCondition } from '#common/spec/rule.js';
import type { JobFacts } from '#common/watch/condition.js';

interface HistorySources {
  readonly runs: Pick<RunReads, 'glancesOf'>;
  readonly gaps: Pick<GapsStore, 'newestOf'>;
  readonly schedules: Pick<SchedulesStore, 'lastSuccess'>;
}

const GAPS = 10;
/** The longest of the runs that wait or are under way are among the oldest. */
const OLDEST = 20;
const ENDED = Math.max(FLAPPING_RUNS, MAX_FAILURES_IN_ROW) + 5;

export class JobHistory {
  constructor(private readonly sources: HistorySources) {}

  /** Runs of a former job with its id do not count. */
  async read(job: StoredJob, condition: RuleCondition): Promise<JobFacts> {
    const facts = { createdAt: job.createdAt, runs: [], gaps: [], lastSuccess: null };
    switch (condition.type) {
      case 'failed':
      case 'failuresInRow':
      case 'flapping':
      case 'tooShort':
        return { ...facts, runs: await this.newest(job, ['FINISHED', 'FAILED', 'ABORTED'], ENDED) };
      case 'missed':
        return { ...facts, ...(await this.missed(job)) };
      case 'lateStart':
        return { ...facts, runs: await this.newestOfAll(job, RULE_RUNS) };
      case 'tooLong':
        return { ...facts, runs: await this.durations(job) };
      case 'tooOften':
        return { ...facts, runs: await this.newestOfAll(job, MAX_OFTEN_RUNS) };
      case 'queueTooLong':
        return { ...facts, runs: await this.oldest(job, 'QUEUED') };
      case 'noSuccessSince':
        return { ...facts, lastSuccess: await this.lastSuccess(job) };
    }
  }

  private async newestOfAll(job: StoredJob, limit: number): Promise<JobFacts['runs']> {
    return this.sources.runs.glancesOf({ job: job.id }, ownSince(job), limit);
  }

  private async oldest(job: StoredJob, state: RunState): Promise<JobFacts['runs']> {
    return this.sources.runs.glancesOf({ job: job.id, state }, ownSince(job), OLDEST, 'oldestFirst');
  }

  /** At most this many runs of each state are read, so that one state does not hide another. */
  private async newest(job: StoredJob, states: readonly RunState[], limit: number): Promise<JobFacts['runs']> {
    const { runs } = this.sources;
    const histories = await Promise.all(
      states.map(async (state) => runs.glancesOf({ job: job.id, state }, ownSince(job), limit)),
    );
    return histories.flat().toSorted((a, b) => b.createdAt - a.createdAt);
  }

  private async missed(job: StoredJob): Promise<Pick<JobFacts, 'runs' | 'gaps'>> {
    const [gaps, missed, newest] = await Promise.all([
      this.sources.gaps.newestOf(job.id, GAPS),
      this.newest(job, ['MISSED'], GAPS),
      this.newestOfAll(job, RULE_RUNS),
    ]);
    const own = gaps.filter(({ recordedAt }) => recordedAt >= ownSince(job));
    return { gaps: own, runs: [...missed, ...newest] };
  }

  private async durations(job: StoredJob): Promise<JobFacts['runs']> {
    const [underWay, ended] = await Promise.all([
      this.oldest(job, 'RUNNING'),
      this.newest(job, ['FINISHED', 'FAILED', 'ABORTED'], RULE_RUNS),
    ]);
    return [...underWay, ...ended];
  }

  /** The last success in the schedule outlives the runs; that of a run may not be in the schedule yet. */
  private async lastSuccess(job: StoredJob): Promise<number | null> {
    const [[newest], ofSchedule] = await Promise.all([
      this.newest(job, ['FINISHED'], 1),
      this.sources.schedules.lastSuccess(job.id),
    ]);
    const last = Math.max(newest?.finished ?? 0, ofSchedule?.finished ?? 0);
    return last > ownSince(job) ? last : null;
  }
}
