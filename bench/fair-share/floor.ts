/**
 * Places of one executor in virtual time: runs of several tenants ask for them, have them for a known time and end. The queue of starts is
 * the executor's own; `firstComeFirstServed` stands beside it as what would be without shares.
 */
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { StartLimit } from '../../apps/executor/src/loop/limit-usage.js';
import { StartQueue, type StartTerms } from '../../apps/executor/src/loop/start-queue.js';
import { EventTime } from './event-time.js';

export interface BenchRun {
  readonly tenant: string;
  /** Against other tenants. */
  readonly weight?: number;
  /** In milliseconds from the beginning. */
  readonly asksAt: number;
  readonly lastsMs: number;
  /** Runs of its tenant at once; no limit if absent. */
  readonly tenantLimit?: number;
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

/** Whoever gives the places away. */
interface Giver {
  ask(pending: Pending): void;
  end(pending: Pending): void;
}

/** Runs are simulated until `until`; those that have not started by then have no outcome. */
export function simulate(
  runs: readonly BenchRun[],
  places: number,
  { until = Infinity, shared = true }: { readonly until?: number; readonly shared?: boolean } = {},
): { readonly outcomes: readonly Outcome[]; readonly cpuMs: number } {
  const time = new EventTime();
  const outcomes: Outcome[] = [];
  const start = (pending: Pending): void => {
    const { tenant, asksAt, lastsMs } = pending.run;
    const [startedAt, endedAt] = [time.now(), time.now() + lastsMs];
    outcomes.push({ tenant, waitMs: startedAt - asksAt, startedAt, endedAt });
    time.after(lastsMs, () => {
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
  return { outcomes, cpuMs: (user + system) / 1_000 };
}

function termsOf({ tenant, weight = 1, asksAt, tenantLimit }: BenchRun, places: number): StartTerms {
  const limits: StartLimit[] = [
    { key: 'engine/process', maxActive: places, maxPerSecond: null },
    { key: `tenant/${tenant}`, maxActive: tenantLimit ?? null, maxPerSecond: null },
  ];
  return { limits, share: { tenant, weight, group: null, groupWeight: 1 }, waitsSince: asksAt };
}

class Shares implements Giver {
  private readonly waiting = new Map<RunId, Pending>();
  private readonly woken: RunId[] = [];
  private readonly queue: StartQueue;

  constructor(
    time: EventTime,
    private readonly start: (pending: Pending) => void,
  ) {
    this.queue = new StartQueue((run) => this.woken.push(run), time);
  }

  ask(pending: Pending): void {
    this.waiting.set(pending.id, pending);
    this.turn(pending);
    this.answer();
  }

  end({ id, terms }: Pending): void {
    this.queue.setUsage(id, terms, 0);
    this.answer();
  }

  private answer(): void {
    for (let id = this.woken.shift(); id !== undefined; id = this.woken.shift()) {
      const pending = this.waiting.get(id);
      if (pending) this.turn(pending);
    }
  }

  private turn(pending: Pending): void {
    const { id, terms } = pending;
    if (this.queue.take(id, terms, { most: 1, least: 1 }) === 0) return;
    this.waiting.delete(id);
    this.start(pending);
  }
}

/** One line for all, as it would be without shares; a run whose tenant is at its limit lets the next one pass. */
class FirstCome implements Giver {
  private readonly waiting: Pending[] = [];
  private readonly live = new Map<string, number>();
  private busy = 0;

  constructor(
    private readonly places: number,
    private readonly start: (pending: Pending) => void,
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
