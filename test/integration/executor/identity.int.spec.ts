/** Identity tokens as attempts get them: processes in a file of their own, web services with the call; hidden in output, stored nowhere. @promise S3 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { createLocalJWKSet, jwtVerify, type JWTPayload } from 'jose';
import { asTenantId } from '#common/domain/ids.js';
import { LogReader } from '#common/mongo/log-reader.js';
import { TenantsStore, plainTenant } from '#common/mongo/tenants.store.js';
import { storedTexts } from '#testing/stored-texts.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { box, World } from './support/world.js';

jest.setTimeout(300_000);
const LIMIT_MS = 90_000;
const ISSUER = 'https://carillon.test/x';
const SUBJECT = 'tenant:ibm:1:job:ibm-a:2';
const job = { identity: { audience: ['vault'] }, identitySubject: SUBJECT, timeoutSeconds: 120 } as object;

let world: World;
let services: ServiceProcess[];
let folder: string;

beforeAll(async () => {
  world = await World.create();
  const tenant = { ...plainTenant(asTenantId('ibm'), 1), identityAudiences: ['vault'] };
  await new TenantsStore(world.mongo).insert(tenant, 'test');
  const env = { ...world.env, PUBLIC_URL: 'https://carillon.test', PATH_PREFIX: '/x' };
  services = await Promise.all([startService('executor', env), startService('log-collector', env)]);
  folder = await mkdtemp(join(tmpdir(), 'carillon-identity-'));
  await chmod(folder, 0o777);
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await rm(folder, { recursive: true });
  await world.close();
});

async function claimsOf(token: string): Promise<JWTPayload> {
  const keys = createLocalJWKSet({ keys: box.identityKeys.map(({ jwk }) => ({ ...jwk })) });
  return (await jwtVerify(token, keys, { issuer: ISSUER, audience: 'vault' })).payload;
}

test('a process finds its token in a file that is its own, and prints it in no form', async () => {
  const file = join(folder, 'token');
  const says = [
    `cat "$CARILLON_IDENTITY_TOKEN_FILE" > ${file}`,
    'stat -c "mode %a" "$CARILLON_IDENTITY_TOKEN_FILE"',
    'echo "url $CARILLON_IDENTITY_URL callback $CARILLON_CALLBACK_TOKEN"',
    'cat "$CARILLON_IDENTITY_TOKEN_FILE"; echo; base64 "$CARILLON_IDENTITY_TOKEN_FILE"',
    'echo "{\\"token\\":\\"$(cat "$CARILLON_IDENTITY_TOKEN_FILE")\\"}"; exit 3',
  ];
  const run = await world.begin(['sh', '-c', says.join('\n')], { job });
  expect(await world.ended(run.id, LIMIT_MS)).toMatchObject({ phase: 'Failed', exitCode: 3 });
  const token = await readFile(file, 'utf8');
  const attempt = `${run.id}/0/main/0/1`;
  const claims = await claimsOf(token);
  expect(claims).toMatchObject({ sub: SUBJECT, run: run.id, attempt, trigger: 'schedule' });
  expect(claims).not.toHaveProperty('requester');
  const lines: string[] = [];
  for await (const block of new LogReader(world.mongo).read({ run: run.id }))
    lines.push(...block.map(({ text }) => text));
  expect(lines.join('\n')).toContain('mode 600');
  expect(lines.join('\n')).toContain(
    `url https://carillon.test/x/api/v1/callbacks/runs/${attempt.replaceAll('/', '~')}/identity callback ***`,
  );
  expect(lines).toContain('{"token":"***"}');
  const [, payload = '', signature = ''] = token.split('.');
  const forms = [payload, signature].flatMap((part) => [part, Buffer.from(part).toString('base64').slice(8, 40)]);
  const encoded = Buffer.from(token).toString('base64');
  const everything = [await storedTexts(world.mongo), ...lines, ...services.map((each) => each.output())].join('\n');
  for (const form of [...forms, encoded.slice(200, 260), encoded.slice(400, 460)])
    expect(everything.includes(form)).toBe(false);
});

test('a web service is called with its token, and what it echoes is hidden', async () => {
  const called: (string | undefined)[] = [];
  const worker = createServer(({ headers }, response) => {
    called.push(headers.authorization);
    response.writeHead(401).end(`no ${String(headers.authorization)} here`);
  });
  await new Promise<void>((done) => worker.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(worker.address() as AddressInfo).port}/`;
  try {
    const run = await world.begin([], { worker: { engine: 'webservice', url }, job });
    const ended = await world.ended(run.id, LIMIT_MS);
    expect(ended).toMatchObject({ phase: 'Failed' });
    const [, token = ''] = /^Bearer (.+)$/.exec(called[0] ?? '') ?? [];
    expect(await claimsOf(token)).toMatchObject({ run: run.id });
    const texts = `${await storedTexts(world.mongo)}${services.map((each) => each.output()).join()}`;
    // Of a long answer only the beginning is quoted.
    expect(texts).toContain('answered 401: no Bearer ***');
    expect(texts).not.toContain(token.split('.')[2]);
  } finally {
    worker.closeAllConnections();
    worker.close();
  }
});

test('a plain call has its token, in each of its attempts another, and none where its worker says itself who calls', async () => {
  const called: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    called.push(request);
    response.writeHead(called.length === 1 ? 503 : 200).end(JSON.stringify({ echoed: request.headers.authorization }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const worker = { engine: 'webservice' as const, url, answer: 'ends' as const };
  const http = { method: 'PUT' as const, body: '{}', outputs: { echoed: '/echoed' } };
  try {
    const run = await world.begin([], {
      worker,
      job: { ...job, http, maxAttempts: 2, retry: { rules: [{ httpStatuses: [503] }] } },
    });
    expect(await world.ended(run.id, LIMIT_MS)).toMatchObject({
      phase: 'Completed',
      outputs: { echoed: 'Bearer ***' },
    });
    expect(called.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
    const tokens = called.map(({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '');
    expect(await claimsOf(tokens[0]!)).toMatchObject({ run: run.id, attempt: `${run.id}/0/main/0/1` });
    expect(await claimsOf(tokens[1]!)).toMatchObject({ run: run.id, attempt: `${run.id}/0/main/0/2` });
    const texts = `${await storedTexts(world.mongo)}${services.map((each) => each.output()).join()}`;
    for (const token of tokens) expect(texts).not.toContain(token.split('.')[2]);
    const oauth = { tokenUrl: `${url}token`, clientId: 'c', clientSecret: 'SECRET' };
    const others = [
      await world.begin([], { worker, job: { ...job, http }, headers: { authorization: 'Basic eDp5' } }),
      await world.begin([], { worker: { ...worker, http: { auth: { oauth } } }, job }),
    ];
    for (const { id } of others) {
      await world.ended(id, LIMIT_MS);
      expect((await world.attempts(id))[0]?.end).toMatchObject({ result: 'startRefused', reason: 'IdentityRefused' });
    }
    expect(called).toHaveLength(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test('an attempt whose tenant no longer allows the audience, or whose worker says itself who calls, is not started', async () => {
  const other = await world.begin(['true'], { job: { ...job, identity: { audience: ['other'] } } });
  const url = 'http://127.0.0.1:9/';
  const known = await world.begin([], { worker: { engine: 'webservice', url }, job, headers: { Authorization: 'x' } });
  for (const run of [other, known]) {
    await world.ended(run.id, LIMIT_MS);
    const [attempt] = await world.attempts(run.id);
    expect(attempt?.end).toMatchObject({ result: 'startRefused', reason: 'IdentityRefused' });
  }
});

test('an audience counts from the moment at which the tenant is allowed it', async () => {
  const early = { ...job, identity: { audience: ['fresh'] } } as object;
  const refused = await world.begin(['true'], { job: early });
  await world.ended(refused.id, LIMIT_MS);
  expect((await world.attempts(refused.id))[0]?.end).toMatchObject({ reason: 'IdentityRefused' });
  await world.mongo
    .collection<{ _id: string; identityAudiences: string[] }>('tenants')
    .updateOne({ _id: 'ibm' }, { $set: { identityAudiences: ['vault', 'fresh'] } });
  const allowed = await world.begin(['true'], { job: early });
  expect(await world.ended(allowed.id, LIMIT_MS)).toMatchObject({ phase: 'Completed' });
});
