/**
 * Decides which jobs run after runs that have ended. The write that makes a followed run final also sets its flag
 * `dependentsPending`: the decision is still to be made. The event of the end triggers it at once, and a sweep finds the flag if that
 * event is lost. The key of each new run is made of its job and the cause, so repeating the decision after a crash, or making it on two
 * replicas, creates nothing twice. The flag is cleared last.
 */
import { MAX_UPSTREAM_RUNS_AT_ONCE } from '#common/domain/limits.js';
import type { RunId } from '#common/domain/ids.js';
import { causeOf } from '#common/run/cause.js';
import type { Run } from '#common/run/run.js';
import type { Logger } from '#common/logging/logger.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { Dependents } from './dependents.js';

export class EndedUpstream {
  constructor(
    private readonly stores: {
      readonly runs: Pick<RunsStore, 'markDependentsDecided'>;
      readonly reads: Pick<RunReads, 'pendingDependents'>;
    },
    private readonly dependents: Pick<Dependents, 'runAfter'>,
    private readonly log: Logger,
  ) {}

  /** Decides for at most `MAX_UPSTREAM_RUNS_AT_ONCE` of the runs. Returns the runs for which the decision failed. */
  async decideAll(runs: readonly Run[]): Promise<readonly RunId[]> {
    const failed: RunId[] = [];
    for (const run of runs.slice(0, MAX_UPSTREAM_RUNS_AT_ONCE)) {
      try {
        await this.decide(run);
      } catch (error) {
        failed.push(run.id);
        this.log.warn(
          { err: error, run: run.id },
          'the jobs that run after an ended run could not be decided; a sweep repeats it',
        );
      }
    }
    return failed;
  }

  /** Decides for those of the runs whose dependents are pending. */
  async decideIds(ids: readonly RunId[]): Promise<void> {
    await this.decideAll(await this.stores.reads.pendingDependents(ids));
  }

  /** Starts everything that runs after the ended run; safe to repeat. */
  private async decide(run: Run): Promise<void> {
    await this.dependents.runAfter(run, { cause: causeOf(run), root: run.causeRoot, requestedBy: null });
    await this.stores.runs.markDependentsDecided(run.id, run.rev);
  }
}
