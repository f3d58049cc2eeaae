/**
 * Two replicas count the ends of runs and measure the job storage at once, over stores that answer in any order, while runs end, save
 * values, are removed by hand and by retention, and aborted runs continue. Each process may die or stall between any two steps. In the end
 * each end is in the days and hours of the ledgers once, and the storage of each day is what some measurement has found.
 */
import fc from 'fast-check';
import { asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import { MAX_END_AGE_MS, USAGE_LAG_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import { AppError } from '#common/errors/app-error.js';
import type { UsageProgress } from '#common/mongo/usage.store.js';
import {
  endKeyOf,
  monthOf,
  NO_COUNTS,
  plusCounts,
  storageOf,
  type Counts,
  type EndedState,
  type Ledger,
  type LoggedEnd,
} from '#common/usage/ledger.js';
import type { HourCounts } from '#common/usage/hours.js';
import type { StorageSize } from '#common/usage/storage-pass.js';
import type { Tenant } from '#common/spec/definitions.js';
import { KilledProcesses, type Perform } from '#testing/killed-processes.js';
import { worlds } from '#testing/long-form.js';
import { StorageMeter, type MeterStores } from './storage-meter.js';
import { UsageKeeper, type KeeperStores } from './usage-keeper.js';

/** Shortly before the month ends, so that some windows have ends of two days and two months. */
const T0 = Date.parse('2026-11-30T23:57:00Z');
const RUNS_IN_A_PAGE = 2;
const SIZES_IN_A_PAGE = 2;
const VERSIONS_KEPT = 3;
const DAY_MS = 86_400_000;
/** So late an end may still be saved after it was decided: a process may stand still for a minute. */
const SAVED_WITHIN_MS = MAX_END_AGE_MS + 60_000;
const OWNERS = [
  ['ibm', 'ibm-a'],
  ['ibm', 'ibm-b'],
  ['shop', 'shop-a'],
] as const;

interface StoredRun extends LoggedEnd {
  readonly isOpen: boolean;
  readonly rev: number;
}

class MemoryWorld {
  readonly processes = new KilledProcesses();
  readonly runs = new Map<RunId, StoredRun>();
  readonly ledgers = new Map<string, Ledger>();
  readonly early = new Map<string, LoggedEnd>();
  progress: UsageProgress | null = null;
  now = T0;
  /** Every end that was ever stored. */
  readonly ends: LoggedEnd[] = [];
  /** Every version of each job's storage that was ever saved. */
  readonly saved = OWNERS.map((): StorageSize[] => []);
  /** Days of ledgers on which a greater measurement was replaced. */
  readonly lessThanBefore: string[] = [];
  private made = 0;

  /** A process ends a run, a new one or one that continues. */
  async end(owner: number, state: EndedState, which: number): Promise<void> {
    const open = [...this.runs.values()].filter(({ isOpen }) => isOpen);
    const again = open[which % 4];
    const [tenant, job] = OWNERS[owner]!;
    const run = again?.run ?? asRunId(`r${String((this.made += 1)).padStart(3, '0')}`);
    const usage = { attempts: 1, ms: this.made, cpuMs: 0, memoryMibSeconds: 0 };
    const ids = again ?? { tenant: asTenantId(tenant), job: asJobId(job) };
    const from = again ? again.generations.to + 1 : 0;
    const generations = { from, to: from };
    let decided = this.now;
    await this.processes.live(null, (on) =>
      on(() => {
        if (this.now - decided > SAVED_WITHIN_MS) decided = this.now;
        const end = {
          run,
          tenant: ids.tenant,
          job: ids.job,
          createdAt: T0,
          generations,
          state,
          at: decided,
          usage,
          logBytes: 10,
          isFailure: state === 'FAILED',
          // Different for each run, and not there in some.
          ...(this.made % 3 > 0 && from === 0 ? { latenessMs: this.made * 40_000 } : {}),
        };
        if ((this.runs.get(run)?.rev ?? 0) !== (again?.rev ?? 0)) return;
        this.runs.set(run, { ...end, isOpen: false, rev: (again?.rev ?? 0) + 1 });
        this.ends.push(end);
      }),
    );
  }

  /** Somebody deletes an ended run, or continues an aborted one. */
  async change(which: number, becomes: 'gone' | 'open', diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const found = await on(() => [...this.runs.values()].filter(({ isOpen }) => !isOpen)[which]);
      if (!found || (becomes === 'open' && found.state !== 'ABORTED')) return;
      const { isOpen: _isOpen, rev, ...end } = found;
      await on(() => this.early.set(endKeyOf(end), end));
      await on(() => {
        if (this.runs.get(end.run)?.rev !== rev) return;
        if (becomes === 'gone') this.runs.delete(end.run);
        else this.runs.set(end.run, { ...found, isOpen: true, rev: rev + 1, at: this.now });
      });
    });
  }

  /** Retention removes what is counted. */
  async expire(): Promise<void> {
    await this.processes.live(null, async (on) => {
      const through = await on(() => this.progress?.through ?? 0);
      await on(() => {
        for (const { run, at, isOpen } of this.runs.values()) if (!isOpen && at <= through) this.runs.delete(run);
      });
    });
  }

  /** A run or a person saves a value of so many bytes, or deletes it: 0. */
  store(owner: number, bytes: number): void {
    const [tenant, job] = OWNERS[owner]!;
    const versions = this.saved[owner]!;
    const key = `${job}/${String(versions.length).padStart(3, '0')}`;
    versions.push({ key, tenant: asTenantId(tenant), job: asJobId(job), savedAt: this.now, bytes });
  }

  /** A whole pass, of a process that has just begun to measure. */
  async measure(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const meter = new StorageMeter(this.storesOver(on), { now: () => this.now }, SIZES_IN_A_PAGE);
      const again = (error: unknown): number => {
        if (error instanceof AppError) return 1;
        throw error;
      };
      let read = 1;
      while (read > 0) read = await meter.step().catch(again);
    });
  }

  async count(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      await new UsageKeeper(this.storesOver(on), { now: () => this.now }).step();
    });
  }

  private storesOver(on: Perform): KeeperStores & MeterStores {
    const { ledgers, early } = this;
    const changesAfter = (from: Instant): StoredRun[] =>
      [...this.runs.values()].filter(({ at }) => at > from).sort((a, b) => a.at - b.at || (a.run < b.run ? -1 : 1));
    return {
      tenants: {
        beginnings: async () => on(() => new Map()),
        loadMany: async (ids) => on(() => ids.map((id) => ({ id }) as Tenant)),
      },
      usage: {
        readProgress: async () => on(() => this.progress),
        saveProgress: async (next) =>
          on(() => {
            if ((this.progress?.rev ?? 0) !== next.rev - 1) return false;
            this.progress = next;
            return true;
          }),
        firstChangeAfter: async (from) => {
          const run = await on(() => changesAfter(from).map(({ at }) => at));
          const kept = await on(() => [...early.values()].map(({ at }) => at).filter((at) => at > from));
          const first = Math.min(...run, ...kept);
          return first === Infinity ? null : first;
        },
        firstThroughAfter: async (from) =>
          on(() => {
            const ahead = [...ledgers.values()].map(({ through }) => through).filter((through) => through > from);
            return ahead.length === 0 ? null : Math.min(...ahead);
          }),
        endsBetween: async (from, to, after) =>
          on(() => {
            const isNext = ({ at, run }: StoredRun): boolean =>
              after === null || at > after.at || (at === after.at && run > after.run);
            const page = changesAfter(from).filter((run) => run.at <= to && isNext(run));
            const some = page.slice(0, RUNS_IN_A_PAGE);
            const last = page.length > RUNS_IN_A_PAGE ? some.at(-1) : undefined;
            const ends = some.filter(({ isOpen }) => !isOpen);
            return { ends, next: last ? { at: last.at, run: last.run } : null };
          }),
        storageSizes: async (after, limit) =>
          on(() => {
            const kept = this.saved.flatMap((versions) => versions.slice(-VERSIONS_KEPT));
            return kept.filter(({ key }) => after === null || key > after).slice(0, limit);
          }),
        withLogs: async (ends) => on(() => ends.map((end) => ({ ...end, logBytes: 10 }))),
        earlyEndsBetween: async (from, to) => on(() => [...early.values()].filter(({ at }) => at > from && at <= to)),
        forgetEarlyEnds: async (through) =>
          on(() => {
            for (const [key, { at }] of early) if (at <= through) early.delete(key);
          }),
        load: async (ids) => on(() => new Map(ids.flatMap((id) => (ledgers.has(id) ? [[id, ledgers.get(id)!]] : [])))),
        save: async (ledger) =>
          on(() => {
            const former = ledgers.get(ledger.id);
            if ((former?.rev ?? 0) !== ledger.rev - 1) return false;
            for (const [day, counts] of Object.entries(former?.days ?? {}))
              if (storageOf(ledger.days[day]) < storageOf(counts)) this.lessThanBefore.push(`${ledger.id} ${day}`);
            ledgers.set(ledger.id, ledger);
            return true;
          }),
      },
    };
  }
}

const some = <T extends string>(kind: T) => ({ kind: fc.constant(kind) });
const diesAt = fc.option(fc.integer({ min: 0, max: 30 }), { freq: 2 });
const move = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      ...some('end'),
      owner: fc.nat(OWNERS.length - 1),
      state: fc.constantFrom<EndedState>('FINISHED', 'FAILED', 'ABORTED', 'ABORTED'),
      which: fc.nat(7),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      ...some('change'),
      which: fc.nat(5),
      becomes: fc.constantFrom('gone' as const, 'open' as const),
      diesAt: fc.option(fc.nat(3)),
    }),
  },
  { weight: 1, arbitrary: fc.record(some('expire')) },
  {
    weight: 2,
    arbitrary: fc.record({ ...some('store'), owner: fc.nat(OWNERS.length - 1), bytes: fc.constantFrom(0, 4, 50, 700) }),
  },
  { weight: 3, arbitrary: fc.record({ ...some('count'), diesAt }) },
  { weight: 2, arbitrary: fc.record({ ...some('measure'), diesAt }) },
  { weight: 4, arbitrary: fc.record({ ...some('pass'), ms: fc.constantFrom(1, 900, 12_000, 45_000) }) },
  { weight: 20, arbitrary: fc.record({ ...some('release'), which: fc.nat(5) }) },
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

const release = { kind: 'release', which: 0 } as const;
/** Seed 74429479: the first two ends counted as one. */
const ENDS_TWICE_IN_A_MILLISECOND: Move[] = [
  { kind: 'end', owner: 0, state: 'ABORTED', which: 0 },
  ...[release, release],
  { kind: 'change', which: 0, becomes: 'open', diesAt: null },
  ...[release, release, release, release, release, release],
  { kind: 'end', owner: 0, state: 'FINISHED', which: 0 },
];

async function play(moves: readonly Move[]): Promise<MemoryWorld> {
  const world = new MemoryWorld();
  const begun: Promise<void>[] = [];
  // Runs are counted from the first look on.
  const first = world.count(null);
  await world.processes.releaseAll();
  await first;
  world.now += USAGE_LAG_MS;
  for (const each of moves) {
    if (each.kind === 'end') begun.push(world.end(each.owner, each.state, each.which));
    if (each.kind === 'change') begun.push(world.change(each.which, each.becomes, each.diesAt));
    if (each.kind === 'expire') begun.push(world.expire());
    if (each.kind === 'store') world.store(each.owner, each.bytes);
    if (each.kind === 'count') begun.push(world.count(each.diesAt));
    if (each.kind === 'measure') begun.push(world.measure(each.diesAt));
    if (each.kind === 'pass') world.now += each.ms;
    if (each.kind === 'release') await world.processes.release(each.which);
  }
  await world.processes.releaseAll();
  await Promise.all(begun);
  // In the end one replica keeps running.
  for (let i = 0; i < 3; i++) {
    world.now += 10 * USAGE_LAG_MS;
    const last = world.count(null);
    await world.processes.releaseAll();
    await last;
  }
  return world;
}

/** What the ledgers should hold, by id and day. */
function expectedOf(ends: readonly LoggedEnd[]): Record<string, Counts> {
  const sums: Record<string, Counts> = {};
  for (const { tenant, job, at, state, usage } of ends) {
    const day = new Date(at).toISOString().slice(0, 10);
    const field = { FINISHED: 'finished', FAILED: 'failed', ABORTED: 'aborted' }[state];
    const counts = { ...NO_COUNTS, ...usage, [field]: 1, logBytes: 10 };
    for (const owner of [`tenant/${tenant}`, `job/${job}`]) {
      const key = `${owner} ${day}`;
      sums[key] = plusCounts(sums[key] ?? NO_COUNTS, counts);
    }
  }
  return sums;
}

/** What the hours of the tenants should hold, by id and beginning. */
function expectedHours(ends: readonly LoggedEnd[]): Record<string, HourCounts> {
  const hours = Map.groupBy(ends, ({ tenant, at }) => `${tenant} ${new Date(at).toISOString().slice(0, 13)}`);
  const count = (some: readonly LoggedEnd[], state: EndedState): number =>
    some.filter((end) => end.state === state).length;
  return Object.fromEntries(
    [...hours].map(([key, some]) => {
      const lateness = some.flatMap(({ latenessMs }) => latenessMs ?? []);
      const counts = {
        finished: count(some, 'FINISHED'),
        failed: count(some, 'FAILED'),
        aborted: count(some, 'ABORTED'),
        slots: lateness.length,
        late: lateness.filter((ms) => ms > 60_000).length,
        latenessMs: sumOf(lateness),
        latenessMaxMs: Math.max(0, ...lateness),
      };
      return [key, counts];
    }),
  );
}

const hoursIn = ({ ledgers }: MemoryWorld): Record<string, HourCounts> =>
  Object.fromEntries(
    [...ledgers.values()].flatMap(({ tenant, month, hours = {} }) =>
      Object.entries(hours).map(([hour, counts]) => [`${tenant} ${month}-${hour}`, counts]),
    ),
  );

/** Of all ledgers, by id and day. */
const daysIn = (world: MemoryWorld): [string, Counts][] =>
  [...world.ledgers.values()].flatMap(({ kind, tenant, job, month, days }) =>
    Object.entries(days).map(([day, counts]): [string, Counts] => [`${kind}/${job ?? tenant} ${month}-${day}`, counts]),
  );

/** The ends that are counted. */
const storedIn = (world: MemoryWorld): Record<string, Counts> =>
  Object.fromEntries(
    daysIn(world)
      .map(([key, { storageBytes: _bytes, ...counts }]) => [key, counts] as const)
      .filter(([, { finished, failed, aborted }]) => finished + failed + aborted > 0),
  );

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Each day holds what was once stored. On a quiet day it is exactly what is stored, also of jobs that do not run. */
async function expectStorage(world: MemoryWorld): Promise<void> {
  expect(world.lessThanBefore).toEqual([]);
  const most = (owner: number): number => Math.max(0, ...world.saved[owner]!.map(({ bytes }) => bytes));
  for (const [key, counts] of daysIn(world)) {
    const bytes = storageOf(counts);
    const owners = OWNERS.flatMap((ids, i) => (ids.some((id) => key.split(/[/ ]/)[1] === id) ? [i] : []));
    expect(bytes).toBeLessThanOrEqual(sumOf(owners.map(most)));
    if (key.startsWith('job/') && bytes > 0)
      expect(world.saved[owners[0]!]!.map((size) => size.bytes)).toContain(bytes);
  }
  world.now += DAY_MS;
  const last = world.measure(null);
  await world.processes.releaseAll();
  await last;
  const now = world.saved.map((versions) => versions.at(-1)?.bytes ?? 0);
  const [a, b, c] = now as [number, number, number];
  const day = new Date(world.now).toISOString().slice(8, 10);
  const onDay = (id: string): number => storageOf(world.ledgers.get(`${monthOf(world.now)}/${id}`)?.days[day]);
  expect(['job/ibm-a', 'job/ibm-b', 'job/shop-a', 'tenant/ibm', 'tenant/shop'].map(onDay)).toEqual([a, b, c, a + b, c]);
}

test('each end of a run is counted once, even if processes die or stall, and runs go or continue before they are counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 250, size: 'max' }), async (moves) => {
      const world = await play(moves);
      expect(storedIn(world)).toEqual(expectedOf(world.ends));
      expect(hoursIn(world)).toEqual(expectedHours(world.ends));
      expect(world.early.size).toBe(0);
      await expectStorage(world);
    }),
    { numRuns: worlds(100), examples: [[ENDS_TWICE_IN_A_MILLISECOND]] },
  );
});

test('after a restore, in which ledgers are ahead of the progress, the same windows are counted again', async () => {
  const world = new MemoryWorld();
  const count = async (): Promise<void> => {
    const looked = world.count(null);
    await world.processes.releaseAll();
    await looked;
  };
  const measure = async (): Promise<void> => {
    const looked = world.measure(null);
    await world.processes.releaseAll();
    await looked;
  };
  const end = async (owner: number): Promise<void> => {
    const ended = world.end(owner, 'FINISHED', 0);
    await world.processes.releaseAll();
    await ended;
  };
  await count();
  // Ledgers that have taken no window.
  for (const owner of [0, 1, 2]) world.store(owner, 50);
  await measure();
  world.now += USAGE_LAG_MS;
  await end(0);
  const backup = world.progress;
  for (const owner of [1, 2, 0]) {
    world.now += USAGE_LAG_MS + 20_000;
    await end(owner);
    await count();
  }
  world.progress = { ...backup!, rev: backup!.rev };
  // The ledgers of the second tenant are older than those of the first.
  for (const [id, { tenant }] of world.ledgers) if (tenant === asTenantId('shop')) world.ledgers.delete(id);
  world.now += 10 * USAGE_LAG_MS;
  await count();
  expect(storedIn(world)).toEqual(expectedOf(world.ends));
  expect(hoursIn(world)).toEqual(expectedHours(world.ends));
  await expectStorage(world);
});

test('after a version without hours has counted, hours are whole from the next full hour on', async () => {
  const world = await play([]);
  const { hoursSince, ...former } = world.progress!;
  expect(hoursSince).toBe(T0 - USAGE_LAG_MS);
  world.progress = { ...former, rev: former.rev + 1 };
  const ended = world.end(0, 'FINISHED', 0);
  await world.processes.releaseAll();
  await ended;
  world.now += 10 * USAGE_LAG_MS;
  const counted = world.count(null);
  await world.processes.releaseAll();
  await counted;
  expect(world.progress).toMatchObject({ hoursSince: Math.ceil(former.through / 3_600_000) * 3_600_000 });
});
