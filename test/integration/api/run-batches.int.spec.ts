import { contracts } from '#common/messages/registry.js';
import type { PayloadOf, ReplyOf } from '#common/messages/contract.js';
import { MAX_RUNS_PER_BATCH } from '#common/domain/limits.js';
import { startApi, type ApiUnderTest, type Listed, type Loose, type Reply } from './api-under-test.js';

type Admission = Omit<PayloadOf<typeof contracts.admitRun>, 'v'>;
type Admitted = ReplyOf<typeof contracts.admitRun>;

interface Batch {
  readonly accepted: number;
  readonly refused: number;
  readonly items: readonly { status: number; run?: string; code?: string; errors?: readonly { path: string }[] }[];
}

let api: ApiUnderTest;
let operator: string;
/** The requests to the scheduler since the test began, and its answer. */
let asked: Admission[];
let answer: (request: Admission) => Admitted;

beforeAll(async () => {
  api = await startApi();
  const admit = (request: Admission): Admitted => {
    asked.push(request);
    return answer(request);
  };
  api.standIn(contracts.applyJob, () => ({ ok: true as const, jobRev: Number.MAX_SAFE_INTEGER, nextSlot: null }));
  api.standIn(contracts.admitRun, admit);
  api.standIn(contracts.admitRuns, ({ requests }) => ({ ok: true as const, replies: requests.map(admit) }));
  await api.ask('POST', '/workers', {
    body: { id: 'hook', name: 'Hook', engine: 'webservice', url: 'http://hook.test' },
  });
  const options = [{ name: 'size', type: 'number', label: 'Size', required: true }];
  const jobs = [
    { id: 'ibm-a', tenant: 'ibm' },
    { id: 'ibm-b', tenant: 'ibm' },
    { id: 'ibm-options', tenant: 'ibm', options },
    { id: 'acme-a', tenant: 'acme' },
  ];
  for (const job of jobs) await api.ask('POST', '/jobs', { body: { name: job.id, worker: 'hook', ...job } });
  operator = await api.tokenFor(['ibm', 'operator']);
});
beforeEach(() => {
  asked = [];
  answer = ({ run }) => ({ ok: true, run });
});
afterAll(async () => api.stop());

const batch = (runs: readonly Loose[], key?: string): Promise<Reply<Batch>> =>
  api.ask<Batch>('POST', '/runs:batch', {
    token: operator,
    body: { runs },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const runsIn = ({ body }: Reply<Batch>): (string | undefined)[] => body.items.map(({ run }) => run);

test('each run is validated and answered by itself, in the order of the request', async () => {
  answer = ({ run, job }) =>
    job === 'ibm-b' ? { ok: false, code: 'CONCURRENCY_FORBIDDEN', detail: 'a run is active' } : { ok: true, run };
  const reply = await batch([
    { job: 'ibm-a', parameters: { n: 1 } },
    { job: 'acme-a' },
    { job: 'ibm-b' },
    { job: 'ibm-options', options: { size: 'large' } },
    { job: 'ibm-options', options: { size: 3 } },
    { job: 'ibm-a', secureParameters: { key: 'secret' } },
    { job: 'ibm-a', parameters: { n: 2 } },
  ]);
  expect(reply).toMatchObject({ status: 200, body: { accepted: 3, refused: 4 } });
  expect(reply.body.items.map(({ status, code }) => [status, code])).toEqual([
    [202, undefined],
    [404, 'NOT_FOUND'],
    [409, 'CONCURRENCY_FORBIDDEN'],
    [400, 'VALIDATION_FAILED'],
    [202, undefined],
    [403, 'FORBIDDEN'],
    [202, undefined],
  ]);
  expect(reply.body.items[3]?.errors?.map(({ path }) => path)).toEqual(['options.size']);
  const runs = runsIn(reply).filter((run) => run !== undefined);
  expect(new Set(runs).size).toBe(3);
  const parameters = new Map(asked.map((each) => [each.run, each.parameters]));
  expect(runs.map((run) => parameters.get(run))).toEqual([{ n: 1 }, undefined, { n: 2 }]);
});

test('the audit names each run before it is requested, and the refused ones', async () => {
  answer = ({ run, job }) => (job === 'ibm-b' ? { ok: false, code: 'QUEUE_FULL', detail: 'full' } : { ok: true, run });
  const [run] = runsIn(await batch([{ job: 'ibm-a' }, { job: 'ibm-b' }]));
  const { body } = await api.ask<Listed<Loose>>('GET', '/audit?tenant=ibm&limit=10');
  const entries = body.items.filter(({ action }) => action === 'runBatch');
  const ids = asked.map((each) => `run ${each.run}`);
  expect(entries.filter(({ detail }) => ids.includes(String(detail)))).toHaveLength(2);
  expect(entries.find(({ detail }) => detail === `run ${String(run)}`)).toMatchObject({
    object: 'job/ibm-a',
    refusedWith: null,
  });
  expect(entries.find(({ object }) => object === 'job/ibm-b')).toMatchObject({ refusedWith: 'QUEUE_FULL' });
});

test('a repeat of the request requests the same runs, also if its answer was lost', async () => {
  const first = await batch([{ job: 'ibm-a' }, { job: 'ibm-b' }], 'whole');
  const again = await batch([{ job: 'ibm-a' }, { job: 'ibm-b' }], 'whole');
  expect(again.body).toEqual(first.body);
  expect(asked).toHaveLength(2);
  await api.mongo.collection('idempotency').updateMany({ _id: { $gt: '' } }, { $set: { answer: null, busyUntil: 0 } });
  const late = await batch([{ job: 'ibm-a' }, { job: 'ibm-b' }], 'whole');
  expect(late.body).toEqual(first.body);
  expect(new Set(asked.map(({ run }) => run)).size).toBe(2);
});

test('a run with a key of its own is the same in any batch', async () => {
  const mine = { job: 'ibm-a', parameters: { day: 1 }, idempotencyKey: 'day-1' };
  const [first] = runsIn(await batch([mine, { job: 'ibm-b' }]));
  const [, again, twice] = runsIn(await batch([{ job: 'ibm-b' }, mine, mine]));
  expect([again, twice]).toEqual([first, first]);
  expect(asked.filter(({ run }) => run === first)).toHaveLength(1);
  const other = await batch([{ ...mine, parameters: { day: 2 } }]);
  expect(other.body.items).toMatchObject([{ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' }]);
});

test('a run that was refused may be requested again with its key', async () => {
  answer = () => ({ ok: false, code: 'QUEUE_FULL', detail: 'full' });
  const mine = { job: 'ibm-a', idempotencyKey: 'later' };
  expect((await batch([mine])).body.items).toMatchObject([{ status: 409, code: 'QUEUE_FULL' }]);
  answer = ({ run }) => ({ ok: true, run });
  expect((await batch([mine])).body.items).toMatchObject([{ status: 202 }]);
});

test('a batch of the maximum size is answered completely, and a larger one is refused with the name of its field', async () => {
  const runs = Array.from({ length: MAX_RUNS_PER_BATCH }, (_, i) => ({ job: i % 2 === 0 ? 'ibm-a' : 'ibm-b' }));
  const reply = await batch(runs);
  expect(reply.body).toMatchObject({ accepted: MAX_RUNS_PER_BATCH, refused: 0 });
  const jobs = new Map(asked.map(({ run, job }) => [run, job]));
  expect(runsIn(reply).map((run) => jobs.get(run ?? ''))).toEqual(runs.map(({ job }) => job));
  const more = await api.ask('POST', '/runs:batch', { token: operator, body: { runs: [...runs, { job: 'ibm-a' }] } });
  expect(more).toMatchObject({ status: 400, body: { errors: [{ path: 'runs' }] } });
  const odd = await api.ask('POST', '/runs:batch', { token: operator, body: { runs: [{ job: 'ibm-a', days: 1 }] } });
  expect(odd).toMatchObject({ status: 400, body: { errors: [{ path: 'runs.0.days' }] } });
});
