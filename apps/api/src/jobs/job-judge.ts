import { parseJson } from '#common/domain/parse-json.js';
import { isJsonObject, jsonValue, type JsonValue } from '#common/spec/fields.js';
import type { JobReplacement, NewJob } from '#common/spec/job.js';
import { type SealedSecrets, type StoredJob, type StoredWorker, taskWorkersOf } from '#common/spec/definitions.js';
import { asWorkerId, type JobId, type WorkerId } from '#common/domain/ids.js';
import { withoutSecretDefaults, withSecretDefaults } from '#common/spec/options/secret-defaults.js';
import type { Instant } from '#common/run/run.js';
import { parseSchedule } from '#common/schedule/parse-schedule.js';
import { GENERIC_WEBSERVICE_WORKER } from '#common/spec/worker.js';
import { isForTenant } from '#common/spec/fit-problems.js';
import { AppError, type Problem } from '#common/errors/app-error.js';
import type { WorkersStore } from '#common/mongo/workers.store.js';
import { isAdmin, maySeeJobSecrets, maySeeWorker, maySeeWorkerSecrets, type Caller } from '../access/core/access.js';
import { invalidField, invalidInput, refuseProblems } from '../http/problem.js';
import { commandProblems } from '#common/spec/command-problems.js';
import { revealAddress, showsQuery, withHiddenQuery } from './core/addresses.js';
import {
  forbiddenFields,
  problemsOfFit,
  problemsOfPast,
  problemsOfSlots,
  sameContent,
  withoutDefaults,
  type JobContent,
  type JobEdit,
  type PlainJob,
} from './core/job-edit.js';
import { identityMark } from './core/identity-edit.js';
import { awaitsAdmin, judgePodEdit, judgeSecretEdit, withoutAdminMark } from './core/pod-edit.js';
import {
  givenSecrets,
  masked,
  maskedJson,
  NO_SECRETS,
  shownSecrets,
  unmask,
  type Secrets,
} from './core/job-secrets.js';
import { revealWebhooks, showsWebhooks, withHiddenWebhooks, withUnreadableHidden } from './core/webhooks.js';
import { withHiddenSecrets, type WorkerSecrets } from '../workers/worker-secrets.js';
import type { JobReferences } from './job-references.js';
import type { JobSurroundings } from './job-surroundings.js';
import type { SecretKeeper } from './secret-keeper.js';

export interface SealedContent {
  readonly spec: PlainJob;
  readonly sealed: SealedSecrets;
}

export interface JudgedContent extends SealedContent {
  readonly workerHeaders: readonly string[];
}

type WrittenJob = JobReplacement & { readonly tenant: string };

/** Judges new and changed jobs together with their workers and secrets; stores nothing. */
export class JobJudge {
  constructor(
    private readonly workers: WorkersStore,
    private readonly keeper: SecretKeeper,
    private readonly workerSecrets: Pick<WorkerSecrets, 'open'>,
    private readonly books: {
      readonly references: Pick<JobReferences, 'problems'>;
      readonly surroundings: JobSurroundings;
    },
  ) {}

  /** The content of a new job. Throws VALIDATION_FAILED or FORBIDDEN. */
  async created(
    caller: Caller,
    job: { readonly id: JobId; readonly createdAt: number },
    written: Omit<NewJob, 'id'>,
  ): Promise<JudgedContent> {
    const next = contentOf(written, { secrets: NO_SECRETS, spec: {} });
    const rights = { tenant: written.tenant, owners: next.spec.owners ?? [] };
    const judged = await this.check(caller, rights, job, {
      current: null,
      next,
      askedAt: job.createdAt,
      blind: NOTHING_BLIND,
    });
    return {
      spec: this.keeper.sealSpec(judged.spec, []),
      sealed: this.keeper.seal(next.secrets, null),
      workerHeaders: headersForUrl(caller, judged.worker),
    };
  }

  /** The content of a job after an edit; null if it changes nothing. Throws VALIDATION_FAILED or FORBIDDEN. */
  async edited(caller: Caller, job: StoredJob, body: JobReplacement, askedAt: Instant): Promise<JudgedContent | null> {
    const current = this.opened(job);
    const next = contentOf({ ...body, tenant: job.tenant }, current);
    const blind = seesSecretsOf(caller, job) ? NOTHING_BLIND : blindFields(body);
    return this.changed(caller, job, { current, next, askedAt, blind });
  }

  /** The content of a job that is rolled back to a former version. Throws FORBIDDEN if an edit would. */
  async restored(
    caller: Caller,
    job: StoredJob,
    former: SealedContent,
    askedAt: Instant,
  ): Promise<JudgedContent | null> {
    const { spec, secrets } = this.opened(former);
    const next = { spec: withoutAdminMark(spec), secrets };
    return this.changed(caller, job, { current: this.opened(job), next, askedAt, former, blind: NOTHING_BLIND });
  }

  /** The job as the caller may send it back: with masked secrets, so that a patch keeps the secrets that it does not name. */
  writable(caller: Caller, job: StoredJob): JsonValue {
    const { spec, secrets: present } = this.opened(job);
    const isOpen = seesSecretsOf(caller, job);
    const secrets = shownSecrets(present, spec.options);
    const written = {
      ...withoutAdminMark(spec),
      url: spec.url !== undefined && !isOpen ? withHiddenQuery(spec.url) : spec.url,
      notify: spec.notify && (isOpen ? withUnreadableHidden : withHiddenWebhooks)(spec.notify),
      options: spec.options && withSecretDefaults(spec.options, masked(secrets.options)),
      secureParameters: maskedJson(secrets.secureParameters),
      httpHeaders: masked(secrets.httpHeaders),
    };
    // The value passes through JSON, as if it were sent: undefined fields are left out.
    return jsonValue.parse(parseJson(JSON.stringify(written)));
  }

  /** The template of the worker that a new job's data names, as the caller sees it: a hidden secret is refused until a value is given. */
  async templateFor(caller: Caller, body: JsonValue): Promise<JsonValue | undefined> {
    const id = isJsonObject(body) ? (body['worker'] ?? GENERIC_WEBSERVICE_WORKER) : undefined;
    if (typeof id !== 'string') throw invalidField('worker', 'is required');
    const worker = await this.workers.loadForUse(asWorkerId(id));
    if (!worker || !maySeeWorker(caller, worker.spec.tenants)) throw noSuchWorker(id);
    const opened = this.workerSecrets.open(worker.spec);
    return (maySeeWorkerSecrets(caller, worker.spec.tenants) ? opened : withHiddenSecrets(opened)).template;
  }

  /**
   * Checks the references again after a write, because their objects may have been removed meanwhile. Throws VALIDATION_FAILED if jobs may
   * not use a worker that the job or one of its tasks names, or a calendar or channel that it did not use before, or if it would now run
   * after itself.
   */
  async requireUsable(id: JobId, spec: PlainJob, before: PlainJob | null): Promise<void> {
    await this.requireWorker(asWorkerId(spec.worker));
    for (const worker of taskWorkersOf(spec)) await this.requireWorker(worker);
    const now = this.keeper.openSpec(spec);
    const then = before && this.keeper.openSpec(before);
    const problems = await this.books.references.problems(id, now, then);
    refuseProblems(problems);
  }

  private async requireWorker(id: WorkerId): Promise<StoredWorker> {
    const worker = await this.workers.loadForUse(id);
    if (!worker) throw noSuchWorker(id);
    return worker;
  }

  /** A worker for jobs of the tenant. This is checked first: a later error would reveal that a worker of other tenants exists. */
  private async workerFor(tenant: string, id: WorkerId): Promise<StoredWorker> {
    const worker = await this.workers.loadForUse(id);
    if (!worker || !isForTenant(worker.spec, tenant)) throw noSuchWorker(id);
    return worker;
  }

  private async changed(
    caller: Caller,
    job: StoredJob,
    change: Change & {
      readonly current: JobContent;
      /** The origins of the content besides the job. */ readonly former?: SealedContent;
    },
  ): Promise<JudgedContent | null> {
    const { current, next, former, blind } = change;
    const isSame = blind.size === 0 && sameContent({ ...current, spec: withoutAdminMark(current.spec) }, next);
    if (isSame && !(isAdmin(caller) && awaitsAdmin(current.spec))) return null;
    const rights = { tenant: job.tenant, owners: job.spec.owners ?? [] };
    const judged = await this.check(caller, rights, job, change);
    if (isSame && judged.spec.secretsByAdmin !== true) return null;
    const sources = former ? [former.spec, job.spec] : [job.spec];
    const staysThere = current.spec.url === next.spec.url && current.spec.worker === next.spec.worker;
    return {
      spec: this.keeper.sealSpec(judged.spec, sources),
      sealed: this.keeper.seal(next.secrets, job.sealed),
      workerHeaders: staysThere ? (job.workerHeaders ?? []) : headersForUrl(caller, judged.worker),
    };
  }

  /** The job in its stored form. Throws VALIDATION_FAILED or FORBIDDEN. */
  private async check(
    caller: Caller,
    rights: { readonly tenant: string; readonly owners: readonly string[] },
    job: { readonly id: JobId; readonly createdAt: number },
    { askedAt, ...content }: Change,
  ): Promise<{ readonly spec: PlainJob; readonly worker: StoredWorker }> {
    const { spec } = content.next;
    const admin = isAdmin(caller);
    const worker = await this.workerFor(rights.tenant, asWorkerId(spec.worker));
    const ofTasks = await Promise.all(taskWorkersOf(spec).map((id) => this.workers.loadForUse(id)));
    const taskWorkers = new Map(ofTasks.flatMap((each) => (each ? [[each.id as string, each.spec]] : [])));
    const tenant = await this.books.surroundings.tenantOf(rights.tenant);
    const workerHeaders = [worker, ...ofTasks].flatMap((each) => Object.keys(each?.sealed.httpHeaders ?? {}));
    const edit: JobEdit = {
      ...content,
      worker: worker.spec,
      taskWorkers,
      workerHasHeaders: workerHeaders.length > 0,
      queues: new Set(Object.keys(tenant?.groups ?? {})),
    };
    const current = content.current?.spec ?? null;
    const setting = { current, next: spec, worker: worker.spec, taskWorkers, tenant };
    const pods = judgePodEdit(setting, admin);
    const variables = judgeSecretEdit(setting, admin);
    const schedule = parseSchedule(spec, { hashKey: `${rights.tenant}/${job.id}`, createdAt: job.createdAt });
    const problems: Problem[] = [
      ...problemsOfFit(edit),
      ...this.books.surroundings.identityProblems(edit, tenant, workerHeaders),
      ...(schedule.ok ? problemsOfPast(content, askedAt) : schedule.problems),
      ...(await this.books.references.problems(job.id, spec, current)),
      ...(schedule.ok && schedule.rule !== null ? problemsOfSlots(content.next) : []),
      ...commandProblems(spec, worker.spec, taskWorkers),
      ...pods.invalid,
      ...variables.invalid,
    ];
    refuseProblems(problems);
    const forbidden = [
      ...forbiddenFields(edit, { seesSecrets: maySeeJobSecrets(caller, rights), admin }),
      ...pods.forbidden,
      ...variables.forbidden,
    ];
    if (forbidden[0]) {
      const { path, message } = forbidden[0];
      throw new AppError('FORBIDDEN', `${path} ${message}`, { problems: forbidden });
    }
    await this.books.surroundings.requireReaders(edit, askedAt);
    const marks = {
      ...(pods.isByAdmin && { podsByAdmin: true as const }),
      ...(variables.isByAdmin && { secretsByAdmin: true as const }),
      ...identityMark(spec, tenant, job),
    };
    return { spec: { ...spec, ...marks }, worker };
  }

  private opened({ spec, sealed }: SealedContent): JobContent {
    return { spec: this.keeper.openSpec(spec), secrets: this.keeper.open(sealed) };
  }
}

/** An edit with the time at which it was first requested. */
interface Change extends Pick<JobEdit, 'current' | 'next' | 'blind'> {
  readonly askedAt: Instant;
}

interface Present {
  readonly spec: Pick<PlainJob, 'notify' | 'url'>;
  readonly secrets: Secrets;
}

/** A caller who may see a worker's headers may have them sent, as they are now, to an address of its choice. */
const headersForUrl = (caller: Caller, { spec, sealed }: StoredWorker): readonly string[] =>
  maySeeWorkerSecrets(caller, spec.tenants) ? Object.keys(sealed.httpHeaders).map((name) => name.toLowerCase()) : [];

/** Splits a written job into the plain part and the secrets. Throws VALIDATION_FAILED for a mask that hides nothing. */
function contentOf(written: WrittenJob, present: Present): JobContent {
  const { secureParameters, httpHeaders, ...publicFields } = written;
  const { id: _i, version: _v, createdAt: _c, updatedAt: _u, updatedBy: _b, paused: _p, ...rest } = publicFields;
  const { status: _s, warnings: _w, identitySubject: _subject, ...spec } = rest;
  const unmasked = unmask({ secureParameters, httpHeaders, options: spec.options }, present.secrets);
  if (!unmasked.ok) throw invalidInput(unmasked.problems);
  const notify = revealWebhooks(spec.notify ?? [], present.spec.notify ?? []);
  if (!notify.ok) throw invalidInput(notify.problems);
  const hidden: Problem[] = [];
  const url = revealAddress('url', spec.url, present.spec.url, hidden);
  refuseProblems(hidden);
  const options = withoutSecretDefaults(spec.options);
  const plain = {
    ...spec,
    ...(url !== undefined && { url }),
    ...(options && { options }),
    ...(spec.notify && { notify: notify.rules }),
  };
  return { spec: withoutDefaults(plain), secrets: unmasked.secrets };
}

const NOTHING_BLIND: JobEdit['blind'] = new Set();
const blindFields = ({ secureParameters, httpHeaders, options, url, notify = [] }: JobReplacement): JobEdit['blind'] =>
  new Set([
    ...givenSecrets({ secureParameters, httpHeaders, options }),
    ...(showsQuery(url) ? (['url'] as const) : []),
    ...(showsWebhooks(notify) ? (['notify'] as const) : []),
  ]);

const seesSecretsOf = (caller: Caller, { tenant, spec }: StoredJob): boolean =>
  maySeeJobSecrets(caller, { tenant, owners: spec.owners ?? [] });

const noSuchWorker = (id: string): AppError =>
  invalidField('worker', `"${id}" is not a worker that this tenant may use`);
