/** The starts of runs in this replica: their limits, and the starts that each run takes from the start queue. */
import type { RunId } from '#common/domain/ids.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import type { DecisionContext } from '../run/context.js';
import { preemptibleOf } from '../run/preemption.js';
import type { RunBasis } from './run-plans.js';
import { capacityOf, startTermsOf, type StartLimits } from './start-limits.js';
import type { StartQueue } from './start-queue.js';

/** The starts of one run during one decision. */
export interface StartsOfRun {
  /** The starts that a decision may take now, and the places that it has to give up. */
  readonly facts: () => Pick<DecisionContext, 'capacity' | 'demand' | 'grant'>;
  /** The run waits for no start now. */
  readonly leave: () => void;
  /** Counts the live attempts of the run as it is stored now. */
  readonly setUsage: (stored: Run) => void;
}

export class RunStarts {
  constructor(
    private readonly queue: Pick<StartQueue, 'take' | 'demandOf' | 'setUsage' | 'leave' | 'forget'>,
    private readonly limits: StartLimits,
  ) {}

  of(run: Run, basis: RunBasis): StartsOfRun {
    const { queue } = this;
    const terms = startTermsOf(run, basis, this.limits);
    return {
      facts: () => ({
        capacity: capacityOf(terms.limits),
        demand: queue.demandOf(run.id),
        grant: (wanted) => queue.take(run.id, terms, wanted),
      }),
      leave: () => {
        queue.leave(run.id);
      },
      setUsage: (stored) => {
        queue.setUsage(run.id, terms, stored.live.filter(isActive).length, preemptibleOf(stored, basis.plan));
      },
    };
  }

  /** The run needs nothing any more. */
  forget(run: RunId): void {
    this.queue.forget(run);
  }
}

const isActive = ({ state }: LiveAttempt): boolean => state !== 'ended';
