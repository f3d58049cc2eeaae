/* eslint-disable jest/no-export -- the suite is declared for the simulation's stores and for the real ones */
/** The properties of its stores that the scheduler needs: the simulation proves something only if its stores have all of them as the real ones do. */
import type { Backfill } from '#common/domain/backfill.js';
import type { RunCommand, StoredJob, StoredWorker, Tenant } from '#common/spec/definitions.js';
import { asAttemptId, asJobId, asRunId, asTenantId, asWorkerId, type JobId, type RunId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import type { LiveAttempt, Run } from '#common/run/run.js';
import type { Gap, ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import type { SharedLimit } from '#common/domain/shared-limit.js';
import type { StoredCalendar } from '#common/mongo/calendars.store.js';
import type { JobPoint, JobStamp } from '#common/mongo/jobs.store.js';
import { aRule, aSchedule } from '#testing/builders/a-schedule.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import type { Stores } from '../../../apps/scheduler/src/app.module.js';

/** Empty stores, and the changes that others than the scheduler make to the same documents. */
export interface StoresBench {
  readonly stores: Stores;
  putJob(job: StoredJob): Promise<void>;
  putWorker(worker: StoredWorker): Promise<void>;
  putTenant(tenant: Tenant): Promise<void>;
  putCalendar(calendar: StoredCalendar): Promise<void>;
  /** Deletes an ended run as retention does. */
  remove(run: Run): Promise<void>;
  gapsOf(job: JobId): Promise<readonly Gap[]>;
  close(): Promise<void>;
}

const TENANT = asTenantId('acme');
/** In the future: a real database removes expired documents at some moment of its own. */
const NOW = Date.parse('2096-06-01T00:00:00Z');
const RACERS = 20;

const jobs = (...names: string[]): JobId[] => names.map(asJobId);
const runIds = (...names: string[]): RunId[] => names.map(asRunId);
const schedule = (job: string, change: Partial<ScheduleState> = {}): ScheduleState =>
  aSchedule({ every: 60 }, 0, { job: asJobId(job), shard: 1, nextSlotAt: null, ...change });
const run = (id: string, change: Partial<Run> = {}): Run =>
  aRun(aPlan(), { id: asRunId(id), tenant: TENANT, phase: 'Queued', wakeAt: null, shard: 1, ...change });
const waiter = (change: Partial<Waiter>): Waiter => ({
  run: asRunId('w'),
  policy: 'Enqueue',
  startAfter: 0,
  blockedBy: null,
  ...change,
});
const anAttempt: LiveAttempt = {
  id: asAttemptId('d/0/main/0/1'),
  task: 'main',
  index: 0,
  attempt: 1,
  state: 'claimed',
  since: NOW,
  claim: { replica: 'e' as LiveAttempt['claim']['replica'], incarnation: 'i', host: 'h', at: NOW, lease: 1 },
  startedAt: null,
  lastSeenAt: null,
  stop: null,
  end: null,
  sealBy: null,
};
const names = (states: readonly ScheduleState[]): string[] => states.map(({ job }) => job);
const ids = (found: readonly { readonly id: string }[]): string[] => found.map(({ id }) => id);

export function storesSuite(open: () => Promise<StoresBench>): void {
  let bench: StoresBench;
  let stores: Stores;
  beforeEach(async () => {
    bench = await open();
    ({ stores } = bench);
  });
  afterEach(() => bench.close());

  describe('schedules', () => {
    const put = async (...states: ScheduleState[]): Promise<void> => {
      for (const state of states) expect(await stores.schedules.insert(state)).toBe(true);
    };

    it('are inserted once, and found as they were stored', async () => {
      const state = schedule('a', {
        holders: [{ run: asRunId('r'), since: 5, grant: 7 }],
        queue: [waiter({ blockedBy: 'tenant:acme', generation: 2 })],
        openGap: { from: 1, to: 2, count: 2, outcome: 'missed', reason: 'MisfireLast' },
      });
      await put(state);
      expect(await stores.schedules.insert({ ...state, jobName: 'another' })).toBe(false);
      expect(await stores.schedules.load(state.job)).toEqual(state);
      expect(await stores.schedules.load(asJobId('none'))).toBeNull();
      expect(await stores.schedules.loadMany(jobs('a', 'none'))).toEqual(new Map([[state.job, state]]));
      const { jobRev, jobVersion, workerVersion } = state;
      expect((await stores.schedules.syncedVersions(jobs('a'))).get(state.job)).toMatchObject({
        jobRev,
        jobVersion,
        workerVersion,
      });
    });

    it('are found by their upstream jobs, and by the deadlines of these', async () => {
      const after = (...upstream: string[]): Pick<ScheduleState, 'after'> => ({
        after: {
          require: 'all',
          deadline: null,
          conditions: jobs(...upstream).map((job) => ({
            job,
            on: 'succeeded',
            match: 'sameSlot',
            within: null,
            exitCodes: null,
            outputs: [{ path: '/rows', min: 1 }],
            pass: [{ name: 'rows', path: '/rows' }],
          })),
        },
      });
      const both = schedule('both', { ...after('a', 'b'), deadlineAt: 50 });
      const one = schedule('one', { ...after('b'), deadlineAt: 40, followed: true });
      await put(both, one, schedule('gone', { ...after('b'), inactiveReason: 'deleted' }), schedule('a'));
      const { followersOf, pastDeadline } = {
        followersOf: async (job: string, from: string | null) =>
          names(await stores.schedules.followersOf(asJobId(job), from === null ? null : asJobId(from), 10)),
        pastDeadline: async (now: number) => names(await stores.schedules.pastDeadline([1], now, 10)),
      };
      expect(await stores.schedules.load(both.job)).toEqual(both);
      expect([await followersOf('a', null), await followersOf('b', null)]).toEqual([['both'], ['both', 'one']]);
      expect([await followersOf('b', 'both'), await followersOf('one', null)]).toEqual([['one'], []]);
      expect([await pastDeadline(39), await pastDeadline(40), await pastDeadline(50)]).toEqual([
        [],
        ['one'],
        ['one', 'both'],
      ]);
      expect(await stores.schedules.pastDeadline([2], 50, 10)).toEqual([]);
    });

    it('are replaced only at the revision that was read, by one of many', async () => {
      await put(schedule('a'));
      const next = (n: number): ScheduleState => schedule('a', { rev: 2, mark: n });
      const won = await Promise.all(Array.from({ length: RACERS }, (_, n) => stores.schedules.save(next(n), 1)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await stores.schedules.load(asJobId('a'))).toEqual(next(won.indexOf(true)));
      expect(await stores.schedules.save(schedule('none', { rev: 2 }), 1)).toBe(false);
    });

    it('are due after one instant and up to another, in the given shards, the earliest first', async () => {
      const at = (job: string, nextSlotAt: number | null, shard = 1): ScheduleState =>
        schedule(job, { nextSlotAt, shard });
      await put(at('d', 400), at('b', 200), at('c', 300, 2), at('a', 100), at('x', 250, 3), at('n', null));
      const { schedules } = stores;
      expect(names(await schedules.due([1, 2], 100, 400, 10))).toEqual(['b', 'c', 'd']);
      expect(names(await schedules.due([1, 2], 99, 399, 2))).toEqual(['a', 'b']);
      expect(await schedules.isAnyDue([1, 2], 100)).toBe(true);
      expect(await schedules.isAnyDue([2, 3], 249)).toBe(false);
    });

    it('are busy while a run holds a permit or waits for one, and are listed page by page', async () => {
      const holders = [{ run: asRunId('r'), since: 0, grant: 1 }];
      await put(schedule('c', { holders }), schedule('a', { queue: [waiter({})] }), schedule('b'));
      await put(schedule('d', { holders, shard: 2 }));
      await put(schedule('e', { shard: 3, delayed: { at: 5, run: asRunId('r') } }));
      await put(schedule('f', { shard: 3, delayed: { at: 5, run: null } }));
      expect(names(await stores.schedules.busyIn([3], null, 10))).toEqual(['e']);
      expect(names(await stores.schedules.busyIn([1], null, 10))).toEqual(['a', 'c']);
      expect(names(await stores.schedules.busyIn([1, 2], null, 2))).toEqual(['a', 'c']);
      expect(names(await stores.schedules.busyIn([1, 2], asJobId('c'), 2))).toEqual(['d']);
      expect(names(await stores.schedules.busyOf(jobs('a', 'b', 'd'))).sort()).toEqual(['a', 'd']);
      await stores.schedules.save(schedule('c', { rev: 2 }), 1);
      expect(names(await stores.schedules.busyIn([1], null, 10))).toEqual(['a']);
    });

    it('are admittable when a waiting run that nothing else delays may start', async () => {
      await put(
        schedule('now', { queue: [waiter({ startAfter: 100 })] }),
        schedule('later', { queue: [waiter({ startAfter: 101 })] }),
        schedule('blocked', { queue: [waiter({ startAfter: 1, blockedBy: 'tenant:acme' })] }),
        schedule('both', { queue: [waiter({ blockedBy: 'g', startAfter: 1 }), waiter({ startAfter: 2 })] }),
        schedule('elsewhere', { queue: [waiter({ startAfter: 1 })], shard: 2 }),
      );
      expect(names(await stores.schedules.admittable([1], 100, 10)).sort()).toEqual(['both', 'now']);
    });

    it('are admittable if a slot could have its permit, not while others hold it, and when a key has its token', async () => {
      const limited = { policy: 'Enqueue', maxConcurrency: 1, maxQueued: 20, group: null } as const;
      const slot = [waiter({ startAfter: 0, key: 'a' })];
      const holders = [{ run: asRunId('h'), since: 1, grant: 1, key: 'a' }];
      const rule = { policy: 'Enqueue', maxQueued: null, options: [], parameters: [], key: '${parameters.a}' } as const;
      const rated = { ...limited, perKey: { ...rule, max: 2, rate: { runs: 1, perSeconds: 1 } } };
      const busy = { ...limited, maxConcurrency: 9, perKey: { ...rule, max: 1, rate: null } };
      const keyBuckets = [{ key: 'a', fullAt: 101 }];
      await put(
        schedule('free', { concurrency: limited, queue: slot }),
        schedule('full', { concurrency: limited, queue: slot, holders }),
        schedule('key-full', { concurrency: busy, queue: slot, holders }),
        schedule('token', { concurrency: rated, queue: slot, keyBuckets }),
        schedule('idle', { concurrency: rated, keyBuckets }),
      );
      expect(names(await stores.schedules.admittable([1], 100, 10))).toEqual(['free']);
      expect(names(await stores.schedules.admittable([1], 101, 10)).sort()).toEqual(['free', 'idle', 'token']);
      expect(await stores.schedules.load(asJobId('token'))).toMatchObject({
        concurrency: rated,
        queue: slot,
        keyBuckets,
      });
    });

    it('are listed if their gap is open, or if they have no time of a next check, and their number is given', async () => {
      const openGap = { from: 1, to: 2, count: 2, outcome: 'missed', reason: 'MisfireLast' } as const;
      await put(schedule('b', { openGap, nextSlotAt: 5 }), schedule('a', { openGap }));
      await put(schedule('c', { active: false }), schedule('d', { rule: null }), schedule('e', { shard: 2 }));
      expect(names(await stores.schedules.withOpenGap([1], null, 10))).toEqual(['a', 'b']);
      expect(names(await stores.schedules.withOpenGap([1], asJobId('a'), 10))).toEqual(['b']);
      expect(names(await stores.schedules.silentIn([1, 2], null, 10))).toEqual(['a', 'e']);
      expect(names(await stores.schedules.silentIn([1, 2], asJobId('a'), 10))).toEqual(['e']);
      const rule = { ...schedule('f').rule!, move: { excluded: 'next', workingDays: 0 } } as const;
      await put(schedule('h', { rule, shard: 4 }), schedule('g', { rule, shard: 4 }), schedule('i', { shard: 4 }));
      await put(schedule('j', { rule, shard: 4, active: false }));
      expect(names(await stores.schedules.movedIn([4], null, 10))).toEqual(['g', 'h']);
      expect(names(await stores.schedules.movedIn([4], asJobId('g'), 10))).toEqual(['h']);
      expect([await stores.schedules.countIn([1]), await stores.schedules.countIn([1, 2])]).toEqual([4, 5]);
    });
  });

  describe('runs and their keys', () => {
    it('are inserted unless the key exists, and are listed only then', async () => {
      expect(await stores.runs.insertRuns([run('a'), run('b')])).toEqual(new Set(['a', 'b']));
      expect(await stores.runs.insertRuns([run('b', { jobName: 'another' }), run('c')])).toEqual(new Set(['c']));
      expect(await stores.reads.load(runIds('b', 'none'))).toEqual(new Map([['b', run('b')]]));
    });

    it('are replaced only at the revision that was read, by one of many', async () => {
      await stores.runs.insertRuns([run('a')]);
      const next = (n: number): Run => run('a', { rev: 2, message: `${n}` });
      const won = await Promise.all(Array.from({ length: RACERS }, (_, n) => stores.runs.save(next(n), 1)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await stores.reads.load(runIds('a'))).get(asRunId('a'))).toEqual(next(won.indexOf(true)));
      expect(await stores.runs.save(run('none', { rev: 2 }), 1)).toBe(false);
    });

    it('are inserted once by many at once', async () => {
      const inserted = await Promise.all(Array.from({ length: RACERS }, () => stores.runs.insertRuns([run('a')])));
      expect(inserted.filter((each) => each.size === 1)).toHaveLength(1);
    });

    it('are removed only while they have not been changed, and their keys are free then', async () => {
      await stores.runs.insertRuns([run('a'), run('b')]);
      await stores.runs.save(run('b', { rev: 2 }), 1);
      expect([await stores.runs.withdraw(run('a')), await stores.runs.withdraw(run('b'))]).toEqual([true, false]);
      expect(await stores.runs.withdraw(run('a'))).toBe(false);
      expect(await stores.runs.insertRuns([run('a'), run('b')])).toEqual(new Set(['a']));
    });

    it('are revoked only while no executor has begun to start them, and their keys are free then', async () => {
      const early = { phase: 'Pending', reason: 'Admitted', started: null } as const;
      await stores.runs.insertRuns([
        run('a', early),
        run('b', { ...early, rev: 2 }),
        run('c'),
        run('d', early),
        run('e', { ...early, holds: ['job:j'] }),
      ]);
      await stores.runs.save(run('d', { ...early, live: [anAttempt], rev: 2 }), 1);
      // The key of `f` belongs to another run than the expected one; `g` has changed since it was read.
      await stores.runs.insertRuns([run('f', { ...early, createdAt: NOW + 1 }), run('g', { ...early, rev: 2 })]);
      const read = [run('a'), run('b', { rev: 2 }), ...['c', 'd', 'e', 'f', 'g', 'none'].map((id) => run(id))];
      await stores.runs.revoke(read);
      expect(await stores.runs.withdraw(run('f'))).toBe(false);
      const keys = await stores.reads.storedKeys(runIds('a', 'b', 'c', 'd', 'e', 'f', 'g'));
      expect([...keys.keys()].sort()).toEqual(['c', 'd', 'e', 'f', 'g']);
      expect(await stores.runs.insertRuns([run('a')])).toEqual(new Set(['a']));
    });

    it('of a gap are closed unless they are used, and are not runs', async () => {
      await stores.runs.insertRuns([run('a')]);
      const closing = { outcome: 'missed', reason: 'MisfireLast' } as const;
      const close = (...closed: string[]): Promise<ReadonlySet<RunId>> =>
        stores.runs.closeKeys(
          closed.map((id) => ({ id: asRunId(id), ...closing })),
          NOW,
        );
      expect(await close('a', 'b')).toEqual(new Set(['a']));
      expect(await close('b', 'c')).toEqual(new Set(['b']));
      expect(await stores.runs.insertRuns([run('b')])).toEqual(new Set());
      expect(await stores.reads.load(runIds('a', 'b'))).toEqual(new Map([['a', run('a')]]));
      expect(await stores.runs.save(run('b', { rev: 2 }), 1)).toBe(false);
      expect(await stores.runs.withdraw(run('b'))).toBe(false);
      expect(await stores.reads.storedKeys(runIds('a', 'b', 'none'))).toEqual(
        new Map<string, unknown>([
          ['a', { kind: 'run', run: run('a') }],
          ['b', { kind: 'closed', ...closing }],
        ]),
      );
    });

    it('stay used when the run of a slot is deleted', async () => {
      const ended = run('a', { phase: 'Completed', rev: 3 });
      await stores.runs.insertRuns([ended]);
      await bench.remove(ended);
      expect(await stores.runs.insertRuns([run('a')])).toEqual(new Set());
      expect(await stores.reads.load(runIds('a'))).toEqual(new Map());
      expect(await stores.reads.storedKeys(runIds('a'))).toEqual(new Map([['a', { kind: 'removed' }]]));
      expect(await stores.reads.standingOf(runIds('a'))).toEqual(new Map());
    });
  });

  describe('the runs that admission reads', () => {
    const ended = { phase: 'Completed', wakeAt: null } as const;
    const begun = { phase: 'Running', wakeAt: NOW } as const;
    const limited = { reason: 'Paused', preemptions: 1, priority: 5, holds: ['job:one', 'tenant:acme'] } as const;
    const [one, two] = jobs('one', 'two');
    beforeEach(async () => {
      await stores.runs.insertRuns([
        run('q2', { job: one!, createdAt: 2 }),
        run('q1', { job: two!, createdAt: 1, shard: 2 }),
        run('q3', { job: two!, createdAt: 3, tenant: asTenantId('others') }),
        run('r2', { job: one!, createdAt: 5, ...begun, ...limited }),
        run('r1', { job: one!, createdAt: 4, ...begun }),
        run('r3', { job: two!, createdAt: 3, ...begun }),
        run('e1', { job: one!, createdAt: 1, ...ended }),
      ]);
    });

    it('are the live ones, oldest first', async () => {
      expect(await stores.reads.underWayOfJob(one!, 10)).toEqual(['r1', 'r2']);
      expect(await stores.reads.underWayOfJob(one!, 1)).toEqual(['r1']);
      const places = (found: readonly { id: RunId; job: JobId }[]): string[] =>
        found.map(({ id, job }) => `${id} ${job}`);
      expect(places(await stores.reads.underWayOfTenant(TENANT, 10))).toEqual(['r3 two', 'r1 one', 'r2 one']);
      expect(places(await stores.reads.queuedOfTenant(TENANT, 10))).toEqual(['q1 two', 'q2 one']);
    });

    it('are the waiting ones, shard by shard and page by page', async () => {
      expect(ids(await stores.reads.queuedIn([1, 2], null, 10))).toEqual(['q1', 'q2', 'q3']);
      expect(ids(await stores.reads.queuedIn([1], null, 1))).toEqual(['q2']);
      expect(ids(await stores.reads.queuedIn([1], asRunId('q2'), 10))).toEqual(['q3']);
    });

    it('have their state, also if they have ended', async () => {
      const standings = await stores.reads.standingOf(runIds('r2', 'e1', 'none'));
      expect([...standings.keys()].sort()).toEqual(['e1', 'r2']);
      expect(standings.get(asRunId('r2'))).toMatchObject({
        id: 'r2',
        job: 'one',
        phase: 'Running',
        reason: 'Paused',
        preemptions: 1,
        priority: 5,
        holds: ['job:one', 'tenant:acme'],
        finished: null,
      });
      expect(standings.get(asRunId('e1'))).toMatchObject({ id: 'e1', phase: 'Completed', holds: [] });
    });
  });

  it('gaps only grow, and a gap from a clock that was ahead is removed', async () => {
    const job = asJobId('a');
    const rest = { job, tenant: TENANT, outcome: 'missed', reason: 'MisfireLast', recordedAt: NOW } as const;
    await stores.gaps.record([
      { ...rest, from: 10, to: 30, count: 3 },
      { ...rest, from: 50, to: 50, count: 1 },
    ]);
    await stores.gaps.record([{ ...rest, from: 10, to: 20, count: 2, recordedAt: NOW + 1 }]);
    await stores.gaps.record([{ ...rest, from: 50, to: 60, count: 2 }]);
    const stored = async (): Promise<unknown> =>
      (await bench.gapsOf(job)).map(({ from, to, count }) => [from, to, count]);
    expect(await stored()).toEqual([
      [10, 30, 3],
      [50, 60, 2],
    ]);
    expect((await bench.gapsOf(job))[0]).toEqual({ ...rest, from: 10, to: 30, count: 3 });
    await stores.gaps.removeAfter(job, 49);
    expect(await stored()).toEqual([[10, 30, 3]]);
  });

  it('the dependents of a followed run are pending until they are decided at the revision that was read', async () => {
    const ended = (id: string, change: Partial<Run> = {}): Run =>
      run(id, { phase: 'Completed', finished: 10, job: asJobId('up'), followed: true, cause: '60', ...change });
    const first = ended('first', { finished: 5 });
    const second = ended('second');
    const open = run('open', { job: asJobId('up'), followed: true, cause: '60' });
    await stores.runs.insertRuns([second, first, open, ended('other shard', { shard: 2, cause: '120' })]);
    const { followed: _followed, ...alone } = ended('alone', { job: asJobId('lonely'), createdAt: 70 });
    await stores.runs.insertRuns([alone, { ...alone, id: asRunId('older'), createdAt: 60 }]);
    expect(await stores.reads.pendingDependentsIn([1], 10)).toEqual([first, second]);
    expect(await stores.reads.pendingDependentsIn([1], 1)).toEqual([first]);
    expect(ids(await stores.reads.pendingDependents(runIds('second', 'open', 'alone')))).toEqual(['second']);
    expect(ids(await stores.reads.ofCause(asJobId('up'), '60')).sort()).toEqual(['first', 'open', 'second']);
    expect(await stores.reads.ofCause(asJobId('lonely'), '60')).toEqual([]);
    expect((await stores.reads.latestEnded(asJobId('lonely')))?.id).toBe('alone');
    expect(await stores.reads.latestEnded(asJobId('none'))).toBeNull();
    const within = (from: number, to: number): Promise<boolean> => stores.reads.isAnyOf(asJobId('lonely'), from, to);
    expect([await within(59, 60), await within(60, 69), await within(60, 70)]).toEqual([true, false, true]);
    expect([
      await stores.runs.markDependentsDecided(first.id, 2),
      await stores.runs.markDependentsDecided(first.id, first.rev),
    ]).toEqual([false, true]);
    expect(await stores.runs.markDependentsDecided(first.id, first.rev)).toBe(false);
    expect(ids(await stores.reads.pendingDependentsIn([1], 10))).toEqual(['second']);
    const resumed = { ...second, phase: 'Queued' as const, rev: 2 };
    expect(await stores.runs.save(resumed, 1)).toBe(true);
    expect(await stores.reads.pendingDependentsIn([1], 10)).toEqual([]);
  });

  it('limits are created once, replaced at their revision, and listed in the order of their keys', async () => {
    const limit = (key: string, change: Partial<SharedLimit> = {}): SharedLimit => ({
      key,
      tenant: TENANT,
      rev: 1,
      holders: [],
      waiting: [],
      overflow: false,
      ...change,
    });
    const made = await Promise.all(Array.from({ length: RACERS }, () => stores.limits.insert(limit('b'))));
    expect(made.filter(Boolean)).toHaveLength(1);
    await stores.limits.insert(limit('a'));
    const held = limit('b', { rev: 2, holders: [{ run: asRunId('r'), job: asJobId('j'), since: 1, grant: 4 }] });
    expect([await stores.limits.save(held, 1), await stores.limits.save(limit('b', { rev: 2 }), 1)]).toEqual([
      true,
      false,
    ]);
    expect([await stores.limits.load('b'), await stores.limits.load('none')]).toEqual([held, null]);
    expect((await stores.limits.inKeyOrder(null, 10)).map(({ key }) => key)).toEqual(['a', 'b']);
    expect(await stores.limits.inKeyOrder('a', 10)).toEqual([held]);
  });

  it('runs that accept requests are found when they are due, and no longer once they are released', async () => {
    const requests: Run['requests'] = {
      by: 'debounce',
      key: 'k',
      open: true,
      firstAt: NOW,
      lastAt: NOW,
      count: 1,
      first: [],
      last: [],
      prints: '',
    };
    const gathering = (id: string, startAfter: number, change: Partial<Run> = {}): Run =>
      run(id, { startAfter, requests, ...change });
    await stores.runs.insertRuns([
      gathering('late', NOW),
      gathering('early', NOW - 5),
      gathering('to come', NOW + 1),
      gathering('elsewhere', NOW, { shard: 2 }),
      gathering('resumed', NOW, { generation: 1 }),
      run('other', { startAfter: NOW }),
    ]);
    expect(ids(await stores.reads.gatheredDue([1], NOW, 10))).toEqual(['early', 'late']);
    expect(ids(await stores.reads.gatheredDue([1], NOW, 1))).toEqual(['early']);
    const early = (await stores.reads.load(runIds('early'))).get(asRunId('early'));
    expect(early).toEqual(gathering('early', NOW - 5));
    const { open: _open, ...released } = requests;
    await stores.runs.save(gathering('early', NOW - 5, { requests: released, rev: 2 }), 1);
    expect(ids(await stores.reads.gatheredDue([1], NOW, 10))).toEqual(['late']);
  });

  it('keys of requests are created once, replaced and removed at their revision', async () => {
    const key = (rev: number, run: string) => ({ id: 'k', run: asRunId(run), expireAt: NOW, rev });
    const made = await Promise.all(Array.from({ length: RACERS }, () => stores.requests.insert(key(1, 'a'))));
    expect(made.filter(Boolean)).toHaveLength(1);
    const next = { ...key(2, 'b'), made: true as const, until: NOW, placed: asRunId('c') };
    expect([await stores.requests.save(next, 1), await stores.requests.save(key(2, 'd'), 1)]).toEqual([true, false]);
    await stores.requests.remove({ id: 'k', rev: 1 });
    const found = await stores.requests.load(['k', 'none']);
    expect(found.get('k')).toEqual(next);
    expect(found.size).toBe(1);
    await stores.requests.remove({ id: 'k', rev: 2 });
    expect((await stores.requests.load(['k'])).size).toBe(0);
  });

  it('of many keys of requests, those that exist stay unchanged', async () => {
    const keys = (run: string) => ['k', 'l', 'm'].map((id) => ({ id, run: asRunId(run), expireAt: NOW, rev: 1 }));
    const [former] = keys('a');
    if (former) await stores.requests.insert(former);
    expect([...(await stores.requests.insertMissing(keys('b')))]).toEqual(['k']);
    expect([...(await stores.requests.insertMissing(keys('c')))].sort()).toEqual(['k', 'l', 'm']);
    const found = await stores.requests.load(['k', 'l', 'm']);
    expect(['k', 'l', 'm'].map((id) => found.get(id)?.run)).toEqual(['a', 'b', 'b']);
    expect((await stores.requests.insertMissing([])).size).toBe(0);
  });

  it('commands are stored once, and listed oldest first', async () => {
    const command = (id: string, of: string, at: number): RunCommand => ({
      id,
      run: of,
      shard: 1,
      command: 'abort',
      reason: null,
      graceSeconds: null,
      actor: 'ann',
      at,
    });
    await stores.commands.add(command('late', 'a', 20));
    await stores.commands.add(command('early', 'a', 10));
    await stores.commands.add({ ...command('early', 'a', 10), reason: 'again' });
    await stores.commands.add(command('other', 'b', 5));
    expect(await stores.commands.ofRuns(runIds('a'))).toEqual([command('early', 'a', 10), command('late', 'a', 20)]);
  });

  it('backfills are created once, replaced at their revision, and due while any slot of them is left', async () => {
    const backfill = (id: string, change: Partial<Backfill> = {}): Backfill => ({
      id,
      job: asJobId('j'),
      tenant: TENANT,
      shard: 1,
      rev: 1,
      rule: aRule({ every: 60 }),
      from: 0,
      to: 60_000,
      mark: -1,
      nextAt: 100,
      maxPerMinute: 60,
      concurrencyPolicy: null,
      requestedBy: 'ann',
      createdAt: 1,
      finishedAt: null,
      state: 'Running',
      message: '',
      total: 2,
      made: 0,
      ...change,
    });
    const { backfills } = bench.stores;
    const made = await Promise.all(Array.from({ length: RACERS }, () => backfills.insert(backfill('a'))));
    expect(made.filter(Boolean)).toHaveLength(1);
    await backfills.insert(backfill('b', { nextAt: 50 }));
    await backfills.insert(backfill('c', { nextAt: 50, shard: 2 }));
    expect(ids(await backfills.due([1], 100, 10))).toEqual(['b', 'a']);
    expect(ids(await backfills.due([1], 99, 10))).toEqual(['b']);
    const done = backfill('b', { rev: 2, nextAt: null, state: 'Completed', finishedAt: Date.now() });
    expect([await backfills.save(done, 1), await backfills.save(done, 1)]).toEqual([true, false]);
    expect(await backfills.load('b')).toEqual(done);
    expect(ids(await backfills.due([1], 1_000, 10))).toEqual(['a']);
  });

  it('definitions are read as others have written them', async () => {
    const sealed = { secureParameters: null, httpHeaders: {} };
    const job = (id: string, updatedAt: number, deletedAt: number | null = null): StoredJob => ({
      id: asJobId(id),
      tenant: TENANT,
      version: 1,
      rev: 1,
      createdAt: 0,
      updatedAt,
      updatedBy: 'ann',
      sealed,
      paused: null,
      deletedAt,
      spec: { tenant: TENANT, name: `Job ${id}`, worker: 'w', cron: '* * * * *' },
    });
    const a = job('a', 30);
    const b = job('b', 10, 11);
    const c = job('c', 20);
    const d = job('d', 20);
    for (const each of [a, b, c, d]) await bench.putJob(each);
    expect(await stores.jobs.load(asJobId('b'))).toEqual(b);
    const stamp = ({ id, updatedAt }: StoredJob): JobStamp => {
      return { id, rev: 1, version: 1, updatedAt, workers: [asWorkerId('w')] };
    };
    const shards = [a, b, c, d].map(({ id }) => shardOf(id));
    const since = (at: number, id: string | null = null): JobPoint => ({ at, id: id === null ? null : asJobId(id) });
    expect(await stores.jobs.writtenAfter(shards, since(20), 10)).toEqual([c, d, a].map(stamp));
    expect(await stores.jobs.writtenAfter(shards, since(20, 'c'), 10)).toEqual([d, a].map(stamp));
    expect(await stores.jobs.writtenAfter(shards, since(10), 1)).toEqual([b].map(stamp));
    expect(await stores.jobs.writtenAfter([(shardOf(a.id) + 1) % 64], since(0), 10)).not.toContainEqual(stamp(a));
    const ofShard = [c, d].filter(({ id }) => shardOf(id) === shardOf(c.id));
    const found = await stores.jobs.newestFirst(shardOf(c.id), null, 10);
    expect(found.filter(({ id }) => [c.id, d.id].includes(id))).toEqual(ofShard.reverse().map(stamp));
    expect(await stores.jobs.newestFirst(shardOf(c.id), since(20, 'c'), 10)).not.toContainEqual(stamp(c));
    expect(await stores.jobs.newestFirst(shardOf(b.id), since(11), 10)).toContainEqual(stamp(b));
    expect(await stores.jobs.stamps([b.id, asJobId('none')])).toEqual([stamp(b)]);
    expect(await stores.jobs.ofWorker(asWorkerId('w'), a.id)).toEqual([c.id, d.id]);

    const about = { createdAt: 0, updatedAt: 0, updatedBy: 'ann', version: 1 };
    const worker: StoredWorker = {
      id: asWorkerId('w'),
      ...about,
      sealed: { httpHeaders: {} },
      spec: { name: 'A worker', engine: 'process', command: ['true'] },
    };
    await bench.putWorker(worker);
    expect(await stores.workers.load(worker.id)).toEqual(worker);
    const written = await stores.workers.writtenSince(0, 10);
    expect(written).toMatchObject([{ id: worker.id, version: 1, updatedAt: 0 }]);
    expect(await stores.workers.writtenSince(1, 10)).toEqual([]);
    expect(await stores.workers.loadMany([worker.id, asWorkerId('none')])).toEqual(new Map([[worker.id, worker]]));

    const tenant: Tenant = {
      id: TENANT,
      name: 'Acme',
      maxActiveRuns: 3,
      maxJobs: null,
      groups: { 'a.b': 2 },
      namespace: null,
      webserviceHosts: null,
      retention: { successful: 1, failed: 1, maxAgeSeconds: 60 },
      createdAt: 0,
      rev: 1,
    };
    await bench.putTenant(tenant);
    expect([await stores.tenants.load(TENANT), await stores.tenants.load(asTenantId('none'))]).toEqual([tenant, null]);

    const calendar = {
      tenant: TENANT,
      id: 'breaks',
      rev: 1,
      updatedAt: 0,
      updatedBy: 'ann',
      spec: { cron: ['0 12 * * *'] },
    };
    await bench.putCalendar(calendar);
    const breaks = await stores.calendars.loadMany(TENANT, ['breaks', 'none']);
    expect(breaks.map(({ spec }) => spec)).toEqual([calendar.spec]);
    expect(await stores.calendars.loadMany(asTenantId('others'), ['breaks'])).toEqual([]);
  });
}
