/**
 * Wakes runs at instants of their own. Runs of one instant share a timer, so that their reads and writes are batched from the first one
 * on. A herd is more runs than can be in work at once: a few are woken first and the others in small parts, because queueing thousands of
 * runs takes work that would delay the first starts.
 */
import type { Clock } from '#common/clock/clock.js';
import type { RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';

export interface WakeOptions {
  /** The run has not started and comes after all runs that have. */
  readonly isNew?: boolean;
  /** Called shortly before the instant, if there is time for it; in a herd, only for the runs that are woken first. */
  readonly onSoon?: () => void;
  /** Called when the run's turn has come, before any run that is woken with it is reconciled. */
  readonly onDue?: () => void;
}

/** The runs that are woken at one instant. */
interface Wake {
  readonly runs: Map<RunId, WakeOptions>;
  callOff: () => void;
  /** Null while no run of the instant has `onSoon`. */
  callOffSoon: (() => void) | null;
}

/** Runs that are woken at an instant of their own; the sweep finds further ones when theirs has come. */
const MAX_TIMERS = 100_000;
/** This many runs of one instant are woken together: as many new ones as are in work at once. */
const AT_ONCE = 128;
/** The first part of a herd: few enough to share each round trip and wait for little else. */
const FIRST_OF_HERD = 16;
/**
 * The lead of the first part: without it, the reads and decisions of the next part would come before the answers to the claims of the
 * first.
 */
const LEAD_MS = 10;
/** `onSoon` is called this long before the instant: longer than a read takes, and too short for many runs to change in between. */
const SOON_MS = 50;
/** A timer of Node runs 1 to 2 ms late, so it is set this much earlier; where it runs before the instant, it is set again for the rest. */
const TIMER_DELAY_MS = 1;
/** The pause between two further parts of a herd: far more runs are woken than can be started. */
const BETWEEN_PARTS_MS = 20;

export class WakeTimers {
  private readonly planned = new Map<RunId, { readonly at: Instant; readonly callOff: () => void }>();
  private readonly wakes = new Map<Instant, Wake>();

  constructor(
    private readonly wake: (run: RunId, isNew: boolean) => void,
    private readonly clock: Pick<Clock, 'now' | 'after'>,
  ) {}

  /** Wakes the run at that instant, unless that is planned earlier, or too many are planned. */
  plan(run: RunId, at: Instant, now: Instant, options: WakeOptions): void {
    const former = this.planned.get(run);
    if (former ? former.at <= at : this.planned.size >= MAX_TIMERS) return;
    former?.callOff();
    const wake = this.wakes.get(at) ?? this.newWake(at, now);
    wake.runs.set(run, options);
    if (options.onSoon) wake.callOffSoon ??= this.planSoon(wake, at - now);
    this.planned.set(run, { at, callOff: () => wake.runs.delete(run) });
  }

  has(run: RunId): boolean {
    return this.planned.has(run);
  }

  /** Wakes nothing any more. */
  stop(): void {
    for (const { callOff, callOffSoon } of this.wakes.values()) {
      callOff();
      callOffSoon?.();
    }
    this.wakes.clear();
    this.planned.clear();
  }

  private newWake(at: Instant, now: Instant): Wake {
    const wake: Wake = { runs: new Map(), callOff: () => undefined, callOffSoon: null };
    this.setTimer(at, wake, at - now - TIMER_DELAY_MS);
    this.wakes.set(at, wake);
    return wake;
  }

  private setTimer(at: Instant, wake: Wake, waitMs: number): void {
    wake.callOff = this.clock.after(Math.max(0, waitMs), () => {
      const restMs = at - this.clock.now();
      if (restMs > 0) this.setTimer(at, wake, restMs);
      else this.wakePart(at, wake, { most: firstOf(wake), thenMs: LEAD_MS });
    });
  }

  private planSoon(wake: Wake, waitMs: number): () => void {
    return this.clock.after(Math.max(0, waitMs - SOON_MS), () => {
      for (const [, { onSoon }] of wake.runs.entries().take(firstOf(wake))) onSoon?.();
    });
  }

  /** Wakes some of the runs of an instant that has come, and after `thenMs` the next ones. */
  private wakePart(at: Instant, wake: Wake, part: { readonly most: number; readonly thenMs: number }): void {
    const due = wake.runs.entries().take(part.most).toArray();
    for (const [run] of due) {
      wake.runs.delete(run);
      this.planned.delete(run);
    }
    if (wake.runs.size === 0) this.wakes.delete(at);
    else
      wake.callOff = this.clock.after(part.thenMs, () => {
        this.wakePart(at, wake, { most: AT_ONCE, thenMs: BETWEEN_PARTS_MS });
      });
    for (const [, { onDue }] of due) onDue?.();
    for (const [run, { isNew = false }] of due) this.wake(run, isNew);
  }
}

/** How many are woken when the instant has come. */
const firstOf = ({ runs }: Wake): number => (runs.size <= AT_ONCE ? AT_ONCE : FIRST_OF_HERD);
