import { asWorkerId } from '#common/domain/ids.js';
import type { DividedLimit } from '#common/limits/limit-parts.js';
import { MembersStore, type Member } from '#common/mongo/members.store.js';
import { WorkerLimitsStore } from '#common/mongo/worker-limits.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { freshMongo } from '#testing/servers.js';
import { ALL_SHARDS, shards } from '#testing/shards.js';
import { WorkerLimitSweep } from '../../../apps/scheduler/src/sweeps/worker-limit-sweep.js';

let mongo: Mongo;
let drop: () => Promise<void>;
let limits: WorkerLimitsStore;

const limitOf = (worker: string, replica: string): DividedLimit => ({
  key: `worker/${worker}`,
  rev: 1_795_000_000_000,
  parts: [{ replica, lease: 3, units: 2, seq: 1, at: 1 }],
  counted: true,
  tokens: 0,
  filledAt: 1,
});
const keys = async (): Promise<string[]> => (await limits.inKeyOrder(null, 10)).map(({ key }) => key);

beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
  limits = new WorkerLimitsStore(mongo);
});
afterAll(() => drop());

test('stored limits that neither a worker nor a member needs are removed at the second look that finds them unchanged', async () => {
  const workers = new WorkersStore(mongo);
  const members = new MembersStore(mongo);
  const times = { createdAt: 1, updatedAt: 1, updatedBy: 'test', sealed: { httpHeaders: {} } };
  const spec = { name: 'kept', engine: 'process', command: ['true'], limits: { maxActive: 5 } } as const;
  await workers.insert({ id: asWorkerId('kept'), version: 1, spec: spec as never, ...times }, 'test');
  const alive: Member = {
    replica: 'alive',
    service: 'executor',
    host: 'here',
    version: '0',
    clockSkewMs: 0,
    ready: true,
    lease: 3,
    form: 1,
    expiryMs: 3_000,
  };
  await members.heartbeat(alive);
  const stored = [limitOf('kept', 'gone'), limitOf('deleted', 'gone'), limitOf('held', 'alive')];
  for (const each of stored) expect(await limits.save(each, 0)).toBe(true);
  expect(await limits.inKeyOrder('worker/deleted', 1)).toEqual([stored[2]]);
  const sweep = new WorkerLimitSweep({ limits, workers, members }, shards.count);
  expect(await sweep.run(ALL_SHARDS)).toBe(2);
  expect(await keys()).toHaveLength(3);
  await sweep.run(ALL_SHARDS);
  expect(await keys()).toEqual(['worker/held', 'worker/kept']);
  await members.leave('alive');
  const { rev, ...rest } = stored[2]!;
  expect(await limits.save({ ...rest, rev: rev + 1 }, rev)).toBe(true);
  await sweep.run(ALL_SHARDS);
  expect(await keys()).toEqual(['worker/held', 'worker/kept']);
  await sweep.run(ALL_SHARDS);
  expect(await keys()).toEqual(['worker/kept']);
});
