/** Numbers of workers and users on their way through the api: what a worker says arrives as it was written, what people ask for does so or is refused. */
import { contracts } from '#common/messages/registry.js';
import { asJobId, asRunId, asTenantId, attemptId, attemptSegment } from '#common/domain/ids.js';
import { parseExactJson } from '#common/domain/parse-json.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import { InboxStore } from '#common/mongo/inbox.store.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import type { JsonValue } from '#common/spec/fields.js';
import { obligingScheduler, startApi, type ApiUnderTest, type Loose } from './api-under-test.js';
import { firstAttempt, liveAttempt, storeRun } from './stored-runs.js';

/** Numbers that a double holds, and how JavaScript writes them. */
const HELD: readonly (readonly [string, string])[] = [
  ['1', '1'],
  ['1.0', '1'],
  ['1.10', '1.1'],
  ['1e3', '1000'],
  ['420777123456', '420777123456'],
  ['9007199254740991', '9007199254740991'],
];
/** Numbers that no double holds: a short hash of Git, ids of other systems, a decimal of Python, a zero with a sign. */
const OTHERS = [
  ...['123e4567', '1e999', '-0', '9007199254740993', '12345678901234567890', '1212092628029698049'],
  '0.1000000000000000055511151231257827',
];
const ALL = [...HELD.map(([text]) => text), ...OTHERS];
const value = `{"rows":[${ALL.join(',')}],"last":{"id":9007199254740993}}`;

let api: ApiUnderTest;
let admitted: ReturnType<typeof obligingScheduler>['admitted'];

beforeAll(async () => {
  api = await startApi();
  ({ admitted } = obligingScheduler(api));
  const storage = new JobStorageStore(api.mongo);
  api.standIn(contracts.putStorage, async ({ job, tenant, actor, value: given }) => ({
    ok: true as const,
    version: await storage.save({ job: asJobId(job), tenant: asTenantId(tenant) }, [
      { source: { actor }, at: Date.now(), value: given },
    ]),
  }));
  await api.ask('POST', '/tenants', { body: { id: 'ibm' } });
  const worker = { id: 'hook', name: 'w', engine: 'webservice', url: 'https://w.example' };
  await api.ask('POST', '/workers', { body: worker });
  await api.ask('POST', '/jobs', { body: { id: 'numbers', tenant: 'ibm', name: 'numbers', worker: 'hook' } });
});
afterAll(async () => api.stop());

const call = async (run: string, kind: string, body: string): Promise<number> => {
  const attempt = firstAttempt(run);
  await storeRun(api.mongo, run, { phase: 'Running', live: [liveAttempt(attempt)] });
  const path = `/callbacks/runs/${attemptSegment(attempt)}/${kind}`;
  return (await api.ask('POST', path, { token: api.secrets.callbackToken(attempt), body })).status;
};

test('what a worker saves and reports reaches its owner as it was written', async () => {
  const heard: string[] = [];
  const stops = [
    api.standIn(contracts.saveStorage, (payload) => {
      heard.push(JSON.stringify(payload.value));
      return { ok: true as const };
    }),
    api.standIn(contracts.reportStatus, ({ progress, outputs, exitCode }) => {
      heard.push(JSON.stringify({ progress, outputs, exitCode }));
      return { ok: true as const };
    }),
  ];
  expect(await call('n1', 'job_storage', value)).toBe(204);
  for (const number of ALL) expect(await call(`n1-${ALL.indexOf(number)}`, 'job_storage', number)).toBe(204);
  expect(heard).toEqual([value, ...ALL]);
  const status = `{"state":"FINISHED","exitCode":3.0,"progress":${value},"outputs":{"it":${value}}}`;
  expect(await call('n2', 'status', status)).toBe(204);
  expect(heard.at(-1)).toBe(`{"progress":${value},"outputs":{"it":${value}},"exitCode":3}`);
  for (const stop of stops) stop();
});

test('a callback that waits for its owner keeps its numbers', async () => {
  expect(await call('n3', 'job_storage', value)).toBe(204);
  const inbox = new InboxStore(api.mongo, api.secrets);
  const [head] = await inbox.ofAttempts('log-collector', [firstAttempt('n3')]);
  const { value: entries } = await inbox.read([head!]).next();
  expect(JSON.stringify((entries?.[0]?.payload as Loose)['value'])).toBe(value);
});

test('outputs, progress and parameters are stored and shown as they were written', async () => {
  const given = parseExactJson(value) as JsonValue;
  const live = { ...liveAttempt(firstAttempt('n4')), lastStatus: { message: '', progress: given } };
  const overrides = { parameters: { it: given }, items: [given] };
  await storeRun(api.mongo, 'n4', { phase: 'Running', live: [live], outputs: { it: given }, overrides });
  const attempts = new AttemptsStore(api.mongo);
  const key = { run: asRunId('n4'), tenant: asTenantId('ibm'), task: 'main', index: 0, generation: 0, attempt: 2 };
  const end = { result: 'succeeded' as const, at: 1, exitCode: 0, reason: '', message: '' };
  const rest = { startedAt: null, end, node: null, logComplete: null, logReason: null };
  const id = attemptId({ run: asRunId('n4'), generation: 0, task: 'main', index: 0, attempt: 2 });
  await attempts.recordEnd({ id, ...key, ...rest, progress: given, outputs: { it: given } });
  const { text: run } = await api.ask('GET', '/runs/n4');
  expect(run).toContain(`"outputs":{"it":${value}}`);
  expect(run).toContain(`"parameters":{"it":${value}}`);
  const { text: shown } = await api.ask('GET', '/runs/n4/attempts');
  expect(shown.split(`"progress":${value}`)).toHaveLength(3);
  expect(JSON.stringify((await attempts.get(id))?.outputs)).toBe(`{"it":${value}}`);
});

test('job storage that people set is stored and shown as it was written', async () => {
  const put = await api.ask('PUT', '/jobs/numbers/storage', { body: value, headers: { 'idempotency-key': 'k1' } });
  expect([put.status, put.text]).toEqual([200, value]);
  const again = await api.ask('PUT', '/jobs/numbers/storage', { body: value, headers: { 'idempotency-key': 'k1' } });
  expect(again.text).toBe(value);
  expect((await api.ask('GET', '/jobs/numbers/storage')).text).toBe(value);
  expect((await api.ask('GET', '/jobs/numbers/storage/versions')).text).toContain(`"value":${value}`);
});

test.each(HELD)('the parameter %s reaches the worker as the number that it is', async (text, written) => {
  const asked = await api.ask('POST', '/jobs/numbers/run', { body: `{"parameters":{"it":[${text}]}}` });
  expect(asked.status).toBe(202);
  expect(JSON.stringify(admitted.at(-1)?.parameters)).toBe(`{"it":[${written}]}`);
});

test.each(OTHERS)('the parameter %s is refused with its path, in every request', async (text) => {
  const parameters = `"parameters":{"ids":[1,${text}]}`;
  const requests: [string, string, string][] = [
    ['POST', '/jobs/numbers/run', `{${parameters}}`],
    ['PUT', '/jobs/other', `{"tenant":"ibm","name":"o","worker":"hook",${parameters}}`],
    ['PATCH', '/jobs/numbers', `{${parameters}}`],
    ['POST', '/jobs', `{"tenant":"ibm","name":"o","worker":"hook",${parameters}}`],
  ];
  const before = admitted.length;
  for (const [method, path, body] of requests) {
    const { status, body: problem } = await api.ask<{ errors: { path: string; message: string }[] }>(method, path, {
      body,
    });
    expect([status, problem.errors]).toEqual([
      400,
      [
        {
          path: 'parameters.ids.1',
          message: expect.stringContaining('a number that a double holds exactly') as string,
        },
      ],
    ]);
  }
  expect(admitted).toHaveLength(before);
});

test('a number that no double holds is no number of any other field', async () => {
  const { status, body } = await api.ask<{ errors: { path: string }[] }>('PATCH', '/jobs/numbers', {
    body: '{"timeoutSeconds":1e999,"maxAttempts":3.0}',
  });
  expect([status, body.errors.map(({ path }) => path)]).toEqual([400, ['timeoutSeconds']]);
});
