/** Saves the runs that the scheduler makes and changes; announces each change, and dispatches a run that may begin to its executor. */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { Run } from '#common/run/run.js';
import { endsTooLate } from '#common/usage/ledger.js';
import type { DroppedRun } from '../core/apply-admission.js';
import { admitted, dropped } from '../core/leave-queue.js';
import type { Outbox, RunReader, RunStore } from '../ports.js';

/** Runs of this or a later revision are not withdrawn (`RunStore.withdraw`). */
const PROTECTED_REV = 2;

export class RunRecords {
  constructor(
    private readonly runs: Pick<RunStore, 'insertRuns' | 'save' | 'withdraw'>,
    private readonly reads: Pick<RunReader, 'load'>,
    private readonly outbox: Pick<Outbox, 'changed' | 'dispatch'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  load(ids: readonly RunId[]): Promise<ReadonlyMap<RunId, Run>> {
    return this.reads.load(ids);
  }

  async find(id: RunId): Promise<Run | undefined> {
    return (await this.reads.load([id])).get(id);
  }

  /**
   * Returns the runs as they are stored then. A run that existed already is protected, so that a refused requester does not withdraw it.
   */
  async insert(runs: readonly Run[]): Promise<readonly Run[]> {
    if (runs.length === 0) return [];
    const inserted = await this.runs.insertRuns(runs);
    return Promise.all(runs.map(async (run) => (inserted.has(run.id) ? run : this.keep(run.id))));
  }

  withdraw(run: Run): Promise<boolean> {
    return this.runs.withdraw(run);
  }

  /** Saves the run under a new revision without announcing it. Null: another process changed it meanwhile. */
  async revise(run: Run): Promise<Run | null> {
    const next = { ...run, rev: run.rev + 1 };
    return (await this.runs.save(next, run.rev)) ? next : null;
  }

  /** False: another process changed the run meanwhile, or its end is too late for the usage ledger; it is decided again. */
  async save(next: Run, former: Run): Promise<boolean> {
    if (endsTooLate(former, next, this.clock.now())) return false;
    if (!(await this.runs.save(next, former.rev))) return false;
    this.outbox.changed(next, former.transitions.length);
    if (next.phase === 'Pending') this.outbox.dispatch(next);
    return true;
  }

  /** Moves the run from `Queued` to the executor. */
  start(run: Run, holds: readonly string[]): Promise<boolean> {
    return this.save(admitted(run, holds, this.clock.now()), run);
  }

  drop(run: Run, reason: DroppedRun['reason']): Promise<boolean> {
    return this.save(dropped(run, reason, this.clock.now()), run);
  }

  private async keep(id: RunId): Promise<Run> {
    const stored = await this.find(id);
    const kept = stored && (await protectFromWithdrawal({ runs: this.runs, reads: this.reads }, stored));
    if (!kept)
      throw new AppError('UNAVAILABLE', `run ${id} was refused to another request at the same time; try again`);
    return kept;
  }
}

/**
 * Saves a new revision of the run, so that the process that inserted it cannot withdraw it. Returns the run as it is now, read again if it
 * was changed meanwhile, because it may have ended; null if it was withdrawn.
 */
export async function protectFromWithdrawal(
  stores: { readonly runs: Pick<RunStore, 'save'>; readonly reads: Pick<RunReader, 'load'> },
  run: Run,
): Promise<Run | null> {
  if (run.rev >= PROTECTED_REV) return run;
  const kept = { ...run, rev: PROTECTED_REV };
  if (await stores.runs.save(kept, run.rev)) return kept;
  return (await stores.reads.load([run.id])).get(run.id) ?? null;
}
