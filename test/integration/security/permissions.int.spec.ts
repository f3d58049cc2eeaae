/**
 * A NATS server that knows the services lets each publish and subscribe only to what it needs. @promise S5
 */
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AckPolicy } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { Contract } from '#common/messages/contract.js';
import { inboxOf, STREAM_KEEPER } from '#common/spec/permissions.js';
import { contracts } from '#common/messages/registry.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { consume } from '#common/nats/consume.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { Nats } from '#common/nats/nats.js';
import { connectionOptions, ownNatsServer, silentLog, testSignatures } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { userEntries } from '../../../tools/nats-access/src/server-config.js';
import { loadServiceKeys, type ServiceKeys } from '../../../tools/nats-access/src/service-keys.js';
import { samples } from '../../contract/samples.js';

/** Services look for streams repeatedly; a busy machine takes its time. */
const STREAMS_LIMIT_MS = 90_000;
const CONNECT_LIMIT_MS = 60_000;
/** Longer than a NATS server waits by itself. */
const STANDSTILL_MS = 3_000;

const closers: (() => Promise<unknown>)[] = [];
let keys: ServiceKeys;
let url: string;
let admin: NatsConnection;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-permissions-'));
  keys = loadServiceKeys(folder);
  const { url: own, stop } = await ownNatsServer({ users: userEntries(keys.publicKeys) });
  url = own;
  closers.push(() => rm(folder, { recursive: true }), stop);
  admin = await connect(connectionOptions(url));
  closers.push(() => admin.close());
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const plainAddress = (): string => url.replace(/:\/\/[^@]*@/, '://');

/** A connection of a thief of the service's key, with any subject. */
async function thiefOf(service: ServiceName): Promise<NatsConnection> {
  const connection = await connect({
    servers: connectionOptions(url).servers,
    authenticator: nkeyAuthenticator(readFileSync(keys.files[service]).subarray(0, -1)),
    inboxPrefix: inboxOf(service),
    timeout: CONNECT_LIMIT_MS,
  });
  closers.push(() => connection.close());
  return connection;
}

/** The service's own connection. */
function serviceOf(service: ServiceName, refusals: string[] = []): Nats {
  const options = {
    address: natsAddress(plainAddress()),
    access: { nkey: keys.files[service], inboxPrefix: inboxOf(service) },
    name: service,
    streams: service === STREAM_KEEPER ? ({ storage: 'memory', replicas: 1 } as const) : null,
    signatures: testSignatures(),
    onRefused: (reason: string) => void refusals.push(reason),
  };
  const nats = Nats.open(options, silentLog);
  closers.push(() => nats.close());
  return nats;
}

const subjectOf = (contract: Contract): string =>
  contract.subject({ shard: 7, run: 'r', tenant: 't', replica: 'collector-1' });

/** The refusals of the server to a connection, collected from now on. */
function refusalsOf(connection: NatsConnection): string[] {
  const refusals: string[] = [];
  void (async () => {
    for await (const status of connection.status()) if (status.type === 'error') refusals.push(status.error.message);
  })();
  return refusals;
}

const refusalOf = async (subject: string, refusals: readonly string[]): Promise<boolean> =>
  until(`the refusal of ${subject}`, () => refusals.some((refusal) => refusal.includes(`"${subject}"`)));

describe.each(SERVICES)('a client with the key of the %s', (service) => {
  test('may send what that service sends, and is refused everything else', async () => {
    const thief = await thiefOf(service);
    const refusals = refusalsOf(thief);
    for (const contract of Object.values(contracts)) {
      const subject = subjectOf(contract);
      const came: string[] = [];
      const listening = admin.subscribe(subject, { callback: (_error, message) => void came.push(message.subject) });
      await admin.flush();
      thief.publish(subject, JSON.stringify({ v: 1 }));
      await thief.flush();
      await admin.flush();
      listening.unsubscribe();
      const isAllowed = contract.from.some((each) => each === service);
      expect([subject, came.length]).toEqual([subject, isAllowed ? 1 : 0]);
      if (!isAllowed) await refusalOf(subject, refusals);
    }
  });

  test('receives no messages for others, neither requests nor answers', async () => {
    const thief = await thiefOf(service);
    const refusals = refusalsOf(thief);
    const others = SERVICES.filter((each) => each !== service).map((each) => `${inboxOf(each)}.>`);
    const subjects = Object.values(contracts)
      .filter(({ to }) => !to.some((each) => each === service))
      .map(({ pattern }) => pattern);
    for (const subject of [...others, ...subjects, '>', '_INBOX.>', '$JS.>', '$SYS.>']) {
      thief.subscribe(subject, { callback: () => undefined });
      expect(await refusalOf(subject, refusals)).toBe(true);
    }
  });

  test('cannot make the server copy what it may not send or receive', async () => {
    const thief = await thiefOf(service);
    const refusals = refusalsOf(thief);
    const forbidden = ['$JS.API.STREAM.CREATE.OWN', '$JS.API.STREAM.PURGE.DISPATCH', '$JS.API.STREAM.MSG.GET.EVENTS'];
    if (service !== STREAM_KEEPER) forbidden.push('$JS.API.STREAM.CREATE.DISPATCH', '$JS.API.STREAM.UPDATE.EVENTS');
    if (service !== 'executor') forbidden.push('$JS.API.CONSUMER.CREATE.DISPATCH.c.dispatch.v1.1');
    if (service !== 'scheduler') forbidden.push('$JS.API.CONSUMER.CREATE.EVENTS.c.events.v1.1.t');
    for (const subject of forbidden) {
      thief.publish(subject, '{}');
      expect(await refusalOf(subject, refusals)).toBe(true);
    }
  });
});

test('a client that stands still during its sign-in is accepted afterwards', async () => {
  const sign = nkeyAuthenticator(readFileSync(keys.files.api).subarray(0, -1));
  let signed = 0;
  const connection = await connect({
    servers: connectionOptions(url).servers,
    authenticator: (nonce) => {
      signed += 1;
      const end = Date.now() + STANDSTILL_MS;
      while (Date.now() < end);
      return sign(nonce);
    },
    inboxPrefix: inboxOf('api'),
    timeout: CONNECT_LIMIT_MS,
  });
  await connection.close();
  expect(signed).toBe(1);
});

test('with their keys the services can do all their work: streams, consumers, requests and answers', async () => {
  const [api, scheduler, executor, collector] = SERVICES.map((service) => serviceOf(service));
  if (!api || !scheduler || !executor || !collector) throw new Error('a service is missing');
  const isReady = (): boolean => [api, scheduler, executor, collector].every(({ trouble }) => trouble === null);
  await until('the streams', isReady, STREAMS_LIMIT_MS);

  const seen: string[] = [];
  const stopping = new AbortController();
  const follow = async (nats: Nats, spec: Parameters<typeof consume>[1]): Promise<void> =>
    consume(nats, spec, (data) => Promise.resolve(void seen.push(new TextDecoder().decode(data))), {
      log: silentLog,
      signal: stopping.signal,
    });
  const following = [
    follow(executor, { stream: 'DISPATCH', durable: 'executor-DISPATCH-7', subject: 'dispatch.v1.7' }),
    follow(scheduler, { stream: 'EVENTS', durable: 'scheduler-EVENTS-7', subject: 'events.v1.7.*' }),
  ];
  const live: string[] = [];
  api.listen(contracts.runChanged, {}, ({ run }) => live.push(run));
  api.listen(contracts.liveLog, {}, ({ attempt }) => live.push(attempt));
  await api.flush();
  for (const sender of [api, scheduler])
    await sender.publishDurable(contracts.dispatch, { shard: 7 }, { v: 1, run: 'r' });
  const change = contracts.runChanged.schema.parse(samples.runChanged.payload);
  await executor.publishDurable(contracts.runChanged, { shard: 7, tenant: 't' }, change);
  collector.publish(contracts.liveLog, { run: 'r' }, { v: 1, attempt: 'a', lines: [] });
  await until('three messages from streams and two live ones', () => seen.length === 3 && live.length === 2);
  stopping.abort();
  await Promise.all(following);

  scheduler.subscribe(contracts.applyJob.pattern, {
    queue: 'scheduler',
    callback: (_error, message) => {
      scheduler.respond(message, '{"ok":true,"jobRev":1,"nextSlot":null}');
    },
  });
  await scheduler.flush();
  await expect(api.request(contracts.applyJob, {}, { v: 1, job: 'j' }, 10_000)).resolves.toMatchObject({ jobRev: 1 });
  const { ack_policy } = (await executor.manager.consumers.info('DISPATCH', 'executor-DISPATCH-7')).config;
  expect(ack_policy).toBe(AckPolicy.Explicit);
});

test('a service that sends a forbidden message is refused, and counts it', async () => {
  const refusals: string[] = [];
  const collector = serviceOf('log-collector', refusals);
  await until('the streams', () => collector.trouble === null, STREAMS_LIMIT_MS);
  const { payload } = samples.admitRun;
  const forged = contracts.admitRun.schema.parse(payload);
  await expect(collector.request(contracts.admitRun, {}, forged, 5_000)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(refusals).toEqual([expect.stringContaining('"scheduler.v1.admit"')]);
});

test.each([
  ['no credentials', ''],
  ['a wrong password', 'carillon:wrong@'],
  ['a guessed token', 'token@'],
])('with %s nobody is accepted', async (_what, login) => {
  const stranger = Nats.open(
    { address: natsAddress(plainAddress().replace('://', `://${login}`)), name: 'stranger' },
    silentLog,
  );
  expect(await until('the refusal', () => stranger.trouble?.includes('Authorization Violation'))).toBe(true);
  await stranger.close();
});
