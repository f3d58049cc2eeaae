import type { JobSpec } from '#common/spec/job.js';
import { asTenantId, asWorkerId } from '#common/domain/ids.js';
import { plainTenant } from '#common/mongo/tenants.store.js';
import type { Run } from '#common/run/run.js';
import type { Tenant } from '#common/spec/definitions.js';
import { aRun, aSpec, planFor } from '#testing/builders/run-builder.js';
import type { StartTerms } from './start-queue.js';
import { capacityOf, limitsOf, startTermsOf } from './start-limits.js';

const own = { maxActivePerEngine: { process: 64, webservice: null, kubernetes: null } };
const aWorker = (id: string, maxActive: number): object => ({
  id: asWorkerId(id),
  version: 1,
  worker: { name: id, engine: 'process', command: ['true'], limits: { maxActive, maxPerSecond: 5 } },
  httpHeaders: {},
});
const job = (...workers: (string | undefined)[]): JobSpec => ({
  tenant: 'ibm',
  name: 'A job',
  worker: 'worker',
  ...(workers.length > 0 && {
    tasks: workers.map((worker, at) => ({ name: `t${at}`, replicas: 1, ...(worker && { worker }) })),
  }),
});

test.each<[string, JobSpec, string, number]>([
  ['the job’s worker', job(), 'worker/worker', 3],
  ['the single worker that all tasks name', job('own', 'own'), 'worker/own', 7],
  ['the job’s worker where the tasks name several', job('own', 'other'), 'worker/worker', 3],
  ['the job’s worker where a task names none', job('own', undefined), 'worker/worker', 3],
])('starts keep the limits of %s', (_, spec, key, maxActive) => {
  const taskWorkers = [aWorker('own', 7), aWorker('other', 9)];
  const snapshot = { ...aSpec(spec), taskWorkers } as ReturnType<typeof aSpec>;
  const worker = { ...snapshot.worker, limits: { maxActive: 3 } };
  const limits = limitsOf(aRun(planFor(spec)), { ...snapshot, worker }, own);
  expect(limits.map((limit) => limit.key)).toEqual(['engine/process', key]);
  expect(limits[1]).toMatchObject({ maxActive });
  expect(capacityOf(limits)).toBe(maxActive);
});

test('a tenant with a maximum share has at most that part of the places, and at least one', () => {
  const snapshot = aSpec(job());
  const worker = { ...snapshot.worker, limits: { maxActive: 3 } };
  const limits = limitsOf(aRun(planFor(job())), { ...snapshot, worker }, own, { maxSharePercent: 25 });
  expect(limits.slice(2)).toEqual([
    { key: 'engine/process/of/ibm', maxActive: 16, maxPerSecond: null },
    { key: 'worker/worker/of/ibm', maxActive: 1, maxPerSecond: null, shared: { key: 'worker/worker', percent: 25 } },
  ]);
  expect(capacityOf(limits)).toBe(1);
});

test('groups count only if they have weights, and the waiting time of a run starts again after its start', () => {
  const spec = { ...aSpec(job()), job: { ...aSpec(job()).job, concurrency: { group: 'nightly' } } };
  const plan = planFor(job());
  const run = { ...aRun(plan), priority: 7, startAfter: 50, phaseSince: 20 };
  const plain = plainTenant(asTenantId('ibm'), 0);
  const termsOf = (change: Partial<Tenant>, of: Run = run): StartTerms =>
    startTermsOf(of, { spec, plan, tenant: { ...plain, ...change } }, own);
  expect(termsOf({})).toMatchObject({
    share: { tenant: 'ibm', weight: 1, group: null, groupWeight: 1 },
    priority: 7,
    waitsSince: 50,
  });
  const shares = { weight: 4, groupWeights: { nightly: 3 } };
  expect(termsOf(shares).share).toEqual({ tenant: 'ibm', weight: 4, group: 'nightly', groupWeight: 3 });
  expect(termsOf({ groupWeights: { other: 3 } }).share).toMatchObject({ group: 'nightly', groupWeight: 1 });
  expect(termsOf({}, { ...run, started: 60 })).not.toHaveProperty('waitsSince');
});
