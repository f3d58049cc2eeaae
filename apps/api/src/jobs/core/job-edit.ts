/** Judges a new or changed job before it is stored: what fits its worker, and what the caller may change. */
import type { JobSpec } from '#common/contracts/job.js';
import { engineOf, type WorkerSpec } from '#common/contracts/worker.js';
import { unscheduledProblems } from '#common/domain/options/declaration.js';
import { withSecretDefaults } from '#common/domain/options/secret-defaults.js';
import type { FieldProblem } from '#common/domain/schedule/parse-schedule.js';
import { sameJson } from '../../http/core/same-json.js';
import { hasSecrets, NO_SECRETS, type Secrets } from './job-secrets.js';

export type PlainJob = Omit<JobSpec, 'secureParameters' | 'httpHeaders'>;
export interface JobContent {
  readonly spec: PlainJob;
  readonly secrets: Secrets;
}

export interface EditRights {
  readonly seesSecrets: boolean;
  readonly admin: boolean;
}

export interface JobEdit {
  /** null: the job is new. */
  readonly current: JobContent | null;
  readonly next: JobContent;
  readonly worker: Pick<WorkerSpec, 'engine' | 'url' | 'tenants'>;
  /** The worker sends headers whose values are secret: whoever chooses the address learns them. */
  readonly workerHasHeaders: boolean;
}

/** Where secrets go is decided by these: who may not see them may not redirect them. */
const REDIRECTING = ['worker', 'url', 'command', 'args', 'env', 'options', 'podTemplate', 'owners'] as const;
/** A process runs on the executor's own host, so what it runs is the administrator's choice. */
const HOST_FIELDS = ['command', 'args', 'env'] as const;

/** What does not fit together, field by field. */
export function problemsOfFit({ next, worker }: JobEdit): FieldProblem[] {
  const { spec } = next;
  const problems: FieldProblem[] = [];
  if (worker.tenants !== undefined && !worker.tenants.includes(spec.tenant)) {
    problems.push({ path: 'worker', message: 'is not a worker that this tenant may use' });
  }
  if (engineOf(worker) === 'webservice' && spec.url === undefined && worker.url === undefined) {
    problems.push({ path: 'url', message: 'is needed: neither the job nor its worker names one' });
  }
  return problems;
}

/** What a job with a schedule lacks for runs that nobody gives values. */
export const problemsOfSlots = ({ spec, secrets }: JobContent): FieldProblem[] =>
  unscheduledProblems(withSecretDefaults(spec.options, secrets.options)).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));

/** Fields that the caller may not set or change; empty when all is well. */
export function forbiddenFields(edit: JobEdit, rights: EditRights): FieldProblem[] {
  return [...secretFields(edit, rights), ...hostFields(edit, rights)];
}

function secretFields(edit: JobEdit, rights: EditRights): FieldProblem[] {
  if (rights.seesSecrets) return [];
  const before = edit.current?.secrets ?? NO_SECRETS;
  const problems = (['secureParameters', 'httpHeaders', 'options'] as const)
    .filter((field) => !sameJson(before[field], edit.next.secrets[field]))
    .map((path): FieldProblem => ({ path, message: 'may be set only by those who may see it: owners and admins' }));
  const { current } = edit;
  if (current === null) {
    if (edit.workerHasHeaders && edit.next.spec.url !== undefined) problems.push(redirecting('url'));
    return problems;
  }
  const guarded = hasSecrets(before) || edit.workerHasHeaders ? REDIRECTING : (['owners'] as const);
  const changed = guarded.filter((field) => !sameJson(current.spec[field], edit.next.spec[field]));
  return [...problems, ...changed.map(redirecting)];
}

const redirecting = (path: string): FieldProblem => ({
  path,
  message: 'may be changed only by those who may see the secrets: owners and admins',
});

function hostFields(edit: JobEdit, rights: EditRights): FieldProblem[] {
  if (rights.admin || engineOf(edit.worker) !== 'process') return [];
  const before = edit.current?.spec.worker === edit.next.spec.worker ? edit.current.spec : null;
  return HOST_FIELDS.filter((field) => {
    const value = edit.next.spec[field];
    return value !== undefined && !sameJson(before?.[field], value);
  }).map((path) => ({ path, message: 'of a job of the process engine may be set only by admins' }));
}

/** The same job without fields that say no more than their absence, so that sending back what was shown changes nothing. */
export function withoutDefaults(spec: PlainJob): PlainJob {
  const isEmpty = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  const { enabled, labels, owners, options, parameters, ...rest } = spec;
  return {
    ...rest,
    ...(enabled === false ? { enabled } : {}),
    ...(isEmpty(labels) || labels === undefined ? {} : { labels }),
    ...(isEmpty(owners) || owners === undefined ? {} : { owners }),
    ...(isEmpty(options) || options === undefined ? {} : { options }),
    ...(isEmpty(parameters) || parameters === undefined ? {} : { parameters }),
  };
}

export const sameContent = (a: JobContent, b: JobContent): boolean =>
  sameJson(a.spec, b.spec) && sameJson(a.secrets, b.secrets);
