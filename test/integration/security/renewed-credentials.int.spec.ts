/**
 * Credentials in mounted files are renewed while services run: the next connection is made with the new ones.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { nkeys } from '@nats-io/transport-node';
import { AddressGuard } from '../../../apps/executor/src/engines/webservice/address-guard.js';
import { HttpCaller } from '../../../apps/executor/src/engines/webservice/http-caller.js';
import { VaultClient } from '../../../apps/executor/src/secrets/vault-client.js';
import { systemClock } from '#common/clock/clock.js';
import { S3ObjectStore } from '#common/cold/object-store.js';
import { RenewedContext } from '#common/config/renewed-context.js';
import { natsAddress } from '#common/nats/nats-address.js';
import type { NatsAccess } from '#common/nats/connect-options.js';
import { Nats } from '#common/nats/nats.js';
import { Mongo } from '#common/mongo/mongo.js';
import { authority } from '#testing/authority.js';
import { startColdStore } from '#testing/cold-store.js';
import { natsOperator } from '#testing/nats-operator.js';
import { ownNatsServer, silentLog } from '#testing/servers.js';
import { tlsFront } from '#testing/tls-front.js';
import { until } from '#testing/until.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-renewed-'));
  closers.push(() => rm(folder, { recursive: true }));
  return folder;
}

/** Replaces a file as a mounted Secret is replaced: whoever reads it sees the old text or the new one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function open(url: string, access: NatsAccess): Nats {
  const nats = Nats.open({ address: natsAddress(url), access, name: 'test', streams: null }, silentLog);
  closers.push(() => nats.close());
  return nats;
}

async function serverWith(config: string): Promise<Awaited<ReturnType<typeof ownNatsServer>>> {
  const file = join(newFolder(), 'nats.conf');
  writeFileSync(file, config);
  const own = await ownNatsServer({ config: file });
  closers.push(own.stop);
  return own;
}

const withoutLogin = (url: string): string => url.replace(/:\/\/[^@/]*@/, '://');

test('NATS: whoever is sent away when his credentials end comes back with the renewed ones', async () => {
  const operator = natsOperator();
  const { url } = await serverWith(operator.config);
  const credsFile = join(newFolder(), 'service.creds');
  replace(credsFile, operator.credentials(4));
  const nats = open(withoutLogin(url), { credsFile });
  await until('the connection', () => nats.connected);
  replace(credsFile, operator.credentials(3_600));
  await until('the end of the first credentials', () => !nats.connected);
  await until('the connection with the second ones', () => nats.connected);
  expect(nats.connected).toBe(true);
});

test('NATS: a credentials file that is cut short or away costs a try, not the connection for good', async () => {
  const operator = natsOperator();
  const { url, server } = await serverWith(operator.config);
  const credsFile = join(newFolder(), 'service.creds');
  const whole = operator.credentials(3_600);
  replace(credsFile, whole);
  const nats = open(withoutLogin(url), { credsFile });
  await until('the connection', () => nats.connected);
  for (const text of ['', whole.slice(0, whole.length / 2)]) {
    writeFileSync(credsFile, text);
    await server.kill();
    await until('the loss of the server', () => !nats.connected);
    await server.restart();
    await until('the connection with the last whole credentials', () => nats.connected);
    expect(nats.connected).toBe(true);
  }
});

test('NATS: the file of an nkey is read again at each connection', async () => {
  const keys = [nkeys.createUser(), nkeys.createUser()];
  const seedOf = (i: number): string => new TextDecoder().decode(keys[i]?.getSeed());
  const folder = newFolder();
  const config = join(folder, 'nats.conf');
  const nkey = join(folder, 'service.nk');
  const allow = (i: number): void => {
    writeFileSync(config, `authorization { users: [ { nkey: ${keys[i]?.getPublicKey() ?? ''} } ] }\n`);
  };
  allow(0);
  replace(nkey, seedOf(0));
  const { url, server, stop } = await ownNatsServer({ config });
  closers.push(stop);
  const nats = open(withoutLogin(url), { nkey });
  await until('the connection', () => nats.connected);
  allow(1);
  replace(nkey, seedOf(1));
  await server.kill();
  await until('the loss of the server', () => !nats.connected);
  await server.restart();
  await until('the connection with the second key', () => nats.connected);
  expect(nats.connected).toBe(true);
});

test('MongoDB: certificates and authorities are read again at each connection, and a mixed pair does not count', async () => {
  const folder = newFolder();
  const first = authority(folder, 'first');
  const second = authority(folder, 'second');
  const front = await tlsFront(first, 'renewed');
  closers.push(front.close);
  const mounted = { ca: join(folder, 'ca'), cert: join(folder, 'cert'), key: join(folder, 'key') };
  const copy = (kind: keyof typeof mounted, { [kind]: from }: typeof mounted): void => {
    replace(mounted[kind], readFileSync(from, 'utf8'));
  };
  for (const kind of ['ca', 'cert', 'key'] as const) copy(kind, first);
  const mongo = await Mongo.connect(front.uri, silentLog, { tls: mounted });
  closers.push(() => mongo.close());
  const returns = async (): Promise<boolean> =>
    mongo.ping().then(
      () => true,
      () => false,
    );

  // The files of a Secret are replaced one after the other by some that mount them: no key fits this certificate yet.
  copy('cert', second);
  front.changeTo(first);
  await until('the connection with the last pair', returns);
  expect(front.guests.at(-1)).toBe('first');

  copy('key', second);
  copy('ca', second);
  front.changeTo(second);
  await until('the connection with the renewed pair', returns);
  expect(front.guests.at(-1)).toBe('second');
});

test('calls, mail and Vault: the authorities are read again at each connection', async () => {
  const folder = newFolder();
  const first = authority(folder, 'first');
  const second = authority(folder, 'second');
  const server = createServer({ cert: readFileSync(second.cert), key: readFileSync(second.key) }, (_asked, answer) => {
    answer.writeHead(200, { connection: 'close', 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => once(server.close(), 'close'));
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ca = join(folder, 'ca');
  const token = join(folder, 'token');
  replace(ca, readFileSync(first.ca, 'utf8'));
  replace(token, 'token');
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']), () => undefined, new RenewedContext({ ca }));
  closers.push(() => caller.close());
  const auth = { method: 'token', file: token } as const;
  const vault = new VaultClient({ address, caFile: ca, auth, timeoutSeconds: 5 }, systemClock);
  closers.push(() => vault.close());
  const call = { url: address, body: '{}', headers: {}, timeoutMs: 5_000 };

  expect(await caller.post(call)).not.toHaveProperty('status', 200);
  await expect(vault.health()).rejects.toThrow('Vault at');
  replace(ca, readFileSync(second.ca, 'utf8'));
  expect(await caller.post(call)).toHaveProperty('status', 200);
  expect(await vault.health()).toHaveProperty('status', 200);
});

test('an object store: its keys in files are read again, so that a request after their renewal is signed with the new ones', async () => {
  const cold = await startColdStore();
  closers.push(() => cold.stop());
  const key = join(newFolder(), 'key');
  replace(key, 'ended');
  const store = new S3ObjectStore({ ...cold.settings, accessKeyId: key });
  closers.push(() => store.close());
  await expect(store.put('carillon/a', Buffer.from('a'))).rejects.toThrow('403');
  replace(key, `${cold.settings.accessKeyId}\n`);
  await store.put('carillon/a', Buffer.from('a'));
  expect(await store.get('carillon/a')).toEqual(Buffer.from('a'));
});
