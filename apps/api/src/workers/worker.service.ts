import type { JsonValue } from '#common/spec/fields.js';
import {
  engineOf,
  GENERIC_WEBSERVICE_WORKER,
  workerReplacement,
  type NewWorker,
  type WorkerReplacement,
} from '#common/spec/worker.js';
import type { StoredJob, StoredWorker } from '#common/spec/definitions.js';
import { judgeSecretVariables } from '#common/spec/secret-variables.js';
import { asWorkerId, type JobId, type WorkerId } from '#common/domain/ids.js';
import { MAX_JOBS_REAPPLIED } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { WorkersStore } from '#common/mongo/workers.store.js';
import { maySeeWorker, type Caller } from '../access/core/access.js';
import { notFound } from '../access/require-access.js';
import { changedSince, matches } from '../http/core/etag.js';
import { mergePatch } from '../http/core/merge-patch.js';
import { invalidField } from '../http/problem.js';
import { parseBody } from '../http/parse-request.js';
import { hostFields } from '../jobs/core/job-edit.js';
import type { EditRequest } from '../jobs/job.service.js';
import { MAX_NAMED, someOf } from '../jobs/users-named.js';
import type { SchedulerPort } from '../scheduler-port.js';
import type { WorkerChecks } from './worker-checks.js';
import type { WorkerContent, WorkerContents } from './worker-contents.js';

const REAPPLIED_TOGETHER = 16;

/** A worker as it is stored now. */
export interface EditedWorker {
  readonly worker: StoredWorker;
  /** False if the scheduler has not confirmed that the worker's jobs use this revision; its sweep will find it. */
  readonly isSynced: boolean;
}

/** Changes workers. An edit is answered when the scheduler uses it for the worker's jobs (at most `MAX_JOBS_REAPPLIED`), or does not answer in time. */
export class WorkerService {
  constructor(
    private readonly workers: WorkersStore,
    private readonly around: { readonly jobs: JobsStore; readonly checks: Pick<WorkerChecks, 'require'> },
    private readonly contents: WorkerContents,
    private readonly scheduler: SchedulerPort,
  ) {}

  async find(caller: Caller, id: string): Promise<StoredWorker> {
    const worker = await this.workers.load(asWorkerId(id));
    if (!worker || !maySeeWorker(caller, worker.spec.tenants)) throw notFound(`worker ${id}`);
    return worker;
  }

  async create({ caller, mutation }: EditRequest, { id, ...written }: NewWorker): Promise<StoredWorker> {
    const worker: StoredWorker = {
      id: asWorkerId(id),
      version: 1,
      createdAt: mutation.askedAt,
      updatedAt: mutation.askedAt,
      updatedBy: caller.name,
      ...this.contents.of(written, null),
    };
    await this.around.checks.require(worker.spec, null, mutation.askedAt);
    await mutation.record({ tenant: null, object: `worker/${id}` });
    const outcome = await this.workers.insert(worker, mutation.seed);
    if (outcome === 'idTaken') throw new AppError('ALREADY_EXISTS', `there is a worker with the id ${id} already`);
    return worker;
  }

  async replace(request: EditRequest, id: string, body: WorkerReplacement): Promise<EditedWorker> {
    return this.edit(request, id, (worker) => {
      if (body.id !== undefined && body.id !== worker.id) throw invalidField('id', 'is not the id in the path');
      return this.contents.of(body, worker);
    });
  }

  /** Merges a patch (RFC 7396) into the worker as it may be sent back. */
  async patch(request: EditRequest, id: string, patch: JsonValue): Promise<EditedWorker> {
    return this.edit(request, id, (worker) => {
      const present = this.contents.contentsOf(worker);
      return this.contents.of(parseBody(workerReplacement, mergePatch(present, patch)), worker);
    });
  }

  /** Removes a worker that no job uses. */
  async remove({ ifMatch, mutation }: EditRequest, id: string): Promise<void> {
    const worker = await this.workers.load(asWorkerId(id));
    if (!worker) throw notFound(`worker ${id}`);
    if (id === GENERIC_WEBSERVICE_WORKER) throw new AppError('IN_USE', `the worker ${id} is built in`);
    if (!matches(ifMatch, worker.version)) throw stale(worker);
    // From here on no job may begin to use the worker. A request that is writing such a job now checks this again after its write.
    await this.workers.beginRemoval(worker.id);
    if (await this.around.jobs.usesWorker(worker.id)) {
      await this.workers.cancelRemoval(worker.id);
      throw new AppError('IN_USE', `the worker ${id} is used by jobs`);
    }
    await mutation.record({ tenant: null, object: `worker/${id}` });
    await this.workers.remove(worker);
  }

  /** Makes the generic web-service worker, whose jobs have their own url. */
  async ensureBuiltIn(now: number): Promise<void> {
    const at = { createdAt: now, updatedAt: now, updatedBy: 'carillon' };
    const spec = {
      name: 'Other web service',
      description: 'Calls the url of the job.',
      engine: 'webservice' as const,
    };
    await this.workers.insert(
      { id: asWorkerId(GENERIC_WEBSERVICE_WORKER), version: 1, ...at, spec, sealed: { httpHeaders: {} } },
      'built in',
    );
  }

  private async edit(
    { caller, ifMatch, mutation }: EditRequest,
    id: string,
    contentOf: (worker: StoredWorker) => WorkerContent,
  ): Promise<EditedWorker> {
    const worker = await this.workers.load(asWorkerId(id));
    if (!worker) throw notFound(`worker ${id}`);
    if (await this.workers.wroteLast(worker.id, mutation.seed)) return this.finishEdit(worker);
    if (!matches(ifMatch, worker.version)) throw stale(worker);
    const content = contentOf(worker);
    if (this.contents.areSame(content, worker)) return this.finishEdit(worker);
    await this.around.checks.require(content.spec, worker.spec, mutation.askedAt);
    if (engineOf(worker.spec) !== 'process') await this.requireHost(worker.id, content.spec);
    const next = {
      ...worker,
      ...content,
      version: worker.version + 1,
      updatedAt: mutation.askedAt,
      updatedBy: caller.name,
    };
    await mutation.record({ tenant: null, object: `worker/${id}`, detail: `version ${next.version}` });
    if ((await this.workers.save(next, worker, mutation.seed)) === 'stale') {
      throw new AppError(ifMatch ? 'PRECONDITION_FAILED' : 'CONFLICT', 'the worker was changed at the same time');
    }
    return this.finishEdit(next);
  }

  /** Refuses to run on hosts what editors of jobs have chosen for another engine. Throws VALIDATION_FAILED. */
  private async requireHost(id: WorkerId, spec: StoredWorker['spec']): Promise<void> {
    if (engineOf(spec) !== 'process') return;
    const { jobs } = this.around;
    const users: string[] = [];
    for (let ids = await jobs.ofWorker(id, null); ids.length > 0; ids = await jobs.ofWorker(id, ids.at(-1) ?? null)) {
      const choosing = [...(await jobs.loadMany(ids)).values()].filter((job) => choosesHost(job, spec));
      users.push(...choosing.map((job) => `"${job.spec.name}" (${job.id})`));
      if (users.length > MAX_NAMED) break;
    }
    if (users.length > 0) throw invalidField('engine', `${ON_HOST}: ${someOf(users)}`);
  }

  private async finishEdit(worker: StoredWorker): Promise<EditedWorker> {
    let after: JobId | null = null;
    for (let applied = 0; applied < MAX_JOBS_REAPPLIED;) {
      const jobs: JobId[] = await this.around.jobs.ofWorker(worker.id, after);
      const last = jobs.at(-1);
      if (last === undefined) break;
      for (let start = 0; start < jobs.length; start += REAPPLIED_TOGETHER) {
        const together = jobs.slice(start, start + REAPPLIED_TOGETHER);
        const synced = await Promise.all(together.map((job) => this.scheduler.apply(job, 0)));
        if (!synced.every(Boolean)) return { worker, isSynced: false };
      }
      applied += jobs.length;
      after = last;
    }
    return { worker, isSynced: true };
  }
}

const ON_HOST =
  'cannot become process while jobs of the worker set what would run on the host (command, args, env, secretsFrom or identity, also of tasks)';

const choosesHost = ({ spec }: StoredJob, worker: StoredWorker['spec']): boolean =>
  hostFields({ current: null, next: { spec }, worker }, { admin: false }).length > 0 ||
  judgeSecretVariables(spec, { engine: 'process', workers: [worker] }).forbidden.length > 0;

const stale = ({ id, version }: { id: WorkerId; version: number }): AppError =>
  new AppError('PRECONDITION_FAILED', changedSince(`worker ${id}`, version));
