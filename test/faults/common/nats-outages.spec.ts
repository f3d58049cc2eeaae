import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { freePort } from '#embedded-servers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { contracts, STREAMS } from '#common/messages/registry.js';
import { consume } from '#common/nats/consume.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { Nats, type NatsOptions } from '#common/nats/nats.js';
import type { Logger } from '#common/logging/logger.js';
import { ownNatsServer, silentLog, type NatsProcess } from '#testing/servers.js';
import { until } from '#testing/until.js';

/** A server that stands still has to be noticed within this time. */
const NOTICED_WITHIN_MS = 10_000;
/** Longer than that: a request that waits for this time was not told of the failure. */
const PATIENT_MS = 12_000;

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function startServer(
  options: { args?: string[]; config?: string } = {},
): Promise<{ url: string; server: NatsProcess }> {
  const { url, server, stop } = await ownNatsServer(options);
  closers.push(stop);
  return { url, server };
}

async function startCluster(size: number): Promise<{ url: string; server: NatsProcess }[]> {
  const ports = new Set<number>();
  while (ports.size < size) ports.add(await freePort(ports));
  const routes = [...ports].map((port) => `nats://127.0.0.1:${port}`);
  return Promise.all(
    routes.map(async (route, i) =>
      startServer({
        args: ['-n', `n${i}`, '--cluster_name', 'test', '--cluster', route, '--routes', routes.join(',')],
      }),
    ),
  );
}

/** Begins to connect as a service does. */
function open(url: string, options: Partial<NatsOptions> = {}, log: Logger = silentLog): Nats {
  const nats = Nats.open({ address: natsAddress(url), name: 'test', ...options }, log);
  closers.push(() => nats.close());
  return nats;
}

async function connected(url: string, options: Partial<NatsOptions> = {}, log: Logger = silentLog): Promise<Nats> {
  const nats = open(url, options, log);
  await until('the connection and the streams', () => nats.trouble === null);
  return nats;
}

const dispatch = async (nats: Nats, run: string): Promise<void> =>
  nats.publishDurable(contracts.dispatch, { shard: 1 }, { v: 1, run });

/** Follows the dispatches of one shard until the end of the test. */
function follow(nats: Nats): string[] {
  const seen: string[] = [];
  const stopping = new AbortController();
  const spec = { stream: 'DISPATCH', durable: 'test-DISPATCH-1', subject: 'dispatch.v1.1' };
  const take = async (data: Uint8Array): Promise<void> => {
    seen.push(contracts.dispatch.schema.parse(JSON.parse(new TextDecoder().decode(data))).run);
    return Promise.resolve();
  };
  const ended = consume(nats, spec, take, { log: silentLog, signal: stopping.signal });
  closers.push(async () => {
    stopping.abort();
    await ended;
  });
  return seen;
}

const comesThrough = async (nats: Nats, seen: readonly string[], run: string): Promise<unknown> =>
  until(
    `${run} to come through`,
    async () => {
      await dispatch(nats, run).catch(() => undefined);
      return seen.includes(run);
    },
    30_000,
  );

test('a server that stands still is noticed; nothing waits for it or accumulates; everything continues when it does', async () => {
  const { url, server } = await startServer();
  const nats = await connected(url);
  const seen = follow(nats);
  const heard: string[] = [];
  nats.listen(contracts.schedulerHint, {}, ({ run }) => heard.push(run ?? ''));
  await comesThrough(nats, seen, 'before');
  await server.freeze();
  const request = async (): Promise<unknown> => nats.request(contracts.applyJob, {}, { v: 1, job: 'j' }, PATIENT_MS);
  const underWay = Promise.allSettled([request(), nats.flush()]);
  await until('the freeze to be noticed', () => !nats.connected, NOTICED_WITHIN_MS);
  expect(nats.trouble).toBe('the server does not answer');
  const unavailable = { code: 'UNAVAILABLE' };
  const away = { ...unavailable, cause: { message: 'NATS is not available: the server does not answer' } };
  const [asked, flushed] = await underWay;
  expect(asked).toMatchObject({ reason: away });
  expect(flushed).toMatchObject({ reason: unavailable });
  await expect(request()).rejects.toMatchObject(away);
  await expect(dispatch(nats, 'lost')).rejects.toMatchObject(unavailable);
  nats.publish(contracts.schedulerHint, { shard: 1 }, { v: 1, run: 'lost' });
  server.thaw();
  await until('the server to be back', () => nats.connected, 30_000);
  await comesThrough(nats, seen, 'after');
  await until('what is listened to', () => {
    nats.publish(contracts.schedulerHint, { shard: 1 }, { v: 1, run: 'told' });
    return heard.includes('told');
  });
  expect(heard).not.toContain('lost');
  expect(seen).not.toContain('lost');
  await until('no trouble', () => nats.trouble === null);
});

test('streams and consumers that a killed server has lost are created again', async () => {
  const { url, server } = await startServer();
  const nats = await connected(url);
  const seen = follow(nats);
  await comesThrough(nats, seen, 'before');
  await server.kill();
  await until('the loss to be noticed', () => !nats.connected, NOTICED_WITHIN_MS);
  await server.restart();
  await comesThrough(nats, seen, 'after');
  const names = (await nats.manager.streams.names().next()).sort();
  expect(names).toEqual(Object.keys(STREAMS).sort());
});

test('a service starts without NATS, and listens, consumes and publishes when it is available', async () => {
  const { url, server } = await startServer();
  await server.kill();
  const nats = open(url);
  const seen = follow(nats);
  const heard: string[] = [];
  nats.listen(contracts.schedulerHint, {}, ({ run }) => heard.push(run ?? ''));
  const never = nats.listen(contracts.schedulerHint, {}, () => heard.push('unsubscribed'));
  never();
  await expect(dispatch(nats, 'early')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await until('the reason to be known', () => nats.trouble === 'connection refused');
  await server.restart();
  await until('the server to be there', () => nats.connected, 30_000);
  await comesThrough(nats, seen, 'first');
  await until('what is listened to', () => {
    nats.publish(contracts.schedulerHint, { shard: 1 }, { v: 1, run: 'told' });
    return heard.includes('told');
  });
  expect(heard).not.toContain('unsubscribed');
});

test('if a server has stopped reading, buffers are dropped, and the next server of the list is used', async () => {
  const servers = [await startServer(), await startServer()];
  const nats = await connected(servers.map(({ url }) => url).join(','));
  const first = servers.find(({ url }) => nats.server === new URL(url).host)!;
  const second = servers.find((each) => each !== first)!;
  await first.server.freeze();
  // More than the system accepts for a peer that does not read.
  const line = { seq: 1, at: 1, stream: 'stdout' as const, text: 'x'.repeat(500_000) };
  for (let sent = 0; sent < 64; sent++) {
    nats.publish(contracts.liveLog, { run: 'r' }, { v: 1, attempt: 'a', lines: [line] });
  }
  await until('the freeze to be noticed', () => !nats.connected, NOTICED_WITHIN_MS);
  await until('the other server to be taken', () => nats.connected, 30_000);
  expect(nats.server).toBe(new URL(second.url).host);
  await until('messages to be stored there', async () =>
    dispatch(nats, 'there').then(
      () => true,
      () => false,
    ),
  );
  first.server.thaw();
});

test('streams that were stored in files are created again in memory', async () => {
  const { url } = await startServer();
  const raw = await connected(url, { streams: { storage: 'file', replicas: 1 } });
  expect((await raw.manager.streams.info('DISPATCH')).config.storage).toBe(StorageType.File);
  const earlier = follow(raw);
  await comesThrough(raw, earlier, 'before');
  const nats = await connected(url);
  const { config } = await nats.manager.streams.info('DISPATCH');
  expect(config).toMatchObject({ storage: StorageType.Memory, retention: RetentionPolicy.Workqueue, num_replicas: 1 });
  // A consumer continues, also a replica that was there before.
  await comesThrough(nats, earlier, 'after');
});

test('a single server refuses replicas, this is reported, and the streams are stored once', async () => {
  const { url } = await startServer();
  const errors: unknown[] = [];
  const log = Object.assign(Object.create(silentLog) as typeof silentLog, {
    error: (fields: unknown) => errors.push(fields),
  });
  const nats = await connected(url, { streams: { storage: 'memory', replicas: 3 } }, log);
  expect((await nats.manager.streams.info('EVENTS')).config.num_replicas).toBe(1);
  expect(errors).toMatchObject([
    { stream: 'DISPATCH', asked: 3, replicas: 1 },
    { stream: 'EVENTS', asked: 3, replicas: 1 },
  ]);
});

test('in a cluster the streams have the requested replicas, and continue when a server is lost', async () => {
  const servers = await startCluster(3);
  const nats = await connected(servers.map(({ url }) => url).join(','), {
    streams: { storage: 'memory', replicas: 3 },
  });
  const replicas = async (): Promise<number> => (await nats.manager.streams.info('DISPATCH')).config.num_replicas;
  await until(
    'the replicas',
    async () =>
      replicas().then(
        (count) => count === 3,
        () => false,
      ),
    30_000,
  );
  const seen = follow(nats);
  await comesThrough(nats, seen, 'before');
  await servers.find(({ url }) => nats.server === new URL(url).host)!.server.kill();
  await comesThrough(nats, seen, 'after');
  expect(seen).toContain('after');
});

test.each([
  ['user and password', 'user: ada, password: "1:2@3/4"', 'ada:1%3A2%403%2F4@'],
  ['a token', 'token: "s/e:c@ret"', 's%2Fe%3Ac%40ret@'],
])('%s of the address are sent to the server', async (_what, authorization, login) => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-login-'));
  closers.push(async () => rm(folder, { recursive: true }));
  const config = join(folder, 'nats.conf');
  writeFileSync(config, `authorization { ${authorization} }\n`);
  const { url } = await startServer({ config });
  const nats = await connected(url.replace('://', `://${login}`));
  expect(nats.trouble).toBeNull();
  const stranger = open(url);
  await until('the refusal', () => stranger.trouble?.includes('Authorization Violation'));
});

test('S5: a client that requires TLS never sends plain text', async () => {
  const { url } = await startServer();
  const nats = open(url.replace('nats:', 'tls:'));
  expect(await until('the refusal', () => /does not support 'tls'/.exec(nats.trouble ?? ''))).toBeTruthy();
});
