/**
 * Connections to NATS are encrypted on request, and both ends prove who they are. @promise S5
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer as createPlainServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsAccess } from '#common/nats/connect-options.js';
import { inboxOf } from '#common/spec/permissions.js';
import { natsAddress } from '#common/nats/nats-address.js';
import { Nats } from '#common/nats/nats.js';
import { Mongo } from '#common/mongo/mongo.js';
import { authority } from '#testing/authority.js';
import { ownNatsServer, silentLog } from '#testing/servers.js';
import { tlsFront } from '#testing/tls-front.js';
import { until } from '#testing/until.js';

const COMMAND = 'dist/tools/nats-access/src/main.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-tls-'));
  closers.push(() => rm(folder, { recursive: true }));
  return folder;
}

function open(url: string, access: NatsAccess): Nats {
  const nats = Nats.open({ address: natsAddress(url), access, name: 'test' }, silentLog);
  closers.push(() => nats.close());
  return nats;
}

test('the command writes what a server needs to recognise the services by their keys and certificates', async () => {
  const folder = newFolder();
  const ours = authority(folder, 'ours');
  const theirs = authority(folder, 'theirs');
  const out = join(folder, 'access');
  const args = [
    '--out',
    out,
    '--store-dir',
    folder,
    '--tls-cert',
    ours.cert,
    '--tls-key',
    ours.key,
    '--tls-ca',
    ours.ca,
  ];
  execFileSync(process.execPath, [COMMAND, ...args]);
  const config = join(out, 'nats.conf');
  // An argument names the store of the test's server; the port of its monitoring may be in use.
  writeFileSync(config, readFileSync(config, 'utf8').replaceAll(/^(http:|jetstream).*$/gm, ''));
  const { url, stop } = await ownNatsServer({ config });
  closers.push(stop);
  const address = url.replace('nats:', 'tls:');
  const scheduler = { nkey: join(out, 'scheduler.nk'), inboxPrefix: inboxOf('scheduler') };

  const welcome = open(address, { ...scheduler, tls: ours });
  await until('the streams, made over an encrypted connection', () => welcome.trouble === null);
  const strangers = {
    'without a certificate': open(address, { ...scheduler, tls: { ca: ours.ca } }),
    'with a certificate from elsewhere': open(address, { ...scheduler, tls: { ...theirs, ca: ours.ca } }),
    'without a key of ours': open(address, { tls: ours }),
  };
  for (const [who, nats] of Object.entries(strangers)) {
    await until(`the refusal of one ${who}`, () =>
      /certificate|timeout|closed|reset|Authorization/i.test(nats.trouble ?? ''),
    );
    expect(nats.connected).toBe(false);
  }
  const careful = open(address, { ...scheduler, tls: { ...ours, ca: theirs.ca } });
  await until('the doubt about the server', () => /certificate|self.signed/i.test(careful.trouble ?? ''));
});

test('the command keeps existing keys, and closes their files to others', () => {
  const out = join(newFolder(), 'access');
  const write = (): string => execFileSync(process.execPath, [COMMAND, '--out', out]).toString();
  const seed = (): string => readFileSync(join(out, 'api.nk'), 'utf8');
  expect(write()).toContain('api.nk');
  const first = seed();
  chmodSync(join(out, 'api.nk'), 0o644);
  write();
  expect(seed()).toBe(first);
  expect(statSync(join(out, 'api.nk')).mode & 0o077).toBe(0);
  expect(statSync(out).mode & 0o077).toBe(0);
  expect(readFileSync(join(out, 'nats.conf'), 'utf8')).not.toContain(first.trim());
});

/** A server that greets as NATS does, without TLS, and records all that it receives. */
async function eavesdropper(): Promise<{ url: string; heard: () => string; connections: () => number }> {
  let heard = '';
  let connections = 0;
  const server: Server = createPlainServer((socket) => {
    connections++;
    socket.on('error', () => undefined);
    socket.on('data', (data) => (heard += data.toString()));
    socket.write(
      'INFO {"server_id":"x","version":"2.10.0","proto":1,"headers":true,"nonce":"abc","max_payload":1048576}\r\n',
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => once(server.close(), 'close'));
  const { port } = server.address() as AddressInfo;
  return { url: `tls://ada:hunter2@127.0.0.1:${port}`, heard: () => heard, connections: () => connections };
}

test('a server that offers no TLS receives nothing, neither at first nor after a retry', async () => {
  const { url, heard, connections } = await eavesdropper();
  const nats = open(url, {});
  await until('two tries', () => connections() >= 2);
  expect(nats.trouble).toContain("does not support 'tls'");
  expect(heard()).toBe('');
});

test('MongoDB: with an authority of ours the connection is encrypted, and any other server is refused', async () => {
  const folder = newFolder();
  const ours = authority(folder, 'ours');
  const theirs = authority(folder, 'theirs');
  const { uri, guests, close } = await tlsFront(ours, 'tls');
  closers.push(close);

  const mongo = await Mongo.connect(uri, silentLog, { tls: ours });
  await mongo.ping();
  await mongo.close();
  expect(new Set(guests)).toEqual(new Set(['ours']));
  const wrong = { 'another authority': { ...ours, ca: theirs.ca }, 'no certificate': { ca: ours.ca } };
  for (const tls of Object.values(wrong)) {
    const signal = AbortSignal.timeout(4_000);
    await expect(Mongo.connect(uri, silentLog, { tls, signal })).rejects.toThrow();
  }
  const plain = Mongo.connect(process.env['TEST_RECORDED_MONGODB_URI'] ?? '', silentLog, {
    tls: ours,
    signal: AbortSignal.timeout(4_000),
  });
  await expect(plain).rejects.toThrow();
});
