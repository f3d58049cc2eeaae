/** The immutable snapshot that a job's runs refer to, stored under the hash of its content. */
import { createHash } from 'node:crypto';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { engineOf } from '#common/spec/worker.js';
import { asSpecHash } from '#common/domain/ids.js';
import type { RunSpec, WorkerSnapshot } from '#common/spec/run-spec.js';
import type { Definition } from '../core/apply-job.js';

export function snapshotOf({ job, worker, taskWorkers }: Omit<Definition, 'spec' | 'shard'>): RunSpec {
  const content: Omit<RunSpec, 'hash'> = {
    jobId: job.id,
    jobVersion: job.version,
    workerId: worker.id,
    workerVersion: worker.version,
    engine: engineOf(worker.spec),
    job: job.spec,
    worker: snapshotOfWorker(worker),
    ...(taskWorkers.length > 0 && {
      taskWorkers: taskWorkers.map((each) => ({
        id: each.id,
        version: each.version,
        worker: snapshotOfWorker(each),
        httpHeaders: headersOf(each.sealed.httpHeaders, job.sealed.httpHeaders),
      })),
    }),
    sealed: {
      secureParameters: job.sealed.secureParameters,
      httpHeaders: headersOf(headersFor(job, worker), job.sealed.httpHeaders),
      ...(job.sealed.options != null && { options: job.sealed.options }),
    },
  };
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  return { hash: asSpecHash(hash), ...content };
}

function snapshotOfWorker({ spec: { template: _template, ...rest } }: StoredWorker): WorkerSnapshot {
  return rest;
}

/**
 * The worker's headers for the address to which runs are sent: all of them for the worker's own url, for a url of the job only headers
 * that the worker marks for it.
 */
function headersFor(
  { spec, workerHeaders = [] }: StoredJob,
  { sealed }: StoredWorker,
): Readonly<Record<string, string>> {
  if (spec.url === undefined) return sealed.httpHeaders;
  return Object.fromEntries(
    Object.entries(sealed.httpHeaders).filter(([name]) => workerHeaders.includes(name.toLowerCase())),
  );
}

/** The job's headers override the worker's; names are compared without case. */
function headersOf(
  ofWorker: Readonly<Record<string, string>>,
  ofJob: Readonly<Record<string, string>>,
): Record<string, string> {
  const names = new Set(Object.keys(ofJob).map((name) => name.toLowerCase()));
  const kept = Object.entries(ofWorker).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...ofJob };
}
