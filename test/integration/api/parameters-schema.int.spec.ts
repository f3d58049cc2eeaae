/** The JSON Schema of a job's parameters over the API: checked at saving and in every way in which a run is requested. */
import type { BulkView } from '../../../apps/api/src/bulk/bulk.routes.js';
import type { JobView } from '../../../apps/api/src/jobs/job.view.js';
import { until } from '#testing/until.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose } from './api-under-test.js';

interface Refusal {
  readonly code: string;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
}

let api: ApiUnderTest;
let scheduler: ReturnType<typeof obligingScheduler>;
let token: string;
let job: JobView;
const base = { tenant: 'ibm', worker: 'bare' };
const parametersSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { rows: { $ref: '#/$defs/count' }, 'by.site': { type: 'string' } },
  required: ['rows'],
  additionalProperties: false,
  $defs: { count: { type: 'integer', minimum: 1 } },
};

beforeAll(async () => {
  api = await startApi();
  scheduler = obligingScheduler(api);
  token = await api.tokenFor(['ibm', 'editor']);
  await api.ask('POST', '/workers', {
    body: { id: 'bare', name: 'Bare', engine: 'webservice', url: 'http://bare.test' },
  });
  job = (await api.ask<JobView>('POST', '/jobs', { token, body: { ...base, name: 'typed', parametersSchema } })).body;
});
afterAll(async () => api.stop());

const run = async (body: Loose): Promise<{ status: number; body: Refusal & { run?: { id: string } } }> =>
  api.ask('POST', `/jobs/${job.id}/run`, { token, body });

test('the schema is stored as it was given, whatever names it contains', async () => {
  expect(job.parametersSchema).toEqual(parametersSchema);
  const seen = await api.ask<JobView>('GET', `/jobs/${job.id}`, { token });
  expect(seen.body.parametersSchema).toEqual(parametersSchema);
  expect(await api.ask('PUT', `/jobs/${job.id}`, { token, body: seen.body })).toMatchObject({ body: { version: 1 } });
});

test.each<[what: string, body: Loose, path: string]>([
  [
    'a schema with a reference to another document',
    { parametersSchema: { $ref: 'https://a.test/b' } },
    'parametersSchema.$ref',
  ],
  ['an invalid schema', { parametersSchema: { type: 'text' } }, 'parametersSchema.type'],
  ['defaults that do not match', { parametersSchema, parameters: { rows: 0 } }, 'parameters.rows'],
  ['a schedule without required parameters', { parametersSchema, cron: '0 3 * * *' }, 'parameters.rows'],
])('a job with %s is refused, and the error names the field', async (_what, body, path) => {
  const reply = await api.ask<Refusal>('POST', '/jobs', { token, body: { ...base, name: 'refused', ...body } });
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(reply.body.errors.map((each) => each.path)).toContain(path);
});

test.each<[what: string, body: Loose, path: string]>([
  ['nothing', {}, 'parameters.rows'],
  ['another type', { parameters: { rows: 'many' } }, 'parameters.rows'],
  ['an unknown name', { parameters: { rows: 1, colour: 'red' } }, 'parameters.colour'],
])('a run with %s is refused, and the error names the parameter', async (_what, body, path) => {
  const before = scheduler.admitted.length;
  const reply = await run(body);
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(reply.body.errors.map((each) => each.path)).toEqual([path]);
  expect(scheduler.admitted).toHaveLength(before);
});

test('valid parameters are sent on with the version of the job by which they were checked, and are checked again when the run is repeated', async () => {
  const started = await run({ parameters: { rows: 5, 'by.site': 'a' } });
  expect(started.status).toBe(202);
  const admitted = scheduler.admitted.at(-1)!;
  expect(admitted).toMatchObject({ parameters: { rows: 5, 'by.site': 'a' }, jobVersion: 1 });
  await api.mongo
    .collection<{ _id: string }>('runs')
    .updateOne({ _id: admitted.run }, { $set: { overrides: { parameters: { rows: 5 } } } });
  expect(await api.ask('POST', `/runs/${admitted.run}/rerun`, { token, body: {} })).toMatchObject({ status: 202 });
  const stricter = { ...parametersSchema, $defs: { count: { type: 'integer', minimum: 10 } } };
  await api.ask('PATCH', `/jobs/${job.id}`, { token, body: { parametersSchema: stricter } });
  expect(await api.ask('POST', `/runs/${admitted.run}/rerun`, { token, body: {} })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'parameters.rows', message: 'must be >= 10' }] },
  });
  await api.ask('PATCH', `/jobs/${job.id}`, { token, body: { parametersSchema } });
});

test('a bulk does not change a job whose parameters would become invalid, and gives the reason', async () => {
  const body = { action: 'run', jobs: { ids: [job.id] }, parameters: { rows: -1 } };
  const { bulk } = (await api.ask<{ bulk: BulkView }>('POST', '/bulk', { token, body })).body;
  const ended = await until('the end of the bulk operation', async () => {
    const { body: seen } = await api.ask<BulkView>('GET', `/bulk/${bulk.id}`, { token });
    return seen.finishedAt === null ? null : seen;
  });
  expect(JSON.stringify(ended)).toContain('VALIDATION_FAILED');
});
