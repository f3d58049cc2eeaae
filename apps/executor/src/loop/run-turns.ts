/**
 * Selects the run that is reconciled next, and bounds the number of runs in work. Started runs come before new ones, and while many ends
 * wait to be stored, only as many new runs begin as end: if runs were started faster than their ends are stored, they would take processor
 * and database time from the ends, which would be stored later and later.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';

const MAX_IN_WORK = 256;
/** The part of these for runs that have not started: the rest is reserved for started ones. */
export const MAX_NEW_AT_ONCE = 128;
/** At least this many new runs may be in work, even if no end is stored: ends that are stored slowly for another reason stop no start. */
export const MIN_NEW_AT_ONCE = 16;
/** Each end that waits or is in work reduces the number of new runs by this many. */
const NEW_PER_END = 7;
/** From this many ends on, one new run begins for each end that is stored. */
const MANY_ENDS = 16;
/**
 * The time constant by which the maximum decays. Reports come in waves, because ends that are stored together are answered together:
 * between two waves a hundred new runs would begin, and more runs would begin than end.
 */
const ENDS_REMEMBERED_MS = 200;
/** If no end has been stored for this long, new runs do not wait for one. */
const STALLED_MS = 250;

/** How many new runs may be in work while this many runs have ends that are not stored yet. */
export const newAtOnce = (ends: number): number => Math.max(MIN_NEW_AT_ONCE, MAX_NEW_AT_ONCE - NEW_PER_END * ends);

export class RunTurns {
  /** Waiting runs, in order of arrival: started runs, and new ones. */
  private readonly started = new Set<RunId>();
  private readonly fresh = new Set<RunId>();
  /** Runs that wait or are in work with the end of an attempt. */
  private readonly ending = new Set<RunId>();
  private readonly inWork = new Set<RunId>();
  private readonly newInWork = new Set<RunId>();
  /** Ends that were stored and for which no new run has begun yet. */
  private credit = 0;
  private endedAt = -Infinity;
  /** The decaying maximum of the number of ends, as it was at that time, in milliseconds of the monotonic clock. */
  private recentEnds = { ends: 0, at: 0 };

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Whether the run waits as one that has started. */
  isBegun(run: RunId): boolean {
    return this.started.has(run);
  }

  /** The run waits from now on, or continues to wait. */
  add(run: RunId, { isNew, hasEnded }: { readonly isNew: boolean; readonly hasEnded: boolean }): void {
    if (hasEnded) {
      this.ending.add(run);
      this.updateRecentEnds();
    }
    if (isNew) this.fresh.add(run);
    else {
      this.fresh.delete(run);
      this.started.add(run);
    }
  }

  /** Takes the next run into work. Undefined: none waits, or as many are in work as may be. */
  take(): RunId | undefined {
    if (this.inWork.size >= MAX_IN_WORK) return undefined;
    const started = first(this.started);
    const run = started ?? (this.mayBegin() ? first(this.fresh) : undefined);
    if (run === undefined) return undefined;
    if (started === undefined) {
      this.newInWork.add(run);
      this.credit = Math.max(0, this.credit - 1);
    }
    this.started.delete(run);
    this.fresh.delete(run);
    this.inWork.add(run);
    return run;
  }

  /** Ends the work on the run; if inputs have arrived for it meanwhile, the caller adds it again. */
  end(run: RunId): void {
    this.inWork.delete(run);
    this.newInWork.delete(run);
    if (!this.ending.delete(run)) return;
    this.credit = Math.min(this.credit + 1, MAX_NEW_AT_ONCE);
    this.endedAt = this.clock.monotonic();
  }

  /** Whether one more new run may begin. */
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

  /** Removes all waiting runs that have started, or all new ones. Returns them. */
  drop(which: 'started' | 'fresh'): readonly RunId[] {
    const dropped = [...this[which]];
    this[which].clear();
    for (const run of dropped) this.ending.delete(run);
    return dropped;
  }
}

const first = (waiting: ReadonlySet<RunId>): RunId | undefined => waiting.values().next().value;
