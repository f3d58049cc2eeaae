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
import { EndedJobs, JobArchiver } from './job-archiver.js';
import type { OwnPauses } from './own-pauses.js';

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
