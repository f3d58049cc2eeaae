import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { buildConnector } from 'undici';
import { HandClock } from '#testing/hand-clock.js';
import { until } from '#testing/until.js';
import { AddressGuard } from './address-guard.js';
import { HttpCaller } from './http-caller.js';
import { ReadyConnections } from './ready-connections.js';

interface World {
  readonly clock: HandClock;
  /** Time passes, but no timer has run yet. */
  readonly pause: (ms: number) => void;
  readonly ready: ReadyConnections;
  /** All connections that the server has accepted. */
  readonly seen: Socket[];
  readonly url: URL;
  /** A connection as a request gets it. */
  readonly connection: () => Promise<Socket>;
}

const listening = async (server: Server): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** With a server that sends nothing. */
async function withServer(act: (world: World) => Promise<void>): Promise<void> {
  const seen: Socket[] = [];
  const given: Socket[] = [];
  const server = createServer((socket) => seen.push(socket.on('error', () => undefined)));
  const url = new URL(`http://127.0.0.1:${await listening(server)}/`);
  const clock = new HandClock();
  let pausedMs = 0;
  const ready = new ReadyConnections(buildConnector({}), {
    monotonic: () => clock.monotonic() + pausedMs,
    after: (ms, action) => clock.after(ms, action),
  });
  const connection = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const { protocol, host, hostname, port } = url;
      ready.connector({ protocol, host, hostname, port }, (error, socket) => {
        if (error) reject(error);
        else resolve((given.push(socket), socket));
      });
    });
  try {
    await act({ clock, pause: (ms) => (pausedMs += ms), ready, seen, url, connection });
  } finally {
    ready.close();
    for (const socket of [...given, ...seen]) socket.destroy();
    server.close();
    await once(server, 'close');
  }
}

test('a request gets the connection that was opened for it, and the next one its own', () =>
  withServer(async ({ ready, seen, url, connection }) => {
    ready.open(url);
    await until('the connection', () => seen.length === 1);
    const [first] = [await connection(), await connection()];
    await until('both', () => seen.length === 2);
    expect(first.localPort).toBe(seen[0]?.remotePort);
  }));

test('a connection that no request uses is closed', () =>
  withServer(async ({ clock, ready, seen, url }) => {
    ready.open(url);
    await until('the connection', () => seen.length === 1);
    const [socket] = seen;
    socket?.resume();
    clock.pass(249);
    expect(socket?.destroyed).toBe(false);
    clock.pass(1);
    await until('its end', () => socket?.destroyed === true);
  }));

test('a process that was paused uses no connection from before, although no timer has run yet', () =>
  withServer(async ({ pause, ready, seen, url, connection }) => {
    ready.open(url);
    await until('the connection', () => seen.length === 1);
    pause(251);
    const { localPort } = await connection();
    await until('another', () => seen.length === 2);
    expect(seen[1]?.remotePort).toBe(localPort);
  }));

test('a connection that its peer has closed is not used', () =>
  withServer(async ({ ready, seen, url, connection }) => {
    ready.open(url);
    await until('the connection', () => seen.length === 1);
    const [socket] = seen;
    socket?.resume().end();
    await until('its end', () => socket?.destroyed === true);
    const { localPort } = await connection();
    await until('another', () => seen.length === 2);
    expect(seen[1]?.remotePort).toBe(localPort);
  }));

test('the number of unused connections to one origin is bounded', () =>
  withServer(async ({ ready, seen, url }) => {
    for (let i = 0; i < 70; i++) ready.open(url);
    await until('all of them', () => seen.length >= 64);
    expect(seen).toHaveLength(64);
  }));

test('a call uses the connection that was opened ahead of it, and nothing is sent over it before', async () => {
  let connections = 0;
  const said: string[] = [];
  const server = createHttpServer((request, response) => {
    said.push(request.url ?? '');
    response.end('ok');
  }).on('connection', () => (connections += 1));
  const url = `http://127.0.0.1:${await listening(server)}/work`;
  const caller = new HttpCaller(new AddressGuard(['127.0.0.0/8']));
  try {
    caller.openAhead(url);
    await until('the connection', () => connections === 1);
    expect(said).toEqual([]);
    const call = { url, headers: {}, body: '{}', timeoutMs: 5_000 };
    await expect(caller.post(call)).resolves.toMatchObject({ type: 'answered', status: 200 });
    expect([connections, said]).toEqual([1, ['/work']]);
  } finally {
    await caller.close();
    server.close();
  }
});

test('no connection is opened to an address that may not be called', async () => {
  let connections = 0;
  const server = createServer(() => (connections += 1));
  const port = await listening(server);
  const caller = new HttpCaller(new AddressGuard(['10.0.0.0/8']));
  caller.openAhead(`http://127.0.0.1:${port}/`);
  const call = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', timeoutMs: 5_000 };
  await expect(caller.post(call)).resolves.toMatchObject({ type: 'forbidden' });
  expect(connections).toBe(0);
  await caller.close();
  server.close();
});
