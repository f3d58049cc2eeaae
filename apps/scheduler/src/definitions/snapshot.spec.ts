import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { asJobId, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { namedBy, pick } from './job-workers.js';
import { snapshotOf } from './definition-reader.js';

const aWorker = (id: string, httpHeaders: Record<string, string> = {}): StoredWorker => ({
  id: asWorkerId(id),
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  updatedBy: '',
  spec: { name: id, engine: 'webservice', url: `https://${id}.test`, template: { cron: '* * * * *' } },
  sealed: { httpHeaders },
});
const job: StoredJob = {
  id: asJobId('job-1'),
  tenant: asTenantId('acme'),
  version: 1,
  rev: 1,
  createdAt: 0,
  updatedAt: 0,
  updatedBy: '',
  spec: {
    tenant: 'acme',
    name: 'A job',
    worker: 'own',
    tasks: [{ name: 'a' }, { name: 'b', worker: 'other' }, { name: 'c', worker: 'other' }],
  },
  sealed: { secureParameters: null, httpHeaders: { Authorization: 'job' } },
  paused: null,
  deletedAt: null,
};
const known = new Map(
  [aWorker('own'), aWorker('other', { authorization: 'worker', Accept: 'x' })].map((worker) => [worker.id, worker]),
);

test('a snapshot contains every worker that the job and its tasks name, each once, without templates', () => {
  const workers = pick(known, namedBy(job));
  if ('missing' in workers) throw new Error('all are there');
  const spec = snapshotOf({ job, ...workers });
  expect(spec.worker).toEqual({ name: 'own', engine: 'webservice', url: 'https://own.test' });
  expect(spec.taskWorkers).toEqual([
    {
      id: 'other',
      version: 1,
      worker: { name: 'other', engine: 'webservice', url: 'https://other.test' },
      httpHeaders: { Accept: 'x', Authorization: 'job' },
    },
  ]);
  expect(spec.job.tasks).toEqual(job.spec.tasks);
});

test('a job whose task names a deleted worker is not synchronised', () => {
  known.delete(asWorkerId('other'));
  expect(pick(known, namedBy(job))).toEqual({ missing: 'other' });
});
