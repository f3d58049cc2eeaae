/** Reads what an attempt is given: snapshot, secrets, job storage, last success, callback token. */
import { parseExactJson } from '#common/domain/parse-json.js';
import { MASK } from '#common/domain/mask.js';
import { jsonObject, jsonValue, type JsonValue } from '#common/spec/fields.js';
import { laidOver } from '#common/spec/laid-over.js';
import { opening, readable, UnreadableSecret, type SecretBox } from '#common/crypto/secret-box.js';
import { openAddressOf, withOpenAddresses } from '#common/crypto/call-address.js';
import { DEFAULT_START_DEADLINE_SECONDS, MAX_IDENTITY_SECONDS } from '#common/domain/limits.js';
import { parseAttemptId, type JobId } from '#common/domain/ids.js';
import type { Instant, LiveAttempt, Run } from '#common/run/run.js';
import { IdentityKeysStore } from '#common/mongo/identity-keys.store.js';
import { IdentityTokens } from '#common/secrets/identity-tokens.js';
import { callSettings } from '#common/spec/http-call.js';
import { issuerOf } from '#common/spec/identity.js';
import { evaluateOptions, type EvaluatedOptions } from '#common/spec/options/evaluate.js';
import { withSecretDefaults, type SecretDefaults } from '#common/spec/options/secret-defaults.js';
import { parametersProblems } from '#common/spec/parameters/check-parameters.js';
import { UNREADABLE_ORIGIN } from '#common/domain/sealed-text.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { AppError } from '#common/errors/app-error.js';
import { traceparentOf } from '#common/telemetry/trace-context.js';
import type { z } from 'zod';
import { ownWorkerOf, parametersOf, workerOf, type AttemptContext, type AttemptInputs } from '../launch/context.js';
import type { SecretVariable, StopRequest } from '../engines/engine.js';
import { openStoredValue, type StoredValue } from '#common/secrets/stored-value.js';
import { launchOf, type LaunchOrProblem, type LaunchProblem, type LaunchSettings } from '../launch/launch.js';
import type { RunPlan, TaskPlan } from '../run/plan.js';
import { REASONS } from '../run/reasons.js';
import type { RunBasis, RunPlans } from './run-loader.js';
import type { ServiceParts } from '#common/lifecycle/service.js';
import type { ExecutorConfig } from '../config.js';

export type StorageInputs = Pick<AttemptInputs, 'jobStorage' | 'hasSecretStorage'>;

export interface LaunchSources {
  /** The job's saved value; null if nothing is saved. */
  jobStorage(job: JobId): Promise<StorageInputs>;
  lastSuccess(job: JobId): Promise<{ started: Instant; finished: Instant } | null>;
}

interface LaunchTools extends LaunchSources {
  readonly identity: Pick<IdentityTokens, 'issue'>;
}

export interface LaunchInputSettings {
  /** Workers receive the trace span of their attempt. */
  readonly isTraced: boolean;
  /** Of this replica: it names the claims that it makes. */
  readonly incarnation: string;
  readonly vcapServices: string | null;
  readonly workerSecrets: readonly SecretVariable[];
  /** Where workers reach the api, with `PATH_PREFIX`. */
  readonly callback: Omit<LaunchSettings['callback'], 'token'>;
}

/** The inputs that an attempt gets from the job's saved value. Throws UnreadableSecret if its key is gone. */
export const storageInputs = (box: Pick<SecretBox, 'open'>, stored: StoredValue | null): StorageInputs =>
  stored === null
    ? { jobStorage: null }
    : { jobStorage: openStoredValue(box, stored), hasSecretStorage: stored.secret === true };

export class LaunchInput {
  constructor(
    private readonly plans: RunPlans,
    private readonly sources: LaunchTools,
    private readonly secrets: SecretBox,
    private readonly settings: LaunchInputSettings,
  ) {}

  /** Returns a problem if a secret of the attempt cannot be read. Throws AppError when the snapshot is gone. */
  async of(run: Run, live: LiveAttempt): Promise<LaunchOrProblem> {
    try {
      return await this.launch(run, live);
    } catch (error) {
      if (error instanceof UnreadableSecret) return { problem: error.message, reason: REASONS.SecretUnreadable };
      throw error;
    }
  }

  private async launch(run: Run, live: LiveAttempt): Promise<LaunchOrProblem> {
    const { spec, tenant, plan } = await this.basis(run);
    const key = parseAttemptId(live.id);
    if (!key) throw new AppError('INTERNAL', `${live.id} is not the id of an attempt`);
    const [storage, lastSuccess] = await Promise.all([
      this.sources.jobStorage(run.job),
      this.sources.lastSuccess(run.job),
    ]);
    const options = this.options(run, spec);
    const problem = inputProblem(run, spec, options);
    if (problem) return problem;
    const context: AttemptContext = {
      run,
      spec: withAddressesOf(this.secrets, this.withOpenWebhooks(spec)),
      key,
      task: taskOf(plan, run, live),
      tasks: plan.tasks,
      ...storage,
      lastSuccess,
      secureParameters: this.secureParameters(run, spec),
      options: options.values,
    };
    const call = await this.callParts(context, live);
    if ('problem' in call) return call;
    return launchOf(context, live, {
      ...call,
      traceparent: this.traceparent(live),
      vcapServices: this.settings.vcapServices,
      workerSecrets: this.settings.workerSecrets,
      callback: { ...this.settings.callback, token: this.secrets.callbackToken(live.id) },
      namespace: tenant?.namespace ?? null,
      allowedHosts: tenant?.webserviceHosts ?? null,
      templatePaths: tenant?.podTemplatePaths ?? null,
      clusterAccess: tenant?.clusterAccess ?? null,
    });
  }

  private traceparent({ id }: LiveAttempt): string | null {
    return this.settings.isTraced ? traceparentOf(id) : null;
  }

  /** Where an attempt of a web service is to be stopped: the address that is called, and whether another replica makes the call. */
  async stopOf(
    run: Run,
    live: Pick<LiveAttempt, 'task' | 'id' | 'claim'>,
  ): Promise<Pick<StopRequest, 'cancel' | 'isElsewhere'>> {
    if (run.engine !== 'webservice') return { cancel: null };
    const { spec, plan } = await this.basis(run);
    const isElsewhere = plan.answersEnd && live.claim.incarnation !== this.settings.incarnation;
    return { isElsewhere, cancel: isElsewhere ? null : await this.cancelOf(run, live, { spec, plan }) };
  }

  private async cancelOf(
    run: Run,
    live: Pick<LiveAttempt, 'task' | 'id'>,
    { spec, plan }: Pick<RunBasis, 'spec' | 'plan'>,
  ): Promise<StopRequest['cancel']> {
    const context = { spec, task: taskOf(plan, run, live) };
    const { cancelUrl: stored } = workerOf(context);
    if (stored === undefined) return null;
    const cancelUrl = readable(() => openAddressOf(this.secrets, 'cancelUrl', stored));
    if (cancelUrl === null) return null;
    // Headers that cannot be read are left out: the attempt is still stopped, and the worker's answer is recorded with its end.
    const headers = readable(() => this.headers(context)) ?? {};
    const token = await this.identityToken(run, live, headers);
    return { url: cancelUrl, headers: typeof token === 'string' ? withBearer(headers, token) : headers };
  }

  /** The headers of a call, and the token that is among them, or that a pod or a process finds elsewhere. */
  private async callParts(
    context: AttemptContext,
    live: LiveAttempt,
  ): Promise<Pick<LaunchSettings, 'headers' | 'identityToken'> | LaunchProblem> {
    const { run } = context;
    const headers = run.engine === 'webservice' ? this.headers(context) : {};
    const identityToken = await this.identityToken(run, live, headers);
    if (identityToken === null) return { headers };
    if (typeof identityToken === 'object') return identityToken;
    return { headers: withBearer(headers, identityToken), identityToken };
  }

  /** For as long as the attempt may wait for its start and run. Null: its job has no identity. */
  private async identityToken(
    run: Run,
    { id: attempt }: Pick<LiveAttempt, 'id'>,
    headers: Readonly<Record<string, string>>,
  ): Promise<string | LaunchProblem | null> {
    const { spec, tenant: earlier } = await this.basis(run);
    const { job } = spec;
    if (job.identity === undefined) return null;
    const isAllowed = job.identity.audience.every((audience) => earlier?.identityAudiences?.includes(audience));
    // Settings that are half a minute old refuse nothing: the tenant may have been allowed the audience a moment ago.
    const tenant = isAllowed ? earlier : await this.plans.tenantNow(run.tenant);
    const { timeoutSeconds, startDeadlineSeconds = DEFAULT_START_DEADLINE_SECONDS } = job;
    const seconds = timeoutSeconds == null ? MAX_IDENTITY_SECONDS : timeoutSeconds + startDeadlineSeconds;
    const isByClient = callSettings(spec.worker, job).http.auth !== undefined;
    const sent = isByClient ? { ...headers, authorization: '' } : headers;
    const request = { run, attempt, job, tenant, headers: sent, audience: null, seconds };
    const issued = await this.sources.identity.issue('given', request);
    if ('token' in issued) return issued.token;
    return { problem: `${issued.path} ${issued.message}`, reason: REASONS.IdentityRefused };
  }

  private async basis(run: Run): Promise<RunBasis> {
    const basis = await this.plans.of(run);
    if (!basis) throw new AppError('INTERNAL', `the snapshot ${run.spec} of run ${run.id} no longer exists`);
    return basis;
  }

  private headers(context: Pick<AttemptContext, 'spec' | 'task'>): Record<string, string> {
    const { httpHeaders } = ownWorkerOf(context) ?? context.spec.sealed;
    const open = (name: string, sealed: string): string =>
      opening(`httpHeaders.${name}`, () => this.secrets.open(sealed));
    return Object.fromEntries(Object.entries(httpHeaders).map(([name, sealed]) => [name, open(name, sealed)]));
  }

  /** The secure parameters of the run over those of the job. */
  private secureParameters(run: Run, spec: RunSpec): JsonValue | undefined {
    const sealed = [spec.sealed.secureParameters, run.overrides?.secureParameters];
    return laidOver(...sealed.map((text) => (text == null ? undefined : this.openJson('secureParameters', text))));
  }

  /** The option values of the run over the defaults of the job, with the secret ones of both decrypted. */
  private options(run: Run, spec: RunSpec): EvaluatedOptions {
    const { options, secretOptions } = run.overrides ?? {};
    const opened = (sealed: string | null | undefined): z.output<typeof jsonObject> =>
      sealed == null ? {} : this.openObject('options', sealed);
    const defaults = withSecretDefaults(spec.job.options, opened(spec.sealed.options) as SecretDefaults);
    return evaluateOptions(defaults, { ...options, ...opened(secretOptions) });
  }

  /** A webhook address that cannot be read does not prevent the start: the attempt does not use it. */
  private withOpenWebhooks(spec: RunSpec): RunSpec {
    const { notify } = spec.job;
    if (!notify) return spec;
    const opened = notify.map((rule) => {
      const webhook = readable(() => this.secrets.open(rule.webhook)) ?? `${UNREADABLE_ORIGIN}/${MASK}`;
      return { ...rule, webhook };
    });
    return { ...spec, job: { ...spec.job, notify: opened } };
  }

  private openJson(field: string, sealed: string): JsonValue {
    return jsonValue.parse(parseExactJson(opening(field, () => this.secrets.open(sealed))));
  }

  private openObject(field: string, sealed: string): z.output<typeof jsonObject> {
    return jsonObject.parse(this.openJson(field, sealed));
  }
}

const withBearer = (headers: Record<string, string>, token: string): Record<string, string> => ({
  ...headers,
  authorization: `Bearer ${token}`,
});

/** The snapshot with its call addresses decrypted. Throws UnreadableSecret. */
const withAddressesOf = (box: Pick<SecretBox, 'open'>, spec: RunSpec): RunSpec => ({
  ...spec,
  job: withOpenAddresses(box, spec.job),
  worker: withOpenAddresses(box, spec.worker),
  ...(spec.taskWorkers && {
    taskWorkers: spec.taskWorkers.map((each) => ({ ...each, worker: withOpenAddresses(box, each.worker) })),
  }),
});

/**
 * The options and parameters that are invalid, as a message. Outputs of other jobs are among them, and no caller waits for an answer about
 * these.
 */
function inputProblem(run: Run, spec: RunSpec, { problems: [ofOptions] }: EvaluatedOptions): LaunchProblem | null {
  if (ofOptions) return { problem: `${ofOptions.path} ${ofOptions.message}` };
  const [unfit] = parametersProblems(spec.job.parametersSchema, parametersOf({ run, spec }), 'wholly');
  return unfit ? { problem: `${unfit.path.join('.')} ${unfit.message}`, reason: REASONS.ParametersInvalid } : null;
}

function taskOf({ tasks }: RunPlan, run: Run, live: Pick<LiveAttempt, 'task'>): TaskPlan {
  const task = tasks.find(({ name }) => name === live.task);
  if (!task) throw new AppError('INTERNAL', `run ${run.id} has no task ${live.task}`);
  return task;
}

export const launchInputOf = (
  { config, secrets, tracing, mongo, clock, metrics }: ServiceParts<ExecutorConfig>,
  plans: RunPlans,
  ahead: LaunchSources,
): LaunchInput => {
  const sources = {
    jobStorage: (job: JobId) => ahead.jobStorage(job),
    lastSuccess: (job: JobId) => ahead.lastSuccess(job),
    identity: new IdentityTokens(secrets, new IdentityKeysStore(mongo, secrets), clock, {
      issuer: issuerOf(config),
      metrics,
    }),
  };
  return new LaunchInput(plans, sources, secrets, {
    isTraced: tracing !== undefined,
    incarnation: config.replica,
    vcapServices: config.WORKERS_VCAP_SERVICES ?? null,
    workerSecrets: config.WORKER_SECRETS,
    callback: {
      base: `${config.CALLBACK_URL ?? config.PUBLIC_URL}${config.PATH_PREFIX}`,
      insideBase:
        config.CALLBACK_URL_INSIDE === undefined ? null : `${config.CALLBACK_URL_INSIDE}${config.PATH_PREFIX}`,
    },
  });
};
