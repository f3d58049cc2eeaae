/** Concurrency, queues, groups and quotas over real MongoDB and NATS. */
import { jest } from '@jest/globals';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import { asRunId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { isFinal } from '#common/run/phase.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { until } from '#testing/until.js';
import { World } from './support/world.js';

jest.setTimeout(60_000);

type AdmitRequest = Omit<PayloadOf<typeof contracts.admitRun>, 'v'>;

let world: World;

beforeAll(async () => {
  world = await World.create();
  await Promise.all([world.replica(), world.replica()]);
});
afterAll(() => world.close());

test('a manual run of an unlimited job starts at once; a repeated request gets the same run', async () => {
  const job = await world.job();
  const first = await world.admit(job.id, 'manual-1', { parameters: { a: 1 } });
  expect(first).toEqual({ ok: true, run: 'manual-1', made: await world.run('manual-1') });
  expect(await world.admit(job.id, 'manual-1')).toEqual({ ok: true, run: 'manual-1' });
  expect(await world.runsOf(job.id)).toMatchObject([
    {
      id: 'manual-1',
      phase: 'Pending',
      trigger: 'manual',
      requestedBy: 'someone',
      overrides: { parameters: { a: 1 } },
    },
  ]);
});

test.each([[[1]], [''], [0], [false], [null]])(
  'parameters of a manual run of the form %j are stored',
  async (parameters) => {
    const job = await world.job();
    const id = `form-${JSON.stringify(parameters)}`;
    expect(await world.admit(job.id, id, { parameters })).toMatchObject({ ok: true });
    expect((await world.run(id))?.overrides).toEqual({ parameters });
  },
);

test('runs of several jobs in one message are admitted and refused each by itself, by the newest definitions', async () => {
  const free = await world.job();
  const single = await world.job({ concurrency: { policy: 'Forbid' } });
  const edited = await world.job();
  // Saved without a message: the scheduler itself finds out that it does not use this version yet.
  const newest = await world.saveJob({ name: 'edited' }, { id: edited.id });
  const request = (run: string, job: string, jobVersion?: number): AdmitRequest => ({
    run,
    job,
    requestedBy: 'someone',
    startAfter: null,
    ...(jobVersion !== undefined && { jobVersion }),
  });
  const requests = [
    request('many-1', free.id),
    request('many-2', single.id),
    request('many-3', single.id),
    request('many-4', 'no-such-job'),
    request('many-5', edited.id, newest.version),
    request('many-6', edited.id, newest.version + 1),
    request('many-1', free.id),
  ];
  const ask = (): Promise<ReplyOf<typeof contracts.admitRuns>> =>
    world.nats.request(contracts.admitRuns, {}, { v: 1, requests }, 10_000);
  const expected = [
    { ok: true, run: 'many-1' },
    { ok: true, run: 'many-2' },
    { ok: false, code: 'CONCURRENCY_FORBIDDEN' },
    { ok: false, code: 'NOT_FOUND' },
    { ok: true, run: 'many-5' },
    { ok: false, code: 'CONFLICT' },
    { ok: true, run: 'many-1' },
  ];
  expect(await ask()).toMatchObject({ ok: true, replies: expected });
  expect(await world.run('many-5')).toMatchObject({ jobVersion: newest.version, jobName: 'edited' });
  expect(await ask()).toMatchObject({ ok: true, replies: expected });
  expect(await world.runsOf(free.id)).toHaveLength(1);
});

test('Forbid refuses a second manual run, which leaves nothing, until the first has ended', async () => {
  const job = await world.job({ concurrency: { policy: 'Forbid' } });
  expect(await world.admit(job.id, 'forbid-1')).toMatchObject({ ok: true });
  expect(await world.admit(job.id, 'forbid-2')).toMatchObject({ ok: false, code: 'CONCURRENCY_FORBIDDEN' });
  expect(await world.run('forbid-2')).toBeUndefined();
  await world.reaches('forbid-1', 'Pending');
  await world.end('forbid-1');
  await until('the place to be free', async () => (await world.schedule(job.id)).holders.length === 0);
  expect(await world.admit(job.id, 'forbid-2')).toMatchObject({ ok: true });
  expect((await world.reaches('forbid-2', 'Pending')).holds).toEqual([`job:${job.id}`]);
});

test('slots that Forbid skips are one gap', async () => {
  const job = await world.job({ schedule: { every: 1 }, concurrency: { policy: 'Forbid' } });
  const [first] = await world.runsReach(job.id, 1);
  const gap = await until('three skipped slots', async () =>
    (await world.gapsOf(job.id)).find(({ count }) => count >= 3),
  );
  expect(gap).toMatchObject({ outcome: 'skipped', reason: 'ConcurrencyForbidden', from: first!.scheduledFor! + 1_000 });
  await world.end(first!.id);
  const runs = await world.runsReach(job.id, 2);
  const [closed] = await world.gapsOf(job.id);
  expect(runs[1]!.scheduledFor).toBe(closed!.to + 1_000);
  await world.job({ enabled: false }, { id: job.id });
});

test('Enqueue starts waiting runs in their order, at most maxConcurrency at once, and lets at most maxQueued wait', async () => {
  const job = await world.job({ concurrency: { policy: 'Enqueue', maxConcurrency: 2, maxQueued: 3 } });
  for (let i = 1; i <= 5; i++) expect(await world.admit(job.id, `enqueue-${i}`)).toMatchObject({ ok: true });
  expect(await world.admit(job.id, 'enqueue-6')).toMatchObject({ ok: false, code: 'QUEUE_FULL' });
  await world.reaches('enqueue-2', 'Pending');
  expect((await world.run('enqueue-3'))?.phase).toBe('Queued');
  await world.end('enqueue-1');
  await world.reaches('enqueue-3', 'Pending');
  expect((await world.run('enqueue-4'))?.phase).toBe('Queued');
  await world.end('enqueue-3', 'Failed', false);
  await world.reaches('enqueue-4', 'Pending');
});

test('Replace aborts the old run, starts the new one when it has ended, and drops older runs that waited to replace it', async () => {
  const job = await world.job({ concurrency: { policy: 'Replace' } });
  for (let i = 1; i <= 3; i++) expect(await world.admit(job.id, `replace-${i}`)).toMatchObject({ ok: true });
  const [command] = await until('the command to abort', async () => {
    const commands = await new CommandsStore(world.mongo).ofRuns([asRunId('replace-1')]);
    return commands.length > 0 ? commands : null;
  });
  expect(command).toMatchObject({ command: 'abort', actor: 'scheduler' });
  await world.reaches('replace-2', 'Refused');
  expect((await world.run('replace-3'))?.phase).toBe('Queued');
  await world.end('replace-1');
  await world.reaches('replace-3', 'Pending');
});

test('a queued run can be aborted, and frees its place in the queue', async () => {
  const job = await world.job({ concurrency: { policy: 'Enqueue' } });
  await world.admit(job.id, 'abort-1');
  await world.admit(job.id, 'abort-2');
  await world.admit(job.id, 'abort-3');
  const command = { run: 'abort-2', shard: shardOf('abort-2'), command: 'abort' as const, graceSeconds: null };
  await new CommandsStore(world.mongo).add({
    ...command,
    id: 'c1',
    reason: 'no need',
    actor: 'someone',
    at: Date.now(),
  });
  world.nats.publish(contracts.schedulerHint, { shard: command.shard }, { v: 1, run: 'abort-2' });
  expect(await world.reaches('abort-2', 'Aborted')).toMatchObject({ message: 'no need', commands: ['c1'] });
  await until('its turn to be free', async () => (await world.schedule(job.id)).queue.length === 1);
});

test('a run with a later start waits without a permit', async () => {
  const job = await world.job({ concurrency: { policy: 'Enqueue' } });
  const startAfter = Date.now() + 1_500;
  await world.admit(job.id, 'later-1', { startAfter });
  expect(await world.admit(job.id, 'later-2')).toMatchObject({ ok: true });
  await world.reaches('later-2', 'Pending');
  await world.end('later-2');
  expect((await world.reaches('later-1', 'Pending')).phaseSince).toBeGreaterThanOrEqual(startAfter);
});

test('a run with a later start shows that start, and afterwards the limits that it waits for', async () => {
  const startAfter = Date.parse('2098-01-01T00:00:00.000Z');
  const says = { reason: 'AwaitingStartTime', message: expect.stringContaining('2098-01-01T00:00:00.000Z') as string };
  const free = await world.job();
  await world.admit(free.id, 'says-1', { startAfter });
  expect(await world.run('says-1')).toMatchObject({ phase: 'Pending', ...says, wakeAt: startAfter });
  const limited = await world.job({ concurrency: { policy: 'Enqueue' } });
  await world.admit(limited.id, 'says-2');
  await world.admit(limited.id, 'says-3', { startAfter });
  expect(await world.run('says-3')).toMatchObject({ phase: 'Queued', ...says });
  // As it is once that time has come.
  const run = await world.run('says-3');
  if (run) await new RunsStore(world.mongo).save({ ...run, startAfter: 0, rev: run.rev + 1 }, run.rev);
  const waits = await until('it to wait for a place', async () => {
    const found = await world.run('says-3');
    return found?.reason === 'AwaitingPlace' ? found : null;
  });
  expect(waits.transitions.map(({ reason }) => reason)).toEqual(['AwaitingStartTime', 'AwaitingPlace']);
});

test('64 racing admissions over two replicas never exceed a limit, and all run in the end', async () => {
  const job = await world.job({ concurrency: { policy: 'Enqueue', maxConcurrency: 3, maxQueued: 100 } });
  const ids = Array.from({ length: 64 }, (_, i) => `race-${i}`);
  await Promise.all(ids.map((id) => world.admit(job.id, id)));
  let highest = 0;
  for (const left = new Set(ids); left.size > 0;) {
    const runs = await world.runsOf(job.id);
    const under = runs.filter((run) => run.phase === 'Pending');
    highest = Math.max(highest, under.length);
    for (const run of under) {
      await world.end(run.id);
      left.delete(run.id);
    }
  }
  expect(highest).toBeLessThanOrEqual(3);
  await until('all places to be free', async () => (await world.schedule(job.id)).holders.length === 0);
});

test('a group and a quota limit several jobs together, whichever replica admits', async () => {
  const tenant = 'acme';
  await world.tenant(tenant, { maxActiveRuns: 3, groups: { nightly: 2 } });
  const jobs = await Promise.all([1, 2, 3].map(() => world.job({ tenant, concurrency: { group: 'nightly' } })));
  const single = await world.job({ tenant });
  const ids = jobs.flatMap((job) => [0, 1, 2, 3].map((i) => ({ job: job.id, id: `group-${job.id}-${i}` })));
  await Promise.all(ids.map(({ job, id }) => world.admit(job, id)));
  const others = [0, 1, 2, 3, 4].map((i) => `single-${i}`);
  await Promise.all(others.map((id) => world.admit(single.id, id)));
  let inGroup = 0;
  let inTenant = 0;
  const all = [...ids.map(({ id }) => id), ...others];
  await until(
    'all runs to have had their turn',
    async () => {
      const runs = (await Promise.all(all.map((id) => world.run(id)))).filter((run) => run !== undefined);
      const under = runs.filter((run) => run.phase === 'Pending');
      inTenant = Math.max(inTenant, under.length);
      inGroup = Math.max(inGroup, under.filter((run) => run.id.startsWith('group')).length);
      for (const run of under) await world.end(run.id);
      return runs.length === all.length && runs.every((run) => isFinal(run.phase));
    },
    40_000,
  );
  expect(inGroup).toBe(2);
  expect(inTenant).toBeLessThanOrEqual(3);
});

test('permits go by priority, and to groups by their weights, also if most of the waiting runs learned of the limit from other replicas', async () => {
  const tenant = 'shares';
  await world.tenant(tenant, { maxActiveRuns: 1, groups: { big: 9, small: 9 }, groupWeights: { small: 2 } });
  const [big, small] = await Promise.all([
    world.job({ tenant, concurrency: { group: 'big' } }),
    world.job({ tenant, concurrency: { group: 'small' } }),
  ]);
  const ask = async (job: typeof big, id: string, priority = 0): Promise<void> => {
    expect(await world.admit(job.id, id, { priority })).toMatchObject({ ok: true });
  };
  await ask(big, 'shares-first');
  for (const i of [1, 2, 3]) await ask(big, `shares-big-${i}`);
  await ask(big, 'shares-high', 5);
  await ask(small, 'shares-small-1');
  await ask(small, 'shares-small-2');
  const order: string[] = [];
  const all = ['first', 'big-1', 'big-2', 'big-3', 'high', 'small-1', 'small-2'].map((name) => `shares-${name}`);
  await until(
    'all runs to have had their turn',
    async () => {
      for (const id of all) {
        if ((await world.run(id))?.phase !== 'Pending') continue;
        order.push(id.slice('shares-'.length));
        await world.end(id);
      }
      return order.length === all.length;
    },
    40_000,
  );
  // With one permit no group holds any when it becomes free: the order of runs decides.
  expect(order.slice(0, 2)).toEqual(['first', 'high']);
  expect(order.filter((name) => name.startsWith('big'))).toEqual(['big-1', 'big-2', 'big-3']);
  expect(order.filter((name) => name.startsWith('small'))).toEqual(['small-1', 'small-2']);
});
