/** The sweeps of every replica for jobs that have ended and for jobs that a rule pauses. */
import type { Logger } from '#common/logging/logger.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { Clock } from '#common/clock/clock.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RuleStatesStore } from '#common/mongo/watch-states.store.js';
import type { RulesStore } from '#common/mongo/rules.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { FailingJobs, RulePauser } from '../rules/rule-pauser.js';
import type { OwnPauses } from './own-pauses.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { archiveReason } from './core/archive-reason.js';

const LOOK_MS = 15_000;

export class PauseLoops {
  private readonly loops: readonly SweepLoop[];

  constructor(archiver: Pick<JobArchiver, 'look'>, pauser: Pick<RulePauser, 'look'>, log: Logger) {
    this.loops = [
      new SweepLoop('jobs that end', async () => archiver.look(), LOOK_MS, { log }),
      new SweepLoop('jobs that rules pause', async () => pauser.look(), LOOK_MS, { log }),
    ];
  }

  start(): void {
    for (const loop of this.loops) loop.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.loops.map(async (loop) => loop.stop()));
  }
}

/** Makes the loops with all their parts. */
export function pauseLoopsOf(
  { clock, metrics, log }: { readonly clock: Clock; readonly metrics: Metrics; readonly log: Logger },
  stores: { readonly jobs: JobsStore; readonly schedules: SchedulesStore; readonly runs: RunReads },
  watching: { readonly rules: RulesStore; readonly states: RuleStatesStore },
  pauses: OwnPauses,
): PauseLoops {
  const { jobs, schedules, runs } = stores;
  const archiver = new JobArchiver(new EndedJobs(jobs, schedules, runs), pauses);
  const failing = new FailingJobs(watching, jobs, runs, clock);
  return new PauseLoops(archiver, new RulePauser(failing, pauses, metrics), log);
}

/*
 * Archives jobs that have ended by themselves. Every replica searches for them; a job is archived by a guarded write, so that an earlier
 * edit, pause or write of another replica takes precedence.
 */

const PAGE = 100;

interface EndedJob {
  readonly job: StoredJob;
  readonly reason: string;
}

/** Finds jobs that have ended. */
class EndedJobs {
  constructor(
    private readonly jobs: Pick<JobsStore, 'thatEnd'>,
    private readonly schedules: Pick<SchedulesStore, 'loadMany'>,
    private readonly runs: Pick<RunReads, 'countUnfinished' | 'lastSuccess'>,
  ) {}

  /** All ended jobs, page by page. */
  async *pages(): AsyncGenerator<readonly EndedJob[]> {
    let page: readonly StoredJob[] = [];
    do {
      page = await this.jobs.thatEnd(page.at(-1)?.id ?? null, PAGE);
      yield await this.endedOf(page);
    } while (page.length === PAGE);
  }

  private async endedOf(jobs: readonly StoredJob[]): Promise<readonly EndedJob[]> {
    const ids = jobs.map(({ id }) => id);
    const [schedules, counts] = await Promise.all([
      this.schedules.loadMany(ids),
      this.runs.countUnfinished(ids, Date.now()),
    ]);
    const judged = jobs.map(async (job): Promise<EndedJob[]> => {
      const { active = 0, queued = 0, delayed = 0 } = counts.get(job.id) ?? {};
      const success = job.spec.archiveWhen === 'succeeded' ? await this.runs.lastSuccess(job.id) : null;
      const facts = { schedule: schedules.get(job.id), unfinished: active + queued + delayed };
      const reason = archiveReason(job, { ...facts, succeededAt: success?.finished ?? null });
      return reason === null ? [] : [{ job, reason }];
    });
    return (await Promise.all(judged)).flat();
  }
}

class JobArchiver {
  constructor(
    private readonly ended: Pick<EndedJobs, 'pages'>,
    private readonly pauses: Pick<OwnPauses, 'pause'>,
  ) {}

  /** Checks every job that may end by itself, once. */
  async look(): Promise<void> {
    for await (const page of this.ended.pages()) {
      for (const { job, reason } of page) {
        const because = { note: reason, detail: `archived: ${reason}`, seed: `archive ${job.id} ${job.rev}` };
        await this.pauses.pause(job, { ...because, archived: true });
      }
    }
  }
}
