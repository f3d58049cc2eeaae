import { asRunId } from '#common/domain/ids.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import type { ConcurrencyRule, Permit, Waiter } from './schedule-state.js';
import { waitsOf } from './waits.js';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const rule = { rate: null, policy: 'Enqueue' as const, maxQueued: null, options: [], parameters: [] };
const holder = (run: string, key?: string): Permit => ({
  run: asRunId(run),
  since: 0,
  grant: 1,
  ...(key !== undefined && { key }),
});
const waiter = (run: string, change: Partial<Waiter> = {}): Waiter => ({
  run: asRunId(run),
  policy: 'Enqueue',
  startAfter: 0,
  blockedBy: null,
  key: '42',
  ...change,
});
const concurrency: ConcurrencyRule = {
  ...({ policy: 'Enqueue', maxConcurrency: 2, maxQueued: 20, group: 'nightly' } as const),
  perKey: { ...rule, key: '${option.customer}', max: 1 },
};
const reasons = (change: Partial<ReturnType<typeof aSchedule>>, run = 'w'): string[] =>
  waitsOf(aSchedule(null, 0, { concurrency, ...change }), asRunId(run), NOW).map(
    ({ kind, place, message }) => `${kind} ${place}: ${message}`,
  );

describe('the reasons of a waiting run', () => {
  it('contain its earliest start', () => {
    expect(reasons({ queue: [waiter('w', { startAfter: NOW + 1_000 })] })).toEqual([
      'time null: the run starts no earlier than 2026-05-04T10:00:01.000Z',
    ]);
  });

  it('contain its key, and its place among the runs with the same key', () => {
    const queue = [waiter('x'), waiter('other', { key: '7' }), waiter('first', { priority: 5 }), waiter('w')];
    expect(reasons({ holders: [holder('h', '42')], queue })).toEqual([
      'key 3: the key "42" is busy: 1 of 1 runs are active; place 3 in the queue',
    ]);
    expect(
      waitsOf(aSchedule(null, 0, { concurrency, holders: [holder('h', '42')], queue }), asRunId('w'), NOW),
    ).toEqual([expect.objectContaining({ held: 1, size: 1, until: null, holders: ['h'] })]);
  });

  it('contain its job as well, if that is at its limit, too', () => {
    const holders = [holder('h', '42'), holder('i', '7')];
    expect(reasons({ holders, queue: [waiter('x', { key: '8' }), waiter('w')] })).toEqual([
      'job 2: the job is busy: 2 of 2 runs are active; place 2 in the queue',
      'key 1: the key "42" is busy: 1 of 1 runs are active; place 1 in the queue',
    ]);
  });

  it('contain the rate of its key, and when that admits the next run', () => {
    const perKey = { ...rule, key: '${option.customer}', max: null, rate: { runs: 2, perSeconds: 10 } };
    const keyBuckets = [{ key: '42', fullAt: NOW + 8_000 }];
    expect(reasons({ concurrency: { ...concurrency, perKey }, keyBuckets, queue: [waiter('w')] })).toEqual([
      'key 1: the key "42" is limited by its rate until 2026-05-04T10:00:03.000Z; place 1 in the queue',
    ]);
  });

  it('contain a limit that it shares with other jobs', () => {
    const at = (blockedBy: string): string[] =>
      reasons({ queue: [waiter('x', { blockedBy }), waiter('w', { blockedBy })] });
    expect(at('group:acme/nightly')).toEqual(['group 2: the group nightly is full; place 2 in the queue of the job']);
    expect(at('tenant:acme')).toEqual(['tenant 2: the quota of the tenant is full; place 2 in the queue of the job']);
  });

  it('are empty if it does not wait, or is about to be admitted', () => {
    expect(reasons({})).toEqual([]);
    expect(reasons({ queue: [waiter('w')] })).toEqual([]);
  });
});
