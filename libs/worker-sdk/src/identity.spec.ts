import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Identity, ownIdentity } from './identity.js';

let server: Server;
let url: string;
let asked: string[];
let lifeMs: number;
let folder: string;

beforeEach(async () => {
  asked = [];
  lifeMs = 3_600_000;
  server = createServer(({ url: path = '', headers }, response) => {
    if (headers.authorization !== 'Bearer call-me') {
      response.writeHead(401).end('{"detail":"no"}');
      return;
    }
    asked.push(path);
    const body = { token: `token-${asked.length}`, expiresAt: new Date(Date.now() + lifeMs).toISOString() };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/identity`;
  folder = await mkdtemp(join(tmpdir(), 'carillon-identity-'));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await rm(folder, { recursive: true });
});

test('a token is kept until shortly before it expires, each audience its own', async () => {
  const identity = ownIdentity({ CARILLON_IDENTITY_URL: url, CARILLON_CALLBACK_TOKEN: 'call-me' })!;
  expect([await identity.token(), await identity.token(), await identity.token('a b')]).toEqual([
    'token-1',
    'token-1',
    'token-2',
  ]);
  expect(asked).toEqual(['/identity', '/identity?audience=a%20b']);
  lifeMs = 0;
  const short = new Identity({ url, token: 'call-me' });
  expect([await short.token(), await short.token()]).toEqual(['token-3', 'token-4']);
  await expect(new Identity({ url, token: 'wrong' }).token()).rejects.toThrow('401');
  expect(ownIdentity({})).toBeNull();
});

test('a file with a token is readable by its user alone', async () => {
  const file = join(folder, 'token');
  const stop = new AbortController();
  await new Identity({ url, token: 'call-me' }).keepIn(file, stop.signal);
  expect([await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual(['token-1', 0o600]);
  stop.abort();
});

test('Python asks for a token as TypeScript does', async () => {
  const program = `import carillon_worker as c\nprint(c.identity_token(), c.identity_token("a b"))`;
  const env = { ...process.env, CARILLON_IDENTITY_URL: url, CARILLON_CALLBACK_TOKEN: 'call-me' };
  const child = spawn('python3', ['-c', program], { cwd: resolve('libs/worker-sdk/python'), env });
  let said = '';
  child.stdout.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  const code = await new Promise((done) => child.on('close', done));
  expect([code, said, asked]).toEqual([0, 'token-1 token-2\n', ['/identity', '/identity?audience=a%20b']]);
});
