/**
 * Objects of another tenant cannot be distinguished from missing ones.
 * @promise S11
 */
import { asJobId } from '#common/domain/ids.js';
import type { Route } from '../../../apps/api/src/http/route.js';
import { routes } from '../../../apps/api/src/routes.js';
import { obligingScheduler, startApi, type ApiUnderTest } from './api-under-test.js';
import { storeErrorGroup } from './stored-error-groups.js';
import { storeIncident } from './stored-incidents.js';
import { storeRun } from './stored-runs.js';

const THEIRS = 'theirs';
const NOBODYS = 'nobody';
let api: ApiUnderTest;
let owner: string;
let incident: string;

beforeAll(async () => {
  api = await startApi();
  obligingScheduler(api);
  const hook = { engine: 'webservice', url: 'http://hook.test' };
  await api.ask('POST', '/workers', { body: { id: 'hook', name: 'Hook', ...hook } });
  const secret = { httpHeaders: { Authorization: 'secret' }, template: { labels: { a: 'b' } } };
  // Neither engine nor address are valid for a job without either of them.
  await api.ask('POST', '/workers', { body: { id: THEIRS, name: 'x', ...hook, ...secret, tenants: ['acme'] } });
  await api.ask('POST', '/calendars', { body: { id: THEIRS, tenant: 'acme', dates: ['2026-12-24'] } });
  await api.ask('POST', '/tenants', { body: { id: THEIRS } });
  await api.ask('POST', '/jobs', { body: { id: THEIRS, tenant: 'acme', name: 'Theirs', worker: 'hook' } });
  await storeRun(api.mongo, THEIRS, { job: asJobId(THEIRS), phase: 'Completed', tenant: 'acme' as never });
  await api.ask('POST', '/monitors', { body: { id: THEIRS, tenant: 'acme', schedule: { every: 60 } } });
  await api.ask('POST', '/rules', { body: { id: THEIRS, tenant: 'acme', when: { type: 'failed' } } });
  const webhook = { signature: 'github', secrets: { now: 'only-for-this-test' } };
  await api.ask('POST', '/triggers', { body: { id: THEIRS, tenant: 'acme', job: THEIRS, webhook } });
  incident = await storeIncident(api, THEIRS, 'acme');
  await storeErrorGroup(api, THEIRS, { tenant: 'acme', job: THEIRS });
  owner = await api.tokenFor(['ibm', 'owner']);
});
afterAll(async () => api.stop());

/** The answer to a stranger about an id, with the id itself left out. */
async function answerAbout(id: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const text = JSON.stringify({ path, body: body ?? null }).replaceAll('{id}', id);
  const asked = JSON.parse(text) as { path: string; body: unknown };
  const sent = asked.body === null ? {} : { body: asked.body };
  const { status, text: answer } = await api.ask(method, asked.path, { token: owner, ...sent });
  return { status, answer: answer.replaceAll(id, '{id}') };
}

const aboutOneThing = routes
  .filter(({ path, access }) => path.includes('{id}') && access !== 'attempt')
  .map((route): [string, Route] => [route.id, route]);

test.each(aboutOneThing)('%s answers for an object of another tenant as for a missing one', async (_id, route) => {
  const path = route.tag === 'Calendars' ? `${route.path}?tenant=ibm` : route.path;
  const theirs = await answerAbout(THEIRS, route.method, path, route.example.body);
  const nobodys = await answerAbout(NOBODYS, route.method, path, route.example.body);
  expect(theirs).toEqual(nobodys);
});

const aboutIncidents = routes
  .filter(({ path }) => path.includes('/incidents/'))
  .map((route): [string, Route] => [route.id, route]);

test.each(aboutIncidents)(
  '%s answers for an incident of another tenant as for a missing one',
  async (_id, { method, path, example }) => {
    expect((await api.ask('GET', `/incidents/${incident}`)).status).toBe(200);
    const ofNobody = await answerAbout('nobody-1', method, path, example.body);
    expect(await answerAbout(incident, method, path, example.body)).toEqual(ofNobody);
    expect(ofNobody).toMatchObject({ status: 404 });
  },
);

test.each(['/monitors', '/rules', '/triggers', '/incidents', '/errors', '/channels', '/calendars'])(
  'the list %s answers for another tenant as for a missing one',
  async (path) => {
    const theirs = await answerAbout('acme', 'GET', `${path}?tenant={id}`);
    expect(theirs).toEqual(await answerAbout('zzzz', 'GET', `${path}?tenant={id}`));
  },
);

test.each(['monitor', 'rule'])(
  'the list of incidents answers for a %s of another tenant as for a missing one',
  async (what) => {
    const path = `/incidents?${what}={id}`;
    expect(await answerAbout(THEIRS, 'GET', path)).toEqual(await answerAbout(NOBODYS, 'GET', path));
  },
);

test.each(['/runs?errorGroup={id}', '/errors?job={id}', '/errors?q={id}'])(
  'the list %s answers for an object of another tenant as for a missing one',
  async (path) => {
    expect(await answerAbout(THEIRS, 'GET', path)).toEqual(await answerAbout(NOBODYS, 'GET', path));
  },
);

test('a redrive answers for an error group of another tenant as for a missing one', async () => {
  const body = { action: 'redrive', dryRun: true, runs: { errorGroup: '{id}' } };
  expect(await answerAbout(THEIRS, 'POST', '/bulk', body)).toEqual(await answerAbout(NOBODYS, 'POST', '/bulk', body));
});

test('a rule that names a job of another tenant is answered as one that names a missing job', async () => {
  const body = { id: 'watch', tenant: 'ibm', match: { job: '{id}' }, when: { type: 'noSuccessSince', seconds: 1 } };
  const answers = [];
  for (const id of [THEIRS, NOBODYS]) {
    const made = await answerAbout(id, 'POST', '/rules', body);
    answers.push(JSON.stringify(made).replaceAll(/"updatedAt[^,]*,/g, ''));
    expect(made).toMatchObject({ status: 201 });
    expect((await api.ask('DELETE', '/rules/watch', { token: owner })).status).toBe(204);
  }
  expect(answers[0]).toBe(answers[1]);
});

const job = { tenant: 'ibm', name: 'Mine', worker: '{id}' };
test.each([
  ['a job', '/jobs', job],
  ['a job from a template', '/jobs?fromTemplate=true', job],
  ['a job with other faults', '/jobs', { ...job, cron: 'nonsense', queue: 'nowhere' }],
  ['a task of a job', '/jobs', { ...job, worker: 'hook', tasks: [{ name: 'a', worker: '{id}', replicas: 1 }] }],
  [
    'a task among other faults',
    '/jobs',
    { ...job, worker: 'hook', tasks: [{ name: 'a', worker: '{id}' }], queue: 'q' },
  ],
])('%s that names a worker of another tenant is answered as with a missing worker', async (_what, path, body) => {
  const theirs = await answerAbout(THEIRS, 'POST', path, body);
  expect(theirs).toEqual(await answerAbout(NOBODYS, 'POST', path, body));
  expect(theirs).toMatchObject({ status: 400 });
});

test('an edited job that names a worker of another tenant is answered as with a missing worker', async () => {
  const mine = await api.ask<{ id: string }>('POST', '/jobs', { token: owner, body: { ...job, worker: 'hook' } });
  expect(mine.status).toBe(201);
  const path = `/jobs/${mine.body.id}`;
  const theirs = await answerAbout(THEIRS, 'PATCH', path, { worker: '{id}' });
  expect(theirs).toEqual(await answerAbout(NOBODYS, 'PATCH', path, { worker: '{id}' }));
  expect(theirs).toMatchObject({ status: 400 });
});

test('a new job with the id of another tenant’s job is answered as with an unused id', async () => {
  const body = { id: '{id}', tenant: 'ibm', name: 'Chosen', worker: 'hook' };
  const theirs = await answerAbout(THEIRS, 'POST', '/jobs', body);
  expect(theirs).toEqual(await answerAbout(NOBODYS, 'POST', '/jobs', body));
  expect(theirs).toMatchObject({ status: 400 });
});

test('ids are chosen among those of the own tenant, and used again after a removal; administrators choose freely', async () => {
  const create = async (token: string | undefined, id: string, name: string): Promise<number> =>
    (
      await api.ask('POST', '/jobs', {
        ...(token !== undefined && { token }),
        body: { id, tenant: 'ibm', name, worker: 'hook' },
      })
    ).status;
  expect(await create(owner, 'ibm-nightly', 'Nightly')).toBe(201);
  expect(await create(owner, 'ibm-nightly', 'Nightly again')).toBe(409);
  expect(await create(undefined, 'anything', 'Anything')).toBe(201);
  expect(await create(owner, 'anything', 'Again')).toBe(409);
  expect((await api.ask('DELETE', '/jobs/anything', { token: owner })).status).toBe(204);
  expect(await create(owner, 'anything', 'Anything')).toBe(201);
});
