/** Puts together everything that an attempt is given, in the form that its engine takes. */
import { attemptId, type AttemptId } from '#common/domain/ids.js';
import { DEFAULT_START_DEADLINE_SECONDS } from '#common/domain/limits.js';
import { hostLists, hostVariables } from '#common/domain/parallel/hosts.js';
import type { LiveAttempt } from '#common/domain/run.js';
import { ownWorkerOf, variablesOf, workerOf, type AttemptContext } from './attempt-context.js';
import { dnsLabel } from './dns-label.js';
import { LOCAL_HOST, type CommandLaunch, type ContainerLaunch, type Launch, type SecretVariable } from './engine.js';
import { attemptEnvironment, jobStorageText, ownIndexVariables } from './environment.js';
import { invocationBody, type CallbackAddress } from './invocation.js';
import { siteOf } from './run-site.js';
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
  readonly templatePaths: readonly string[] | null;
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

type Common = Omit<CommandLaunch, 'engine' | 'command' | 'env' | 'envFrom' | 'jobStorage' | 'site' | 'startedBy'>;

function common({ run, spec, key, task }: AttemptContext, live: LiveAttempt): Common {
  const { startDeadlineSeconds = DEFAULT_START_DEADLINE_SECONDS, timeoutSeconds = null } = spec.job;
  return {
    attempt: live.id,
    key,
    tenant: run.tenant,
    job: run.job,
    jobName: run.jobName,
    worker: run.worker,
    shard: run.shard,
    indexCount: task.indexes,
    startBy: live.since + startDeadlineSeconds * 1_000,
    timeoutSeconds,
  };
}

function commandLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const [program, ...args] = commandOf(context);
  if (program === undefined || program === '') return { problem: 'neither worker nor job names a command' };
  const env = attemptEnvironment(context, settings.vcapServices);
  const site = siteOf({ ...context, namespace: null });
  const hosts = site?.svc?.injectHostsEnv === true ? hostVariables(hostLists(site.tasks, () => LOCAL_HOST)) : {};
  return {
    ...common(context, live),
    engine: 'process',
    command: [program, ...args],
    env: { ...env, plain: { ...hosts, ...env.plain } },
    site,
    envFrom: secretsOf(context, settings),
    jobStorage: jobStorageText(context),
    startedBy: live.claim.replica,
  };
}

interface CommandParts {
  readonly command: readonly string[];
  readonly args: readonly string[];
}

/** The task's command and arguments, else the job's, else the worker's. A job's are for its own worker, not for a task's. */
function commandParts(context: AttemptContext): CommandParts {
  const { job, worker } = context.spec;
  const own = ownWorkerOf(context);
  const layers = own ? [context.task.own, own.worker] : [context.task.own, job, worker];
  let args: readonly string[] | undefined;
  for (const layer of layers) {
    args ??= layer?.args;
    // Arguments are for the command that they stand beside, or for one below.
    if (layer?.command !== undefined) return { command: layer.command, args: args ?? [] };
  }
  return { command: [], args: args ?? [] };
}

function commandOf(context: AttemptContext): string[] {
  const { command, args } = commandParts(context);
  return substituteAll([...command, ...args], variablesOf(context));
}

const secretsOf = (context: AttemptContext, settings: LaunchSettings): readonly SecretVariable[] => {
  const own = workerOf(context).envFrom ?? [];
  const named = new Set(own.map(({ as }) => as));
  return [...settings.workerSecrets.filter(({ as }) => !named.has(as)), ...own];
};

function callLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const worker = workerOf(context);
  const url = (ownWorkerOf(context) ? undefined : context.spec.job.url) ?? worker.url;
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
  const { task } = context;
  const { job } = context.spec;
  const worker = workerOf(context);
  if (worker.image === undefined) return { problem: 'the worker names no image' };
  const variables = variablesOf(context);
  const { command, args } = commandParts(context);
  const launch: ContainerLaunch = {
    ...common(context, live),
    engine: 'kubernetes',
    slug: dnsLabel(context.run.jobName),
    namespace: settings.namespace,
    image: substitute(worker.image, variables),
    command: substituteAll(command, variables),
    args: substituteAll(args, variables),
    env: attemptEnvironment(context, settings.vcapServices),
    indexEnv: ownIndexVariables(context),
    envFrom: secretsOf(context, settings),
    resources: resourcesOf(context),
    podTemplates: [worker.podTemplate, job.podTemplate, task.own?.podTemplate].filter(
      (template) => template !== undefined,
    ),
    templatePaths: settings.templatePaths,
    allowRoot: worker.allowRoot ?? false,
    imagePullSecrets: worker.imagePullSecrets ?? [],
    serviceAccount: worker.serviceAccount ?? null,
    restartPolicy: job.restartPolicy ?? 'Never',
    priorityClassName: task.priorityClassName,
    schedulerName: job.schedulerName ?? null,
    completionMode: task.isIndexed ? 'Indexed' : 'NonIndexed',
    volumes: (job.volumes ?? []).map(({ mountPath, claimName = null }) => ({ mountPath, claimName })),
    site: siteOf({ ...context, namespace: settings.namespace }),
    jobStorage: jobStorageText(context),
    name: live.name ?? null,
  };
  return launch;
}

/** The task's over the job's over the worker's, resource by resource. */
function resourcesOf(context: AttemptContext): ContainerLaunch['resources'] {
  const layers = [workerOf(context), context.spec.job, context.task.own].map((layer) => layer?.resources);
  return {
    requests: Object.assign({}, ...layers.map((layer) => layer?.requests)) as Record<string, string>,
    limits: Object.assign({}, ...layers.map((layer) => layer?.limits)) as Record<string, string>,
  };
}
