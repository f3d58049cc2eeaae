import type { RunRequest } from '#common/spec/job.js';
import type { SecretBox } from '#common/crypto/secret-box.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { MIN_PRIORITY } from '#common/domain/limits.js';
import { parallelProblems } from '#common/spec/parallel-checks.js';
import type { Problem } from '#common/spec/problem.js';
import { jobOfRun, shapeOf } from '#common/run/run-shape.js';
import { again, causeOf } from '#common/run/cause.js';
import { isFinal } from '#common/run/phase.js';
import type { Run, RunOverrides, Trigger } from '#common/run/run.js';
import { AppError } from '#common/errors/app-error.js';
import { maySeeJobSecrets, type Caller } from '../access/core/access.js';
import { requireRole } from '../access/require-access.js';
import { sortableId } from '../http/derived-id.js';
import { invalidInput } from '../http/problem.js';
import type { Mutation } from '../http/route.js';
import type { JobService } from '../jobs/job.service.js';
import type { AdmittedRun, SchedulerPort } from '../scheduler-port.js';
import { successesOf } from './core/partial-rerun.js';
import type { RunDetailsReader } from './run-details.js';
import { RunInputs } from './run-inputs.js';
import type { RunReader } from './run.reader.js';

export interface RunMutation {
  readonly caller: Caller;
  readonly mutation: Omit<Mutation, 'part'>;
  /** For a run whose id is derived from its request: that id, and the trigger if it is not a person's request. */
  readonly fixed?: { readonly run: RunId; readonly trigger?: Trigger };
  /** The result of `prepare`. */
  readonly preparation?: string | undefined;
}

export interface RerunRequest {
  readonly onlyFailed?: boolean | undefined;
  /** Jobs that run after this one run again, too. */
  readonly downstream?: boolean | undefined;
}

/** Starts runs, by hand or again. */
export class RunService {
  private readonly inputs: RunInputs;

  constructor(
    private readonly reader: RunReader,
    private readonly jobs: JobService,
    private readonly scheduler: SchedulerPort,
    private readonly tools: { readonly details: Pick<RunDetailsReader, 'of'>; readonly secrets: SecretBox },
  ) {
    this.inputs = new RunInputs(tools.secrets);
  }

  /** A run of the job will be started soon, and alone; its start is given the result. */
  prepare(jobId: string): string | undefined {
    return this.scheduler.prepare(jobId);
  }

  /** Starts a run by hand. Its id follows from the request's seed, so a repeat is the same run, even if it is joined with others. */
  async start(by: RunMutation, jobId: string, request: RunRequest): Promise<AdmittedRun> {
    return this.startOf(by, await this.jobToRun(by.caller, jobId), request);
  }

  jobToRun(caller: Caller, jobId: string): Promise<StoredJob> {
    return this.jobs.find(caller, jobId, 'operator');
  }

  /** The same as `start`, for a job that was read after the run was requested. */
  async startOf(by: RunMutation, job: StoredJob, request: RunRequest): Promise<AdmittedRun> {
    const { caller } = by;
    if (request.secureParameters !== undefined) requireSecrets(caller, job);
    if ((request.priority ?? MIN_PRIORITY) > (job.spec.priority ?? 0)) requireRole(caller, job.tenant, 'editor');
    refuseProblems(parallelProblems(jobOfRun(job.spec, request)));
    const { secureParameters, startAfter, options = {}, ...rest } = request;
    return this.admit(by, job, {
      ...rest,
      ...this.inputs.judged(job, options, request.parameters),
      ...this.inputs.joined(job, request),
      startAfter: startAfter === undefined ? null : Date.parse(startAfter),
      ...(secureParameters === undefined
        ? {}
        : { secureParameters: this.tools.secrets.seal(JSON.stringify(secureParameters)) }),
    });
  }

  /** Starts the run's job again, as it is now, with the overrides of that run. `asked`: set if the id is fixed in another way. */
  async rerun({ caller, mutation, fixed: fixed }: RunMutation, runId: string, request: RerunRequest): Promise<RunId> {
    const by: RunMutation = { caller, mutation, ...(fixed && { fixed: fixed }) };
    const { onlyFailed = false, downstream = false } = request;
    const run = await this.reader.find(caller, runId, 'operator');
    if (!isFinal(run.phase)) throw new AppError('RUN_NOT_FINAL', `the run has not ended: it is ${run.phase}`);
    const job = await this.jobs.find(caller, run.job, 'operator');
    requireSameHands(caller, run, job);
    const chain = chainOf(run, downstream, this.idFor(mutation));
    const before = givenAgain(run);
    const values = {
      ...before,
      rerunOf: run.id,
      ...chain,
      ...this.inputs.judged(job, this.inputs.writtenOptions(run), before.parameters),
    };
    if (!onlyFailed) return (await this.admit(by, job, { ...values, startAfter: null })).run;
    const done = successesOf(await this.tools.details.of(run), shapeOf(job.spec, values));
    if (!done.ok) throw new AppError('CONFLICT', done.detail);
    const { succeededBefore, change } = done;
    const admitted = await this.admit(by, job, {
      ...values,
      ...(succeededBefore.length > 0 && { succeededBefore }),
      ...(change && { change }),
      startAfter: null,
    });
    return admitted.run;
  }

  /** Runs a failed run again, once at most: a repeat by any caller is the same run. */
  async redrive({ caller, mutation }: RunMutation, runId: string, request: RerunRequest): Promise<RunId> {
    const run = redriveOf(await this.reader.find(caller, runId, 'operator'));
    return this.rerun({ caller, mutation, fixed: { run } }, runId, request);
  }

  private async admit(
    { caller, mutation, fixed: fixed, preparation }: RunMutation,
    job: StoredJob,
    overrides: Omit<Parameters<SchedulerPort['admit']>[0], 'run' | 'job' | 'requestedBy' | 'trigger'>,
  ): Promise<AdmittedRun> {
    const run = fixed?.run ?? this.idFor(mutation);
    const isJoined = overrides.gather !== undefined || overrides.deduplicate !== undefined;
    const detail = `${isJoined ? 'request' : 'run'} ${run}`;
    await mutation.record({ tenant: job.tenant, object: `job/${job.id}`, detail });
    const trigger = fixed?.trigger && { trigger: fixed.trigger };
    const prepared = preparation !== undefined && { preparation };
    return this.scheduler.admit({ ...overrides, run, job: job.id, requestedBy: caller.name, ...trigger, ...prepared });
  }

  private idFor({ seed, askedAt }: RunMutation['mutation']): RunId {
    return asRunId(sortableId(seed, 'run', askedAt));
  }
}

function requireSecrets(caller: Caller, job: StoredJob): void {
  if (maySeeJobSecrets(caller, { tenant: job.tenant, owners: job.spec.owners ?? [] })) return;
  const message = 'may be set only by owners and admins, who may see them';
  throw new AppError('FORBIDDEN', `secureParameters ${message}`, { problems: [{ path: 'secureParameters', message }] });
}

/**
 * The inputs of the run are sent to the job as it is now. Throws CONFLICT for a run of a former job with the same id; FORBIDDEN if the run
 * has secret inputs, and the job was edited since by a caller who may not see them: the job may send them elsewhere now.
 */
function requireSameHands(caller: Caller, { id, jobVersion, overrides }: Run, job: StoredJob): void {
  if (jobVersion < (job.firstVersion ?? 1))
    throw new AppError('CONFLICT', `the run ${id} belongs to a former job with this id, which was deleted`);
  const isGivenSecrets = overrides?.secureParameters !== undefined || overrides?.secretOptions !== undefined;
  if (!isGivenSecrets || jobVersion === job.version) return;
  if (maySeeJobSecrets(caller, { tenant: job.tenant, owners: job.spec.owners ?? [] })) return;
  const message =
    'the run has secrets, and its job was changed since: only callers who may see the secrets may run it again';
  throw new AppError('FORBIDDEN', message);
}

/** A rerun counts for the chain of the run that it repeats, or begins that chain again. */
function chainOf(run: Run, downstream: boolean, id: RunId): { cause?: string; causeRoot?: string } {
  if (downstream) return { cause: again(causeOf(run), id), causeRoot: run.job };
  if (run.cause === undefined) return {};
  return { cause: run.cause, ...(run.causeRoot !== undefined && { causeRoot: run.causeRoot }) };
}

/** The inputs of a run that repeats this one, without its options. A pause of the earlier run is not repeated. */
function givenAgain({
  overrides,
}: Run): Omit<RunOverrides, 'options' | 'secretOptions' | 'succeededBefore' | 'rerunOf'> {
  const { options: _o, secretOptions: _s, succeededBefore: _b, rerunOf: _r, parallelism, ...values } = overrides ?? {};
  if (parallelism?.maxActive !== 0) return { ...values, ...(parallelism && { parallelism }) };
  const { maxActive: _paused, ...rest } = parallelism;
  return { ...values, ...(Object.keys(rest).length > 0 && { parallelism: rest }) };
}

/** The run that a redrive makes of it. */
export const redriveOf = ({ id, createdAt, finished }: Pick<Run, 'id' | 'createdAt' | 'finished'>): RunId =>
  asRunId(sortableId(`redrive/${id}/${createdAt}`, 'run', finished ?? createdAt));

export function refuseProblems(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw invalidInput(problems.map(({ path, message }) => ({ path: path.join('.'), message })));
}
