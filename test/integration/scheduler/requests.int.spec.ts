/** Requests that belong together, over real MongoDB and NATS, with two schedulers that take them by turns. */
import { jest } from '@jest/globals';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { contracts } from '#common/messages/registry.js';
import type { JobId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { CommandsStore } from '#common/mongo/commands.store.js';
import { isGathering } from '#common/run/gathered.js';
import type { Run } from '#common/run/run.js';
import { until } from '#testing/until.js';
import { World } from './support/world.js';

jest.setTimeout(60_000);

type AdmitRequest = Omit<PayloadOf<typeof contracts.admitRun>, 'v'>;

let world: World;
let count = 0;

beforeAll(async () => {
  world = await World.create();
  await Promise.all([world.replica(), world.replica()]);
});
afterAll(() => world.close());

const debounce = (seconds: number, key = 'k', maxWaitSeconds = 60): Partial<AdmitRequest> => ({
  gather: { by: 'debounce', key, seconds, maxWaitSeconds },
});
const collect = (seconds: number, maxItems: number, item: string): Partial<AdmitRequest> => ({
  gather: { by: 'collect', key: 'k', seconds, maxItems },
  items: [item],
});
async function ask(job: JobId, change: Partial<AdmitRequest>, id = `request-${++count}`): Promise<string> {
  const reply = await world.admit(job, id, change);
  if (!reply.ok) throw new Error(reply.detail);
  return reply.run;
}
const started = (id: string): Promise<Run> => world.reaches(id, 'Pending');
const releasedAt = ({ transitions }: Run): number => transitions.at(-1)?.at ?? 0;

test('debounce: several requests are one run, which has the values of the last request and starts after its window', async () => {
  const job = await world.job();
  const first = await ask(job.id, { ...debounce(1), parameters: { n: 1 } });
  const others = [];
  for (let n = 2; n <= 5; n++) others.push(await ask(job.id, { ...debounce(1), parameters: { n } }));
  expect(new Set([first, ...others]).size).toBe(1);
  const run = await started(first);
  expect(run).toMatchObject({ overrides: { parameters: { n: 5 } }, requests: { count: 5 }, holds: [] });
  expect(run.requests).not.toHaveProperty('open');
  expect(releasedAt(run)).toBeGreaterThanOrEqual((run.requests?.lastAt ?? 0) + 1_000);
  expect(await world.runsOf(job.id)).toHaveLength(1);
  expect(await ask(job.id, debounce(1))).not.toBe(first);
});

test('debounce: endless requests get a run after the longest wait', async () => {
  const job = await world.job();
  const runs = new Set<string>();
  await until('a second run', async () => {
    runs.add(await ask(job.id, debounce(1, 'k', 2)));
    return runs.size > 1;
  });
  const [first] = await world.runsOf(job.id);
  const { firstAt = 0 } = first?.requests ?? {};
  expect(first?.startAfter).toBeLessThanOrEqual(firstAt + 2_000);
});

test('requests with other keys have runs of their own', async () => {
  const job = await world.job();
  const runs = await Promise.all(['a', 'b', 'a', 'b'].map((key) => ask(job.id, debounce(5, key))));
  expect(new Set(runs).size).toBe(2);
  expect([runs[0], runs[1]]).toEqual([runs[2], runs[3]]);
});

test('many requests of one key in one message are one run, and a repeat of them adds nothing', async () => {
  const job = await world.job();
  const requests = Array.from({ length: 150 }, (_, n) => ({
    run: `many-${n}`,
    job: job.id,
    requestedBy: 'someone',
    startAfter: null,
    parameters: { n },
    ...debounce(30),
  }));
  const askAll = (): Promise<ReplyOf<typeof contracts.admitRuns>> =>
    world.nats.request(contracts.admitRuns, {}, { v: 1, requests }, 10_000);
  const reply = await askAll();
  expect(await askAll()).toEqual(reply);
  const [run] = await world.runsOf(job.id);
  expect(reply).toMatchObject({ ok: true, replies: requests.map(() => ({ ok: true, run: run?.id })) });
  expect(run).toMatchObject({ overrides: { parameters: { n: 149 } }, requests: { count: 150 } });
});

test('collect: a run starts at once when it is full, has all of its items in order, and another run begins', async () => {
  const job = await world.job();
  const runs: string[] = [];
  for (const item of ['a', 'b', 'c', 'd']) runs.push(await ask(job.id, collect(30, 3, item)));
  expect(new Set(runs.slice(0, 3)).size).toBe(1);
  expect(await started(runs[0]!)).toMatchObject({ overrides: { items: ['a', 'b', 'c'] }, requests: { count: 3 } });
  const last = await world.run(runs[3]!);
  expect(last && isGathering(last)).toBe(true);
});

test('collect: the same request, repeated to either scheduler, is one item', async () => {
  const job = await world.job();
  const runs = await Promise.all(Array.from({ length: 10 }, () => ask(job.id, collect(1, 100, 'only'), 'the-same')));
  expect(new Set(runs).size).toBe(1);
  expect(await started(runs[0]!)).toMatchObject({ overrides: { items: ['only'] } });
  expect(await ask(job.id, collect(1, 100, 'only'), 'the-same')).toBe(runs[0]);
});

test('a cancelled run accepts no more requests: the next request begins another run', async () => {
  const job = await world.job();
  const first = await ask(job.id, debounce(30));
  const about = { run: first, shard: shardOf(first), actor: 'someone', at: Date.now() };
  await new CommandsStore(world.mongo).add({
    id: `abort-${first}`,
    command: 'abort',
    reason: null,
    graceSeconds: null,
    ...about,
  });
  await world.reaches(first, 'Aborted');
  const next = await ask(job.id, debounce(1));
  expect(next).not.toBe(first);
  await started(next);
});

test('the waiting run of a deleted job is aborted, that of a paused job runs', async () => {
  const deleted = await world.job();
  const paused = await world.job();
  const gone = await ask(deleted.id, debounce(30));
  await world.job({}, { id: deleted.id, deletedAt: Date.now() });
  expect(await world.reaches(gone, 'Aborted')).toMatchObject({ reason: 'JobDeleted' });
  const run = await ask(paused.id, debounce(1));
  await world.job({}, { id: paused.id, paused: { by: 'someone', at: Date.now(), note: null } });
  await started(run);
});

test('limits count from the release on: a run waits then, and none is refused because the queue is full', async () => {
  const job = await world.job({ concurrency: { policy: 'Enqueue', maxQueued: 1 } });
  const [first, ...others] = await Promise.all(['a', 'b', 'c', 'd'].map((key) => ask(job.id, debounce(1, key))));
  const all = [first!, ...others];
  const ended = new Set<string>();
  await until('all four to have run', async () => {
    for (const id of all) {
      const run = await world.run(id);
      if (run?.phase !== 'Pending') continue;
      expect((await world.schedule(job.id)).holders).toHaveLength(1);
      await world.end(id);
      ended.add(id);
    }
    return ended.size === 4;
  });
  expect(ended).toEqual(new Set(all));
});

test('with Forbid a run that finds another active run is refused, which all callers that got it as their answer can see', async () => {
  const job = await world.job({ concurrency: { policy: 'Forbid' } });
  expect(await world.admit(job.id, 'holder')).toMatchObject({ ok: true });
  const run = await ask(job.id, debounce(1));
  expect(await world.reaches(run, 'Refused')).toMatchObject({ reason: 'ConcurrencyForbidden', requests: { count: 1 } });
});

test('deduplicate: within the window there is one run for all requests, and after it another', async () => {
  const job = await world.job();
  const once = { deduplicate: { key: 'k', windowSeconds: 2 } };
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, n) => world.admit(job.id, `once-${job.id}-${n}`, once)),
  );
  const runs = new Set(replies.map((reply) => reply.ok && reply.run));
  expect(runs.size).toBe(1);
  const [run] = [...runs] as string[];
  expect(await world.admit(job.id, 'once-more', once)).toEqual({ ok: true, run, duplicate: true });
  expect(await world.admit(job.id, run!, once)).toEqual({ ok: true, run });
  const next = await until('another run', async () => {
    const reply = await world.admit(job.id, `once-${++count}`, once);
    return reply.ok && reply.run !== run ? reply : null;
  });
  expect(next).not.toHaveProperty('duplicate');
  expect(await world.runsOf(job.id)).toHaveLength(2);
});

test('deduplicate: a refused request is not the first one', async () => {
  const job = await world.job({ concurrency: { policy: 'Forbid' } });
  expect(await world.admit(job.id, 'busy')).toMatchObject({ ok: true });
  const once = { deduplicate: { key: 'k', windowSeconds: 600 } };
  expect(await world.admit(job.id, 'refused-1', once)).toMatchObject({ ok: false, code: 'CONCURRENCY_FORBIDDEN' });
  await world.reaches('busy', 'Pending');
  await world.end('busy');
  await until('the place to be free', async () => (await world.schedule(job.id)).holders.length === 0);
  expect(await world.admit(job.id, 'accepted-1', once)).toEqual({ ok: true, run: 'accepted-1' });
  expect(await world.admit(job.id, 'accepted-2', once)).toEqual({ ok: true, run: 'accepted-1', duplicate: true });
});

test('deduplicate with collect: a duplicate is not an item, and is answered with the run of the first', async () => {
  const job = await world.job();
  const asked = (key: string): Partial<AdmitRequest> => ({
    ...collect(1, 100, key),
    deduplicate: { key, windowSeconds: 600 },
  });
  const a = await ask(job.id, asked('a'));
  const b = await ask(job.id, asked('b'));
  expect(await world.admit(job.id, 'again', asked('a'))).toEqual({ ok: true, run: a, duplicate: true });
  expect(b).toBe(a);
  expect(await started(a)).toMatchObject({ overrides: { items: ['a', 'b'] } });
  expect(await world.admit(job.id, 'later', asked('a'))).toEqual({ ok: true, run: a, duplicate: true });
});

test('a request that was validated by another version of the job is refused', async () => {
  const job = await world.job();
  expect(await world.admit(job.id, 'stale', { ...debounce(1), jobVersion: job.version + 1 })).toMatchObject({
    ok: false,
    code: 'CONFLICT',
  });
});
