/** Headers of workers and addresses are sent only where their authors wanted, and are shown to nobody else. @promise S8 */
import { asJobId, asWorkerId } from '#common/domain/ids.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { WorkersStore } from '#common/mongo/workers.store.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import type { WorkerView } from '../../../apps/api/src/workers/worker.routes.js';
import { snapshotOf } from '../../../apps/scheduler/src/definitions/definition-reader.js';
import { type ApiUnderTest, type Listed, type Loose, startWithPeople } from './api-under-test.js';

const HEADER = 'Bearer shared-by-all-tenants';

let api: ApiUnderTest;
let owner: string;
let editor: string;

beforeAll(async () => {
  ({ api, owner, editor } = await startWithPeople());
});
afterAll(async () => api.stop());

const makeWorker = async (id: string, change: Loose = {}): Promise<void> => {
  const body = { id, name: id, engine: 'webservice', url: `http://${id}.test`, ...change };
  expect((await api.ask('POST', '/workers', { body })).status).toBe(201);
};
const makeJob = async (token: string | null, id: string, change: Loose): Promise<number> => {
  const body = { id: `ibm-${id}`, tenant: 'ibm', name: id, ...change };
  return (await api.ask('POST', '/jobs', { ...(token !== null && { token }), body })).status;
};
/** The headers with which a run of the job would begin now. */
async function sent(id: string): Promise<Record<string, string>> {
  const job = (await new JobsStore(api.mongo).load(asJobId(`ibm-${id}`)))!;
  const worker = (await new WorkersStore(api.mongo).load(asWorkerId(job.spec.worker)))!;
  const { httpHeaders } = snapshotOf({ job, worker, taskWorkers: [] }).sealed;
  return Object.fromEntries(Object.entries(httpHeaders).map(([name, value]) => [name, api.secrets.open(value)]));
}
const giveHeader = async (worker: string, value = HEADER): Promise<unknown> =>
  api.ask('PATCH', `/workers/${worker}`, { body: { httpHeaders: { Authorization: value } } });

test("a job's own url never receives headers that its worker was given later", async () => {
  await makeWorker('later');
  expect(await makeJob(editor, 'own-url', { worker: 'later', url: 'http://evil.test' })).toBe(201);
  expect(await makeJob(editor, 'no-url', { worker: 'later' })).toBe(201);
  await giveHeader('later');
  expect(await sent('own-url')).toEqual({});
  expect(await sent('no-url')).toEqual({ Authorization: HEADER });
  await api.ask('PATCH', '/jobs/ibm-own-url', { body: { labels: { edited: 'by an admin' } } });
  expect(await sent('own-url')).toEqual({});
});

test("a job's own url receives only the headers whose values the author of the url may see, under their names of that time", async () => {
  await makeWorker('known', { httpHeaders: { Authorization: HEADER } });
  expect(
    await makeJob(null, 'chosen', { worker: 'known', url: 'http://chosen.test', httpHeaders: { 'X-Own': 'own' } }),
  ).toBe(201);
  expect(await sent('chosen')).toEqual({ Authorization: HEADER, 'X-Own': 'own' });
  await giveHeader('known', 'Bearer renewed');
  await api.ask('PATCH', '/workers/known', { body: { httpHeaders: { 'X-Later': 'later' } } });
  expect(await sent('chosen')).toEqual({ Authorization: 'Bearer renewed', 'X-Own': 'own' });
});

test('an owner who redirects a shared worker sends none of its headers there', async () => {
  await makeWorker('shared', { httpHeaders: { Authorization: HEADER } });
  expect(await makeJob(owner, 'elsewhere', { worker: 'shared', url: 'http://owners.test' })).toBe(201);
  expect(await sent('elsewhere')).toEqual({});
  expect(await makeJob(owner, 'moved-there', { worker: 'shared' })).toBe(201);
  expect(await sent('moved-there')).toEqual({ Authorization: HEADER });
  await api.ask('PATCH', '/jobs/ibm-moved-there', { token: owner, body: { url: 'http://owners.test' } });
  expect(await sent('moved-there')).toEqual({});
});

test('header values of a worker that several tenants share are shown to admins only', async () => {
  await makeWorker('of-ibm', { tenants: ['ibm'], httpHeaders: { Authorization: 'Bearer of-ibm' } });
  await makeWorker('of-two', { tenants: ['ibm', 'acme'], httpHeaders: { Authorization: HEADER } });
  await makeWorker('of-all', { httpHeaders: { Authorization: HEADER } });
  const seen = async (id: string, token?: string): Promise<unknown> =>
    (await api.ask<WorkerView>('GET', `/workers/${id}`, token === undefined ? {} : { token })).body.httpHeaders;
  expect(await seen('of-ibm', owner)).toEqual({ Authorization: 'Bearer of-ibm' });
  expect(await seen('of-two', owner)).toEqual({ Authorization: '***' });
  expect(await seen('of-all', owner)).toEqual({ Authorization: '***' });
  expect(await seen('of-all')).toEqual({ Authorization: HEADER });
  expect((await api.ask('GET', '/workers', { token: owner })).text).not.toContain(HEADER);
});

test.each(['naïve €', 'line\u0000', 'half \ud800'])(
  'a header value that cannot be sent is refused: %j',
  async (value) => {
    const body = { tenant: 'ibm', name: 'unsendable', worker: 'shared', httpHeaders: { 'X-Key': value } };
    const reply = await api.ask<{ errors: { path: string }[] }>('POST', '/jobs', { body });
    expect(reply).toMatchObject({ status: 400 });
    expect(reply.body.errors.map(({ path }) => path)).toEqual(['httpHeaders.X-Key']);
  },
);

test.each(['url', 'cancelUrl'])(
  'an address that contains a password is refused, for it would not be sent: %s',
  async (field) => {
    const body = {
      id: 'refused',
      name: 'x',
      engine: 'webservice',
      url: 'http://a.test',
      [field]: 'http://u:p4ss@a.test/',
    };
    const reply = await api.ask<{ errors: { path: string; message: string }[] }>('POST', '/workers', { body });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: field }] } });
    expect(reply.text).not.toContain('p4ss');
    expect(await makeJob(owner, 'refused', { worker: 'of-all', url: 'http://u:p4ss@a.test/' })).toBe(400);
  },
);

test('the query of an address is shown to callers who may see secrets, and is kept when its mask is sent back', async () => {
  await makeWorker('queried', {
    cancelUrl: 'http://queried.test/cancel?key=c4ncel',
    url: 'http://queried.test/?key=w0rker',
  });
  const worker = await api.ask<WorkerView>('GET', '/workers/queried', { token: owner });
  expect(worker.body).toMatchObject({ cancelUrl: 'http://queried.test/cancel?***', url: 'http://queried.test/?***' });
  const url = 'http://own.test/run?token=s3cret-token';
  expect(await makeJob(owner, 'queried', { worker: 'queried', url })).toBe(201);
  expect((await api.ask<JobView>('GET', '/jobs/ibm-queried', { token: owner })).body.url).toBe(url);
  const seen = (await api.ask<JobView>('GET', '/jobs/ibm-queried', { token: editor })).body;
  expect(seen.url).toBe('http://own.test/run?***');
  const back = await api.ask<JobView>('PUT', '/jobs/ibm-queried', {
    token: editor,
    body: { ...seen, cron: '0 3 * * *' },
  });
  expect(back).toMatchObject({ status: 200, body: { url: 'http://own.test/run?***', cron: '0 3 * * *' } });
  expect((await api.ask<JobView>('GET', '/jobs/ibm-queried', { token: owner })).body.url).toBe(url);
  await api.ask('PATCH', '/workers/queried', { body: { url: 'http://queried.test/?***', description: 'same' } });
  expect((await api.ask<WorkerView>('GET', '/workers/queried')).body.url).toBe('http://queried.test/?key=w0rker');
});

test('addresses with a query are encrypted in the database, and secrets of templates are shown only to admins', async () => {
  const template = { secureParameters: { password: 'of-the-template' }, httpHeaders: { 'X-Key': 'of-the-template' } };
  await makeWorker('templated', {
    template: { ...template, url: 'http://t.test/?k=of-the-template', cron: '0 3 * * *' },
  });
  for (const path of ['/workers/templated', '/workers'])
    expect((await api.ask('GET', path, { token: owner })).text).not.toContain('of-the-template');
  const seen = await api.ask<WorkerView>('GET', '/workers/templated', { token: owner });
  expect(seen.body.template).toMatchObject({ cron: '0 3 * * *', secureParameters: { password: '***' } });
  expect((await api.ask('GET', '/workers/templated')).text).toContain('of-the-template');
  const listed = await api.ask<Listed<WorkerView>>('GET', '/workers');
  expect(listed.text).not.toContain('of-the-template');
  const hidden = listed.body.items.find(({ id }) => id === 'templated');
  expect(await api.ask('PUT', '/workers/templated', { body: { ...hidden, description: 'Sent back' } })).toMatchObject({
    status: 200,
  });
  expect((await api.ask<WorkerView>('GET', '/workers/templated')).body).toMatchObject({
    description: 'Sent back',
    template: { ...template, url: 'http://t.test/?k=of-the-template' },
  });
  for (const name of ['jobs', 'jobVersions', 'workers', 'workerVersions', 'audit', 'idempotency'] as const) {
    const all = JSON.stringify(await api.mongo.collection(name).find().sort({ _id: 1 }).toArray());
    const found = ['s3cret-token', 'w0rker', 'c4ncel', 'of-the-template'].filter((each) => all.includes(each));
    expect([name, found]).toEqual([name, []]);
  }
});

describe('the secrets of a template', () => {
  const SECRET = 's3cret-of-a-template';
  const option = { name: 'key', type: 'secret', default: SECRET };
  const TEMPLATES: readonly (readonly [string, Loose, Loose])[] = [
    ['secureParameters', { secureParameters: { password: SECRET } }, { secureParameters: { password: 'own' } }],
    ['httpHeaders', { httpHeaders: { 'X-Key': SECRET } }, { httpHeaders: { 'X-Key': 'own' } }],
    ['options', { options: [option] }, { options: [{ ...option, default: 'own' }] }],
    ['url', { url: `http://t.test/?k=${SECRET}` }, { url: 'http://own.test/' }],
    ['notify', { notify: [{ on: ['failed'], webhook: `http://n.test/${SECRET}` }] }, { notify: [] }],
  ];

  test.each(TEMPLATES)('in %s are given to nobody who may not see them in the worker', async (field, template, own) => {
    const worker = `secret-${field.toLowerCase()}`;
    await makeWorker(worker, { template: { labels: { from: 'template' }, ...template } });
    await makeWorker(`${worker}-ibm`, { template, tenants: ['ibm'] });
    const from = async (
      token: string | null,
      of: string,
      more: Loose = {},
    ): Promise<{ status: number; text: string }> =>
      api.ask('POST', '/jobs?fromTemplate=true', {
        ...(token !== null && { token }),
        body: { tenant: 'ibm', name: `${of} ${Math.random()}`, worker: of, ...more },
      });
    const { subject } = (await api.ask<{ subject: string }>('GET', '/me', { token: editor })).body;
    for (const [token, more] of [
      [owner, {}],
      [editor, {}],
      [editor, { owners: [subject] }],
    ] as const) {
      const refused = await from(token, worker, more);
      expect([refused.status, refused.text.includes(field), refused.text.includes(SECRET)]).toEqual([400, true, false]);
    }
    const withOwn = await from(owner, worker, own);
    expect([withOwn.status, withOwn.text.includes(SECRET)]).toEqual([201, false]);
    expect(withOwn.text).toContain('"from":"template"');
    for (const [token, of] of [
      [null, worker],
      [owner, `${worker}-ibm`],
    ] as const) {
      const made = await from(token, of);
      expect([made.status, made.text.includes(SECRET)]).toEqual([201, true]);
    }
  });

  test('that only names a channel are none: everybody may use it', async () => {
    await api.ask('POST', '/channels', {
      body: { id: 'ops', tenant: 'ibm', target: { type: 'slack', url: 'https://hooks.slack.test/x' } },
    });
    await makeWorker('told', { template: { notify: [{ on: ['failed'], webhook: 'channel:ops' }] } });
    const body = { tenant: 'ibm', name: 'told', worker: 'told' };
    const made = await api.ask('POST', '/jobs?fromTemplate=true', { token: editor, body });
    expect([made.status, made.text.includes('channel:ops')]).toEqual([201, true]);
  });
});
