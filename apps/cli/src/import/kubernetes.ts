/** Kubernetes' CronJob and Job, Volcano's Job and Furiko's JobConfig, as `kubectl get -o yaml` prints them or as they were written. */
import { fromFuriko } from './furiko.js';
import {
  Fields,
  idOf,
  Import,
  isObject,
  present,
  textOf,
  type Imported,
  type ImportOptions,
  type KubernetesObject,
  type SourceDocument,
} from './imported.js';
import { workerOf } from './pods.js';
import { fromVolcano } from './volcano.js';

export function fromKubernetes(documents: readonly SourceDocument[], options: ImportOptions): Imported {
  const into = new Import();
  for (const { value, source } of documents.flatMap(itemsOf)) importOne(into, value, source, options);
  return into.result;
}

const itemsOf = ({ value, source }: SourceDocument): SourceDocument[] =>
  isObject(value) && Array.isArray(value['items'])
    ? value['items'].map((item: unknown) => ({ value: item, source }))
    : [{ value, source }];

function importOne(into: Import, value: unknown, source: string, options: ImportOptions): void {
  const { apiVersion, kind } = isObject(value) ? value : {};
  const form = `${textOf(apiVersion)}/${textOf(kind)}`;
  const convert = CONVERTERS.find(({ pattern }) => pattern.test(form))?.convert;
  if (!convert) {
    into.note(
      source,
      'kind',
      `${form} is not imported: batch/v1 CronJob and Job, Volcano Job and Furiko JobConfig are`,
    );
    return;
  }
  const object = objectOf(into, value, source, options);
  convert(into, object, options);
  object.fields.close();
}

type Convert = (into: Import, object: KubernetesObject, options: ImportOptions) => void;
const CONVERTERS: readonly { readonly pattern: RegExp; readonly convert: Convert }[] = [
  { pattern: /^batch\/v1(beta1)?\/CronJob$/, convert: fromCronJob },
  { pattern: /^batch\/v1\/Job$/, convert: fromJob },
  { pattern: /^batch\.volcano\.sh\/v1alpha1\/Job$/, convert: fromVolcano },
  { pattern: /^execution\.furiko\.io\/v1alpha1\/JobConfig$/, convert: fromFuriko },
];

function objectOf(into: Import, value: unknown, source: string, { tenant }: ImportOptions): KubernetesObject {
  const { metadata, kind } = (isObject(value) ? value : {}) as { metadata?: Record<string, unknown>; kind?: string };
  const name = textOf(metadata?.['name'] ?? metadata?.['generateName'] ?? 'unnamed');
  const fields = new Fields(value, into, `${kind ?? ''} ${name}`);
  fields.ignore('apiVersion', 'kind', 'metadata', 'status');
  return { name, id: idOf(tenant, name), labels: metadata?.['labels'], fields, source };
}

function fromCronJob(
  into: Import,
  { name, id, labels, fields, source }: KubernetesObject,
  options: ImportOptions,
): void {
  const spec = fields.below('spec');
  const template = spec.below('jobTemplate').ignore('metadata');
  const job = jobFields(template.below('spec'));
  template.close();
  const { worker, ...rest } = job;
  const timezone = spec.text('timeZone') ?? options.timezone;
  if (timezone === undefined)
    spec.note('timeZone', 'is missing: times are read as UTC, but CronJobs use the time zone of their controller');
  const deadline = spec.number('startingDeadlineSeconds');
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
      cron: spec.text('schedule'),
      schedule: present({ timezone }),
      // A CronJob catches up on the newest of its missed times.
      misfire: present({ policy: 'last', startingDeadlineSeconds: deadline }),
      concurrency: present({ policy: spec.text('concurrencyPolicy') ?? 'Allow' }),
      ...rest,
      retention: { ...(rest['retention'] as object | undefined), ...historyOf(spec) },
    },
    source,
  );
  spec.close();
}

const historyOf = (spec: Fields): Record<string, unknown> =>
  present({
    successful: spec.number('successfulJobsHistoryLimit') ?? 3,
    failed: spec.number('failedJobsHistoryLimit') ?? 1,
  });

function fromJob(
  into: Import,
  { name, id, labels, fields, source }: KubernetesObject,
  { tenant }: ImportOptions,
): void {
  const spec = fields.below('spec');
  const { worker, ...rest } = jobFields(spec);
  into.define('Worker', { id, name, ...worker, tenants: [tenant] }, source);
  into.define('Job', { id, tenant, name, labels, worker: id, ...rest }, source);
  into.note(`Job ${name}`, 'spec', `has no schedule: start the job by carillon run ${id}`);
}

const DEFAULT_BACKOFF_LIMIT = 6;
const MAX_ATTEMPTS = 50;
const MIN_AGE_SECONDS = 60;

/** Converts the `spec` of a batch/v1 Job into fields of a job and its worker. */
function jobFields(spec: Fields): Record<string, unknown> & { worker: Record<string, unknown> } {
  const template = spec.below('template');
  const pod = template.below('spec');
  const { worker, restartPolicy } = workerOf(pod, template.take('metadata'));
  template.close();
  const ttl = spec.number('ttlSecondsAfterFinished');
  if (spec.take('suspend') === true) spec.note('suspend', 'has no effect, because the job has no schedule');
  spec.ignore('selector', 'manualSelector', 'podReplacementPolicy');
  const fields = {
    worker,
    ...parallelOf(spec),
    ...attemptsOf(spec),
    // Kubernetes waits 10 s, then twice as long each time, six minutes at most.
    retry: { delaySeconds: 10, backoff: 'exponential', maxDelaySeconds: 360 },
    activeDeadlineSeconds: spec.number('activeDeadlineSeconds'),
    restartPolicy: restartPolicy === 'OnFailure' ? restartPolicy : undefined,
    successPolicy: spec.take('successPolicy'),
    policies: failurePolicies(spec),
    retention: ttl === undefined ? undefined : { maxAgeSeconds: Math.max(MIN_AGE_SECONDS, ttl) },
  };
  spec.close();
  return fields;
}

function parallelOf(spec: Fields): Record<string, unknown> {
  const completions = spec.number('completions');
  const maxActive = spec.number('parallelism');
  const completionMode = spec.text('completionMode') ?? 'NonIndexed';
  if ((completions ?? 1) <= 1 && (maxActive ?? 1) <= 1) return {};
  return {
    completions: completions ?? null,
    completionMode,
    parallelism: maxActive === undefined ? undefined : { maxActive },
  };
}

function attemptsOf(spec: Fields): Record<string, unknown> {
  const perIndex = spec.number('backoffLimitPerIndex');
  const backoffLimit = spec.number('backoffLimit') ?? (perIndex === undefined ? DEFAULT_BACKOFF_LIMIT : undefined);
  return {
    maxAttempts: Math.min(MAX_ATTEMPTS, (perIndex ?? backoffLimit ?? 0) + 1),
    backoffLimit,
    maxFailedIndexes: spec.number('maxFailedIndexes'),
  };
}

/** `FailJob` on exit codes ends the run; other parts of a podFailurePolicy have no counterpart. */
function failurePolicies(spec: Fields): object[] | undefined {
  const policy = spec.below('podFailurePolicy');
  const policies = policy.list('rules').flatMap((rule) => {
    const { action, onExitCodes } = (isObject(rule) ? rule : {}) as {
      action?: string;
      onExitCodes?: { operator?: string; values?: number[] };
    };
    if (action === 'FailJob' && onExitCodes?.operator === 'In')
      return [{ exitCodes: onExitCodes.values, action: 'TerminateJob' }];
    policy.note('rules', `${JSON.stringify(rule)} has no counterpart and was left out`);
    return [];
  });
  return policies.length > 0 ? policies : undefined;
}
