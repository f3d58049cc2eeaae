/** Puts together everything that an attempt is given, in the form of its engine. */
import { attemptId, type AttemptId, attemptSegment } from '#common/domain/ids.js';
import { callSettings, endsByAnswer, mayRepeat, methodOf } from '#common/spec/http-call.js';
import { DEFAULT_CALL_TIMEOUT_SECONDS, DEFAULT_START_DEADLINE_SECONDS } from '#common/domain/limits.js';
import { commandLine, filledProblems, valueProblems, type CommandLayer } from '#common/spec/command-line.js';
import { hostLists, hostVariables } from '#common/run/hosts.js';
import { DEFAULT_TEMPLATE_PATHS } from '#common/spec/pod-template.js';
import { hasOwnObjects, NO_ACCESS, type ClusterAccess } from '#common/spec/pods/cluster-access.js';
import { judgePods, type PodVerdict } from '#common/spec/pods/pod-rights.js';
import { refusedVariables } from '#common/spec/secret-variables.js';
import type { LiveAttempt } from '#common/run/run.js';
import type { Engine } from '#common/spec/worker.js';
import { ownWorkerOf, variablesOf, workerOf, type AttemptContext, isoTime, itemsOf, parametersOf } from './context.js';
import { dnsLabel } from './run-site.js';
import {
  LOCAL_HOST,
  type AttemptEnvironment,
  type CommandLaunch,
  type ContainerLaunch,
  type EndingCall,
  type Launch,
  type SecretVariable,
} from '../engines/engine.js';
import { isInside } from '#common/domain/call-ranges.js';
import { siteOf } from './run-site.js';
import { REASONS } from '../run/reasons.js';
import { ShellValues, substitute, substituteInBody, substituteValues } from './substitution.js';
import type { JsonValue } from '#common/spec/fields.js';
import { indexEnvironment, indexInfo } from '#common/spec/index-source.js';
import { parseExactJson } from '#common/domain/parse-json.js';

/** The values that the service adds to every launch. */
export interface LaunchSettings {
  /** The span of the attempt, by the W3C's Trace Context; none if nothing is traced. */
  readonly traceparent?: string | null;
  readonly vcapServices: string | null;
  /** Secrets of the cluster that every worker is given. */
  readonly workerSecrets: readonly SecretVariable[];
  /** `insideBase`: for workers inside, if they reach the api at an address of its own. */
  readonly callback: CallbackAddress & { readonly insideBase?: string | null };
  /** Null: the job has none. */
  readonly identityToken?: string | null;
  /** Headers of worker and job, decrypted. */
  readonly headers: Readonly<Record<string, string>>;
  readonly namespace: string | null;
  readonly allowedHosts: readonly string[] | null;
  readonly templatePaths: readonly string[] | null;
  /** The cluster access of the tenant now; null is none. */
  readonly clusterAccess: ClusterAccess | null;
}

/** A launch, or the problem because of which the snapshot cannot be launched at all, with its reason if that is a special one. */
export type LaunchOrProblem = Launch | LaunchProblem;
export interface LaunchProblem {
  readonly problem: string;
  readonly reason?: string;
}

export function launchOf(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  switch (context.spec.engine) {
    case 'kubernetes':
      return (
        podProblem(context, settings) ?? variableProblem(context, settings) ?? containerLaunch(context, live, settings)
      );
    case 'webservice':
      return callLaunch(context, live, settings);
    case 'process':
      return variableProblem(context, settings) ?? commandLaunch(context, live, settings);
  }
}

type Common = Omit<CommandLaunch, 'engine' | 'command' | 'env' | 'envFrom' | 'jobStorage' | 'site' | 'startedBy'>;

function common(
  { run, spec, key, task }: AttemptContext,
  live: LiveAttempt,
  { namespace, ...settings }: LaunchSettings,
): Common {
  const { startDeadlineSeconds = DEFAULT_START_DEADLINE_SECONDS, timeoutSeconds = null, secretsFrom = [] } = spec.job;
  return {
    ...(secretsFrom.length > 0 && { outside: { references: secretsFrom, namespace } }),
    ...identityOf(live.id, spec.engine, settings),
    attempt: live.id,
    key,
    tenant: run.tenant,
    job: run.job,
    jobName: run.jobName,
    worker: run.worker,
    indexCount: task.indexes,
    startBy: live.since + startDeadlineSeconds * 1_000,
    timeoutSeconds,
  };
}

/** A pod finds the api where workers inside the cluster do. */
function identityOf(
  id: AttemptId,
  engine: Engine,
  { identityToken: token, callback: { base, insideBase } }: Pick<LaunchSettings, 'identityToken' | 'callback'>,
): Pick<Common, 'identity'> {
  if (token == null) return {};
  const from = engine === 'kubernetes' ? (insideBase ?? base) : base;
  return { identity: { token, url: callbackUrls(id, from, true).identity ?? '' } };
}

function commandLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const parts = commandParts(context, settings);
  if ('problem' in parts) return parts;
  const { env } = parts;
  const [program, ...args] = [...parts.command, ...parts.args];
  if (program === undefined || program === '') return { problem: 'neither the worker nor the job has a command' };
  const site = siteOf({ ...context, namespace: null });
  const hosts = site?.svc?.injectHostsEnv === true ? hostVariables(hostLists(site.tasks, () => LOCAL_HOST)) : {};
  return {
    ...common(context, live, settings),
    engine: 'process',
    command: [program, ...args],
    env: { ...env, plain: { ...hosts, ...env.plain } },
    site,
    envFrom: secretsOf(context, settings),
    jobStorage: jobStorageText(context),
    startedBy: live.claim.replica,
  };
}

/**
 * The task's command and arguments, else the job's, else the worker's. Those of a job apply to its own worker, not to a task's
 * worker.
 */
function layersOf(context: AttemptContext): readonly (CommandLayer | null)[] {
  const { job, worker } = context.spec;
  const own = ownWorkerOf(context);
  return own ? [context.task.own, own.worker] : [context.task.own, job, worker];
}

interface CommandParts {
  readonly command: readonly string[];
  readonly args: readonly string[];
  readonly env: AttemptEnvironment;
}

/** The words of the command, and the environment with the values that a shell in it receives. */
function commandParts(context: AttemptContext, settings: LaunchSettings): CommandParts | LaunchProblem {
  const line = commandLine(layersOf(context));
  const variables = variablesOf(context);
  const [refused] = [...valueProblems(line), ...filledProblems(line, variables)];
  if (refused) return { problem: `${refused.word.path} ${refused.message}`, reason: REASONS.ValueInProgram };
  const shell = new ShellValues();
  const filled = (words: typeof line.args): string[] =>
    words.map(({ text }) => substitute(shell.quote(text), variables));
  const command = filled(line.command);
  const args = filled(line.args);
  return {
    command,
    args,
    env: withShellValues(environmentOf(context, settings), context, shell),
  };
}

/** A worker with an identity gets what it needs to renew its token. */
function environmentOf(context: AttemptContext, settings: LaunchSettings): AttemptEnvironment {
  const env = attemptEnvironment(context, settings.vcapServices, settings.traceparent);
  const { identity } = identityOf(attemptId(context.key), context.spec.engine, settings);
  if (!identity) return env;
  return {
    plain: { ...env.plain, CARILLON_IDENTITY_URL: identity.url },
    secret: { ...env.secret, CARILLON_CALLBACK_TOKEN: settings.callback.token },
  };
}

/** These names are Carillon's and override all others. A variable that contains a secret option is itself secret. */
function withShellValues(env: AttemptEnvironment, context: AttemptContext, shell: ShellValues): AttemptEnvironment {
  const variables = variablesOf(context);
  const secrets = new Set(context.options.filter(({ secret }) => secret).map(({ name }) => `option.${name}`));
  const entries = [...shell.variables].map(([name, as]) => ({
    as,
    text: variables.get(name) ?? '',
    secret: secrets.has(name),
  }));
  const ours = (secret: boolean): Record<string, string> =>
    Object.fromEntries(entries.filter((each) => each.secret === secret).map(({ as, text }) => [as, text]));
  const names = new Set(entries.map(({ as }) => as));
  const others = (values: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  return { plain: { ...others(env.plain), ...ours(false) }, secret: { ...others(env.secret), ...ours(true) } };
}

const secretsOf = (context: AttemptContext, settings: LaunchSettings): readonly SecretVariable[] => {
  const own = workerOf(context).envFrom ?? [];
  const named = new Set(own.map(({ as }) => as));
  return [...settings.workerSecrets.filter(({ as }) => !named.has(as)), ...own];
};

function callLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const worker = workerOf(context);
  const url = (ownWorkerOf(context) ? undefined : context.spec.job.url) ?? worker.url;
  if (url === undefined) return { problem: 'neither the worker nor the job has a url' };
  return {
    ...common(context, live, settings),
    engine: 'webservice',
    url,
    headers: { ...(settings.traceparent && { traceparent: settings.traceparent }), ...settings.headers },
    body: invocationBody(context, callbackFor(url, settings.callback)),
    cancelUrl: worker.cancelUrl ?? null,
    former: formerAttempt(context),
    allowedHosts: settings.allowedHosts,
    call: endsByAnswer(context.spec) ? endingCall(context) : null,
  };
}

/** The job's settings apply to its own worker, not to a task's worker. */
function endingCall(context: AttemptContext): EndingCall {
  const { spec } = context;
  const settings = callSettings(workerOf(context), ownWorkerOf(context) ? null : spec.job);
  const { http } = settings;
  const variables = variablesOf(context);
  return {
    method: methodOf(http),
    body: http.body === undefined ? null : substituteInBody(http.body, variables),
    query: substituteValues(http.query ?? {}, variables),
    success: http.success,
    outputs: http.outputs ?? {},
    timeoutMs: (http.timeoutSeconds ?? DEFAULT_CALL_TIMEOUT_SECONDS) * 1_000,
    mayRepeat: mayRepeat(settings),
    oauth: http.auth ? { ...http.auth.oauth, secret: null } : null,
  };
}

const callbackFor = (url: string, { base, insideBase, token }: LaunchSettings['callback']): CallbackAddress => ({
  base: insideBase != null && isInside(url) ? insideBase : base,
  token,
});

const formerAttempt = ({ key }: AttemptContext): AttemptId | null =>
  key.attempt === 1 ? null : attemptId({ ...key, attempt: key.attempt - 1 });

function containerLaunch(context: AttemptContext, live: LiveAttempt, settings: LaunchSettings): LaunchOrProblem {
  const { task } = context;
  const { job } = context.spec;
  const worker = workerOf(context);
  if (worker.image === undefined) return { problem: 'the worker has no image' };
  const parts = commandParts(context, settings);
  if ('problem' in parts) return parts;
  const { command, args, env } = parts;
  const launch: ContainerLaunch = {
    ...common(context, live, settings),
    engine: 'kubernetes',
    slug: dnsLabel(context.run.jobName),
    namespace: settings.namespace,
    image: substitute(worker.image, variablesOf(context)),
    command,
    args,
    env,
    indexEnv: ownIndexVariables(context),
    envFrom: secretsOf(context, settings),
    resources: resourcesOf(context),
    podTemplates: [worker.podTemplate, job.podTemplate, task.own?.podTemplate].filter(
      (template) => template !== undefined,
    ),
    templatePaths: settings.templatePaths,
    toProve: verdictOf(context, settings).toProve,
    hasOwnObjects: hasOwnObjects(settings.clusterAccess),
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
    hasSecretStorage: context.hasSecretStorage === true,
    name: live.name ?? null,
  };
  return launch;
}

/** Checks the pod settings of the job again: the tenant's rights or the worker may have changed since they were saved. */
function podProblem(context: AttemptContext, settings: LaunchSettings): LaunchProblem | null {
  const { invalid, forbidden } = verdictOf(context, settings);
  const [problem] = [...invalid, ...forbidden];
  if (!problem) return null;
  const reason = invalid.length > 0 ? REASONS.PodTemplateRefused : REASONS.ClusterAccessRefused;
  return { problem: `${problem.path} ${problem.message}`, reason };
}

/** Checks the variables of `secretsFrom` again: the job may have been saved before they were judged, or its worker changed since. */
function variableProblem({ spec }: AttemptContext, { workerSecrets }: LaunchSettings): LaunchProblem | null {
  const workers = [spec.worker, ...(spec.taskWorkers ?? []).map(({ worker }) => worker)];
  const names = workerSecrets.map(({ as }) => as);
  const [problem] = refusedVariables(spec.job, { engine: spec.engine, workers, names });
  return problem ? { problem: `${problem.path} ${problem.message}`, reason: REASONS.SecretVariableRefused } : null;
}

function verdictOf({ spec }: AttemptContext, { templatePaths, clusterAccess }: LaunchSettings): PodVerdict {
  const ofTasks = new Map((spec.taskWorkers ?? []).map(({ id, worker }) => [id as string, worker]));
  const verdict = judgePods(
    spec.job,
    { own: spec.worker, ofTasks },
    { templatePaths: templatePaths ?? DEFAULT_TEMPLATE_PATHS, access: clusterAccess ?? NO_ACCESS },
  );
  // An admin approved the pod settings when they were saved.
  return spec.job.podsByAdmin === true ? { ...verdict, forbidden: [], toProve: [] } : verdict;
}

/** The task's resources over the job's over the worker's, resource by resource. */
function resourcesOf(context: AttemptContext): ContainerLaunch['resources'] {
  const layers = [workerOf(context), context.spec.job, context.task.own].map((layer) => layer?.resources);
  return {
    requests: Object.assign({}, ...layers.map((layer) => layer?.requests)) as Record<string, string>,
    limits: Object.assign({}, ...layers.map((layer) => layer?.limits)) as Record<string, string>,
  };
}

/* The variables that a pod or process is given, as docs/guide/pods.md names them. */

/** JSON of a value of any form; the empty text if there is none. */
const jsonText = (value: JsonValue | undefined): string => (value === undefined ? '' : JSON.stringify(value));

/** The variables of an attempt. Variables of worker, job or task override those that Carillon sets. */
export function attemptEnvironment(
  context: AttemptContext,
  vcapServices: string | null,
  traceparent: string | null = null,
): AttemptEnvironment {
  const { spec, task } = context;
  const templates = { ...workerOf(context).env, ...spec.job.env, ...task.own?.env };
  const own = substituteValues(templates, variablesOf(context));
  const { JOB_STORAGE, ...others } = contractVariables(context);
  const storage = { JOB_STORAGE };
  const secret: Record<string, string> = {
    JOB_SECURE_PARAMS: jsonText(context.secureParameters),
    ...(context.hasSecretStorage === true && storage),
  };
  if (vcapServices !== null) secret['VCAP_SERVICES'] = vcapServices;
  const holdSecrets = namesThatHoldSecrets(templates, context);
  const kept = Object.fromEntries(Object.entries(own).filter(([name]) => holdSecrets.has(name)));
  const isOpen = context.hasSecretStorage !== true;
  const span = traceparent === null ? {} : { TRACEPARENT: traceparent };
  const plain = without({ ...others, ...span, ...(isOpen && storage), ...own }, kept);
  return { plain, secret: { ...without(secret, own), ...kept } };
}

/** A variable that contains a secret option is also secret. */
function namesThatHoldSecrets(templates: Record<string, string>, { options }: AttemptContext): Set<string> {
  const references = options.filter(({ secret }) => secret).map(({ name }) => `\${option.${name}}`);
  const isSecret = (text: string): boolean => references.some((reference) => text.includes(reference));
  return new Set(Object.entries(templates).flatMap(([name, text]) => (isSecret(text) ? [name] : [])));
}

/** The content of the file that `JOB_STORAGE_FILE` names: the same as `JOB_STORAGE`. */
const jobStorageText = (context: Pick<AttemptContext, 'jobStorage'>): string =>
  jsonText(context.jobStorage ?? undefined);

const itemsVariable = (context: AttemptContext): Record<string, string> => {
  const items = itemsOf(context);
  return items === null ? {} : { JOB_ITEMS: JSON.stringify(items) };
};

function contractVariables(context: AttemptContext): Record<string, string> & { readonly JOB_STORAGE: string } {
  const { run, key, task, lastSuccess } = context;
  return {
    JOB_ID: run.job,
    RUN_ID: run.id,
    TENANT_ID: run.tenant,
    JOB_NAME: run.jobName,
    JOB_PARAMS: jsonText(parametersOf(context)),
    ...itemsVariable(context),
    JOB_STORAGE: jobStorageText(context),
    LAST_SUCCESS_START: isoTime(lastSuccess?.started),
    LAST_SUCCESS_FINISH: isoTime(lastSuccess?.finished),
    SCHEDULED_FOR: isoTime(run.scheduledFor),
    TASK_NAME: key.task,
    TASK_ATTEMPT: String(key.attempt),
    ...indexEnvironment(task, key.index),
    ...ownIndexVariables(context),
  };
}

/** The index variables of every container of a pod, also of those that templates add (V33). */
function ownIndexVariables({ spec, key, task }: AttemptContext): Record<string, string> {
  const index = String(key.index);
  return {
    ...(task.isIndexed && { JOB_COMPLETION_INDEX: index }),
    ...(spec.job.plugins?.env && { VC_TASK_INDEX: index, VK_TASK_INDEX: index }),
  };
}

const without = (values: Record<string, string>, taken: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(taken, name)));

/* Builds the request to a web-service worker. */

interface CallbackAddress {
  /** `PUBLIC_URL` + `PATH_PREFIX`, without a slash at its end. */
  readonly base: string;
  readonly token: string;
}

/** The invocation's body, as docs/openapi.json describes it. */
export function invocationBody(context: AttemptContext, callback: CallbackAddress): Record<string, JsonValue> {
  const { run, key, task } = context;
  const index = indexInfo(task.source, key.index);
  const id = attemptId(key);
  const items = itemsOf(context);
  return {
    runId: run.id,
    attemptId: id,
    attempt: key.attempt,
    task: key.task,
    index: key.index,
    indexKey: index.key,
    indexMatrix: index.matrix === null ? null : { ...index.matrix },
    indexCount: task.indexes,
    job: jobSnapshot(context),
    ...(context.options.length > 0 && {
      options: Object.fromEntries(context.options.map(({ name, value }) => [name, value])),
    }),
    ...(items !== null && { items }),
    scheduledFor: isoTime(run.scheduledFor) || null,
    jobStorage: context.jobStorage,
    lastSuccessStart: isoTime(context.lastSuccess?.started) || null,
    lastSuccessFinish: isoTime(context.lastSuccess?.finished) || null,
    callback: { ...callbackUrls(id, callback.base, context.spec.job.identity !== undefined), token: callback.token },
  };
}

/** The whole job as it was admitted, with parameters and secure parameters, without status. */
function jobSnapshot(context: AttemptContext): JsonValue {
  const { run, spec } = context;
  const snapshot = {
    ...spec.job,
    id: run.job,
    version: run.jobVersion,
    parameters: orNone(parametersOf(context)),
    secureParameters: orNone(context.secureParameters),
  };
  return parseExactJson(JSON.stringify(snapshot)) as JsonValue;
}

/** Null is a value; an absent value is sent as an empty object. */
const orNone = (value: JsonValue | undefined): JsonValue => (value === undefined ? {} : value);

interface CallbackUrls {
  readonly log: string;
  readonly status: string;
  readonly jobStorage: string;
  readonly identity?: string;
}

function callbackUrls(id: AttemptId, base: string, hasIdentity: boolean): CallbackUrls {
  const root = `${base}/api/v1/callbacks/runs/${attemptSegment(id)}`;
  return {
    log: `${root}/log`,
    status: `${root}/status`,
    jobStorage: `${root}/job_storage`,
    ...(hasIdentity && { identity: `${root}/identity` }),
  };
}
