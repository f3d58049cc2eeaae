/**
 * Places of one executor in virtual time: runs of several tenants request them, keep them for a known time and end. The queue of starts is
 * the executor's own; `firstComeFirstServed` is the comparison without shares.
 */
import { allOwn, WholeParts } from '#testing/whole-parts.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/instant.js';
import type { Preemptible } from '#common/limits/preemption.js';
import type { Limit } from '#common/limits/scope.js';
import { StartQueue, type StartTerms } from '../../apps/executor/src/loop/start-queue.js';
import { EventTime } from './event-time.js';

export interface BenchRun {
  readonly tenant: string;
  /** The weight against other tenants. */
  readonly weight?: number;
  /** The time of the request, in milliseconds from the beginning. */
  readonly asksAt: number;
  readonly lastsMs: number;
  /** Runs of its tenant at once; no limit if absent. */
  readonly tenantLimit?: number;
  /** True if it may be preempted; then it begins again once it has another place. Never if absent. */
  readonly preemptible?: boolean;
}

export interface Outcome {
  readonly tenant: string;
  readonly waitMs: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

interface Pending {
  readonly id: RunId;
  readonly run: BenchRun;
  readonly terms: StartTerms;
}

/** A run that has a place. */
interface Live {
  readonly pending: Pending;
  readonly since: Instant;
  readonly callOff: () => void;
}

/** The time that a preempted run needs to end. */
const LEAVING_MS = 1_000;
/** The default of a job. */
const MAX_TIMES = 3;

/** The rule that assigns the places. */
interface Giver {
  readonly preemptions: number;
  readonly lostMs: number;
  ask(pending: Pending): void;
  end(pending: Pending): void;
}

/** Runs are simulated until `until`; those that have not started by then have no outcome. */
export function simulate(
  runs: readonly BenchRun[],
  places: number,
  { until = Infinity, shared = true }: { readonly until?: number; readonly shared?: boolean } = {},
): Simulated {
  const time = new EventTime();
  const outcomes: Outcome[] = [];
  const start = (pending: Pending): (() => void) => {
    const { tenant, asksAt, lastsMs } = pending.run;
    const startedAt = time.now();
    const endedAt = time.now() + lastsMs;
    outcomes.push({ tenant, waitMs: startedAt - asksAt, startedAt, endedAt });
    return time.after(lastsMs, () => {
      giver.end(pending);
    });
  };
  const giver = shared ? new Shares(time, start) : new FirstCome(places, start);
  for (const [i, run] of runs.entries()) {
    const pending = { id: asRunId(`run-${i}`), run, terms: termsOf(run, places) };
    time.after(run.asksAt, () => {
      giver.ask(pending);
    });
  }
  const began = process.cpuUsage();
  time.passUntil(until);
  const { user, system } = process.cpuUsage(began);
  return { outcomes, cpuMs: (user + system) / 1_000, preemptions: giver.preemptions, lostMs: giver.lostMs };
}

export interface Simulated {
  /** The wait of each start. */
  readonly outcomes: readonly Outcome[];
  readonly cpuMs: number;
  readonly preemptions: number;
  /** The work of preempted runs that has to be repeated. */
  readonly lostMs: number;
}

function termsOf({ tenant, weight = 1, asksAt, tenantLimit }: BenchRun, places: number): StartTerms {
  const limits: Limit[] = [
    { key: 'engine/process', maxActive: places, maxPerSecond: null },
    { key: `tenant/${tenant}`, maxActive: tenantLimit ?? null, maxPerSecond: null },
  ];
  return { limits, share: { tenant, weight, group: null, groupWeight: 1 }, waitsSince: asksAt };
}

class Shares implements Giver {
  preemptions = 0;
  lostMs = 0;
  private readonly live = new Map<RunId, Live>();
  private readonly times = new Map<RunId, number>();
  private readonly waiting = new Map<RunId, Pending>();
  private readonly woken: RunId[] = [];
  private readonly queue: StartQueue;

  constructor(
    private readonly time: EventTime,
    private readonly start: (pending: Pending) => () => void,
  ) {
    const wake = (run: RunId): void => {
      // Without a request: the timer of the queue has fired.
      if (this.woken.push(run) > 1) return;
      time.after(0, () => {
        this.answer();
      });
    };
    this.queue = new StartQueue(wake, time, new WholeParts(time));
  }

  ask(pending: Pending): void {
    this.waiting.set(pending.id, pending);
    this.turn(pending);
    this.answer();
  }

  end({ id, terms }: Pending): void {
    this.live.delete(id);
    this.queue.setUsage(id, terms, allOwn(0));
    this.answer();
  }

  private answer(): void {
    for (let id = this.woken.shift(); id !== undefined; id = this.woken.shift()) {
      const pending = this.waiting.get(id);
      if (pending) this.turn(pending);
      else this.giveUp(id);
    }
  }

  private giveUp(id: RunId): void {
    const live = this.live.get(id);
    if (!live || !this.queue.demandOf(id)) return;
    const { pending, since, callOff } = live;
    callOff();
    this.preemptions += 1;
    this.lostMs += this.time.now() - since;
    const times = (this.times.get(id) ?? 0) + 1;
    this.times.set(id, times);
    this.queue.setUsage(id, pending.terms, allOwn(1), { permits: 0, leaving: 1, times, priority: 0, since });
    this.time.after(LEAVING_MS, () => {
      this.end(pending);
      this.ask({ ...pending, terms: { ...pending.terms, waitsSince: this.time.now() } });
    });
  }

  private turn(pending: Pending): void {
    const { id, terms } = pending;
    if (this.queue.take(id, terms, { most: 1, least: 1 }) === 0) return;
    this.waiting.delete(id);
    const since = this.time.now();
    this.live.set(id, { pending, since, callOff: this.start(pending) });
    this.queue.setUsage(id, terms, allOwn(1), this.preemptible(pending, since));
  }

  private preemptible({ id, run }: Pending, since: Instant): Preemptible | null {
    const times = this.times.get(id) ?? 0;
    return run.preemptible === true && times < MAX_TIMES ? { permits: 1, leaving: 0, times, priority: 0, since } : null;
  }
}

/** One queue for all, as without shares; a run whose tenant is at its limit is passed by the next one. */
class FirstCome implements Giver {
  readonly preemptions = 0;
  readonly lostMs = 0;
  private readonly waiting: Pending[] = [];
  private readonly live = new Map<string, number>();
  private busy = 0;

  constructor(
    private readonly places: number,
    private readonly start: (pending: Pending) => () => void,
  ) {}

  ask(pending: Pending): void {
    this.waiting.push(pending);
    this.serve();
  }

  end({ run }: Pending): void {
    this.busy -= 1;
    this.live.set(run.tenant, (this.live.get(run.tenant) ?? 0) - 1);
    this.serve();
  }

  private serve(): void {
    while (this.busy < this.places) {
      const at = this.waiting.findIndex(
        ({ run: { tenant, tenantLimit = Infinity } }) => (this.live.get(tenant) ?? 0) < tenantLimit,
      );
      const [next] = at < 0 ? [] : this.waiting.splice(at, 1);
      if (!next) return;
      this.busy += 1;
      this.live.set(next.run.tenant, (this.live.get(next.run.tenant) ?? 0) + 1);
      this.start(next);
    }
  }
}
