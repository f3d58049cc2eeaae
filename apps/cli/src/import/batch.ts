/** Converts CronJob and Job of Kubernetes: their pod becomes a worker, all else a job. */
import { REFERENCE } from '#common/spec/command-line.js';
import type { Fields } from './fields.js';
import { present, type Import, type ImportOptions, isObject, LEFT_OUT } from './imported.js';
import type { KubernetesObject } from './kubernetes-object.js';
import { withoutControllers, workerOf, type ImportedPod } from './pods.js';
import { scheduleOf } from './schedules.js';

/* Converts the podFailurePolicy of a Job: the first of its rules that fits decides, as the first policy does here. */

interface FailurePolicy {
  readonly policies: readonly object[] | undefined;
  /** Exit codes with which an index fails without another attempt. */
  readonly notOnExitCodes: readonly number[] | undefined;
}

/** The codes from 1 to 255: 0 is success. */
const CODES: readonly number[] = Array.from({ length: 255 }, (_, at) => at + 1);
const SPENT = 'spends one of the `maxRetry` restarts of the run here, and nothing there';

function failurePolicyOf(spec: Fields, { containers }: ImportedPod): FailurePolicy {
  const policy = spec.below('podFailurePolicy');
  const decided = new Set<number>();
  const policies: object[] = [];
  const notOnExitCodes: number[] = [];
  for (const rule of policy.each('rules')) {
    const action = rule.text('action') ?? '';
    const causes = causesOf(rule, containers, decided);
    const ourAction = { FailJob: 'TerminateJob', Ignore: 'RestartPod' }[action];
    if (causes && ourAction !== undefined) policies.push({ ...causes, action: ourAction });
    else if (causes?.exitCodes && action === 'FailIndex') notOnExitCodes.push(...causes.exitCodes);
    // A failure that counts is what happens to all others, too.
    else if (!causes || action !== 'Count') rule.note('action', `${action} of this rule ${LEFT_OUT}`);
    if (causes && action === 'Ignore') rule.note('action', `${action} ${SPENT}`);
    rule.close();
  }
  policy.close();
  const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
  return { policies: some(policies), notOnExitCodes: some(notOnExitCodes) };
}

interface Causes {
  readonly events?: readonly string[];
  readonly exitCodes?: readonly number[];
}

/** What a rule is about, without exit codes that an earlier one has decided; undefined if there is no counterpart. */
function causesOf(rule: Fields, containers: readonly unknown[], decided: Set<number>): Causes | undefined {
  const conditions = rule.each('onPodConditions');
  const codes = codesOf(rule.below('onExitCodes'), containers);
  if (conditions.length > 0) return conditions.every(isDisruption) ? { events: ['PodEvicted', 'NodeLost'] } : undefined;
  const exitCodes = codes?.filter((code) => !decided.has(code));
  for (const code of exitCodes ?? []) decided.add(code);
  return exitCodes && { exitCodes };
}

const isDisruption = (condition: Fields): boolean =>
  condition.text('type') === 'DisruptionTarget' && (condition.text('status') ?? 'True') === 'True';

/** Undefined for a rule that is not about exit codes, or about those of one of several containers. */
function codesOf(codes: Fields, containers: readonly unknown[]): readonly number[] | undefined {
  if (!isObject(codes.value)) return undefined;
  const container = codes.text('containerName');
  const values = codes.list('values');
  const isIn = codes.text('operator') === 'In';
  if (container === undefined || containers.length === 1) return CODES.filter((code) => values.includes(code) === isIn);
  codes.note('containerName', 'names one of several containers: here the exit codes of all of them count');
  return undefined;
}

export function fromCronJob(
  into: Import,
  { name, id, labels, spec, source }: KubernetesObject,
  options: ImportOptions,
): void {
  const template = spec.below('jobTemplate');
  const metadata = template.below('metadata');
  const ofJobs = Object.keys(withoutControllers(metadata.take('labels')));
  if (ofJobs.length > 0) metadata.note('labels', `have no counterpart: ${ofJobs.join(', ')}`);
  const { worker, ...rest } = jobFields(template.below('spec'));
  for (const each of [metadata, template]) each.close();
  const policy = spec.text('concurrencyPolicy') ?? 'Allow';
  if (policy === 'Forbid')
    spec.note('concurrencyPolicy', 'skips a time that comes during a run; a CronJob may start it after that run');
  const deadline = spec.number('startingDeadlineSeconds');
  const history = present({
    successful: spec.number('successfulJobsHistoryLimit') ?? 3,
    failed: spec.number('failedJobsHistoryLimit') ?? 1,
  });
  into.define('Worker', { id, name, ...worker, tenants: [options.tenant] }, source);
  into.define(
    'Job',
    {
      id,
      tenant: options.tenant,
      name,
      labels,
      worker: id,
      enabled: spec.take('suspend') === true ? false : undefined,
      ...scheduleOf(spec, options.timezone),
      // A CronJob catches up on the newest of its missed times.
      misfire: present({ policy: 'last', startingDeadlineSeconds: deadline }),
      concurrency: { policy },
      ...rest,
      retention: { ...(rest['retention'] as object | undefined), ...history },
    },
    source,
  );
}

export function fromJob(
  into: Import,
  { name, id, labels, spec, source, about }: KubernetesObject,
  { tenant }: ImportOptions,
): void {
  const { worker, ...rest } = jobFields(spec);
  into.define('Worker', { id, name, ...worker, tenants: [tenant] }, source);
  into.define('Job', { id, tenant, name, labels, worker: id, ...rest }, source);
  into.note(about, 'spec', `has no schedule: start the job by carillon run ${id}`);
}

/** Converts the `spec` of a Job into fields of a job and its worker. */
function jobFields(spec: Fields): Record<string, unknown> & { worker: Record<string, unknown> } {
  const tell = (text: string): string => {
    for (const [whole] of text.matchAll(REFERENCE)) spec.note('template', `has ${whole}, which Carillon replaces`);
    return text;
  };
  const completionMode = spec.text('completionMode') ?? 'NonIndexed';
  const pod = workerOf(spec.below('template'), tell, completionMode === 'Indexed');
  if (spec.take('suspend') === true) spec.note('suspend', 'has no effect, because the job has no schedule');
  const { policies, notOnExitCodes } = failurePolicyOf(spec, pod);
  const fields = {
    worker: pod.worker,
    ...parallelOf(spec, completionMode),
    ...attemptsOf(spec, pod.restartPolicy),
    // Kubernetes waits 10 s, then twice as long each time, ten minutes at most.
    retry: present({ delaySeconds: 10, backoff: 'exponential', maxDelaySeconds: 600, notOnExitCodes }),
    activeDeadlineSeconds: spec.number('activeDeadlineSeconds'),
    restartPolicy: pod.restartPolicy === 'OnFailure' ? pod.restartPolicy : undefined,
    successPolicy: spec.take('successPolicy'),
    policies,
    retention: retentionOf(spec),
  };
  spec.close();
  return fields;
}

const MIN_AGE_SECONDS = 60;

export function retentionOf(spec: Fields): object | undefined {
  const ttl = spec.number('ttlSecondsAfterFinished');
  if (ttl === undefined) return undefined;
  if (ttl < MIN_AGE_SECONDS) spec.note('ttlSecondsAfterFinished', `is ${MIN_AGE_SECONDS} s here, the least age`);
  return { maxAgeSeconds: Math.max(MIN_AGE_SECONDS, ttl) };
}

/** One pod at a time, unless more are given. */
function parallelOf(spec: Fields, completionMode: string): Record<string, unknown> {
  const completions = spec.number('completions');
  const parallelism = spec.number('parallelism');
  if ((completions ?? 1) === 1 && (parallelism ?? 1) === 1) return {};
  return { completions: completions ?? null, completionMode, parallelism: { maxActive: parallelism ?? 1 } };
}

const DEFAULT_BACKOFF_LIMIT = 6;
const MAX_ATTEMPTS = 50;
/** With a limit per index, the API server gives the whole job this one: none. */
const NO_LIMIT = 2 ** 31 - 1;

function attemptsOf(spec: Fields, restartPolicy: string | undefined): Record<string, unknown> {
  const perIndex = spec.number('backoffLimitPerIndex');
  const limit = spec.number('backoffLimit');
  const maxFailedIndexes = spec.number('maxFailedIndexes');
  const backoffLimit =
    limit === NO_LIMIT ? undefined : (limit ?? (perIndex === undefined ? DEFAULT_BACKOFF_LIMIT : undefined));
  const wanted = (perIndex ?? backoffLimit ?? NO_LIMIT) + 1;
  const field = perIndex === undefined ? 'backoffLimit' : 'backoffLimitPerIndex';
  if (wanted > MAX_ATTEMPTS) spec.note(field, `is more than the ${MAX_ATTEMPTS} attempts that an index may have here`);
  if (restartPolicy === 'OnFailure')
    spec.note(
      field,
      'counts restarts of containers there; here only pods that have failed count, and restarts have no limit',
    );
  return {
    maxAttempts: Math.min(MAX_ATTEMPTS, wanted),
    backoffLimit,
    maxFailedIndexes,
    // The other indexes continue when one has failed.
    onFailure: perIndex !== undefined && maxFailedIndexes === undefined ? 'WaitForRemaining' : undefined,
  };
}
