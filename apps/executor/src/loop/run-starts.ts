/** The starts of runs in this replica: their limits, and the starts that each run takes from the start queue. */
import type { AttemptId, RunId } from '#common/domain/ids.js';
import type { AttemptClaim, Run } from '#common/run/run.js';
import { isActive } from '../run/attempt.js';
import type { DecisionContext } from '../run/context.js';
import { preemptibleOf } from '../run/preemption.js';
import type { RunBasis } from './run-loader.js';
import { capacityOf, startTermsOf, type StartLimits } from './start-limits.js';
import type { StartQueue } from './start-queue.js';

/** The starts of one run during one decision. */
export interface StartsOfRun {
  /** The starts that a decision may take now, and the permits that it has to give up. */
  readonly facts: () => Pick<DecisionContext, 'capacity' | 'demand' | 'grant' | 'mayClaimAgain'>;
  /** The run waits for no start now. */
  readonly leave: () => void;
  /** Counts the live attempts of the run as it is stored now. */
  readonly setUsage: (stored: Run) => void;
  /** It is not known whether the decision is stored: what it was granted counts, until a later revision is stored. */
  readonly keepGrants: () => void;
}

/** Runs with open grants that are remembered: more than a replica decides about while the database does not answer. */
const MAX_OPEN = 10_000;

/** Grants of a decision of which it is not known whether it is stored, and the revision that it would replace. */
interface OpenGrants {
  readonly count: number;
  readonly rev: number;
}

export class RunStarts {
  private readonly open = new Map<RunId, OpenGrants>();

  constructor(
    private readonly queue: Pick<StartQueue, 'take' | 'demandOf' | 'setUsage' | 'leave' | 'forget'>,
    private readonly limits: StartLimits,
    /** Whether the attempt counts in the parts of this replica under its present lease. */
    private readonly isOwn: (claim: AttemptClaim) => boolean,
    /** Whether the attempt of another lease certainly counts in the limit. */
    private readonly covers: (key: string, attempt: AttemptId) => boolean = () => true,
  ) {}

  of(run: Run, basis: RunBasis): StartsOfRun {
    const { queue } = this;
    const terms = startTermsOf(run, basis, this.limits);
    let granted = 0;
    const setUsage = (stored: Run): void => {
      const active = stored.live.filter(isActive);
      const own = active.filter(({ claim }) => this.isOwn(claim)).length;
      const open = this.openOf(stored);
      queue.setUsage(run.id, terms, { all: active.length + open, own: own + open }, preemptibleOf(stored, basis.plan));
    };
    return {
      facts: () => ({
        capacity: capacityOf(terms.limits),
        demand: queue.demandOf(run.id),
        grant: (wanted) => {
          const hadOpen = this.open.has(run.id);
          const open = this.openOf(run);
          if (hadOpen && open === 0) setUsage(run);
          granted = open > 0 && open >= wanted.least ? Math.min(open, wanted.most) : queue.take(run.id, terms, wanted);
          return granted;
        },
        mayClaimAgain: ({ id, claim }) =>
          this.isOwn(claim) || terms.limits.every(({ key, shared }) => shared?.key !== key || this.covers(key, id)),
      }),
      leave: () => {
        queue.leave(run.id);
      },
      setUsage,
      keepGrants: () => {
        const count = Math.max(granted, this.openOf(run));
        if (count > 0) this.keepOpen(run, count);
        setUsage(run);
      },
    };
  }

  /** The run needs nothing any more. */
  forget(run: RunId): void {
    this.open.delete(run);
    this.queue.forget(run);
  }

  /** Runs that others own by now are never asked for again: the oldest are forgotten. */
  private keepOpen({ id, rev }: Run, count: number): void {
    const [oldest] = this.open.keys();
    if (oldest !== undefined && this.open.size >= MAX_OPEN) this.open.delete(oldest);
    this.open.set(id, { count, rev });
  }

  /** The open grants of the run; once a later revision is stored, their decision can be stored no more. */
  private openOf({ id, rev }: Run): number {
    const open = this.open.get(id);
    if (open === undefined || rev <= open.rev) return open?.count ?? 0;
    this.open.delete(id);
    return 0;
  }
}
