import type { JobSpec } from '#common/spec/job.js';
import { asWorkerId } from '#common/domain/ids.js';
import { aRun, aSpec, planFor } from '#testing/builders/run-builder.js';
import { capacityOf, limitsOf } from './start-limits.js';

const own = { maxActivePerEngine: { process: 64, webservice: null, kubernetes: null }, maxActivePerTenant: null };
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
  ['the one worker that all tasks name', job('own', 'own'), 'worker/own', 7],
  ['the job’s worker where tasks are of several', job('own', 'other'), 'worker/worker', 3],
  ['the job’s worker where a task names none', job('own', undefined), 'worker/worker', 3],
])('starts keep the limits of %s', (_, spec, key, maxActive) => {
  const taskWorkers = [aWorker('own', 7), aWorker('other', 9)];
  const snapshot = { ...aSpec(spec), taskWorkers } as ReturnType<typeof aSpec>;
  const worker = { ...snapshot.worker, limits: { maxActive: 3 } };
  const limits = limitsOf(aRun(planFor(spec)), { ...snapshot, worker }, own);
  expect(limits.map((limit) => limit.key)).toEqual(['engine/process', key, 'tenant/ibm']);
  expect(limits[1]).toMatchObject({ maxActive });
  expect(capacityOf(limits)).toBe(maxActive);
});
