/** The audit: refused requests, reads of secrets, addresses and roles of callers; and that no entry was removed. @promise S10 */
import { hashOfEntry } from '#common/crypto/audit-chain.js';
import type { ChainedEntry } from '#common/domain/audit.js';
import { AuditStore } from '#common/mongo/audit.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { until } from '#testing/until.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Listed, type Loose } from './api-under-test.js';

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly actor: string;
  readonly role: string | null;
  readonly address: string | null;
  readonly tenant: string | null;
  readonly object: string;
  readonly detail: string | null;
  readonly refusedWith: string | null;
}
interface Verdict {
  readonly intact: boolean;
  readonly entries: number;
  readonly problems: readonly { readonly seq: number; readonly problem: string }[];
  readonly next: number | null;
}

let api: ApiUnderTest;
let owner: string;
let viewer: string;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  await api.ask('POST', '/workers', {
    body: {
      id: 'hook',
      name: 'Hook',
      engine: 'webservice',
      url: 'http://hook.test',
      httpHeaders: { 'X-Key': 'k3y-of-the-hook' },
    },
  });
  owner = await api.tokenFor(['ibm', 'owner']);
  viewer = await api.tokenFor(['ibm', 'viewer']);
  const body = { id: 'ibm-job', tenant: 'ibm', name: 'job', worker: 'hook', secureParameters: { password: 'hunter2' } };
  await api.ask('POST', '/jobs', { token: owner, body });
});
afterAll(async () => api.stop());

const entries = async (query = ''): Promise<readonly Entry[]> =>
  (await api.ask<Listed<Entry>>('GET', `/audit?limit=500${query}`)).body.items;
const verify = async (tenant: string, after = 0): Promise<Verdict> =>
  (await api.ask<Verdict>('GET', `/audit/verify?tenant=${tenant}&after=${after}`)).body;
const raw = (mongo: Mongo) => mongo.collection<{ _id: string; [field: string]: unknown }>('audit');

test('an entry contains the address and the role of its caller', async () => {
  const [made] = await entries('&action=createJob');
  expect(made).toMatchObject({ actor: 'test', role: 'owner', address: '127.0.0.1', tenant: 'ibm', refusedWith: null });
  expect((await entries('&action=createWorker'))[0]).toMatchObject({ actor: 'bootstrap', role: 'admin', tenant: null });
  const [token] = (await entries('&action=createToken')).filter(({ tenant }) => tenant === 'ibm');
  expect(token?.detail).toMatch(/^named test, with (viewer|owner) in ibm$/);
});

test('the audit of all tenants is read page by page, newest first, every entry once', async () => {
  const all = (await entries()).map(({ id }) => id);
  expect(all.length).toBeGreaterThan(3);
  const seen: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Listed<Entry> = (await api.ask<Listed<Entry>>('GET', `/audit?limit=2${cursor && `&cursor=${cursor}`}`))
      .body;
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(all);
});

test.each(['action=createToken', 'object=job/ibm-job', 'action=createJob&object=job/ibm-job'])(
  'entries of %s are read page by page, of all tenants and by the owner of some',
  async (asked) => {
    const wants = Object.entries(Object.fromEntries(new URLSearchParams(asked))) as ['action' | 'object', string][];
    for (const token of [undefined, await api.tokenFor(['ibm', 'owner'], ['acme', 'owner'])]) {
      const read = async (query: string): Promise<Listed<Entry>> =>
        (await api.ask<Listed<Entry>>('GET', `/audit?${query}`, token === undefined ? {} : { token })).body;
      const all = (await read('limit=500')).items;
      const wanted = all.filter((each) => wants.every(([field, value]) => each[field] === value));
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Listed<Entry> = await read(`limit=1&${asked}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect(seen.length).toBeGreaterThan(0);
      expect(seen).toEqual(wanted.map(({ id }) => id));
    }
  },
);

test('refused requests are recorded in the tenant in which they were made', async () => {
  expect((await api.ask('PATCH', '/jobs/ibm-job', { token: viewer, body: { labels: {} } })).status).toBe(403);
  expect((await api.ask('GET', '/audit?tenant=ibm', { token: viewer })).status).toBe(403);
  const editor = await api.tokenFor(['ibm', 'editor'], ['acme', 'viewer']);
  const body = { tenant: 'acme', name: 'x', worker: 'hook' };
  expect((await api.ask('POST', '/jobs', { token: editor, body })).status).toBe(403);
  const headers = { httpHeaders: { 'X-Key': 'mine' } };
  expect((await api.ask('PATCH', '/jobs/ibm-job', { token: editor, body: headers })).status).toBe(403);
  const refused = (await entries()).filter(({ refusedWith }) => refusedWith === 'FORBIDDEN');
  expect(refused.map(({ action, object, tenant, role }) => ({ action, object, tenant, role }))).toEqual(
    expect.arrayContaining([
      { action: 'patchJob', object: 'PATCH /api/v1/jobs/ibm-job', tenant: 'ibm', role: 'viewer' },
      { action: 'listAudit', object: 'GET /api/v1/audit', tenant: 'ibm', role: 'viewer' },
      { action: 'createJob', object: 'POST /api/v1/jobs', tenant: 'acme', role: 'viewer' },
      { action: 'patchJob', object: 'PATCH /api/v1/jobs/ibm-job', tenant: null, role: null },
    ]),
  );
});

test('the question who the caller is, without a token, is no refused attempt; with a wrong token it is', async () => {
  const attempts = async (): Promise<readonly Entry[]> =>
    (await entries('&action=whoAmI')).filter(({ refusedWith }) => refusedWith === 'UNAUTHENTICATED');
  expect((await api.ask('GET', '/me', { token: null })).status).toBe(401);
  expect((await api.ask('GET', '/me', { token: 'wrong' })).status).toBe(401);
  await until('the wrong token to be recorded', async () => (await attempts()).length > 0);
  expect(await attempts()).toHaveLength(1);
});

test('requests without a valid token are recorded, but only a bounded number a minute', async () => {
  for (let i = 0; i < 70; i++) expect((await api.ask('GET', '/jobs', { token: 'wrong' })).status).toBe(401);
  const refused = async (): Promise<readonly Entry[]> =>
    (await entries()).filter(({ refusedWith }) => refusedWith === 'UNAUTHENTICATED');
  await until('the refusals to be recorded', async () => (await refused()).length >= 60);
  const unknown = await refused();
  expect(unknown[0]).toMatchObject({ actor: 'unknown', role: null, tenant: null, object: 'GET /api/v1/jobs' });
  expect(unknown).toHaveLength(60);
});

test('a caller who reads secrets is recorded, once in a while, and one who reads a mask is not', async () => {
  const reads = async (): Promise<unknown[]> =>
    (await entries())
      .filter(({ detail }) => /secrets.* read$/.test(detail ?? ''))
      .map(({ action, object, role }) => [action, object, role]);
  await api.ask('GET', '/jobs/ibm-job', { token: viewer });
  await api.ask('GET', '/workers/hook', { token: owner });
  expect(await reads()).toEqual([]);
  for (let i = 0; i < 3; i++)
    expect((await api.ask('GET', '/jobs/ibm-job', { token: owner })).text).toContain('hunter2');
  await api.ask('GET', '/jobs/ibm-job/versions', { token: owner });
  for (const token of [owner, null]) await api.ask('GET', '/workers', token === null ? {} : { token });
  expect((await api.ask('GET', '/workers/hook')).text).toContain('k3y-of-the-hook');
  expect((await reads()).reverse()).toEqual([
    ['getJob', 'job/ibm-job', 'owner'],
    ['listJobVersions', 'job/ibm-job/versions', 'owner'],
    ['getWorker', 'worker/hook', 'admin'],
  ]);
});

test('a list of workers shows secrets to nobody, not even to admins', async () => {
  for (const query of ['', '?q=hook']) {
    const listed = await api.ask<Listed<Loose>>('GET', `/workers${query}`);
    expect(listed.body.items.find(({ id }) => id === 'hook')).toMatchObject({ httpHeaders: { 'X-Key': '***' } });
    expect(listed.text).not.toContain('k3y-of-the-hook');
  }
});

test('an owner in every tenant reads the entries of all tenants, but none without a tenant', async () => {
  const token = await api.tokenFor(['*', 'owner']);
  const read = async (query: string): Promise<readonly Entry[]> =>
    (await api.ask<Listed<Entry>>('GET', `/audit?limit=500${query}`, { token })).body.items;
  const wanted = (await entries()).filter(({ tenant }) => tenant !== null);
  expect(wanted.length).toBeGreaterThan(1);
  expect((await read('')).map(({ id }) => id)).toEqual(expect.arrayContaining(wanted.map(({ id }) => id)));
  expect((await read('')).filter(({ tenant }) => tenant === null)).toEqual([]);
  expect(await read('&action=createWorker')).toEqual([]);
});

test('the audit is exported as JSON lines, that of a tenant to its owners', async () => {
  const reply = await api.ask('GET', '/audit/export?tenant=ibm', { token: owner });
  expect(reply.headers.get('content-type')).toContain('application/x-ndjson');
  const lines = reply.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Loose);
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, i) => i + 1));
  expect(lines.slice(1).map(({ prev }) => prev)).toEqual(lines.slice(0, -1).map(({ hash }) => hash));
  expect(reply.text).not.toContain('hunter2');
  for (const path of ['/audit/export?tenant=acme', '/audit/export', '/audit/verify'])
    expect([path, (await api.ask('GET', path, { token: owner })).status]).toEqual([path, 403]);
});

test('entries of several replicas make one chain, in whatever order they come', async () => {
  const stores = [1, 2, 3].map(() => new AuditStore(api.mongo, api.secrets));
  const entry = (id: string) => ({
    id,
    at: Date.now(),
    actor: 'a',
    subject: 's',
    role: null,
    address: null,
    tenant: 'many',
    action: 'x',
    object: 'o',
    detail: null,
    refusedWith: null,
  });
  const ids = Array.from({ length: 60 }, (_, i) => `many-${i}`);
  await Promise.all(ids.map(async (id, i) => stores[i % 3]!.add(entry(id))));
  expect(await verify('many')).toEqual({ intact: true, entries: 60, problems: [], erased: [], next: null });
});

test('an entry that was removed or changed is found, at any position', async () => {
  for (let i = 0; i < 6; i++)
    await api.ask('POST', '/tokens', { body: { name: `n${i}`, roles: [{ tenant: 'acme', role: 'viewer' }] } });
  const whole = await verify('acme');
  expect(whole).toMatchObject({ intact: true, problems: [] });
  const all = await raw(api.mongo)
    .find({ chain: 'acme', seq: { $gt: 0 } }, { sort: { seq: 1 } })
    .toArray();
  const heads = api.mongo.collection<Loose & { _id: string }>('auditHeads');
  await until(
    'the last entry to be noted',
    async () => (await heads.findOne({ _id: '/acme' }))?.['seq'] === all.length,
  );
  const check = async (change: () => Promise<unknown>, seq: number, problem: string): Promise<void> => {
    await change();
    expect(await verify('acme')).toMatchObject({ intact: false, problems: [{ seq, problem }] });
    await raw(api.mongo).deleteMany({ _id: { $in: all.map(({ _id }) => _id) } });
    await raw(api.mongo).insertMany(all);
    expect(await verify('acme')).toMatchObject({ intact: true });
  };
  const last = all.length;
  const third = all[2]!;
  await check(async () => raw(api.mongo).deleteOne({ _id: third._id }), 4, 'missing');
  await check(async () => raw(api.mongo).deleteOne({ _id: all[0]!._id }), 2, 'missing');
  await check(async () => raw(api.mongo).deleteOne({ _id: all[last - 1]!._id }), last, 'missing');
  await check(
    async () => raw(api.mongo).updateOne({ _id: third._id }, { $set: { actor: 'somebody else' } }),
    3,
    'changed',
  );
});

test('a chain that was rebuilt by somebody with only the database is detected', async () => {
  await api.ask('POST', '/tokens', { body: { name: 'x', roles: [{ tenant: 'anew', role: 'viewer' }] } });
  expect(await verify('anew')).toMatchObject({ intact: true, entries: 1 });
  const [entry] = await raw(api.mongo)
    .find({ chain: 'anew', seq: { $gt: 0 } }, { sort: { seq: 1 } })
    .toArray();
  const forged: Loose = { ...entry, actor: 'nobody' };
  const { _id, expireAt: _expireAt, hash: _hash, ...said } = forged;
  const hash = hashOfEntry({ id: _id, ...said } as unknown as ChainedEntry);
  await raw(api.mongo).updateOne({ _id: entry!._id }, { $set: { actor: 'nobody', hash } });
  expect(await verify('anew')).toMatchObject({ intact: false, problems: [{ seq: 1, problem: 'changed' }] });
});

test('a change that was refused after it was recorded stays in the chain, and is listed as refused', async () => {
  await api.ask('POST', '/tenants', { body: { id: 'twice' } });
  expect((await api.ask('POST', '/tenants', { body: { id: 'twice' } })).status).toBe(409);
  const made = await entries('&action=createTenant&tenant=twice');
  expect(made.map(({ refusedWith }) => refusedWith)).toEqual(['ALREADY_EXISTS', null]);
  expect(await verify('twice')).toMatchObject({ intact: true, entries: 3 });
});
