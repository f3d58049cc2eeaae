import type { RunEvent } from './event-lines.js';

const FINAL_STATES: ReadonlySet<string> = new Set(['FINISHED', 'FAILED', 'ABORTED', 'SKIPPED', 'MISSED']);
const SECOND_MS = 1_000;
/** The rate is that of the last minute. */
const RATE_SECONDS = 60;

/** The summary of all jobs. */
export interface Overview {
  readonly running: number;
  readonly queued: number;
  /** The next slot of any job. */
  readonly next: { readonly at: string; readonly job: string } | null;
}

/** Counts the runs that end, from the feed. */
export class RunTally {
  private ended = 0;
  private failed = 0;
  /** Ends by second; none is older than a minute. */
  private readonly bySecond = new Map<number, number>();

  take({ transitions }: RunEvent, now: number): void {
    const ends = transitions.filter(({ state }) => FINAL_STATES.has(state));
    if (ends.length === 0) return;
    this.ended += ends.length;
    this.failed += ends.filter(({ state }) => state === 'FAILED').length;
    const second = Math.floor(now / SECOND_MS);
    this.bySecond.set(second, (this.bySecond.get(second) ?? 0) + ends.length);
    this.forgetBefore(second - RATE_SECONDS);
  }

  /** One line: running runs, results of the others since the start, ends in the last minute, and the next slot. */
  summary(overview: Overview | null, now: number): string {
    this.forgetBefore(Math.floor(now / SECOND_MS) - RATE_SECONDS);
    const perMinute = [...this.bySecond.values()].reduce((sum, each) => sum + each, 0);
    const { running, queued, next } = overview ?? { running: '?', queued: '?', next: null };
    const coming = next === null ? [] : [`next ${next.at.slice(11, 19)} ${next.job}`];
    return [
      `runs: ${running} running, ${queued} queued, ${this.ended} ended, ${this.failed} failed`,
      `${perMinute} a minute`,
      ...coming,
    ].join(' · ');
  }

  private forgetBefore(second: number): void {
    for (const old of this.bySecond.keys()) if (old <= second) this.bySecond.delete(old);
  }
}
