/**
 * `npm run bench -- fair-share [--check]`: whether the queue of one tenant delays another, whether tenants get equal shares when they
 * request five times the places, and the cost in throughput. In virtual time, with the executor's own queue of starts; waits are those
 * for a place, without the times of machines and services.
 */
import { optionsOf } from '#testing/command-options.js';
import { summarize, type Summary } from '../percentiles.js';
import { simulate, type BenchRun, type Outcome } from './floor.js';

const PLACES = 20;
const SMALL_RUNS = 40;
const BIG_RUNS = 10_000;
const GOALS = { waitRatio: 1.2, jain: 0.95, throughputLost: 0.05 };
const OVERLOAD_MS = 600_000;

export function fairShare(args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- fair-share', args, { check: { type: 'boolean', default: false } });
  const half = PLACES / 2;
  // Its own limit is its share: it must get the same places as alone.
  const goal = beside('40 at once, half of the places by its own limit', burst(500, half), { lastsMs: 500 });
  const steady = beside('40 one after the other, one each 100 ms, each of 500 ms', paced(500, 100), { lastsMs: 1_000 });
  const capped = beside('40 at once, beside long runs of a tenant with a limit', burst(500, half), {
    lastsMs: 5_000,
    tenantLimit: half,
  });
  // No goals: places become free as the others' runs end, and a single tenant would borrow all of them.
  const others = [
    beside('40 at once, beside runs that take twice as long', burst(500, half), { lastsMs: 1_000 }),
    beside('40 at once, beside runs that take ten times as long', burst(500, half), { lastsMs: 5_000 }),
    beside('40 at once that would take all places alone', burst(500), { lastsMs: 500 }),
  ];
  // A short job among long ones: after a wait for the ends of others it gets the same places as alone.
  const preempting = [20_000, 60_000].map((lastsMs) =>
    beside(`40 at once of ${lastsMs / 1_000} s, beside preemptible runs of 10 min`, burst(lastsMs, half), {
      lastsMs: 600_000,
      preemptible: true,
    }),
  );
  const kept = beside('40 at once of 20 s, beside runs of 10 min that keep their places', burst(20_000, half), {
    lastsMs: 600_000,
  });
  const brief = beside('40 at once, beside preemptible runs that take ten times as long', burst(500, half), {
    lastsMs: 5_000,
    preemptible: true,
  });
  const shares = overload();
  const met =
    Math.max(
      goal.meanRatio,
      steady.turnaroundRatio,
      capped.meanRatio,
      ...preempting.map(({ meanRatio }) => meanRatio),
    ) <= GOALS.waitRatio &&
    shares.jain >= GOALS.jain &&
    shares.throughputLost <= GOALS.throughputLost;
  if (values.check && !met) process.exitCode = 1;
  return Promise.resolve({
    places: PLACES,
    goals: GOALS,
    met,
    neighbour: [goal, steady, capped, ...preempting, ...others, kept, brief],
    overload: shares,
  });
}

const burst = (lastsMs: number, tenantLimit?: number): BenchRun[] =>
  Array.from({ length: SMALL_RUNS }, () => ({
    tenant: 'small',
    asksAt: 30_000,
    lastsMs,
    ...(tenantLimit !== undefined && { tenantLimit }),
  }));

const paced = (lastsMs: number, everyMs: number): BenchRun[] =>
  Array.from({ length: SMALL_RUNS }, (_, i) => ({ tenant: 'small', asksAt: 30_000 + i * everyMs, lastsMs }));

interface Beside {
  readonly what: string;
  readonly bigRunMs: number;
  readonly waitMs: Record<'alone' | 'shared' | 'firstComeFirstServed', Summary & { readonly mean: number }>;
  /** From the request to the end, including the run itself. */
  readonly turnaroundMs: Record<'alone' | 'shared', number>;
  readonly meanRatio: number;
  readonly turnaroundRatio: number;
  readonly cpuMicrosecondsPerStart: number;
  readonly preemptions: number;
  /** The share of work that preempted runs had to repeat. */
  readonly workLost: number;
}

/** The small tenant's waits beside 10,000 queued runs of another, and alone. */
function beside(
  what: string,
  small: readonly BenchRun[],
  { lastsMs: bigRunMs, ...other }: Pick<BenchRun, 'lastsMs' | 'tenantLimit' | 'preemptible'>,
): Beside {
  const random = seeded(7);
  const big = Array.from({ length: BIG_RUNS }, (_, i): BenchRun => {
    return { tenant: 'big', asksAt: i / 1_000, lastsMs: bigRunMs * (0.5 + random()), ...other };
  });
  const alone = simulate(small, PLACES).outcomes;
  const { outcomes, cpuMs, preemptions, lostMs } = simulate([...big, ...small], PLACES);
  const shared = outcomes.filter(({ tenant }) => tenant === 'small');
  const plain = simulate([...big, ...small], PLACES, { shared: false }).outcomes.filter(
    (each) => each.tenant === 'small',
  );
  const turnaround = { alone: mean(alone.map(turnaroundOf)), shared: mean(shared.map(turnaroundOf)) };
  return {
    what,
    bigRunMs,
    waitMs: { alone: waits(alone), shared: waits(shared), firstComeFirstServed: waits(plain) },
    turnaroundMs: turnaround,
    meanRatio: waits(shared).mean / waits(alone).mean,
    turnaroundRatio: turnaround.shared / turnaround.alone,
    cpuMicrosecondsPerStart: (cpuMs * 1_000) / outcomes.length,
    preemptions,
    workLost: lostMs / [...big, ...small].reduce((sum, { lastsMs }) => sum + lastsMs, lostMs),
  };
}

const turnaroundOf = ({ waitMs, startedAt, endedAt }: Outcome): number => waitMs + endedAt - startedAt;
const waits = (outcomes: readonly Outcome[]): Summary & { readonly mean: number } => {
  const all = outcomes.map(({ waitMs }) => waitMs);
  return { ...summarize(all), mean: mean(all) };
};

interface Overload {
  readonly placeSecondsByTenant: readonly number[];
  readonly jain: number;
  readonly jainFirstComeFirstServed: number;
  /** The used share of all place-seconds. */
  readonly used: number;
  readonly usedFirstComeFirstServed: number;
  readonly throughputLost: number;
}

/** Ten tenants of equal weights that together request five times the places, with different parts and lengths of runs. */
function overload(): Overload {
  const tenants = Array.from({ length: 10 }, (_, i) => ({
    tenant: `t${i}`,
    lastsMs: 200 * (i + 1),
    part: 1 + (i % 5),
  }));
  const whole = tenants.reduce((sum, { part }) => sum + part, 0);
  const random = seeded(11);
  const runs = tenants.flatMap(({ tenant, lastsMs, part }) => {
    const everyMs = lastsMs / ((5 * PLACES * part) / whole);
    const count = Math.floor(OVERLOAD_MS / everyMs);
    return Array.from({ length: count }, (_, i): BenchRun => {
      return { tenant, asksAt: i * everyMs, lastsMs: lastsMs * (0.5 + random()) };
    });
  });
  const measured = (shared: boolean): { had: number[]; used: number } => {
    const { outcomes } = simulate(runs, PLACES, { until: OVERLOAD_MS, shared });
    const had = tenants.map(({ tenant }) =>
      outcomes
        .filter((each) => each.tenant === tenant)
        .reduce((sum, { startedAt, endedAt }) => sum + Math.min(endedAt, OVERLOAD_MS) - startedAt, 0),
    );
    return { had, used: had.reduce((sum, each) => sum + each, 0) / (PLACES * OVERLOAD_MS) };
  };
  const shares = measured(true);
  const plain = measured(false);
  return {
    placeSecondsByTenant: shares.had.map((ms) => Math.round(ms / 1_000)),
    jain: jainOf(shares.had),
    jainFirstComeFirstServed: jainOf(plain.had),
    used: shares.used,
    usedFirstComeFirstServed: plain.used,
    throughputLost: 1 - shares.used / plain.used,
  };
}

/** 1 if all are equal, 1 / n if one has everything. */
function jainOf(values: readonly number[]): number {
  const sum = values.reduce((all, each) => all + each, 0);
  const squares = values.reduce((all, each) => all + each * each, 0);
  return (sum * sum) / (values.length * squares);
}

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
