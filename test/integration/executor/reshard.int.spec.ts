/** Another number of shards: all open runs and schedules continue under it, and no service works during the change. */
import { mkdtemp, rm, writeFile, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { asJobId, asTenantId, asWorkerId, fnv1a } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import { GapsStore } from '#common/mongo/gaps.store.js';
import { InstanceStore } from '#common/mongo/instance.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { MembersStore } from '#common/mongo/members.store.js';
import { ReshardStore } from '#common/mongo/reshard.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { SchedulesStore } from '#common/mongo/schedules.store.js';
import { SHARDED_NAMES, type ShardedName } from '#common/mongo/shard-ids.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import { shardOf } from '#testing/shards.js';
import { until } from '#testing/until.js';
import { misplaced, reshard, type ReshardParts } from '../../../tools/reshard/src/reshard.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { World } from './support/world.js';

jest.setTimeout(240_000);

const MANY = 256;
const PATIENCE_MS = 60_000;
const JOB = asJobId('every-second');

let world: World;
let folder: string;
const running: ServiceProcess[] = [];

const startAll = async (): Promise<void> => {
  for (const name of ['scheduler', 'executor', 'log-collector'] as const)
    running.push(await startService(name, world.env));
};
const stopAll = async (): Promise<void> => {
  for (const service of running.splice(0)) await service.stop();
};

beforeAll(async () => {
  world = await World.create();
  folder = await mkdtemp(join(tmpdir(), 'carillon-reshard-'));
  await chmod(folder, 0o1777);
});
afterAll(async () => {
  await stopAll();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const partsOf = (): ReshardParts => ({
  instances: new InstanceStore(world.mongo),
  documents: new ReshardStore(world.mongo),
  members: new MembersStore(world.mongo),
  database: world.mongo,
  say: () => undefined,
});

/** Dies before it moves documents for the `count`th time. */
function dyingAfter(count: number): ReshardParts {
  const { documents, ...rest } = partsOf();
  let moves = 0;
  const dying = {
    page: documents.page.bind(documents),
    move: (...args: Parameters<ReshardStore['move']>): Promise<void> =>
      ++moves > count ? Promise.reject(new Error('it dies')) : documents.move(...args),
  };
  return { ...rest, documents: dying as unknown as ReshardStore };
}

/** One document of each collection that names shards, and the id from which its shard is computed. */
const planted: Readonly<Record<ShardedName, { readonly document: { readonly _id: string }; readonly id: string }>> = {
  jobs: { document: { _id: 'j-1' }, id: 'j-1' },
  schedules: { document: { _id: 'j-1' }, id: 'j-1' },
  backfills: { document: { _id: 'b-1' }, id: 'b-1' },
  runs: { document: { _id: 'r-1' }, id: 'r-1' },
  commands: { document: { _id: 'c-1', run: 'r-1' } as never, id: 'r-1' },
  inbox: { document: { _id: 'i-1', run: 'r-1' } as never, id: 'r-1' },
  heldSecrets: { document: { _id: 'r-1/0/main/0/1#x', run: 'r-1' } as never, id: 'r-1' },
  monitors: { document: { _id: 'ibm/m', uid: 'uid-1', pingHash: 'h' } as never, id: 'uid-1' },
  monitorStates: { document: { _id: 'uid-1' }, id: 'uid-1' },
  pings: { document: { _id: 'uid-1/1/x', uid: 'uid-1' } as never, id: 'uid-1' },
  rules: { document: { _id: 'ibm/r', uid: 'uid-2' } as never, id: 'uid-2' },
  ruleStates: { document: { _id: 'uid-2' }, id: 'uid-2' },
  incidents: { document: { _id: 'uid-2-7', uid: 'uid-2' } as never, id: 'uid-2' },
  notices: { document: { _id: 'incident/uid-2-7/opened/a', job: null, incident: 'uid-2-7' } as never, id: 'uid-2' },
};

async function aScheduledJob(): Promise<void> {
  const about = { createdAt: 0, updatedAt: Date.now(), updatedBy: 'test' };
  const spec = { name: 'A worker', engine: 'process' as const, command: ['true'] };
  const worker = asWorkerId('true');
  await new WorkersStore(world.mongo).insert(
    { id: worker, version: 1, ...about, spec, sealed: { httpHeaders: {} } },
    'test',
  );
  await new JobsStore(world.mongo).insert(
    {
      id: JOB,
      tenant: asTenantId('ibm'),
      version: 1,
      rev: 1,
      ...about,
      paused: null,
      deletedAt: null,
      spec: { tenant: 'ibm', name: 'Every second', worker, schedule: { every: 1 } },
      sealed: { secureParameters: null, httpHeaders: {} },
    },
    'test',
  );
  const reply = await world.nats.request(contracts.applyJob, {}, { v: 1, job: JOB }, 10_000);
  expect(reply.ok).toBe(true);
}

const slots = async (): Promise<number[]> => {
  const anything = { tenants: null, state: null, phase: null, trigger: null, errorGroup: null, from: null, to: null };
  const page = await new RunReads(world.mongo).list({ ...anything, job: JOB, begins: new Map() }, null, 1_000);
  return page.items.map(({ scheduledFor }) => scheduledFor!).sort((a, b) => a - b);
};

const isPlannedTo = (at: number): Promise<true> =>
  until(
    'the schedule to go on',
    async () => ((await new SchedulesStore(world.mongo).load(JOB))!.mark >= at ? true : null),
    PATIENCE_MS,
  );

test('a change of the shards is refused while a service is active, or may only stand still', async () => {
  running.push(await startService('executor', world.env));
  await expect(reshard(partsOf(), { to: MANY, ended: true })).rejects.toThrow('stop all services');
  expect(await new InstanceStore(world.mongo).read()).toEqual({ shards: 64 });
  await stopAll();

  const silent = { _id: 'executor-silent', service: 'executor', heartbeatAt: new Date(Date.now() - 3_600_000) };
  await world.mongo.collection('members').insertOne(silent);
  await expect(reshard(partsOf(), { to: MANY, ended: false })).rejects.toThrow('--ended');
  expect(await new InstanceStore(world.mongo).read()).toEqual({ shards: 64 });
  await world.mongo.collection('members').deleteOne({ _id: silent._id });
});

test('open runs, their output and schedules continue after a change of the shards that died in the middle and was repeated', async () => {
  await startAll();
  await aScheduledJob();
  const file = join(folder, 'go');
  const script = `echo before; while [ ! -e ${file} ]; do sleep 0.05; done; echo after; exit 5`;
  const run = await world.begin(['sh', '-c', script]);
  await world.reaches(run.id, 'Running', ({ phase }) => phase === 'Running');
  await isPlannedTo(Date.now() + 500);
  await stopAll();
  for (const name of SHARDED_NAMES) {
    const { document, id } = planted[name];
    await world.mongo.collection(name).insertOne({ ...document, shard: shardOf(id) } as never);
  }

  await expect(reshard(dyingAfter(4), { to: MANY, ended: false })).rejects.toThrow('it dies');
  await expect(startService('executor', world.env)).rejects.toThrow();
  await expect(reshard(partsOf(), { to: 128, ended: false })).rejects.toThrow('a change to 256 shards has begun');
  await reshard(partsOf(), { to: MANY, ended: false });

  expect(await new InstanceStore(world.mongo).read()).toEqual({ shards: MANY });
  expect(await misplaced(partsOf())).toEqual(new Map());
  for (const name of SHARDED_NAMES) {
    const { document, id } = planted[name];
    const stored = await world.mongo.collection<{ _id: string; shard: number }>(name).findOne({ _id: document._id });
    expect([name, stored?.shard]).toEqual([name, fnv1a(id) % MANY]);
    await world.mongo.collection(name).deleteOne({ _id: document._id });
  }

  await startAll();
  await writeFile(file, '');
  expect(await world.ended(run.id)).toMatchObject({ phase: 'Failed', exitCode: 5 });
  expect(await world.attempts(run.id)).toHaveLength(1);
  const lines = await world.mongo
    .collection('logs')
    .find({ run: run.id } as never)
    .toArray();
  expect(lines).toMatchObject([{ progress: { sourceLines: 2 }, seal: { complete: true } }]);
  await isPlannedTo(Date.now() + 1_000);
  await stopAll();
  const recorded = await slots();
  const gaps = await new GapsStore(world.mongo).within(JOB, 0, Number.MAX_SAFE_INTEGER, 100);
  // While nothing ran, slots were missed: each slot has a run or is in a gap, and none is both or twice.
  const missed = gaps.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i * 1_000));
  const all = [...recorded, ...missed].sort((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: all.length }, (_, i) => all[0]! + i * 1_000));
});
