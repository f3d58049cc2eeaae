/**
 * Releases runs that stand for several requests: such a run starts when its window ends or when it is full. The window is closed by
 * compare-and-set, so that a request which arrives at the same moment either becomes part of the run or begins another one. A timer of
 * the replica that took the last request closes the window on time; a sweep closes the windows whose replica has stopped.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import { MAX_RELEASES_AT_ONCE, MAX_RELEASE_TIMERS } from '#common/domain/limits.js';
import type { Logger } from '#common/logging/logger.js';
import { isGathering } from '#common/run/gathered.js';
import type { Instant, Run } from '#common/run/run.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import type { NewRuns } from '../admission/new-runs.js';
import type { QueuedRuns } from '../admission/queued-runs.js';
import type { RunReader } from '../ports.js';
import type { Sweep } from '../sweeps/sweeps.js';
import { closed } from './core/gather.js';

export interface GatheredRuns extends Pick<RunReader, 'load'> {
  gatheredDue(shards: readonly number[], now: Instant, limit: number): Promise<Run[]>;
}

export class Releases {
  private readonly timers = new Map<RunId, () => void>();

  constructor(
    private readonly runs: GatheredRuns,
    private readonly queued: Pick<QueuedRuns, 'leaveWindow' | 'readmit'>,
    private readonly newRuns: Pick<NewRuns, 'needPermits' | 'countOthers'>,
    private readonly tools: { readonly clock: Clock; readonly log: Logger },
  ) {}

  readonly sweep: Sweep = {
    name: 'gathered runs',
    everyMs: 500,
    isAnyDue: async (shards, until) => (await this.runs.gatheredDue(shards, until, 1)).length > 0,
    run: async (shards) => {
      const due = await this.runs.gatheredDue(shards, this.tools.clock.now(), MAX_RELEASES_AT_ONCE);
      await forEachContinuing(due, async (run) => {
        await this.release(run);
      });
      return due.length;
    },
    finish: () => {
      for (const cancel of this.timers.values()) cancel();
      this.timers.clear();
      return Promise.resolve();
    },
  };

  /** Releases the run at its start time; replaces an earlier timer of the run. */
  releaseAt({ id, startAfter }: Pick<Run, 'id' | 'startAfter'>): void {
    this.timers.get(id)?.();
    this.timers.delete(id);
    if (this.timers.size >= MAX_RELEASE_TIMERS) return;
    const inMs = Math.max(0, startAfter - this.tools.clock.now());
    const cancel = this.tools.clock.after(inMs, () => {
      this.timers.delete(id);
      this.releaseDue(id).catch((error: unknown) => {
        this.tools.log.warn({ err: error, run: id }, 'a run could not be released; a sweep repeats it');
      });
    });
    this.timers.set(id, cancel);
  }

  private async releaseDue(id: RunId): Promise<void> {
    const run = (await this.runs.load([id])).get(id);
    if (run && isGathering(run) && run.startAfter <= this.tools.clock.now()) await this.release(run);
  }

  /** Closes the run for further requests, due or not. False: the run was changed meanwhile. */
  async release(run: Run): Promise<boolean> {
    const left = await this.queued.leaveWindow(
      run,
      (now) => closed(run, now),
      async (state, policy) => {
        await this.newRuns.countOthers(state, policy);
        return this.newRuns.needPermits(state, policy);
      },
    );
    if (left === null) return false;
    // The requests have been answered already: the sweep of queued runs repeats an admission that fails here.
    if (left.state && left.run.phase === 'Queued')
      this.queued.readmit(left.state, left.run).catch((error: unknown) => {
        this.tools.log.warn({ err: error, run: run.id }, 'the admission of a released run failed; a sweep repeats it');
      });
    return true;
  }
}
