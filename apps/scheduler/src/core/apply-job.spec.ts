import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { asJobId, asRunId, asSpecHash, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { CALL_FORM, IDENTITY_FORM } from '#common/domain/stored-form.js';
import { toRunDocument } from '#common/mongo/run-document.js';
import { toScheduleDocument } from '#common/mongo/schedules.store.js';
import { toInsertedRun } from '#common/run/inserted-run.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { slotRun } from './slot-run.js';
import { applyJob, isUpToDate, effectiveFromOf, outcomeOfRest, readDefinition } from './apply-job.js';

const T0 = Date.parse('2026-05-04T10:00:00Z');

const aJob = (spec: Partial<StoredJob['spec']> = {}, change: Partial<StoredJob> = {}): StoredJob => ({
  id: asJobId('job-1'),
  tenant: asTenantId('acme'),
  version: 1,
  rev: 1,
  createdAt: T0,
  updatedAt: T0,
  updatedBy: 'someone',
  spec: { tenant: 'acme', name: 'A job', worker: 'w', cron: '* * * * *', ...spec },
  sealed: { secureParameters: null, httpHeaders: {} },
  paused: null,
  deletedAt: null,
  ...change,
});
const worker: StoredWorker = {
  id: asWorkerId('w'),
  version: 3,
  createdAt: 0,
  updatedAt: 0,
  updatedBy: '',
  spec: { name: 'W', engine: 'process', command: ['true'] },
  sealed: { httpHeaders: {} },
};
const apply = (job: StoredJob, old = null as ReturnType<typeof aSchedule> | null, effectiveFrom = T0) =>
  applyJob({ job, worker, taskWorkers: [], spec: asSpecHash('h'), shard: 0 }, readDefinition(job), old, effectiveFrom);

describe('a definition', () => {
  it('with an identity has a form that former schedulers and executors leave alone, as long as it has one', () => {
    const identified = apply(aJob({ identity: { audience: ['vault'] } }));
    expect([identified.form, apply(aJob(), identified).form]).toEqual([IDENTITY_FORM, undefined]);
  });

  it('that is new begins with the first slot after it was saved', () => {
    expect(apply(aJob())).toMatchObject({
      rev: 1,
      active: true,
      mark: T0,
      effectiveFrom: T0,
      nextSlotAt: T0 + 60_000,
      engine: 'process',
      workerVersion: 3,
      misfire: { policy: 'last', maxMissed: 5, startingDeadlineSeconds: null },
      concurrency: { policy: 'Allow', maxConcurrency: 1, maxQueued: 20, group: null },
    });
  });

  it.each<[string, StoredJob, string | null]>([
    ['enabled', aJob(), null],
    ['disabled', aJob({ enabled: false }), 'disabled'],
    ['paused', aJob({}, { paused: { by: 'x', at: 0, note: null } }), 'paused'],
    ['deleted', aJob({ enabled: false }, { deletedAt: 5 }), 'deleted'],
    ['not understood', aJob({ cron: 'nonsense' }), 'invalid'],
  ])('that is %s has the corresponding state', (_, job, inactiveReason) => {
    const state = apply(job);
    expect(state.inactiveReason).toBe(inactiveReason);
    expect(state.active).toBe(inactiveReason === null);
    expect(state.nextSlotAt === null).toBe(inactiveReason !== null);
  });

  it('whose calls end their attempts has a form that earlier releases leave alone, and so have its runs', () => {
    const caller = { ...worker, spec: { name: 'W', engine: 'webservice' as const, answer: 'ends' as const } };
    const applied = (job: StoredJob) =>
      applyJob(
        { job, worker: caller, taskWorkers: [], spec: asSpecHash('h'), shard: 0 },
        readDefinition(job),
        null,
        T0,
      );
    const state = applied(aJob());
    const slot = { nominal: T0, effective: T0, window: 0 } as never;
    const run = slotRun(state, slot, { limited: false, shardCount: 64 }, T0);
    expect([toScheduleDocument(state), toRunDocument(run), toInsertedRun({ ...run, rev: 1 })]).toMatchObject([
      { form: CALL_FORM, formed: true },
      { form: CALL_FORM, formed: true },
      { form: CALL_FORM },
    ]);
    const others = applied(aJob({ answer: 'accepts' }));
    expect('form' in others || 'form' in slotRun(others, slot, { limited: false, shardCount: 64 }, T0)).toBe(false);
  });

  it('is up to date if the job, its revision and its worker are the same', () => {
    const state = apply(aJob());
    const taskWorkers: StoredWorker[] = [];
    expect(isUpToDate(state, aJob(), { worker, taskWorkers })).toBe(true);
    expect(isUpToDate(state, aJob({}, { rev: 2 }), { worker, taskWorkers })).toBe(false);
    expect(isUpToDate(state, aJob(), { worker: { ...worker, version: 4 }, taskWorkers })).toBe(false);
  });

  it('is not up to date if a worker that only a task names was edited', () => {
    const other = { ...worker, id: asWorkerId('other'), version: 2 };
    const job = aJob();
    const definition = { job, worker, taskWorkers: [other], spec: asSpecHash('h'), shard: 0 };
    const state = applyJob(definition, readDefinition(job), null, T0);
    expect(isUpToDate(state, job, definition)).toBe(true);
    expect(isUpToDate(state, job, { worker, taskWorkers: [{ ...other, version: 3 }] })).toBe(false);
  });

  it('takes effect at its save, but never before the recorded slots nor in the future', () => {
    const job = aJob({}, { updatedAt: T0 });
    expect(effectiveFromOf(job, null, T0 + 5_000)).toBe(T0);
    expect(effectiveFromOf(job, null, T0 - 5_000)).toBe(T0 - 5_000);
    expect(effectiveFromOf(job, aSchedule(null, T0 + 2_000), T0 + 5_000)).toBe(T0 + 2_000);
    expect(effectiveFromOf(job, aSchedule(null, T0 + 5_900), T0 + 5_000)).toBe(T0 + 5_900);
  });
});

describe('an edit', () => {
  const old = aSchedule({ cron: '* * * * *' }, T0);

  it('that leaves the rule unchanged keeps the watermark', () => {
    const edited = aJob({ name: 'Other' }, { version: 2, rev: 2 });
    const reading = readDefinition(edited);
    const same = { ...old, rule: reading.rule };
    expect(outcomeOfRest(same, reading)).toBeNull();
    expect(apply(edited, same, T0 + 30_000)).toMatchObject({
      mark: T0,
      nextSlotAt: T0 + 60_000,
      jobName: 'Other',
      rev: 2,
    });
  });

  it('of the rule starts at its effective time, and slots that jitter has delayed until then are skipped', () => {
    const reading = readDefinition(aJob({ cron: '30 * * * *' }));
    expect(outcomeOfRest(old, reading)).toEqual({ outcome: 'skipped', reason: 'ScheduleChanged' });
    const state = apply(aJob({ cron: '30 * * * *' }), old, T0 + 90_000);
    expect(state).toMatchObject({ mark: T0 + 90_000, nextSlotAt: T0 + 1_800_000 });
  });

  it('that pauses or resumes closes the time before it as paused', () => {
    const paused = readDefinition(aJob({}, { paused: { by: 'x', at: 0, note: null } }));
    expect(outcomeOfRest(old, paused)).toEqual({ outcome: 'paused', reason: 'Paused' });
    const stopped = { ...old, active: false, inactiveReason: 'disabled' as const };
    expect(outcomeOfRest(stopped, readDefinition(aJob()))).toEqual({ outcome: 'paused', reason: 'Disabled' });
  });

  it('that adds a limit applies it to waiting runs', () => {
    const waiting = { run: asRunId('r'), policy: 'Allow' as const, startAfter: 0, blockedBy: 'tenant:acme' };
    const limited = aJob({ concurrency: { policy: 'Forbid' } });
    expect(apply(limited, { ...old, queue: [waiting] }).queue).toEqual([{ ...waiting, policy: 'Enqueue' }]);
    expect(apply(aJob({ name: 'Other' }), { ...old, queue: [waiting] }).queue).toEqual([waiting]);
  });

  it('stores the queue as the group', () => {
    const groupOf = (spec: Parameters<typeof aJob>[0]): unknown => apply(aJob(spec), old).concurrency.group;
    expect(groupOf({ queue: 'gold' })).toBe('gold');
    expect(groupOf({ queue: 'default' })).toBeNull();
    expect(groupOf({ queue: 'default', concurrency: { group: 'plumbers' } })).toBe('plumbers');
  });

  it('that moves the job to another group lets no run wait for the former group', () => {
    const waiting = { run: asRunId('r'), policy: 'Enqueue' as const, startAfter: 0, blockedBy: 'group:acme/plumbers' };
    const queueIn = (group?: string): readonly unknown[] =>
      apply(aJob({ concurrency: { policy: 'Enqueue', ...(group && { group }) } }), { ...old, queue: [waiting] }).queue;
    expect(queueIn('plumbers')).toEqual([waiting]);
    expect(queueIn('painters')).toEqual([{ ...waiting, blockedBy: null }]);
    expect(queueIn()).toEqual([{ ...waiting, blockedBy: null }]);
  });

  describe('with a limit per key', () => {
    const options = [
      { name: 'customer', type: 'string' as const, default: 'none' },
      { name: 'other', type: 'string' as const },
    ];
    const keyed = (perKey: object): StoredJob =>
      aJob({
        options,
        parameters: { site: 7, big: 'x' },
        concurrency: { perKey: { key: '${option.customer}', max: 1, ...perKey } },
      });
    const rate = { runs: 2, perSeconds: 60 };
    const keyBuckets = [{ key: 'a', fullAt: T0 + 50_000 }];

    it('stores the options and parameters of the job that the key uses', () => {
      const { perKey } = apply(keyed({ key: '${option.customer}/${parameters.site}' })).concurrency;
      expect(perKey).toEqual({
        key: '${option.customer}/${parameters.site}',
        max: 1,
        rate: null,
        policy: 'Enqueue',
        maxQueued: null,
        options: [options[0]],
        parameters: [{ name: 'site', text: '7' }],
      });
      expect(apply(aJob()).concurrency).not.toHaveProperty('perKey');
    });

    it('keeps buckets if the rate is the same, shortens them for a new rate, and removes them without a rate', () => {
      const before = { ...apply(keyed({ rate })), keyBuckets };
      expect(apply(keyed({ rate, max: 5 }), before).keyBuckets).toEqual(keyBuckets);
      expect(apply(keyed({ rate: { runs: 1, perSeconds: 10 } }), before).keyBuckets).toEqual([
        { key: 'a', fullAt: T0 + 10_000 },
      ]);
      expect(apply(keyed({}), before)).not.toHaveProperty('keyBuckets');
      expect(apply(aJob(), before)).not.toHaveProperty('keyBuckets');
    });

    it('keeps the keys of existing runs for any new key', () => {
      const waiting = { run: asRunId('r'), policy: 'Enqueue' as const, startAfter: 0, blockedBy: null, key: '42' };
      const holder = { run: asRunId('h'), since: 0, grant: 1, key: '42' };
      const before = { ...apply(keyed({})), queue: [waiting], holders: [holder] };
      const { queue, holders } = apply(keyed({ key: '${parameters.site}' }), before);
      expect([queue, holders]).toEqual([[waiting], [holder]]);
    });
  });
});
