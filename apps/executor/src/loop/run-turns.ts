/**
 * Whose turn it is to be reconciled: the runs that wait, and how many are in work. The number in work is bounded. Started runs come
 * before new ones, and while many ends wait to be stored as many new runs are let in as end: what is started faster than its ends are stored costs those the
 * processor and the database that they need, and workers wait longer and longer until somebody hears that they are done.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';

const MAX_IN_WORK = 256;
/** Of those, runs that have not started: the rest is reserved for started ones. */
export const MAX_NEW_AT_ONCE = 128;
/** So many new runs are let in where no end is stored: ends that are stored slowly for another reason stop no start. */
export const MIN_NEW_AT_ONCE = 16;
/** Each end that waits or is in work keeps so many new runs out. */
const NEW_PER_END = 7;
/** From so many ends on, a new run is let in for each end that is stored. */
const MANY_ENDS = 16;
/**
 * The time constant by which the maximum decays. Reports come in waves, since those that are stored together are answered together: in the trough
 * between two waves a hundred starts would be let in, and more runs would begin than end.
 */
const ENDS_REMEMBERED_MS = 200;
/** If no end has been stored for so long, new runs do not wait for one. */
const STALLED_MS = 250;

/** How many new runs may be in work while so many runs have ends that are not stored yet. */
export const newAtOnce = (ends: number): number => Math.max(MIN_NEW_AT_ONCE, MAX_NEW_AT_ONCE - NEW_PER_END * ends);

export class RunTurns {
  /** Waiting runs, in order of arrival: those that have started, and new ones. */
  private readonly begun = new Set<RunId>();
  private readonly fresh = new Set<RunId>();
  /** Those that wait or are in work with the end of an attempt. */
  private readonly ending = new Set<RunId>();
  private readonly inWork = new Set<RunId>();
  private readonly newInWork = new Set<RunId>();
  /** Ends that were stored and for which no new run was let in yet. */
  private credit = 0;
  private endedAt = -Infinity;
  /** The decaying maximum of the number of ends, as it was at that time, in milliseconds of the monotonic clock. */
  private recentEnds = { ends: 0, at: 0 };

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Whether the run waits as one that has started. */
  isBegun(run: RunId): boolean {
    return this.begun.has(run);
  }

  /** The run waits from now on, or goes on waiting. */
  add(run: RunId, { isNew, hasEnded }: { readonly isNew: boolean; readonly hasEnded: boolean }): void {
    if (hasEnded) {
      this.ending.add(run);
      this.updateRecentEnds();
    }
    if (isNew) this.fresh.add(run);
    else {
      this.fresh.delete(run);
      this.begun.add(run);
    }
  }

  /** Takes the next run into work. Undefined: none waits, or as many are in work as may be. */
  take(): RunId | undefined {
    if (this.inWork.size >= MAX_IN_WORK) return undefined;
    const begun = first(this.begun);
    const run = begun ?? (this.mayBegin() ? first(this.fresh) : undefined);
    if (run === undefined) return undefined;
    if (begun === undefined) {
      this.newInWork.add(run);
      this.credit = Math.max(0, this.credit - 1);
    }
    this.begun.delete(run);
    this.fresh.delete(run);
    this.inWork.add(run);
    return run;
  }

  /** The run is in work no more; what it has waiting since then is added anew. */
  end(run: RunId): void {
    this.inWork.delete(run);
    this.newInWork.delete(run);
    if (!this.ending.delete(run)) return;
    this.credit = Math.min(this.credit + 1, MAX_NEW_AT_ONCE);
    this.endedAt = this.clock.monotonic();
  }

  /** Whether one more new run may be let in. */
  private mayBegin(): boolean {
    const ends = this.updateRecentEnds();
    const isStalled = this.clock.monotonic() - this.endedAt > STALLED_MS;
    if (ends < MANY_ENDS || isStalled) return this.newInWork.size < newAtOnce(ends);
    return this.credit > 0 && this.newInWork.size < MAX_NEW_AT_ONCE;
  }

  private updateRecentEnds(): number {
    const at = this.clock.monotonic();
    const remembered = this.recentEnds.ends * Math.exp((this.recentEnds.at - at) / ENDS_REMEMBERED_MS);
    this.recentEnds = { ends: Math.max(this.ending.size, remembered), at };
    return this.recentEnds.ends;
  }

  /** No run that waits gets its turn any more: the started ones, or the new ones. Returns them. */
  drop(which: 'begun' | 'fresh'): readonly RunId[] {
    const dropped = [...this[which]];
    this[which].clear();
    for (const run of dropped) this.ending.delete(run);
    return dropped;
  }
}

const first = (waiting: ReadonlySet<RunId>): RunId | undefined => waiting.values().next().value;
