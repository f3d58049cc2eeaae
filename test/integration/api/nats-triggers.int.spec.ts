/** Triggers that listen to NATS: a server of others, with a stream that they have created. @promise S13 */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import { natsAddress } from '#common/nats/nats-address.js';
import { ownNatsServer, type NatsProcess } from '#testing/servers.js';
import { until } from '#testing/until.js';
import type { TriggerDeliveryView, TriggerView } from '../../../apps/api/src/triggers/trigger.routes.js';
import {
  obligingScheduler,
  startApi,
  type ApiUnderTest,
  type Listed,
  type Loose,
  type Reply,
} from './api-under-test.js';

let api: ApiUnderTest;
let server: NatsProcess;
let stopServer: () => Promise<void>;
let others: NatsConnection;
let admitted: ReturnType<typeof obligingScheduler>['admitted'] = [];

beforeAll(async () => {
  const own = await ownNatsServer();
  ({ server, stop: stopServer } = own);
  const { hostname, port, username, password } = new URL(own.url);
  others = await connect({ servers: `${hostname}:${port}`, user: username, pass: password, maxReconnectAttempts: -1 });
  const manager = await jetstreamManager(others);
  await manager.streams.add({ name: 'ORDERS', subjects: ['shop.runs.>'] });
  api = await startApi({
    env: {
      TRIGGER_NATS_URL: natsAddress(own.url),
      TRIGGER_NATS_STREAM: 'ORDERS',
      TRIGGER_NATS_SUBJECTS: 'shop.runs',
    },
  });
  const worker = { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' };
  await api.ask('POST', '/workers', { body: worker });
  for (const tenant of ['ibm', 'ac.me'])
    await api.ask('POST', '/jobs', { body: { id: `${tenant}-ship`, tenant, name: 'Ship', worker: 'hook' } });
});
afterAll(async () => {
  await api.stop();
  await others.close();
  await stopServer();
});

const make = async (id: string, subject: string, tenant = 'ibm'): Promise<Reply<TriggerView>> =>
  api.ask<TriggerView>('POST', '/triggers', {
    body: {
      id,
      tenant,
      job: `${tenant}-ship`,
      nats: { subject },
      when: [{ body: '/kind', equals: 'order' }],
      parameters: { order: { body: '/id' }, from: { header: 'Origin', default: null } },
    },
  });
const publish = async (subject: string, body: unknown, id?: string): Promise<void> => {
  const more = headers();
  more.set('Origin', 'shop');
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  await jetstream(others).publish(subject, text, { headers: more, ...(id !== undefined && { msgID: id }) });
};
const log = async (id: string, tenant = 'ibm'): Promise<readonly TriggerDeliveryView[]> =>
  (await api.ask<Listed<TriggerDeliveryView>>('GET', `/triggers/${id}/deliveries?tenant=${tenant}`)).body.items;
const unacknowledged = async (): Promise<number> => {
  const { num_pending: pending, num_ack_pending: open } = await (
    await jetstreamManager(others)
  ).consumers.info('ORDERS', 'carillon');
  return pending + open;
};

test('a message is acknowledged only when its run is admitted', async () => {
  const { body: trigger } = await make('early', 'early');
  expect(trigger).toMatchObject({ url: null, subject: 'shop.runs.ibm.early' });
  // No scheduler admits anything yet.
  await publish('shop.runs.ibm.early', { kind: 'order', id: 1 }, 'order-1');
  await until('the refusal', async () => (await log('early')).some(({ code }) => code === 'SCHEDULER_UNAVAILABLE'));
  expect(await unacknowledged()).toBe(1);
  ({ admitted } = obligingScheduler(api));
  await until('the run', async () => (await log('early')).some(({ outcome }) => outcome === 'started'));
  await until('the acknowledgement', async () => (await unacknowledged()) === 0);
  const [row, ...more] = await log('early');
  expect(more).toEqual([]);
  expect(row).toMatchObject({ message: 'order-1', address: 'shop.runs.ibm.early' });
  const runs = admitted.filter(({ run }) => run === row!.run);
  expect(runs).toMatchObject([
    { job: 'ibm-ship', trigger: 'nats', requestedBy: 'trigger early', parameters: { order: 1, from: 'shop' } },
  ]);
});

test('each trigger of the tenant that listens to the subject starts its run, and none of another tenant does', async () => {
  for (const id of ['first', 'second']) await make(id, 'orders.created');
  await make('other', 'orders.deleted');
  await make('theirs', 'orders.created', 'ac.me');
  await publish('shop.runs.ibm.orders.created', { kind: 'order', id: 2 });
  for (const id of ['first', 'second'])
    await until('the run', async () => (await log(id)).some(({ outcome }) => outcome === 'started'));
  await until('the acknowledgement', async () => (await unacknowledged()) === 0);
  expect([await log('other'), await log('theirs', 'ac.me')]).toEqual([[], []]);
  await publish('shop.runs.ac%2Eme.orders.created', { kind: 'order', id: 3 });
  await until('their run', async () => (await log('theirs', 'ac.me')).some(({ outcome }) => outcome === 'started'));
  expect((await log('first')).length).toBe(1);
});

test('a message that is refused for good or skipped does not come again', async () => {
  await make('strict', 'strict');
  const deep = `{"kind":"order","id":${'['.repeat(1_000)}${']'.repeat(1_000)}}`;
  for (const body of ['no JSON', deep, { kind: 'order' }, { kind: 'other' }])
    await publish('shop.runs.ibm.strict', body);
  await publish('shop.runs.nobody.strict', { kind: 'order', id: 4 });
  await publish('shop.runs.ibm', { kind: 'order', id: 5 }).catch(() => undefined);
  await until('all four', async () => (await log('strict')).length === 4);
  await until('the acknowledgement', async () => (await unacknowledged()) === 0);
  expect((await log('strict')).map(({ code }) => code).sort()).toEqual(
    ['MALFORMED_BODY', 'VALIDATION_FAILED', 'VALIDATION_FAILED', null].sort(),
  );
});

test('messages that are delivered again, because the server was killed and the consumer lost, start nothing again', async () => {
  await make('again', 'again');
  await publish('shop.runs.ibm.again', { kind: 'order', id: 6 });
  await until('the run', async () => (await log('again')).some(({ outcome }) => outcome === 'started'));
  await until('the acknowledgement', async () => (await unacknowledged()) === 0);
  const before = admitted.length;
  await server.kill();
  await server.restart();
  const remove = async (): Promise<boolean> => (await jetstreamManager(others)).consumers.delete('ORDERS', 'carillon');
  await until('the consumer is lost', async () => remove().catch(() => false));
  // The new consumer begins with the first message of the stream.
  await until('the repeat', async () => (await log('again')).some(({ count }) => count === 2));
  expect((await log('again')).length).toBe(1);
  expect(admitted.slice(before)).toEqual([]);
});

test('S13: a trigger has one origin, which the operator offers; a trigger of NATS accepts nothing by HTTP', async () => {
  const { body } = await make('heard', 'heard');
  const found = await api.mongo.collection('triggers').findOne({ _id: 'ibm/heard' });
  const uid = String((found as unknown as Loose)['uid']);
  const sent = await api.askAt('POST', `/hooks/${uid}`, { token: null, body: {} });
  expect(sent.status).toBe(401);
  const webhook = { signature: 'github', secrets: { now: 'only-for-this-test' } };
  const { url: _u, subject: _s, updatedAt: _a, updatedBy: _b, ...written } = body;
  const both = await api.ask('POST', '/triggers', { body: { ...written, id: 'both', webhook } });
  expect(both).toMatchObject({ status: 400, body: { errors: [{ path: 'webhook' }] } });
  const wild = await make('wild', 'orders.>');
  expect(wild).toMatchObject({ status: 400, body: { errors: [{ path: 'nats.subject' }] } });
});
