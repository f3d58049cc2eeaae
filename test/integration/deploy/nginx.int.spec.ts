/** nginx before the api: deploy/nginx/carillon.conf, which has the same settings as the annotations of the Ingress for ingress-nginx, with a real nginx. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { freePort, type GuardedProcess, startGuarded } from '#embedded-servers';
import { MAX_REQUEST_BODY_BYTES } from '#common/domain/limits.js';
import { contracts } from '#common/messages/registry.js';
import { unpackedDebianProgram } from '#testing/debian-package.js';
import { until } from '#testing/until.js';
import { BOOTSTRAP, startApi, type ApiUnderTest } from '../api/api-under-test.js';
import { firstAttempt, storeRun, T0 } from '../api/stored-runs.js';

const HOST = 'carillon.example.com';
const CONF = readFileSync('deploy/nginx/carillon.conf', 'utf8');
const INSTALLATION = readFileSync('docs/installation.md', 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'carillon-nginx-'));
const authorization = `Bearer ${BOOTSTRAP}`;
let api: ApiUnderTest;
let nginx: GuardedProcess;
let port: number;
let ca: Buffer;

beforeAll(async () => {
  api = await startApi();
  port = await freePort();
  const key = join(folder, 'tls.key');
  const cert = join(folder, 'tls.crt');
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-nodes', '-newkey', 'rsa:2048'];
  const making = ['req', '-x509', '-days', '1', ...subject, '-keyout', key, '-out', cert];
  execFileSync('openssl', making, { stdio: 'ignore' });
  ca = readFileSync(cert);
  // The paths of this machine; all else is as it is delivered.
  const own = CONF.replace('127.0.0.1:8080', new URL(api.url).host)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    // Not every machine that runs tests has IPv6.
    .replace('  listen [::]:443 ssl;\n', '')
    .replaceAll('/etc/ssl/carillon', folder);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  // Its workers write only where the folder's owner does.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const config = `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${places.join(' ')}\n${own}}\n`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  mkdirSync(join(folder, 'logs'));
  nginx = await startGuarded({
    command: unpackedDebianProgram('nginx', 'usr/sbin/nginx', folder),
    args: ['-p', folder, '-c', join(folder, 'nginx.conf')],
    cwd: folder,
    env: process.env,
    stopSignal: 'SIGTERM',
    onLine: () => undefined,
  });
  await until('nginx to serve', async () => (await ask('/healthz').catch(() => null))?.statusCode === 200);
});
afterAll(async () => {
  await nginx.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
}

function ask(path: string, options: Asked = {}, body = ''): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const asked = { host: '127.0.0.1', port, path, ca, servername: HOST, agent: false, ...options };
    request({ ...asked, headers: { host: HOST, authorization, ...options.headers } }, done)
      .on('error', failed)
      .end(body);
  });
}

test('a followed log arrives line by line while it is being written', async () => {
  await storeRun(api.mongo, 'followed', { phase: 'Running' });
  const stream = await ask('/api/v1/runs/followed/logs', { headers: { accept: 'text/event-stream' } });
  expect(stream.statusCode).toBe(200);
  let heard = '';
  stream.setEncoding('utf8').on('data', (part: string) => (heard += part));
  for (const [seq, text] of ['the first line', 'the second line'].entries()) {
    const lines = [{ seq: seq + 1, at: T0 + seq, stream: 'stdout' as const, text }];
    // Published again until it is received: the follower may not be connected yet.
    await until(text, () => {
      api.nats.publish(contracts.liveLog, { run: 'followed' }, { v: 1, attempt: firstAttempt('followed'), lines });
      return heard.includes(text);
    });
  }
  expect(stream.complete).toBe(false);
  stream.destroy();
});

async function posted(bytes: number): Promise<{ status: number | undefined; type: string | undefined }> {
  const body = JSON.stringify({ id: 'x'.repeat(bytes - '{"id":""}'.length) });
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const answer = await ask('/api/v1/jobs', { method: 'POST', headers }, body);
  answer.resume();
  return { status: answer.statusCode, type: answer.headers['content-type'] };
}

test('a body of the maximum size of the api is passed on, and a larger one is refused by nginx', async () => {
  expect(await posted(MAX_REQUEST_BODY_BYTES)).toEqual({
    status: 400,
    type: 'application/problem+json; charset=utf-8',
  });
  expect(await posted(MAX_REQUEST_BODY_BYTES + 1)).toEqual({ status: 413, type: 'text/html' });
});

test('a ping counts whatever the length of its body, also where that is larger than the api takes elsewhere', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'pinged' } });
  const made = await api.ask<{ pingUrl: string }>('POST', '/monitors', {
    body: { id: 'nightly', tenant: 'pinged', schedule: { every: 3_600 } },
  });
  const { pathname } = new URL(made.body.pingUrl);
  const answer = await ask(pathname, { method: 'POST' }, 'x'.repeat(8 * MAX_REQUEST_BODY_BYTES));
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

test('the Ingress has the same settings for ingress-nginx', () => {
  const ingress = z
    .object({ metadata: z.object({ annotations: z.record(z.string(), z.string()) }) })
    .parse(parse(readFileSync('deploy/kubernetes/components/ingress/ingress.yaml', 'utf8')));
  const said = directivesOf(ingress.metadata.annotations);
  expect(said).toHaveLength(4);
  expect(said.filter((directive) => !CONF.includes(directive))).toEqual([]);
});

test('the annotations for an Ingress of pings say what the location of pings says', () => {
  const [, example = ''] = /```yaml\n(annotations:\n[^`]*proxy-request-buffering[^`]*)```/.exec(INSTALLATION) ?? [];
  const { annotations } = z.object({ annotations: z.record(z.string(), z.string()) }).parse(parse(example));
  const [, location = ''] = /location \/ping\/ \{([^}]*)\}/.exec(CONF) ?? [];
  const directives = location.split('\n').map((line) => line.trim());
  expect(directives.filter((line) => /_(?:body_size|buffering) /.test(line))).toEqual(directivesOf(annotations));
});

function directivesOf(annotations: Readonly<Record<string, string>>): string[] {
  return Object.entries(annotations).map(([name, value]) => {
    const directive = name.replace('nginx.ingress.kubernetes.io/', '').replaceAll('-', '_');
    const written = directive.endsWith('_timeout') ? `${value}s` : value;
    return `${directive.replace('proxy_body_size', 'client_max_body_size')} ${written};`;
  });
}
