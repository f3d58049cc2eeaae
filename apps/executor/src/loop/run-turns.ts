/**
 * Whose turn it is to be reconciled: the runs that wait, and how many are in work. The number in work is bounded. Started runs come
 * before new ones, and while ends wait to be stored few new runs are let in: what is started faster than its ends are stored costs those the
 * processor and the database that they need, and workers wait longer and longer until somebody hears that they are done.
 */
import type { RunId } from '#common/domain/ids.js';

const MAX_IN_WORK = 256;
/** Of those, runs that have not started: the rest is reserved for started ones. */
export const MAX_NEW_AT_ONCE = 128;
/**
 * So many new runs are let in whatever waits: ends that are stored slowly for another reason stop no start. Few, because each of them
 * takes some 30 ms: 16 at once were 500 starts a second, of which 370 ended, and callbacks waited without end.
 */
export const MIN_NEW_AT_ONCE = 4;
/** Each end that waits or is in work keeps so many new runs out: once there are 16 ends, no more starts than ends are in work. */
const NEW_PER_END = 7;

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

  /** Whether the run waits as one that has started. */
  isBegun(run: RunId): boolean {
    return this.begun.has(run);
  }

  /** The run waits from now on, or goes on waiting. */
  add(run: RunId, { isNew, hasEnded }: { readonly isNew: boolean; readonly hasEnded: boolean }): void {
    if (hasEnded) this.ending.add(run);
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
    const run = begun ?? (this.newInWork.size < newAtOnce(this.ending.size) ? first(this.fresh) : undefined);
    if (run === undefined) return undefined;
    if (begun === undefined) this.newInWork.add(run);
    this.begun.delete(run);
    this.fresh.delete(run);
    this.inWork.add(run);
    return run;
  }

  /** The run is in work no more; what it has waiting since then is added anew. */
  end(run: RunId): void {
    this.inWork.delete(run);
    this.newInWork.delete(run);
    this.ending.delete(run);
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
