/** Requests for runs that are joined: what is sent to the scheduler, what is refused, and how they are answered. */
import { asJobId } from '#common/domain/ids.js';
import { contracts } from '#common/messages/registry.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { startApi, type ApiUnderTest, type Loose, type Reply } from './api-under-test.js';
import { storeRun } from './stored-runs.js';

type Admission = Omit<PayloadOf<typeof contracts.admitRun>, 'v'>;
type Problem = Loose & { readonly errors?: readonly { path: string; message: string }[] };

let api: ApiUnderTest;
let operator: string;
let asked: Admission[] = [];
let isDuplicate = false;

beforeAll(async () => {
  api = await startApi();
  const admit = async (request: Admission): Promise<ReplyOf<typeof contracts.admitRun>> => {
    asked.push(request);
    const run = isDuplicate ? 'the-first' : request.run;
    await storeRun(api.mongo, run, { job: asJobId(request.job), phase: 'Completed' });
    return { ok: true, run, ...(isDuplicate && { duplicate: true as const }) };
  };
  api.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: Number.MAX_SAFE_INTEGER, nextSlot: null }));
  api.standIn(contracts.admitRun, admit);
  api.standIn(contracts.admitRuns, async ({ requests }) => ({
    ok: true as const,
    replies: await Promise.all(requests.map(admit)),
  }));
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  const options = [
    { name: 'order', type: 'string' },
    { name: 'token', type: 'secret' },
  ];
  const key = '${option.order}';
  const jobs = [
    { id: 'ibm-once', deduplicate: { windowSeconds: 60 } },
    { id: 'ibm-debounced', debounce: { key, seconds: 5, maxWaitSeconds: 30 } },
    { id: 'ibm-collected', parameters: { region: 'eu' }, collect: { key, seconds: 5 } },
  ];
  for (const job of jobs) {
    const body = { tenant: 'ibm', name: job.id, worker: 'hook', options, ...job };
    const { status, text } = await api.ask('POST', '/jobs', { body });
    if (status !== 201) throw new Error(text);
  }
  operator = await api.tokenFor(['ibm', 'operator'], ['ibm', 'owner']);
});
beforeEach(() => {
  asked = [];
  isDuplicate = false;
});
afterAll(async () => api.stop());

const run = (job: string, body: Loose = {}, headers = {}): Promise<Reply<Problem>> =>
  api.ask<Problem>('POST', `/jobs/${job}/run`, { token: operator, body, headers });

test('rules are stored with the job, and shown', async () => {
  expect((await api.ask('GET', '/jobs/ibm-debounced', { token: operator })).body).toMatchObject({
    debounce: { key: '${option.order}', seconds: 5, maxWaitSeconds: 30 },
  });
});

test.each<[Loose, string]>([
  [{ debounce: { seconds: 5 }, collect: { seconds: 5 } }, 'collect'],
  [{ debounce: { seconds: 5, key: '${option.none}' } }, 'debounce.key'],
  [{ deduplicate: { windowSeconds: 5, key: '${run.id}' } }, 'deduplicate.key'],
])('the job %j is refused at %s', async (rules, path) => {
  const body = { tenant: 'ibm', name: 'Refused', worker: 'hook', ...rules };
  expect(await api.ask('POST', '/jobs', { body })).toMatchObject({ status: 400, body: { errors: [{ path }] } });
});

test('a request is sent with its key and the version by which it was validated', async () => {
  expect(await run('ibm-debounced', { options: { order: '7' } })).toMatchObject({ status: 202 });
  await run('ibm-collected', { options: { order: '7' }, parameters: { day: 1 } });
  expect(asked).toMatchObject([
    { gather: { by: 'debounce', key: '7', seconds: 5, maxWaitSeconds: 30 }, jobVersion: 1 },
    {
      gather: { by: 'collect', key: '7', seconds: 5, maxItems: 100 },
      items: [{ parameters: { region: 'eu', day: 1 }, options: { order: '7' } }],
      jobVersion: 1,
    },
  ]);
});

test('without a key all given values count, in any order; secrets count and are not shown', async () => {
  const given = { parameters: { a: 1, b: 2 }, options: { token: 'very-secret-token' } };
  await run('ibm-once', given);
  await run('ibm-once', { options: { token: 'very-secret-token' }, parameters: { b: 2, a: 1 } });
  await run('ibm-once', { ...given, options: { token: 'another-secret-token' } });
  const keys = asked.map(({ deduplicate }) => deduplicate?.key);
  expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
});

test.each<[string, Loose, string]>([
  ['ibm-debounced', {}, 'options.order'],
  ['ibm-debounced', { options: { order: 'x'.repeat(201) } }, 'options.order'],
  ['ibm-debounced', { options: { order: '7' }, startAfter: '2026-12-01T00:00:00Z' }, 'startAfter'],
  ['ibm-collected', { options: { order: '7', token: 'a' } }, 'options.token'],
  ['ibm-collected', { options: { order: '7' }, secureParameters: { a: 1 } }, 'secureParameters'],
  ['ibm-collected', { options: { order: '7' }, parameters: { a: 'x'.repeat(98_280) } }, 'parameters'],
])('%s: an invalid value is refused with its field (%#)', async (job, body, path) => {
  expect(await run(job, body)).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ path }] } });
  expect(asked).toEqual([]);
});

test('a duplicate is answered with 200, the run of the first request and a mark, and so is its repeat', async () => {
  isDuplicate = true;
  const key = { 'idempotency-key': 'a-duplicate' };
  const reply = await run('ibm-once', {}, key);
  expect(reply).toMatchObject({ status: 200, body: { run: { id: 'the-first' }, duplicate: true } });
  const again = await run('ibm-once', {}, key);
  expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([200, reply.body, 'true']);
  expect(asked).toHaveLength(1);
});

test('in a batch a duplicate is marked by itself', async () => {
  isDuplicate = true;
  const body = { runs: [{ job: 'ibm-once' }, { job: 'ibm-debounced' }] };
  expect(await api.ask('POST', '/runs:batch', { token: operator, body })).toMatchObject({
    status: 200,
    body: {
      accepted: 1,
      refused: 1,
      items: [
        { status: 200, run: 'the-first', duplicate: true },
        { status: 400, errors: [{ path: 'options.order' }] },
      ],
    },
  });
});

test('a rerun is joined with no other, and gets the items of the run that it repeats', async () => {
  const items = [{ parameters: 1, options: {} }];
  const overrides = { items, options: { order: '7' } };
  const requests = {
    by: 'collect' as const,
    key: '7',
    firstAt: 1,
    lastAt: 2,
    count: 1,
    last: [],
    prints: 'abcdefgh',
    first: [{ id: 'r' as never, at: 1, by: 'ann', trigger: 'webhook' as const }],
  };
  await storeRun(api.mongo, 'collected-run', {
    job: asJobId('ibm-collected'),
    phase: 'Completed',
    overrides,
    requests,
  });
  const shown = await api.ask('GET', '/runs/collected-run', { token: operator });
  expect(shown.body).toMatchObject({
    items,
    requests: { by: 'collect', key: '7', count: 1, open: false, first: [{ requestedBy: 'ann', trigger: 'webhook' }] },
  });
  expect(shown.text).not.toContain('abcdefgh');
  await api.ask('POST', '/runs/collected-run/rerun', { token: operator, body: {} });
  expect(asked).toMatchObject([{ items, rerunOf: 'collected-run' }]);
  expect(asked[0]).not.toHaveProperty('gather');
});
