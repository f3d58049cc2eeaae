/** Puts together everything that an attempt is given, in the form that its engine takes. */
import { attemptId, type AttemptId } from '#common/domain/ids.js';
import { DEFAULT_START_DEADLINE_SECONDS } from '#common/domain/limits.js';
import type { LiveAttempt } from '#common/domain/run.js';
import { variablesOf, type AttemptContext } from './attempt-context.js';
import type { CommandLaunch, ContainerLaunch, Launch, SecretVariable } from './engine.js';
import { attemptEnvironment, jobStorageText } from './environment.js';
import { invocationBody, type CallbackAddress } from './invocation.js';
import { substitute, substituteAll } from './substitution.js';

/** What the service itself adds to every launch. */
export interface LaunchSettings {
  readonly vcapServices: string | null;
  /** Secrets of the workers' place that every worker is given. */
  readonly workerSecrets: readonly SecretVariable[];
  readonly callback: CallbackAddress;
  /** Headers of worker and job, opened. */
  readonly headers: Readonly<Record<string, string>>;
  readonly namespace: string | null;
  readonly allowedHosts: readonly string[] | null;
}

/** A launch, or the words for why the snapshot cannot be launched at all. */
export type LaunchOrProblem = Launch | { readonly problem: string };

export function launchOf(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  switch (context.spec.engine) {
    case 'kubernetes':
      return containerLaunch(context, live, settings);
    case 'webservice':
      return callLaunch(context, live, settings);
    case 'process':
      return commandLaunch(context, live, settings);
  }
}

type Common = Omit<CommandLaunch, 'engine' | 'command' | 'env' | 'envFrom' | 'jobStorage' | 'startedBy'>;

function common({ run, spec, key, index }: AttemptContext, live: LiveAttempt): Common {
  const { startDeadlineSeconds = DEFAULT_START_DEADLINE_SECONDS, timeoutSeconds = null } = spec.job;
  return {
    attempt: live.id,
    key,
    tenant: run.tenant,
    job: run.job,
    jobName: run.jobName,
    worker: run.worker,
    shard: run.shard,
    indexCount: index.count,
    startBy: live.since + startDeadlineSeconds * 1_000,
    timeoutSeconds,
  };
}

function commandLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const [program, ...args] = commandOf(context);
  if (program === undefined || program === '') return { problem: 'neither worker nor job names a command' };
  return {
    ...common(context, live),
    engine: 'process',
    command: [program, ...args],
    env: attemptEnvironment(context, settings.vcapServices),
    envFrom: secretsOf(context, settings),
    jobStorage: jobStorageText(context),
    startedBy: live.claim.replica,
  };
}

/** The job's command and arguments, where it names some, in place of the worker's. */
function commandOf(context: AttemptContext): string[] {
  const { job, worker } = context.spec;
  return substituteAll([...(job.command ?? worker.command ?? []), ...argsOf(context)], variablesOf(context));
}

const argsOf = ({ spec: { job, worker } }: AttemptContext): readonly string[] =>
  job.args ?? (job.command === undefined ? worker.args : undefined) ?? [];

const secretsOf = ({ spec }: AttemptContext, settings: LaunchSettings): readonly SecretVariable[] => {
  const own = spec.worker.envFrom ?? [];
  const named = new Set(own.map(({ as }) => as));
  return [...settings.workerSecrets.filter(({ as }) => !named.has(as)), ...own];
};

function callLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const { job, worker } = context.spec;
  const url = job.url ?? worker.url;
  if (url === undefined) return { problem: 'neither worker nor job names a url' };
  return {
    ...common(context, live),
    engine: 'webservice',
    url,
    headers: settings.headers,
    body: invocationBody(context, settings.callback),
    cancelUrl: worker.cancelUrl ?? null,
    former: formerAttempt(context),
    allowedHosts: settings.allowedHosts,
  };
}

const formerAttempt = ({ key }: AttemptContext): AttemptId | null =>
  key.attempt === 1 ? null : attemptId({ ...key, attempt: key.attempt - 1 });

function containerLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const { job, worker } = context.spec;
  if (worker.image === undefined) return { problem: 'the worker names no image' };
  const variables = variablesOf(context);
  const launch: ContainerLaunch = {
    ...common(context, live),
    engine: 'kubernetes',
    slug: dnsLabel(context.run.jobName),
    namespace: settings.namespace,
    image: substitute(worker.image, variables),
    command: substituteAll(job.command ?? worker.command ?? [], variables),
    args: substituteAll(argsOf(context), variables),
    env: attemptEnvironment(context, settings.vcapServices),
    envFrom: secretsOf(context, settings),
    resources: {
      requests: { ...worker.resources?.requests, ...job.resources?.requests },
      limits: { ...worker.resources?.limits, ...job.resources?.limits },
    },
    podTemplates: [worker.podTemplate, job.podTemplate].filter((template) => template !== undefined),
    imagePullSecrets: worker.imagePullSecrets ?? [],
    serviceAccount: worker.serviceAccount ?? null,
    restartPolicy: job.restartPolicy ?? 'Never',
    priorityClassName: null,
    schedulerName: null,
    completionMode: 'Indexed',
    jobStorage: jobStorageText(context),
    name: live.name ?? null,
  };
  return launch;
}

const MAX_LABEL = 63;

/** A name as one DNS label: lower case letters, digits and dashes, beginning with a letter. */
export function dnsLabel(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  return plain.slice(0, MAX_LABEL).replace(/-+$/, '') || 'job';
}
