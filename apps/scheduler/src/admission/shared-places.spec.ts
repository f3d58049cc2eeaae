import { asJobId, asRunId, type JobId, type RunId } from '#common/domain/ids.js';
import type { Tenant } from '#common/domain/definitions.js';
import type { Run } from '#common/domain/run.js';
import type { ScheduleState, Waiter } from '#common/domain/schedule-state.js';
import { groupLimitKey, type SharedLimit, type SharedPlace } from '#common/domain/shared-limit.js';
import type { Logger } from '#common/logging/logger.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { emptyLimit } from '../core/change-limit.js';
import { manualRun } from '../core/slot-run.js';
import { Admission } from './admission.js';
import { LimitDesk } from './limit-desk.js';
import { TenantLimits } from './tenant-limits.js';

const NOW = 1_000_000;
/** Far more than anything here needs; whatever goes round in circles ends there. */
const MAX_CALLS = 1_000;

const nothing = (): void => undefined;
const log = { warn: nothing } as unknown as Logger;
const clock = { now: () => NOW, monotonic: () => NOW, after: () => nothing };
const tenant = { id: 'acme', groups: { plumbers: 1, painters: 1 }, maxActiveRuns: null } as unknown as Tenant;

const keyOf = (group: string): string => groupLimitKey('acme' as Tenant['id'], group);

/** Documents by their keys, each written by compare-and-set. */
class Documents<T extends { readonly rev: number }> {
  readonly stored = new Map<string, T>();

  constructor(private readonly keyOf: (document: T) => string) {}

  put(document: T): void {
    this.stored.set(this.keyOf(document), document);
  }

  save(next: T, expectedRev: number): boolean {
    if (this.stored.get(this.keyOf(next))?.rev !== expectedRev) return false;
    this.put(next);
    return true;
  }
}

/** An office over documents in memory. */
class Office {
  readonly schedules = new Documents<ScheduleState>(({ job }) => job);
  readonly runs = new Documents<Run>(({ id }) => id);
  readonly limits = new Documents<SharedLimit>(({ key }) => key);
  readonly desk: LimitDesk;
  readonly admission: Admission;
  private calls = 0;

  constructor() {
    const { schedules, runs, limits } = this;
    const load = (ids: readonly RunId[]): Map<RunId, Run> =>
      new Map(ids.flatMap((id) => (runs.stored.has(id) ? [[id, runs.stored.get(id)!] as const] : [])));
    const sizes = new TenantLimits({ load: () => Promise.resolve(tenant) }, clock);
    this.desk = new LimitDesk(
      {
        load: (key) => this.call(() => limits.stored.get(key) ?? null),
        insert: (limit) => this.call(() => (limits.put(limit), true)),
        save: (next, rev) => this.call(() => limits.save(next, rev)),
      },
      sizes,
      clock,
    );
    this.admission = new Admission(
      {
        schedules: {
          load: (job) => this.call(() => schedules.stored.get(job) ?? null),
          insert: () => Promise.reject(new Error('no document begins here')),
          save: (next, rev) => this.call(() => schedules.save(next, rev)),
        },
        runs: {
          insertRuns: () => Promise.reject(new Error('no run begins here')),
          load: (ids) => this.call(() => load(ids)),
          save: (next, rev) => this.call(() => runs.save(next, rev)),
        },
        keys: {
          close: () => Promise.reject(new Error('no key is closed here')),
          read: () => Promise.reject(new Error('no key is read here')),
          withdraw: () => Promise.reject(new Error('no run is taken back here')),
        },
        commands: { add: () => Promise.reject(new Error('nobody commands here')) },
      },
      { desk: this.desk, limits: sizes },
      { dispatch: nothing, changed: nothing, jobChanged: nothing },
      { clock, log },
    );
  }

  /** A job of a group, whose run waits for the place that `blockedBy` names. */
  open(job: JobId, group: string, places: Partial<Pick<ScheduleState, 'holders' | 'queue'>>): ScheduleState {
    const concurrency = { policy: 'Enqueue', maxConcurrency: 1, maxQueued: 5, group } as const;
    const state = aSchedule(null, 0, { job, concurrency, ...places });
    this.schedules.put(state);
    return state;
  }

  run(state: ScheduleState, id: string, limited: boolean): Run {
    const run = manualRun(
      state,
      { run: asRunId(id), requestedBy: 'ann', startAfter: null, overrides: null },
      limited,
      NOW,
    );
    this.runs.put(run);
    return run;
  }

  limit(group: string, places: Partial<Pick<SharedLimit, 'holders' | 'waiting'>>): void {
    this.limits.put({ ...emptyLimit(keyOf(group), tenant.id), rev: 1, ...places });
  }

  holdersOf(group: string): readonly string[] {
    return this.limits.stored.get(keyOf(group))?.holders.map(({ run }) => run) ?? [];
  }

  /** Until everything that anybody has begun is done. */
  async rest(): Promise<void> {
    for (let before = -1; before < this.calls;) {
      before = this.calls;
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  private async call<T>(apply: () => T): Promise<T> {
    if (++this.calls > MAX_CALLS) throw new Error('this goes round in circles');
    await new Promise((resolve) => setImmediate(resolve));
    return apply();
  }
}

const [ONE, TWO] = [asJobId('job-1'), asJobId('job-2')];
const place = (run: string, job: JobId): SharedPlace => ({ run: asRunId(run), job, since: 0, grant: 1 });
const waiter = (run: string, blockedBy: string | null): Waiter => ({
  run: asRunId(run),
  policy: 'Enqueue',
  startAfter: 0,
  blockedBy,
});

it('gives places to jobs that changed groups with each other while their runs waited in front of both', async () => {
  const office = new Office();
  const one = office.open(ONE, 'painters', { queue: [waiter('x', keyOf('painters'))] });
  const two = office.open(TWO, 'plumbers', { queue: [waiter('y', keyOf('plumbers'))] });
  office.run(one, 'x', true);
  office.run(two, 'y', true);
  office.limit('plumbers', { waiting: [place('x', ONE), place('y', TWO)] });
  office.limit('painters', { waiting: [place('y', TWO), place('x', ONE)] });

  await office.desk.change(keyOf('plumbers'), tenant.id, { type: 'look' });
  await office.rest();

  expect([...office.runs.stored.values()].map(({ id, phase }) => `${id} ${phase}`)).toEqual(['x Pending', 'y Pending']);
  expect([office.holdersOf('painters'), office.holdersOf('plumbers')]).toEqual([['x'], ['y']]);
  expect([...office.limits.stored.values()].flatMap(({ waiting }) => waiting)).toEqual([]);
});

it('counts a run that is under way already, instead of putting it back where a shared limit is full', async () => {
  const office = new Office();
  const state = office.open(ONE, 'plumbers', { holders: [{ run: asRunId('x'), since: NOW, grant: 1 }] });
  const begun = office.run(state, 'x', false);
  office.limit('plumbers', { holders: [place('other', TWO)] });

  const settlement = { started: [waiter('x', null)], takenOver: [], dropped: [], replaced: [] };
  const followed = await office.admission.follow(state, settlement, new Map([[begun.id, begun]]));
  await office.rest();

  expect(followed.get(begun.id)).toBe(true);
  expect(office.schedules.stored.get(ONE)).toEqual(state);
  expect(office.holdersOf('plumbers')).toEqual(['other', 'x']);
  expect(office.runs.stored.get('x')).toEqual(begun);
});
