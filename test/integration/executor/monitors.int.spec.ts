/** Monitors go down and come back, with a receiver that counts; executors are killed and stand still meanwhile. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { asTenantId } from '#common/domain/ids.js';
import { shardOf } from '#testing/shards.js';
import { contracts } from '#common/messages/registry.js';
import { ChannelsStore } from '#common/mongo/channels.store.js';
import { IncidentsStore } from '#common/mongo/incidents.store.js';
import { MonitorStatesStore } from '#common/mongo/monitor-states.store.js';
import { MonitorsStore, type StoredMonitor } from '#common/mongo/monitors.store.js';
import { pingId, PingsStore } from '#common/mongo/pings.store.js';
import type { MonitorSpec } from '#common/spec/monitor.js';
import { noticeBody, type NoticeBody } from '#common/spec/notify.js';
import type { PingKind } from '#common/watch/monitor.js';
import { freeze } from '#testing/freeze.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { box, World } from './support/world.js';

const TEST_LIMIT_MS = 240_000;
const LIMIT_MS = 90_000;
/** Longer than a lease. */
const FREEZE_MS = 8_000;
const MANY = 30;
const tenant = asTenantId('ibm');
const definition = { tenant, rev: 1, updatedAt: 0, updatedBy: 'test' } as const;

let world: World;
let executors: ServiceProcess[];
let server: Server;
let sent = 0;
/** By key: a notice whose sender died before it could save that is sent again under the same one. */
const received = new Map<string, NoticeBody>();

const noticesOf = (monitor: string): NoticeBody[] =>
  [...received.values()].filter(({ incident }) => incident?.monitor === monitor);
const stepsOf = (monitor: string): string[] => noticesOf(monitor).map(({ on }) => on);

const startExecutor = (): Promise<ServiceProcess> =>
  startService('executor', { ...world.env, WATCH_INTERVAL_SECONDS: '1' });

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const body = noticeBody.parse(JSON.parse(text));
      received.set(body.id, body);
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  world = await World.create();
  executors = await Promise.all([startExecutor(), startExecutor()]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  for (const id of ['ops', 'boss']) {
    const target = { type: 'webhook', url: box.seal(`${url}/${id}`) } as const;
    await new ChannelsStore(world.mongo).insert({ ...definition, id, spec: { target } }, 'test');
  }
}, TEST_LIMIT_MS);
afterAll(async () => {
  for (const executor of executors) await executor.stop();
  await world.close();
  server.closeAllConnections();
  server.close();
}, TEST_LIMIT_MS);

async function monitor(id: string, spec: Partial<MonitorSpec> = {}): Promise<StoredMonitor> {
  const uid = `uid-${id}`;
  const made: StoredMonitor = {
    ...{ ...definition, id, uid, shard: shardOf(uid), since: 0, pingToken: box.seal(id), pingHash: id },
    spec: { schedule: { every: 3_600 }, channels: ['ops'], ...spec },
  };
  await new MonitorsStore(world.mongo).insert(made, 'test');
  return made;
}

async function ping({ uid, id, shard }: StoredMonitor, kind: PingKind, exitCode: number | null = null): Promise<void> {
  const at = Date.now();
  const what = { id: pingId(uid, at, String(++sent)), at, kind, exitCode, text: '', address: '127.0.0.1' };
  await new PingsStore(world.mongo).add({ ...what, uid, tenant, monitor: id, shard });
}

test.concurrent(
  'a monitor whose success does not come goes down, is escalated, and its next success ends it',
  async () => {
    const backup = await monitor('backup', {
      ...{ schedule: { every: 10 }, graceSeconds: 10 },
      escalation: { afterSeconds: 2, channels: ['boss'] },
    });
    await ping(backup, 'success');
    await until('the escalation', () => stepsOf('backup').length >= 2, LIMIT_MS);
    expect(stepsOf('backup').toSorted()).toEqual(['escalated', 'opened']);
    await ping(backup, 'success');
    await until('the end to be notified to both', () => stepsOf('backup').length >= 4, LIMIT_MS);
    expect(stepsOf('backup').toSorted()).toEqual(['escalated', 'opened', 'resolved', 'resolved']);
    const opened = noticesOf('backup').find(({ on }) => on === 'opened');
    expect(opened).toMatchObject({ job: 'backup', run: null, incident: { id: 'uid-backup-1', reason: 'missed' } });
  },
  TEST_LIMIT_MS,
);

test.concurrent(
  'who acknowledges an incident keeps it from being escalated, once',
  async () => {
    const taken = await monitor('taken', { escalation: { afterSeconds: 5, channels: ['boss'] } });
    await ping(taken, 'fail', 3);
    await until('it to be notified', () => stepsOf('taken').length === 1, LIMIT_MS);
    const ask = async (action: 'acknowledge' | 'resolve'): Promise<unknown> =>
      world.nats.request(
        contracts.changeIncident,
        { shard: taken.shard },
        { v: 1, incident: 'uid-taken-1', action, actor: 'ada' },
        10_000,
      );
    expect(await ask('acknowledge')).toEqual({ ok: true });
    expect(await ask('acknowledge')).toMatchObject({ ok: false, code: 'CONFLICT' });
    await delay(7_000);
    expect(stepsOf('taken')).toEqual(['opened']);
    expect(await ask('resolve')).toEqual({ ok: true });
    await until('its end to be notified', () => stepsOf('taken').length === 2, LIMIT_MS);
    expect(await ask('resolve')).toMatchObject({ ok: false, code: 'CONFLICT' });
    expect(noticesOf('taken').at(-1)?.message).toContain('resolved by ada');
  },
  TEST_LIMIT_MS,
);

test(
  'however executors die and stand still for longer than their lease, each incident is notified once, and its end once',
  async () => {
    const all = await Promise.all(Array.from({ length: MANY }, async (_, i) => monitor(`many-${i}`)));
    const some = all.slice(0, MANY / 2);
    await Promise.all(some.map(async (each) => ping(each, 'fail')));
    const frozen = await freeze(() => [executors[0]!.pid]);
    await Promise.all(all.slice(MANY / 2).map(async (each) => ping(each, 'fail')));
    await delay(FREEZE_MS);
    frozen.thaw();
    await Promise.all(some.map(async (each) => ping(each, 'success')));
    await executors[1]!.kill();
    executors[1] = await startExecutor();
    await Promise.all(all.slice(MANY / 2).map(async (each) => ping(each, 'success')));
    const complete = (): boolean => all.every(({ id }) => stepsOf(id).length >= 2);
    await until('every incident to be notified, and its end', complete, LIMIT_MS);
    await delay(3_000);
    expect(all.map(({ id }) => stepsOf(id).toSorted())).toEqual(all.map(() => ['opened', 'resolved']));
  },
  TEST_LIMIT_MS,
);

test(
  'a monitor that is gone takes its pings, its state and its incidents along',
  async () => {
    const gone = await monitor('gone');
    await ping(gone, 'fail');
    await until('it to be notified', () => stepsOf('gone').length === 1, LIMIT_MS);
    await new MonitorsStore(world.mongo).removeAll(tenant);
    const left = async (): Promise<number> => {
      const states = await new MonitorStatesStore(world.mongo).load([gone.uid]);
      const pings = await new PingsStore(world.mongo).list(gone.uid, null, 1);
      const incidents = await new IncidentsStore(world.mongo).list({ tenants: ['ibm'] }, null, 1);
      return states.size + pings.items.length + incidents.items.length;
    };
    await until('nothing to be left', async () => (await left()) === 0, LIMIT_MS);
    expect(await left()).toBe(0);
  },
  TEST_LIMIT_MS,
);
