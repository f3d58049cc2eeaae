/** Limits per key over a real database: what delays a run, what wakes it, and what is left when no run is active. */
import { jest } from '@jest/globals';
import { MAX_KEY_LENGTH } from '#common/domain/limits.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { until } from '#testing/until.js';
import { World, type JobFields } from './support/world.js';

jest.setTimeout(60_000);

type PerKey = NonNullable<NonNullable<JobFields['concurrency']>['perKey']>;

let world: World;

beforeAll(async () => {
  world = await World.create();
  await Promise.all([world.replica(), world.replica()]);
});
afterAll(() => world.close());

const options = [{ name: 'customer', type: 'string' as const }];
const keyed = (perKey: Partial<PerKey>, fields: JobFields = {}, id?: StoredJob['id']): Promise<StoredJob> =>
  world.job(
    { options, ...fields, concurrency: { ...fields.concurrency, perKey: { key: '${option.customer}', ...perKey } } },
    id === undefined ? {} : { id },
  );
const ask = (job: StoredJob, run: string, customer: string, change: object = {}): ReturnType<World['admit']> =>
  world.admit(job.id, run, { options: { customer }, ...change });

test('a run waits for its key, runs with other keys pass it, and it starts when the run before it has ended', async () => {
  const job = await keyed({ max: 1 });
  for (const [run, customer] of [
    ['a1', '42'],
    ['a2', '42'],
    ['b1', '7'],
    ['a3', '42'],
  ] as const)
    expect(await ask(job, run, customer)).toMatchObject({ ok: true });
  await world.reaches('a1', 'Pending');
  expect(await world.reaches('b1', 'Pending')).toMatchObject({ limitKey: '7' });
  expect((await world.runsOf(job.id)).filter(({ phase }) => phase === 'Queued').map(({ id }) => id)).toEqual([
    'a2',
    'a3',
  ]);
  expect((await world.schedule(job.id)).holders).toMatchObject([
    { run: 'a1', key: '42' },
    { run: 'b1', key: '7' },
  ]);
  await world.end('a1');
  await world.reaches('a2', 'Pending');
  // No message announces this end.
  await world.end('a2', 'Failed', false);
  await world.reaches('a3', 'Pending');
  await world.end('a3');
  await world.end('b1');
  await until('nothing to be held', async () => (await world.schedule(job.id)).holders.length === 0);
});

test('a run that must not wait is refused, with its key, and leaves nothing', async () => {
  const job = await keyed({ max: 1, policy: 'Forbid' });
  await ask(job, 'forbid-1', '42');
  expect(await ask(job, 'forbid-2', '42')).toEqual({
    ok: false,
    code: 'CONCURRENCY_FORBIDDEN',
    detail: 'no permit of the job or of its key "42" is free, and the concurrency policy Forbid refuses a further run',
  });
  expect(await world.run('forbid-2')).toBeUndefined();
  expect(await ask(job, 'forbid-3', '43')).toMatchObject({ ok: true });
});

test('runs begin at the rate of their key without further requests, and idle keys leave nothing', async () => {
  const job = await keyed({ rate: { runs: 2, perSeconds: 2 } });
  for (let i = 1; i <= 4; i++) await ask(job, `rate-${i}`, '42');
  expect(await ask(job, 'rate-other', '7')).toMatchObject({ ok: true });
  await world.reaches('rate-other', 'Pending');
  const [, second, third, fourth] = await Promise.all([1, 2, 3, 4].map((i) => world.reaches(`rate-${i}`, 'Pending')));
  const { createdAt } = (await world.run('rate-1'))!;
  expect(second!.phaseSince - createdAt).toBeLessThan(third!.phaseSince - createdAt);
  expect(third!.phaseSince).toBeGreaterThanOrEqual(createdAt + 1_000);
  expect(fourth!.phaseSince).toBeGreaterThanOrEqual(createdAt + 2_000);
  expect((await world.schedule(job.id)).keyBuckets?.map(({ key }) => key)).toEqual(['42']);
  await until('the buckets to be gone', async () => (await world.schedule(job.id)).keyBuckets === undefined);
});

test('an edit admits waiting runs at once, and counts live runs under the keys that they have', async () => {
  const job = await keyed({ max: 1 });
  for (let i = 1; i <= 3; i++) await ask(job, `edit-${i}`, '42');
  await keyed({ max: 2 }, {}, job.id);
  await world.reaches('edit-2', 'Pending');
  expect((await world.run('edit-3'))?.phase).toBe('Queued');
  await keyed({ max: 1, key: 'c=${option.customer}' }, {}, job.id);
  await ask(job, 'edit-4', '42');
  expect(await world.reaches('edit-4', 'Pending')).toMatchObject({ limitKey: 'c=42' });
  expect((await world.run('edit-3'))?.phase).toBe('Queued');
  await world.job({ concurrency: {} }, { id: job.id });
  await world.reaches('edit-3', 'Pending');
});

test('a run without a value counts under the value of the job, and a very long value is shortened', async () => {
  const job = await keyed({ max: 1, key: '${option.customer}/${parameters.site}' }, { parameters: { site: 'north' } });
  await world.admit(job.id, 'default-1');
  await world.admit(job.id, 'default-2', { parameters: { site: 'x'.repeat(500) } });
  expect(await world.reaches('default-1', 'Pending')).toMatchObject({ limitKey: '/north' });
  expect((await world.reaches('default-2', 'Pending')).limitKey).toHaveLength(MAX_KEY_LENGTH);
});

test('slots count under the key that the job itself gives', async () => {
  const job = await keyed(
    { max: 1 },
    { schedule: { every: 1 }, options: [{ name: 'customer', type: 'string', default: 'all' }] },
  );
  const [first] = await world.runsReach(job.id, 2);
  expect(first).toMatchObject({ limitKey: 'all', phase: 'Pending' });
  expect((await world.runsOf(job.id)).slice(1).every(({ phase }) => phase === 'Queued')).toBe(true);
  await world.job({ enabled: false }, { id: job.id });
});

test('64 racing admissions over two replicas never exceed a key’s limit, and all run in the end', async () => {
  const job = await keyed({ max: 2 }, { concurrency: { maxQueued: 100 } });
  const ids = Array.from({ length: 64 }, (_, i) => `race-${i}`);
  await Promise.all(ids.map((id, i) => ask(job, id, String(i % 3))));
  let highest = 0;
  for (const left = new Set(ids); left.size > 0;) {
    const under = (await world.runsOf(job.id)).filter((run) => run.phase === 'Pending');
    for (const key of ['0', '1', '2'])
      highest = Math.max(highest, under.filter(({ limitKey }) => limitKey === key).length);
    for (const run of under) {
      await world.end(run.id);
      left.delete(run.id);
    }
  }
  expect(highest).toBe(2);
});
