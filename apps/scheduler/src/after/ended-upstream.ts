/**
 * Decides what runs after runs that have ended. A run's document says that this is not decided yet (`unsettled`), from the same write
 * on that made it final; the event of the end shortens the wait, and a sweep finds it in any case. Each job gets its run by a key that
 * is made of the job and the cause, so it does not matter who decides, how often, and where somebody died in between. The word is
 * cleared last.
 */
import { MAX_SETTLED_AT_ONCE } from '#common/domain/limits.js';
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
      readonly runs: Pick<RunsStore, 'settle'>;
      readonly reads: Pick<RunReads, 'unsettled'>;
    },
    private readonly dependents: Pick<Dependents, 'runAfter'>,
    private readonly log: Logger,
  ) {}

  /** Settles the runs, up to a bound. Returns those that could not be settled now. */
  async settleAll(runs: readonly Run[]): Promise<readonly RunId[]> {
    const failed: RunId[] = [];
    for (const run of runs.slice(0, MAX_SETTLED_AT_ONCE)) {
      try {
        await this.settle(run);
      } catch (error) {
        failed.push(run.id);
        this.log.warn({ err: error, run: run.id }, 'what runs after a run was not decided; it is tried again');
      }
    }
    return failed;
  }

  /** The same for runs by their ids. */
  async settleIds(ids: readonly RunId[]): Promise<void> {
    await this.settleAll(await this.stores.reads.unsettled(ids));
  }

  /** Starts everything that runs after the ended run; safe to repeat. */
  private async settle(run: Run): Promise<void> {
    await this.dependents.runAfter(run, { cause: causeOf(run), root: run.causeRoot, requestedBy: null });
    await this.stores.runs.settle(run.id, run.rev);
  }
}
