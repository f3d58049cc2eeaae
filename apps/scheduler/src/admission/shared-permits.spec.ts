import { shards } from '#testing/shards.js';
import { asJobId, asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import type { Tenant } from '#common/spec/definitions.js';
import type { Run } from '#common/run/run.js';
import type { ScheduleState, Waiter } from '#common/schedule/schedule-state.js';
import { groupLimitKey, type SharedLimit, type SharedPermit } from '#common/domain/shared-limit.js';
import type { Logger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { emptyLimit } from '../core/change-limit.js';
import { manualRun } from '../core/slot-run.js';
import { Admission } from './admission.js';
import { JobPermits } from './job-permits.js';
import { PermitAllocator } from './permit-allocator.js';
import { RunRecords } from './run-records.js';
import { TenantLimits } from './tenant-limits.js';

const NOW = 1_000_000;
/** Far more calls than the tests need; an endless loop ends here. */
const MAX_CALLS = 1_000;

const nothing = (): void => undefined;
const log = { warn: nothing } as unknown as Logger;
const clock = { now: () => NOW, monotonic: () => NOW, after: () => nothing };
const tenant = { id: 'acme', groups: { plumbers: 1, painters: 1 }, maxActiveRuns: null } as unknown as Tenant;

const keyOf = (group: string): string => groupLimitKey('acme' as Tenant['id'], group);

/** Documents by their keys, each written with compare-and-set. */
class Documents<T extends { readonly rev: number }> {
  readonly stored = new Map<string, T>();

  constructor(private readonly keyOf: (document: T) => string) {}

  put(document: T): void {
    this.stored.set(this.keyOf(document), document);
  }

  insert(document: T): boolean {
    if (this.stored.has(this.keyOf(document))) return false;
    this.put(document);
    return true;
  }

  save(next: T, expectedRev: number): boolean {
    if (this.stored.get(this.keyOf(next))?.rev !== expectedRev) return false;
    this.put(next);
    return true;
  }
}

type Step = 'load runs' | 'save run' | 'save limit' | 'save schedule' | 'withdraw';

/** Documents in memory, and replicas that use them. */
class Office {
  readonly schedules = new Documents<ScheduleState>(({ job }) => job);
  readonly runs = new Documents<Run>(({ id }) => id);
  readonly limits = new Documents<SharedLimit>(({ key }) => key);
  private calls = 0;

  replica(): Replica {
    return new Replica(this);
  }

  /** A job of a group whose run waits for the permit that `blockedBy` names. */
  open(job: JobId, group: string, permits: Partial<Pick<ScheduleState, 'holders' | 'queue'>>): ScheduleState {
    const concurrency = { policy: 'Enqueue', maxConcurrency: 1, maxQueued: 5, group } as const;
    const state = aSchedule(null, 0, { job, concurrency, ...permits });
    this.schedules.put(state);
    return state;
  }

  run(state: ScheduleState, id: string, limited: boolean): Run {
    const run = manualRun(
      state,
      { run: asRunId(id), requestedBy: 'ann', startAfter: null, overrides: null },
      { limited, shardCount: shards.count },
      NOW,
    );
    this.runs.put(run);
    return run;
  }

  limit(group: string, permits: Partial<Pick<SharedLimit, 'holders' | 'waiting'>>): void {
    this.limits.put({ ...emptyLimit(keyOf(group), tenant.id), rev: 1, ...permits });
  }

  holdersOf(group: string): readonly string[] {
    return this.limits.stored.get(keyOf(group))?.holders.map(({ run }) => run) ?? [];
  }

  /** Waits until everything that was begun is done. */
  async rest(): Promise<void> {
    for (let before = -1; before < this.calls;) {
      before = this.calls;
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async call<T>(apply: () => T): Promise<T> {
    if (++this.calls > MAX_CALLS) throw new Error('this goes round in circles');
    await new Promise((resolve) => setImmediate(resolve));
    return apply();
  }
}

class Replica {
  readonly desk: PermitAllocator;
  readonly admission: Admission;
  private readonly stalled = new Map<Step, Promise<void>>();

  constructor(private readonly office: Office) {
    const { schedules, runs, limits } = office;
    const load = (ids: readonly RunId[]): Map<RunId, Run> =>
      new Map(ids.flatMap((id) => (runs.stored.has(id) ? [[id, runs.stored.get(id)!] as const] : [])));
    const sizes = new TenantLimits({ load: () => Promise.resolve(tenant) }, clock);
    this.desk = new PermitAllocator(
      {
        load: (key) => office.call(() => limits.stored.get(key) ?? null),
        insert: (limit) => office.call(() => (limits.put(limit), true)),
        save: (next, rev) => this.step('save limit', () => limits.save(next, rev)),
      },
      sizes,
      clock,
    );
    const records = new RunRecords(
      {
        insertRuns: (all) => office.call(() => new Set(all.filter((run) => runs.insert(run)).map(({ id }) => id))),
        save: (next, rev) => this.step('save run', () => runs.save(next, rev)),
        withdraw: ({ id }) => this.step('withdraw', () => runs.stored.get(id)?.rev === 1 && runs.stored.delete(id)),
      },
      { load: (ids) => this.step('load runs', () => load(ids)) },
      { dispatch: nothing, changed: nothing },
      clock,
    );
    const jobs = new JobPermits(
      {
        load: (job) => office.call(() => schedules.stored.get(job) ?? null),
        save: (next, rev) => this.step('save schedule', () => schedules.save(next, rev)),
      },
      records,
      sizes,
      clock,
    );
    const demands = { replace: () => Promise.reject(new Error('nobody commands here')) };
    this.admission = new Admission(jobs, this.desk, records, { demands, log });
  }

  /** Makes each such step of the replica wait until the returned function is called; that waits for all effects. */
  stall(step: Step): () => Promise<void> {
    let goOn = nothing;
    this.stalled.set(
      step,
      new Promise((resolve) => {
        goOn = resolve;
      }),
    );
    return async () => {
      goOn();
      await this.office.rest();
    };
  }

  private async step<T>(step: Step, apply: () => T): Promise<T> {
    await this.stalled.get(step);
    return this.office.call(apply);
  }
}

const ONE = asJobId('job-1');
const TWO = asJobId('job-2');
const permit = (run: string, job: JobId): SharedPermit => ({ run: asRunId(run), job, since: 0, grant: 1 });
const waiter = (run: string, blockedBy: string | null): Waiter => ({
  run: asRunId(run),
  policy: 'Enqueue',
  startAfter: 0,
  blockedBy,
});

it('jobs that swapped their groups while their runs waited at both groups get their permits', async () => {
  const office = new Office();
  const one = office.open(ONE, 'painters', { queue: [waiter('x', keyOf('painters'))] });
  const two = office.open(TWO, 'plumbers', { queue: [waiter('y', keyOf('plumbers'))] });
  office.run(one, 'x', true);
  office.run(two, 'y', true);
  office.limit('plumbers', { waiting: [permit('x', ONE), permit('y', TWO)] });
  office.limit('painters', { waiting: [permit('y', TWO), permit('x', ONE)] });

  await office.replica().desk.change(keyOf('plumbers'), tenant.id, { type: 'look' });
  await office.rest();

  expect([...office.runs.stored.values()].map(({ id, phase }) => `${id} ${phase}`)).toEqual(['x Pending', 'y Pending']);
  expect([office.holdersOf('painters'), office.holdersOf('plumbers')]).toEqual([['x'], ['y']]);
  expect([...office.limits.stored.values()].flatMap(({ waiting }) => waiting)).toEqual([]);
});

it('a run that is already under way is counted instead of being put back, although the shared limit is full', async () => {
  const office = new Office();
  const state = office.open(ONE, 'plumbers', { holders: [{ run: asRunId('x'), since: NOW, grant: 1 }] });
  const begun = office.run(state, 'x', false);
  office.limit('plumbers', { holders: [permit('other', TWO)] });

  const completion = { started: [waiter('x', null)], takenOver: [], dropped: [], replaced: [] };
  const followed = await office.replica().admission.afterCommit(state, completion, new Map([[begun.id, begun]]));
  await office.rest();

  expect(followed.get(begun.id)).toBe(true);
  expect(office.schedules.stored.get(ONE)).toEqual(state);
  expect(office.holdersOf('plumbers')).toEqual(['other', 'x']);
  expect(office.runs.stored.get('x')).toEqual(begun);
});

describe('a permit whose admission stalls', () => {
  const X = asRunId('x');
  const GROUP = keyOf('plumbers');
  const onlyOf = (office: Office): Run => office.runs.stored.get(X)!;
  const jobOf = (office: Office): ScheduleState => office.schedules.stored.get(ONE)!;
  const heldBy = (office: Office): readonly string[] => jobOf(office).holders.map(({ run }) => run);
  const takeOver = { type: 'takeOver', waiter: waiter('x', null) } as const;

  /** Run x waits for a permit of its job; another replica grants it and stalls at a step of the admission. */
  async function promoted(step: Step): Promise<{ readonly office: Office; readonly goOn: () => Promise<void> }> {
    const office = new Office();
    const state = office.open(ONE, 'plumbers', { queue: [waiter('x', null)] });
    office.run(state, 'x', true);
    office.limit('plumbers', {});
    const slow = office.replica();
    const goOn = slow.stall(step);
    void slow.admission.apply(ONE, { type: 'look' });
    await office.rest();
    expect(heldBy(office)).toEqual(['x']);
    return { office, goOn };
  }

  it('is not used with a revision that was read after a successor had claimed the run and returned the permit', async () => {
    const { office, goOn } = await promoted('load runs');
    office.limit('plumbers', { holders: [permit('other', TWO)] });
    await office.replica().admission.apply(ONE, takeOver);
    await office.rest();
    expect(jobOf(office)).toMatchObject({ holders: [], queue: [{ run: 'x', blockedBy: GROUP }] });

    office.limit('plumbers', {});
    await goOn();
    expect(onlyOf(office).phase).toBe('Queued');
    expect(office.holdersOf('plumbers')).toEqual([]);
  });

  it('is not used with a revision that was read before a successor claimed the run and returned the permit to a lowered limit', async () => {
    const { office, goOn } = await promoted('save run');
    const before = jobOf(office);
    const two = [...before.holders, { run: asRunId('y'), since: NOW, grant: 1 }];
    office.schedules.save({ ...before, holders: two, rev: before.rev + 1 }, before.rev);
    await office.replica().admission.apply(ONE, takeOver);
    await office.rest();
    expect(jobOf(office)).toMatchObject({ holders: [{ run: 'y' }], queue: [{ run: 'x', blockedBy: null }] });

    await goOn();
    expect(onlyOf(office).phase).toBe('Queued');
    expect(office.holdersOf('plumbers')).toEqual([]);
  });

  it('is returned if the group shrank before a successor claimed the run, which is next in turn then', async () => {
    const { office, goOn } = await promoted('save run');
    expect(office.holdersOf('plumbers')).toEqual(['x']);
    const others = [permit('other', TWO), permit('x', ONE)];
    office.limit('plumbers', { holders: others, waiting: [permit('late', TWO)] });
    const successor = office.replica();
    await successor.admission.apply(ONE, takeOver);
    await office.rest();
    expect(office.holdersOf('plumbers')).toEqual(['other']);
    expect(jobOf(office)).toMatchObject({ holders: [], queue: [{ run: 'x', blockedBy: GROUP }] });

    await goOn();
    expect(onlyOf(office).phase).toBe('Queued');
    await successor.desk.release([GROUP], tenant.id, { run: asRunId('other'), upTo: 1 });
    await office.rest();
    expect(onlyOf(office)).toMatchObject({ phase: 'Pending', holds: [`job:${ONE}`, GROUP] });
    expect(office.holdersOf('plumbers')).toEqual(['x']);
  });

  it('is not used for a later generation of the run, whose former permits are about to be released', async () => {
    const { office, goOn } = await promoted('load runs');
    const read = jobOf(office);
    const queued = onlyOf(office);
    office.runs.save({ ...queued, generation: 1, rev: queued.rev + 2 }, queued.rev);

    await goOn();
    await office.replica().admission.release(read, X, []);
    expect(onlyOf(office)).toMatchObject({ phase: 'Queued', generation: 1 });
    expect(heldBy(office)).toEqual([]);
  });

  it('is returned if another process has changed the run meanwhile', async () => {
    const { office, goOn } = await promoted('save run');
    const queued = onlyOf(office);
    office.runs.save({ ...queued, rev: queued.rev + 1 }, queued.rev);

    await goOn();
    expect(onlyOf(office).phase).toBe('Queued');
    expect(office.holdersOf('plumbers')).toEqual([]);
    // The sweep takes the admission over.
    await office.replica().admission.apply(ONE, takeOver);
    expect(onlyOf(office)).toMatchObject({ phase: 'Pending', holds: [`job:${ONE}`, GROUP] });
    expect(office.holdersOf('plumbers')).toEqual(['x']);
  });

  it('is left to the successor that has started the run', async () => {
    const { office, goOn } = await promoted('save run');
    await office.replica().admission.apply(ONE, takeOver);
    expect(onlyOf(office).phase).toBe('Pending');

    await goOn();
    expect([heldBy(office), office.holdersOf('plumbers')]).toEqual([['x'], ['x']]);
  });
});

it('only the permits of the ended generation are released, at the job and at the group', async () => {
  const office = new Office();
  const held = { run: asRunId('x'), since: NOW, grant: 1 };
  const read = office.open(ONE, 'plumbers', { holders: [held] });
  office.limit('plumbers', { holders: [{ ...held, job: ONE, grant: 1 }] });
  const resumed = { ...read, holders: [{ ...held, grant: 2 }], rev: 2 };
  office.schedules.put(resumed);
  office.limit('plumbers', { holders: [{ ...held, job: ONE, grant: 2 }] });

  await office.replica().admission.release(read, held.run, []);
  expect(office.schedules.stored.get(ONE)).toEqual(resumed);
  expect(office.holdersOf('plumbers')).toEqual(['x']);

  await office.replica().admission.release(resumed, held.run, []);
  expect(office.schedules.stored.get(ONE)?.holders).toEqual([]);
  expect(office.holdersOf('plumbers')).toEqual([]);
});

it('the permit of a group that the job has left is released, too', async () => {
  const office = new Office();
  const state = office.open(ONE, 'painters', { holders: [{ run: asRunId('x'), since: NOW, grant: 1 }] });
  office.limit('plumbers', { holders: [permit('x', ONE)] });
  await office.replica().admission.release(state, asRunId('x'), [`job:${ONE}`, keyOf('plumbers')]);
  expect(office.holdersOf('plumbers')).toEqual([]);
});

it('a run is kept for one requester while the same request of another is refused', async () => {
  const office = new Office();
  const state = office.open(ONE, 'plumbers', {});
  office.limit('plumbers', {});
  const request = { run: asRunId('m'), requestedBy: 'ann', startAfter: null, overrides: null };
  const run = manualRun(state, request, { limited: true, shardCount: shards.count }, NOW);
  const ask = { type: 'admit', run: run.id, policy: 'Forbid', startAfter: run.startAfter } as const;
  const taken = { ...state, holders: [{ run: asRunId('y'), since: NOW, grant: 2 }], rev: 2 };

  // The slow replica has stored the run when another run takes the permit, and is about to withdraw it.
  const slow = office.replica();
  const save = slow.stall('save schedule');
  const withdraw = slow.stall('withdraw');
  const refused = slow.admission.admit(run, ask);
  await office.rest();
  office.schedules.put(taken);
  await save();

  office.schedules.put({ ...taken, holders: [], rev: 3 });
  const quick = office.replica();
  const take = quick.stall('save limit');
  const accepted = quick.admission.admit(run, ask);
  await office.rest();
  await withdraw();
  await take();
  expect([await refused, await accepted]).toEqual(['forbidden', 'started']);
  expect(office.runs.stored.get(run.id)).toMatchObject({ phase: 'Pending' });
});

it('a withdrawal for lack of a shared permit releases only the permit of that grant', async () => {
  const office = new Office();
  const state = office.open(ONE, 'plumbers', {});
  office.limit('plumbers', { holders: [permit('other', TWO)] });
  const run = manualRun(
    state,
    { run: asRunId('m'), requestedBy: 'ann', startAfter: null, overrides: null },
    { limited: true, shardCount: shards.count },
    NOW,
  );
  const replica = office.replica();
  const withdraw = replica.stall('withdraw');
  const asked = replica.admission.admit(run, {
    type: 'admit',
    run: run.id,
    policy: 'Forbid',
    startAfter: run.startAfter,
  });
  await office.rest();
  const given = { run: run.id, since: NOW, grant: 9 };
  office.schedules.put({ ...state, holders: [given], rev: 9 });
  await withdraw();
  expect(await asked).toBe('forbidden');
  expect(office.schedules.stored.get(ONE)?.holders).toEqual([given]);
});
