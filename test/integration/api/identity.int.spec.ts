/** The issuer of identity tokens as strangers find it, who may have an identity, and how attempts renew their tokens. @promise S3 */
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { asJobId, asSpecHash, attemptSegment, type AttemptId } from '#common/domain/ids.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';
import type { StoredJobSpec } from '#common/spec/definitions.js';
import { freePort } from '#embedded-servers';
import { storedTexts } from '#testing/stored-texts.js';
import { VaultServer } from '#testing/vault/vault-server.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose, type Reply } from './api-under-test.js';
import { firstAttempt, liveAttempt, storeRun } from './stored-runs.js';

/** Served at its own address, so that discovery leads back to the api. */
let api: ApiUnderTest;
let issuer: string;
let vault: VaultServer;
let owner: string;
let editor: string;
let runs = 0;

/** The answer is the end. */
const PLAIN_CALL = { worker: undefined, url: 'http://hook.test/cron', answer: 'ends' };
const SECRET = { as: 'SECRET', from: 'vault', path: 'ibm/c', key: 'k' };
const OAUTH = { tokenUrl: 'http://hook.test/token', clientId: 'c', clientSecret: 'SECRET' };
const AUDIENCES = ['vault', 'sts.amazonaws.com'];

beforeAll(async () => {
  // The port is known only when the api listens: a proxy in front of it would be told apart by nothing but its address.
  const port = await freePort();
  issuer = `http://127.0.0.1:${port}/scheduler`;
  api = await startApi({ prefix: '/scheduler', env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` } });
  obligingScheduler(api);
  vault = await VaultServer.start();
  for (const worker of [
    { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
    { id: 'known', name: 'Known', engine: 'webservice', url: 'http://hook.test', httpHeaders: { AUTHORIZATION: 'x' } },
    { id: 'rich', name: 'Rich', image: 'x', serviceAccount: 'robot' },
    { id: 'open', name: 'Open', image: 'x', serviceAccount: 'robot', jobFields: ['identity'] },
    { id: 'host', name: 'Host', engine: 'process', command: ['report'] },
  ])
    await api.ask('POST', '/workers', { body: worker });
  await api.ask('POST', '/tenants', { body: { id: 'ibm', identityAudiences: AUDIENCES } });
  [owner, editor] = await Promise.all([api.tokenFor(['ibm', 'owner']), api.tokenFor(['ibm', 'editor'])]);
});
afterAll(async () => {
  await Promise.all([vault.close(), api.stop()]);
});

const save = async (more: Loose, token = owner): Promise<Reply<Loose>> =>
  api.ask('POST', '/jobs', {
    token,
    body: { tenant: 'ibm', name: `Job ${Math.random()}`, worker: 'hook', identity: { audience: ['vault'] }, ...more },
  });
const paths = ({ body }: Reply<Loose>): string[] =>
  ((body['errors'] ?? []) as { path: string }[]).map(({ path }) => path);

/** An attempt under way of the job as it is now. */
async function running(id: string, change: Partial<StoredJobSpec> = {}): Promise<AttemptId> {
  const job = (await new JobsStore(api.mongo).load(asJobId(id)))!;
  const run = `run-${++runs}`;
  const hash = asSpecHash(`spec-${run}`);
  await new SpecsStore(api.mongo).put({
    hash,
    jobId: id,
    jobVersion: job.version,
    workerId: 'hook',
    workerVersion: 1,
    engine: 'webservice',
    job: { ...job.spec, ...change },
    worker: { name: 'Hook' },
    sealed: { secureParameters: null, httpHeaders: {} },
  });
  const attempt = firstAttempt(run);
  await storeRun(api.mongo, run, { job: job.id, spec: hash, phase: 'Running', live: [liveAttempt(attempt)] });
  return attempt;
}

const renew = async (attempt: AttemptId, query = '', by: AttemptId = attempt): Promise<Reply<Loose>> =>
  api.ask('GET', `/callbacks/runs/${attemptSegment(attempt)}/identity${query}`, {
    token: api.secrets.callbackToken(by),
  });

test('a stranger finds the keys by discovery and verifies a token that its attempt has renewed', async () => {
  const made = await save({ id: 'ibm-nightly', name: 'Nightly' });
  expect(made.status).toBe(201);
  const attempt = await running('ibm-nightly');
  const { status, body } = await renew(attempt);
  expect(status).toBe(200);
  const found = await api.askAt<{ issuer: string; jwks_uri: string }>(
    'GET',
    '/scheduler/.well-known/openid-configuration',
    { token: null },
  );
  expect([found.status, found.body.issuer, found.headers.get('cache-control')]).toEqual([
    200,
    issuer,
    'public, max-age=300',
  ]);
  const keys = createRemoteJWKSet(new URL(found.body.jwks_uri));
  const { payload } = await jwtVerify(String(body['token']), keys, { issuer, audience: 'vault' });
  expect(payload).toMatchObject({
    sub: made.body['identitySubject'],
    tenant: 'ibm',
    job: 'ibm-nightly',
    run: attempt.split('/')[0],
    attempt,
    trigger: 'manual',
    requester: 'ada',
  });
  expect(Date.parse(String(body['expiresAt']))).toBe(payload.exp! * 1_000);
  expect(payload.sub).toMatch(/^tenant:ibm:[0-9a-z]+:job:ibm-nightly:[0-9a-z]+$/);
  expect(await storedTexts(api.mongo)).not.toContain(String(body['token']).split('.')[2]);
});

test('Vault lets a job log in by its token, and no other job', async () => {
  const mine = await save({ id: 'ibm-mine' });
  const other = await save({ id: 'ibm-other' });
  vault.jwtRoles.set('mine', {
    discoveryUrl: issuer,
    boundAudiences: ['vault'],
    boundSubject: String(mine.body['identitySubject']),
    boundClaims: { tenant: 'ibm' },
  });
  const logIn = async (id: string): Promise<number> => {
    const { body } = await renew(await running(id));
    const answer = await fetch(`${vault.address}/v1/auth/jwt/login`, {
      method: 'POST',
      body: JSON.stringify({ role: 'mine', jwt: body['token'] }),
    });
    return answer.status;
  };
  expect([mine.status, other.status, await logIn('ibm-mine'), await logIn('ibm-other')]).toEqual([201, 201, 200, 400]);
});

test('a job that is deleted and made again has another subject, and so has that of a later tenant', async () => {
  const subjects: unknown[] = [];
  for (let i = 0; i < 2; i++) {
    const made = await save({ id: 'ibm-again', name: 'Again' });
    subjects.push(made.body['identitySubject']);
    await api.ask('DELETE', '/jobs/ibm-again');
  }
  for (let i = 0; i < 2; i++) {
    await api.ask('POST', '/tenants', { body: { id: 'short', identityAudiences: AUDIENCES } });
    const made = await api.ask('POST', '/jobs', {
      body: { tenant: 'short', name: 'Short', worker: 'hook', identity: { audience: ['vault'] } },
    });
    subjects.push(String(made.body['identitySubject']).split(':job:')[0]);
    await api.ask('DELETE', `/jobs/${String(made.body['id'])}`);
    expect((await api.ask('DELETE', '/tenants/short')).status).toBe(204);
  }
  expect(new Set(subjects).size).toBe(4);
});

test('who may see the secrets of a job sets its identity, for audiences of the tenant', async () => {
  const refusals: [Loose, string, number, string[]][] = [
    [{}, editor, 403, ['identity']],
    [{ identity: { audience: ['vault', 'other'] } }, owner, 400, ['identity.audience.1']],
    [{ worker: 'known' }, owner, 400, ['identity']],
    [{ httpHeaders: { authorization: 'x' } }, owner, 400, ['identity']],
    [{ ...PLAIN_CALL, httpHeaders: { Authorization: 'x' } }, owner, 400, ['identity']],
    [{ ...PLAIN_CALL, worker: 'known' }, owner, 400, ['answer', 'identity']],
    [
      { ...PLAIN_CALL, http: { auth: { oauth: OAUTH } }, secretsFrom: [SECRET] },
      owner,
      400,
      ['identity', 'secretsFrom.0.path'],
    ],
    [{ worker: 'rich' }, owner, 403, ['identity']],
    [{ worker: 'host' }, owner, 403, ['identity']],
  ];
  for (const [more, token, status, fields] of refusals) {
    const answer = await save(more, token);
    expect([more, answer.status, paths(answer)]).toEqual([more, status, fields]);
  }
  expect((await save({ worker: 'open' })).status).toBe(201);
  expect((await save(PLAIN_CALL)).status).toBe(201);
  const made = await save({});
  const path = `/jobs/${String(made.body['id'])}`;
  for (const [change, field] of [
    [{ identity: null }, 'identity'],
    [{ url: 'http://elsewhere.test' }, 'url'],
  ] as const) {
    const answer = await api.ask('PATCH', path, { token: editor, body: change });
    expect([answer.status, paths(answer)]).toEqual([403, [field]]);
  }
  const same = await api.ask('PUT', path, { token: editor, body: { ...made.body, labels: { a: 'b' } } });
  expect([same.status, same.body['identitySubject']]).toEqual([200, made.body['identitySubject']]);
});

test('an attempt renews its own token only, for audiences of the job that the tenant still allows, until it has ended', async () => {
  const made = await save({ identity: { audience: AUDIENCES } });
  const id = String(made.body['id']);
  const mine = await running(id);
  const other = await running(id, { timeoutSeconds: 300 });
  expect((await renew(mine, '', other)).status).toBe(401);
  const one = await renew(mine, '?audience=vault');
  expect(claimsOf(one)['aud']).toEqual(['vault']);
  expect((await renew(mine, '?audience=other')).status).toBe(403);
  const { exp = 0, iat = 0 } = claimsOf(await renew(other)) as { exp?: number; iat?: number };
  expect(exp - iat).toBeLessThanOrEqual(330);
  await api.ask('PATCH', '/tenants/ibm', { body: { identityAudiences: ['sts.amazonaws.com'] } });
  expect((await renew(mine)).status).toBe(403);
  expect((await renew(mine, '?audience=sts.amazonaws.com')).status).toBe(200);
  await api.ask('PATCH', '/tenants/ibm', { body: { identityAudiences: AUDIENCES } });
  const plain = await running(id, { identity: undefined as never });
  expect((await renew(plain)).status).toBe(403);
  await storeRun(api.mongo, 'run-over', { phase: 'Completed' });
  expect((await renew(firstAttempt('run-over'))).status).toBe(409);
});

test('a job gets no identity, and no call that ends by its answer, while an executor of a former version would start it in another way', async () => {
  const plain = await save({ identity: undefined });
  const ending = { answer: 'ends', url: 'http://hook.test', worker: 'other_webservice', identity: undefined };
  const hook = { id: 'ending', name: 'Ending', engine: 'webservice', url: 'http://hook.test', answer: 'ends' };
  const members = api.mongo.collection<{ _id: string } & Loose>('members');
  await members.insertOne({
    _id: 'executor-old',
    service: 'executor',
    form: 1,
    version: '0.1',
    heartbeatAt: new Date(),
  });
  const answers = async (): Promise<[number, string][]> => {
    const replies = [
      await api.ask('PATCH', `/jobs/${String(plain.body['id'])}`, {
        body: { identity: { audience: ['vault'] } },
        token: owner,
      }),
      await save(ending),
      await api.ask('POST', '/workers', { body: hook }),
      await api.ask('PATCH', '/workers/known', { body: { answer: 'ends' } }),
    ];
    return replies.map(({ status, text }) => [status, text]);
  };
  try {
    const refused: [number, unknown] = [409, expect.stringContaining('executor-old is of version 0.1')];
    expect(await answers()).toEqual([refused, refused, refused, refused]);
    expect((await save({ identity: undefined })).status).toBe(201);
  } finally {
    await members.deleteOne({ _id: 'executor-old' });
  }
  expect((await answers()).map(([status]) => status)).toEqual([200, 201, 201, 200]);
  await api.ask('PATCH', '/workers/known', { body: { answer: null } });
});

test('an issuer that nobody could trust serves no keys and gives no identity', async () => {
  const plain = await startApi({ env: { PUBLIC_URL: 'http://carillon.test' } });
  try {
    obligingScheduler(plain);
    expect((await plain.askAt('GET', '/.well-known/openid-configuration')).status).toBe(404);
    await plain.ask('POST', '/workers', {
      body: { id: 'hook', name: 'H', engine: 'webservice', url: 'http://h.test' },
    });
    await plain.ask('POST', '/tenants', { body: { id: 'ibm', identityAudiences: AUDIENCES } });
    const body = { tenant: 'ibm', name: 'J', worker: 'hook', identity: { audience: ['vault'] } };
    const answer = await plain.ask('POST', '/jobs', { body });
    expect([answer.status, paths(answer)]).toEqual([400, ['identity']]);
  } finally {
    await plain.stop();
  }
});

const claimsOf = ({ body }: Reply<Loose>): Loose =>
  JSON.parse(Buffer.from(String(body['token']).split('.')[1] ?? '', 'base64url').toString()) as Loose;
