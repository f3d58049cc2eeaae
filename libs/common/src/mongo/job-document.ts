/** Jobs as they are stored. */
import type { Shards } from '../domain/shards.js';
import { asJobId } from '../domain/ids.js';
import { type StoredJob, taskWorkersOf } from '../spec/definitions.js';
import { termsOf } from '../spec/job-terms.js';
import type { StoredDocument } from './document.js';
import { fromJsonText, toJsonText, type JsonText } from './json-text.js';

export interface JobDocument extends Omit<StoredJob, 'id' | 'spec' | 'sealed'>, StoredDocument {
  readonly name: string;
  readonly worker: string;
  /** The workers that its tasks name. */
  readonly taskWorkers?: readonly string[];
  readonly shard: number;
  /** The terms by which lists find it (`spec/job-terms.ts`); empty once it is deleted. */
  readonly terms: readonly string[];
  /** Present until the job is deleted: until then its name is unique in the tenant. */
  readonly live?: true;
  /** Present while the job is live and has notification rules. */
  readonly notifies?: true;
  /** Present while the job is live and archived. */
  readonly archived?: true;
  /** Present while the job is live and may be archived automatically. */
  readonly ends?: true;
  /** The request that made this revision, so that its repeat is recognised. */
  readonly writer: string;
  readonly spec: JsonText<StoredJob['spec']>;
  readonly sealed: JsonText<StoredJob['sealed']>;
}

/** The index of terms. */
export const BY_TERM = { terms: 1, tenant: 1, name: 1 } as const;

/** The stored form of a job, also for callers that store very many at once. */
export function toJobDocument(job: StoredJob, writer: string, shards: Shards): JobDocument {
  const { id, spec, sealed, ...rest } = job;
  const taskWorkers = taskWorkersOf(spec);
  return {
    _id: id,
    ...rest,
    name: spec.name,
    worker: spec.worker,
    ...(taskWorkers.length > 0 && { taskWorkers }),
    shard: shards.of(id),
    terms: termsOf(job),
    ...(job.deletedAt === null ? { live: true as const } : {}),
    ...(job.deletedAt === null && spec.notify?.length ? { notifies: true as const } : {}),
    ...(job.deletedAt === null && job.paused?.archived ? { archived: true as const } : {}),
    ...(job.deletedAt === null && job.paused === null && spec.archiveWhen !== undefined ? { ends: true as const } : {}),
    writer,
    spec: toJsonText(spec),
    sealed: toJsonText(sealed),
  };
}

export function fromJobDocument(document: JobDocument): StoredJob {
  const { _id, spec, sealed, name: _n, worker: _w, taskWorkers: _t, shard: _s, terms: _t2, ...guarded } = document;
  const { live: _l, notifies: _n2, archived: _a, ends: _e, writer: _r, ...rest } = guarded;
  return { id: asJobId(_id), ...rest, spec: fromJsonText(spec), sealed: fromJsonText(sealed) };
}
