import type { JsonValue } from '#common/spec/fields.js';
import { jobReplacement, newJob, type JobReplacement, type NewJob } from '#common/spec/job.js';
import type { Role, StoredJob } from '#common/spec/definitions.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { JobsStore, JobWrite } from '#common/mongo/jobs.store.js';
import { isAdmin, type Caller } from '../access/core/access.js';
import { notFound, requireAccess, requireRole } from '../access/require-access.js';
import { changedSince, matches, type IfMatch } from '../http/core/etag.js';
import { invalidField } from '../http/problem.js';
import { plainId } from '../http/derived-id.js';
import { parseBody } from '../http/parse-request.js';
import type { Mutation } from '../http/route.js';
import type { SchedulerPort } from '../scheduler-port.js';
import { mergePatch, overTemplate } from '../http/core/merge-patch.js';
import type { TenantQuotas } from '../tenants/tenant-quotas.js';
import type { FormerJobs } from './former-jobs.js';
import type { JobJudge, JudgedContent } from './job-judge.js';

/** After a lost race against another edit, the edit is judged again at most this often. */
const MAX_EDIT_TRIES = 5;

/** The caller who requests a change, and the condition. */
export interface EditRequest {
  readonly caller: Caller;
  readonly ifMatch: IfMatch | null;
  readonly mutation: Omit<Mutation, 'part'>;
}

interface PauseRequest {
  readonly note: string | null;
  /** Lists leave the job out, too. */
  readonly archive?: boolean | undefined;
}

/** A next state of a job, or null if nothing changes. */
type Step = (job: StoredJob) => Promise<StoredJob | null>;

/** A job as it is stored now. */
export interface EditedJob {
  readonly job: StoredJob;
  /** False if the scheduler has not confirmed that it uses this revision; its sweep will find it. */
  readonly isSynced: boolean;
}

/** Changes jobs. A change is answered when the scheduler uses it, or does not answer in time. */
export class JobService {
  constructor(
    private readonly jobs: JobsStore,
    private readonly judge: JobJudge,
    private readonly scheduler: SchedulerPort,
    private readonly around: { readonly quotas: TenantQuotas; readonly former: FormerJobs },
  ) {}

  /** A live job that the caller may see and, in this role, act on. */
  async find(caller: Caller, id: string, role: Role): Promise<StoredJob> {
    const job = await this.jobs.load(asJobId(id));
    if (job?.deletedAt !== null) throw notFound(`job ${id}`);
    requireAccess(caller, job.tenant, role, `job ${id}`);
    return job;
  }

  /** Makes a job, from its worker's template if asked. */
  async create(
    { caller, mutation }: Pick<EditRequest, 'caller' | 'mutation'>,
    body: JsonValue,
    fromTemplate: boolean,
  ): Promise<EditedJob> {
    const written = fromTemplate ? overTemplate(await this.judge.templateFor(caller, body), body) : body;
    const input = parseBody(newJob, written);
    requireRole(caller, input.tenant, 'editor');
    await this.requireOwnId(caller, input);
    const job = await this.newJobOf(caller, input, mutation);
    const count = (atMost: number): Promise<number> => this.jobs.countUpTo(job.tenant, atMost);
    const isKnown = await this.around.quotas.requireRoomForJob(job.tenant, mutation.askedAt, count);
    await mutation.record({ tenant: job.tenant, object: `job/${job.id}` });
    if (!isKnown) await this.around.quotas.ensureTenant(job.tenant, mutation.askedAt);
    const stored = await this.insert(job, mutation.seed);
    return this.finishEdit(stored, null);
  }

  /** Replaces the present specification by a new one. */
  async replace(request: EditRequest, id: string, body: JobReplacement): Promise<EditedJob> {
    return this.edit(request, id, 'editor', async (job) =>
      this.nextVersion(request.caller, job, body, request.mutation),
    );
  }

  /** Merges a patch (RFC 7396) into the job as the caller sees it. */
  async patch(request: EditRequest, id: string, patch: JsonValue): Promise<EditedJob> {
    return this.edit(request, id, 'editor', async (job) => {
      const body = parseBody(jobReplacement, mergePatch(this.judge.writable(request.caller, job), patch));
      return this.nextVersion(request.caller, job, body, request.mutation);
    });
  }

  /** Makes an earlier version the newest one. */
  async rollback(request: EditRequest, id: string, version: number): Promise<EditedJob> {
    return this.edit(request, id, 'editor', async (job) => {
      const former = await this.jobs.version(job, version);
      if (!former) throw invalidField('version', 'is not a version of this job');
      const next = await this.judge.restored(request.caller, job, former, request.mutation.askedAt);
      return next && versionOf(job, next, request);
    });
  }

  /** Stops new slots until `resume`; manual runs stay possible. */
  async pause(request: EditRequest, id: string, { note, archive = false }: PauseRequest): Promise<EditedJob> {
    return this.edit(request, id, 'operator', async ({ paused, ...job }) => {
      if (paused?.note === note && (paused.archived ?? false) === archive) return Promise.resolve(null);
      const by = { by: request.caller.name, at: request.mutation.askedAt };
      const next = { ...by, note, ...(archive && { archived: true as const }) };
      return Promise.resolve({ ...revisionOf({ ...job, paused }, request), paused: next });
    });
  }

  async resume(request: EditRequest, id: string): Promise<EditedJob> {
    return this.edit(request, id, 'operator', async (job) =>
      Promise.resolve(
        job.paused ? { ...revisionOf(job, request), paused: null, resumedAt: request.mutation.askedAt } : null,
      ),
    );
  }

  /** Ends the job's schedule; its history stays until retention removes it. */
  async remove(request: EditRequest, id: string): Promise<EditedJob> {
    return this.edit(request, id, 'editor', async (job) =>
      Promise.resolve({ ...revisionOf(job, request), deletedAt: request.mutation.askedAt }),
    );
  }

  private async edit(request: EditRequest, id: string, role: Role, step: Step): Promise<EditedJob> {
    for (let tries = 0; tries < MAX_EDIT_TRIES; tries++) {
      const done = await this.tryEdit(request, id, role, step);
      if (done) return done;
      if (request.ifMatch) break;
    }
    throw new AppError(
      request.ifMatch ? 'PRECONDITION_FAILED' : 'CONFLICT',
      'the job was changed by another request at the same time',
    );
  }

  /** Null if another edit was stored in between. */
  private async tryEdit(
    { ifMatch, mutation, caller }: EditRequest,
    id: string,
    role: Role,
    step: Step,
  ): Promise<EditedJob | null> {
    const edit = await this.jobs.loadForEdit(asJobId(id), mutation.seed);
    if (!edit) throw notFound(`job ${id}`);
    const { job, wroteLast } = edit;
    requireAccess(caller, job.tenant, role, `job ${id}`);
    // A repeat of the request that wrote this revision only repeats the steps after the write.
    if (wroteLast) return this.finishEdit(job, await this.supersededBy(job));
    if (job.deletedAt !== null) throw notFound(`job ${id}`);
    if (!matches(ifMatch, job.rev)) {
      throw new AppError('PRECONDITION_FAILED', changedSince('job', job.rev));
    }
    const next = await step(job);
    if (!next) return this.finishEdit(job);
    await mutation.record({ tenant: job.tenant, object: `job/${job.id}`, detail: `version ${next.version}` });
    const outcome = await this.jobs.save(next, job, mutation.seed);
    if (outcome === 'stale') return null;
    refuseTaken(outcome, next);
    return this.finishEdit(next, job);
  }

  private async nextVersion(
    caller: Caller,
    job: StoredJob,
    body: JobReplacement,
    mutation: EditRequest['mutation'],
  ): Promise<StoredJob | null> {
    if (body.id !== undefined && body.id !== job.id) throw invalidField('id', 'is not the id in the path');
    if (body.tenant !== undefined && body.tenant !== job.tenant) {
      throw invalidField('tenant', 'must not be changed: the tenant of a job never changes');
    }
    const next = await this.judge.edited(caller, job, body, mutation.askedAt);
    return next && versionOf(job, next, { caller, mutation });
  }

  private async newJobOf(
    caller: Caller,
    { id, ...input }: NewJob,
    { seed, askedAt }: EditRequest['mutation'],
  ): Promise<StoredJob> {
    const jobId = asJobId(id ?? plainId(seed, 'job'));
    const content = await this.judge.created(caller, { id: jobId, createdAt: askedAt }, input);
    return {
      id: jobId,
      tenant: asTenantId(input.tenant),
      version: 1,
      rev: 1,
      createdAt: askedAt,
      updatedAt: askedAt,
      updatedBy: caller.name,
      ...content,
      paused: null,
      deletedAt: null,
    };
  }

  /**
   * All tenants share the job ids, and a caller who could try any id would learn which ids other tenants use. So a new id must begin with
   * the tenant's own id, or have belonged to one of its jobs; administrators, who see all jobs, choose freely.
   */
  private async requireOwnId(caller: Caller, { id, tenant }: NewJob): Promise<void> {
    if (id === undefined || isAdmin(caller) || beginsWithTenant(id, tenant)) return;
    const former = await this.jobs.load(asJobId(id));
    if (former?.tenant !== tenant) throw invalidField('id', `must begin with "${tenant}-", or be left out`);
  }

  private async insert(job: StoredJob, seed: string): Promise<StoredJob> {
    const outcome = await this.jobs.insert(job, seed);
    if (outcome !== 'idTaken') {
      refuseTaken(outcome, job);
      return job;
    }
    // The id of a job that was deleted may be used again by its tenant: the count of versions continues, and the former versions are never
    // shown.
    const former = await this.jobs.load(job.id);
    if (former?.tenant !== job.tenant || former.deletedAt === null) throw exists(`a job with the id ${job.id}`);
    await this.around.former.clear(former, job.updatedBy);
    const version = former.version + 1;
    const revived = { ...job, version, firstVersion: version, rev: former.rev + 1 };
    const saved = await this.jobs.save(revived, former, seed);
    if (saved === 'stale') throw exists(`a job with the id ${job.id}`);
    refuseTaken(saved, job);
    return revived;
  }

  /**
   * Checks the references of a new version again, because a worker, calendar or channel may have been deleted while it was written, and
   * waits for the scheduler. A version that is refused is withdrawn. `before` is the job as it was before the write, null if it is new.
   */
  private async finishEdit(job: StoredJob, before: StoredJob | null = job): Promise<EditedJob> {
    const isNewVersion = before === job || before?.version !== job.version;
    if (job.deletedAt === null && isNewVersion)
      try {
        await this.judge.requireUsable(job.id, job.spec, before?.spec ?? null);
      } catch (error) {
        if (before !== job && error instanceof AppError && !error.retryable) await this.withdraw(job, before);
        throw error;
      }
    return { job, isSynced: await this.scheduler.apply(job.id, job.rev) };
  }

  /** The job before its present revision; without a version that this revision has superseded, its content is the same. */
  private async supersededBy(job: StoredJob): Promise<StoredJob> {
    const rev = job.rev - 1;
    const [former] = await this.jobs.versionsBefore(job, job.version, 1);
    if (former?.until !== job.updatedAt) return { ...job, rev };
    const { version, spec, sealed } = former;
    const staysThere = spec.url === job.spec.url && spec.worker === job.spec.worker;
    return { ...job, rev, version, spec, sealed, workerHeaders: staysThere ? (job.workerHeaders ?? []) : [] };
  }

  /** Restores the version before a refused one, unless another edit was written since. */
  private async withdraw(refused: StoredJob, before: StoredJob | null): Promise<void> {
    const rev = refused.rev + 1;
    const next =
      before === null
        ? { ...refused, rev, deletedAt: refused.updatedAt }
        : { ...before, rev, version: refused.version + 1, updatedAt: refused.updatedAt };
    const outcome = await this.jobs.save(next, refused, `withdrawal of ${refused.id} ${refused.rev}`);
    if (outcome === 'saved') await this.scheduler.apply(next.id, next.rev);
  }
}

const beginsWithTenant = (id: string, tenant: string): boolean =>
  ['-', '.', '_'].some((separator) => id.startsWith(`${tenant}${separator}`));

type By = Pick<EditRequest, 'caller' | 'mutation'>;

const revisionOf = (job: StoredJob, { caller, mutation }: By): StoredJob => ({
  ...job,
  rev: job.rev + 1,
  // The scheduler's sweep finds missed edits by this time.
  updatedAt: Math.max(mutation.askedAt, job.updatedAt),
  updatedBy: caller.name,
});

const versionOf = (job: StoredJob, content: JudgedContent, by: By): StoredJob => ({
  ...revisionOf(job, by),
  ...content,
  version: job.version + 1,
});

function refuseTaken(outcome: JobWrite, job: StoredJob): void {
  if (outcome === 'nameTaken') throw exists(`a job called "${job.spec.name}" in the tenant ${job.tenant}`);
}

const exists = (what: string): AppError => new AppError('ALREADY_EXISTS', `there is ${what} already`);
