/**
 * Decides which runs give up their permits of one limit, and for which runs: preemptible runs, for a run that is next in turn and has
 * waited for `PREEMPT_AFTER_MS`. Priorities are compared without the addition for waiting: with it, two runs would repeatedly take one
 * permit from each other.
 */
import type { RunId } from '#common/domain/ids.js';
import { MAX_PERMIT_PREEMPTIONS, PREEMPT_AFTER_MS } from '#common/domain/limits.js';
import type { Waits } from '#common/domain/priority.js';
import type { Instant } from '#common/run/run.js';
import { weightOf, type GroupWeights } from './turns.js';

export interface WaitingRun extends Waits {
  readonly run: RunId;
  readonly group?: string;
}

export interface HoldingRun {
  readonly run: RunId;
  readonly group?: string;
  readonly priority: number;
  readonly since: Instant;
  /** `leaving`: its permit becomes free by itself, because it ends or was preempted. */
  readonly standing: 'preemptible' | 'leaving' | 'stays';
}

export interface Contest<W extends WaitingRun, H extends HoldingRun> {
  readonly size: number;
  /** The weights of the groups that share the limit; null if runs of all groups wait in one queue. */
  readonly weights: GroupWeights | null;
  /** The waiting runs, in turn. */
  readonly waiting: readonly W[];
  readonly holders: readonly H[];
}

/** Pairs in the order in which they are to be served; a run that waits takes one permit of the limit. */
export function preemptions<W extends WaitingRun, H extends HoldingRun>(
  { size, weights, waiting, holders }: Contest<W, H>,
  now: Instant,
): readonly { readonly taker: W; readonly victim: H }[] {
  const staying = holders.filter(({ standing }) => standing !== 'leaving');
  const shares = new GroupCounts(staying, weights);
  let free = size - staying.length;
  // The limit was lowered: a permit that is given up now could not be given to a waiting run.
  if (free < 0) return [];
  let candidates = staying.filter(({ standing }) => standing === 'preemptible').sort(byLeastLoss);
  const pairs: { taker: W; victim: H }[] = [];
  for (const taker of waiting) {
    if (pairs.length === MAX_PERMIT_PREEMPTIONS) break;
    if (free > 0) free -= 1;
    else {
      // The next run in turn gets the next permit: no run is preempted for the runs after it.
      if (now - (taker.waitsSince ?? 0) < PREEMPT_AFTER_MS) break;
      const victim = candidates.find((holder) => shares.mayTake(taker, holder));
      if (!victim) break;
      candidates = candidates.filter((other) => other !== victim);
      shares.add(victim, -1);
      pairs.push({ taker, victim });
    }
    shares.add(taker, 1);
  }
  return pairs;
}

/** The lowest priority goes first, and of equal ones the youngest, which loses the least work. */
const byLeastLoss = (a: HoldingRun, b: HoldingRun): number => a.priority - b.priority || b.since - a.since;

/** How many permits each group has. */
class GroupCounts {
  private readonly held = new Map<string, number>();

  constructor(
    holders: readonly HoldingRun[],
    private readonly weights: GroupWeights | null,
  ) {
    for (const holder of holders) this.add(holder, 1);
  }

  add({ group = '' }: { readonly group?: string }, count: number): void {
    this.held.set(group, (this.held.get(group) ?? 0) + count);
  }

  /** Between groups with weights: the group that loses the permit still holds at least as many for its weight as the one that gets it. */
  mayTake(taker: WaitingRun, holder: HoldingRun): boolean {
    const mine = taker.group ?? '';
    const its = holder.group ?? '';
    if (this.weights === null || mine === its) return (taker.priority ?? 0) > holder.priority;
    return this.use(its, -1) >= this.use(mine, 1);
  }

  private use(group: string, change: number): number {
    return ((this.held.get(group) ?? 0) + change) / weightOf(this.weights ?? {}, group);
  }
}
