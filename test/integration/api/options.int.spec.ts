/** A job's options over the API: declared with types, validated when a run is requested, secret where they are declared so. */
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose } from './api-under-test.js';

const SECRET = 'opt-s3cret-default';
interface Refusal {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
let owner: string;
let editor: string;
let operator: string;
let job: JobView;
const base = { tenant: 'ibm', worker: 'bare' };

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  owner = await api.tokenFor(['ibm', 'owner']);
  editor = await api.tokenFor(['ibm', 'editor']);
  operator = await api.tokenFor(['ibm', 'operator']);
  await api.ask('POST', '/workers', {
    body: { id: 'bare', name: 'Bare', engine: 'webservice', url: 'http://bare.test' },
  });
  const options = [
    { name: 'mode', type: 'select', values: ['fast', 'slow'], default: 'fast' },
    { name: 'day', type: 'date', required: true, format: 'YYYY-MM-DD', label: 'Which day' },
    { name: 'rows', type: 'number', min: 1, integer: true },
    { name: 'key', type: 'secret', required: true, default: SECRET },
  ];
  job = (await api.ask<JobView>('POST', '/jobs', { token: owner, body: { ...base, name: 'with options', options } }))
    .body;
});
afterAll(async () => api.stop());

const run = async (body: Loose, token = operator): Promise<{ status: number; body: Refusal }> =>
  api.ask<Refusal>('POST', `/jobs/${job.id}/run`, { token, body });
const DAY = '2026-02-09T12:00:00+08:00';

test('the default of a secret option is shown to its owner, and kept when its mask is sent back', async () => {
  expect(job.options).toContainEqual({ name: 'key', type: 'secret', required: true, default: SECRET });
  const seen = await api.ask<JobView>('GET', `/jobs/${job.id}`, { token: editor });
  expect(seen.body.options).toContainEqual({ name: 'key', type: 'secret', required: true, default: '***' });
  const edited = await api.ask<JobView>('PATCH', `/jobs/${job.id}`, { token: editor, body: { labels: { a: 'b' } } });
  expect(edited.status).toBe(200);
  const put = await api.ask<JobView>('PUT', `/jobs/${job.id}`, { token: editor, body: edited.body });
  expect(put).toMatchObject({ status: 200, body: { version: edited.body.version } });
  expect((await api.ask<JobView>('GET', `/jobs/${job.id}`, { token: owner })).body.options).toEqual(job.options);
  for (const name of ['jobs', 'jobVersions', 'idempotency', 'audit'] as const) {
    const all = JSON.stringify(await api.mongo.collection(name).find().sort({ _id: 1 }).toArray());
    expect([name, all.includes(SECRET)]).toEqual([name, false]);
  }
});

test('a user who may not see secrets cannot change the values of secret options', async () => {
  const options = [...job.options!.slice(0, 3), { name: 'key', type: 'secret', default: 'mine' }];
  const reply = await api.ask<Refusal>('PATCH', `/jobs/${job.id}`, { token: editor, body: { options } });
  expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(reply.body.errors.map(({ path }) => path)).toContain('options');
});

test.each<[what: string, body: Loose, path: string]>([
  ['a value of another type', { options: { day: DAY, rows: 'many' } }, 'options.rows'],
  ['a value that is not one of the possible values', { options: { day: DAY, mode: 'slower' } }, 'options.mode'],
  ['a missing value', { options: {} }, 'options.day'],
  ['no options at all', {}, 'options.day'],
  ['an unknown option', { options: { day: DAY, colour: 'red' } }, 'options.colour'],
])('a run with %s is refused, and the error names the option', async (_what, body, path) => {
  const before = scheduler.admitted.length;
  const reply = await run(body);
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(reply.body.errors.map((each) => each.path)).toContain(path);
  expect(scheduler.admitted).toHaveLength(before);
});

test('the values are sent on, secret ones encrypted, with the version by which they were validated', async () => {
  expect((await run({ options: { day: DAY, key: 'for-this-run' } })).status).toBe(202);
  const admitted = scheduler.admitted.at(-1)!;
  expect(admitted).toMatchObject({ options: { day: DAY }, jobVersion: 2 });
  expect(JSON.stringify(admitted)).not.toContain('for-this-run');
  expect(JSON.parse(api.secrets.open(admitted.secretOptions!))).toEqual({ key: 'for-this-run' });
});

test('a job with a schedule needs a default for a required option', async () => {
  const reply = await api.ask<Refusal>('PATCH', `/jobs/${job.id}`, { token: owner, body: { cron: '0 3 * * *' } });
  expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'options.1.default' }] } });
  const made = await api.ask('POST', '/jobs', {
    body: { ...base, name: 'slots', cron: '0 3 * * *', options: [{ name: 'x', type: 'string', required: true }] },
  });
  expect(made.status).toBe(400);
});

test.each<[what: string, options: unknown, path: string]>([
  ['no known type', [{ name: 'a', type: 'file' }], 'options.0.type'],
  [
    'a default that is not one of the values',
    [{ name: 'a', type: 'select', values: ['x'], default: 'y' }],
    'options.0.default',
  ],
  [
    'the name of another option',
    [
      { name: 'a', type: 'bool' },
      { name: 'a', type: 'bool' },
    ],
    'options.1.name',
  ],
  ['a mask without a secret behind it', [{ name: 'a', type: 'secret', default: '***' }], 'options.0.default'],
])('an option with %s is refused, and the error names the field', async (_what, options, path) => {
  const reply = await api.ask<Refusal>('POST', '/jobs', { body: { ...base, name: 'refused', options } });
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(reply.body.errors.map((each) => each.path)).toContain(path);
});
