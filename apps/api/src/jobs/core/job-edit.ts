/** Judges a new or changed job before it is stored: whether it fits its worker, and whether the caller may make the change. */
import { fitProblems, type JobWorker } from '#common/spec/fit-problems.js';
import { engineOf } from '#common/spec/worker.js';
import { unscheduledProblems } from '#common/spec/options/declaration.js';
import { withSecretDefaults } from '#common/spec/options/secret-defaults.js';
import type { StoredJobSpec } from '#common/spec/definitions.js';
import type { Instant } from '#common/run/run.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { sameJson } from '../../http/core/same-json.js';
import { hasSecrets, isNothing, NO_SECRETS, shownSecrets, type LostSecrets, type Secrets } from './job-secrets.js';
import { channelsIn } from './webhooks.js';

export type PlainJob = StoredJobSpec;
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
  readonly worker: JobWorker;
  /** Workers that tasks name, by id; a worker that jobs may not use is missing. */
  readonly taskWorkers: ReadonlyMap<string, JobWorker>;
  /** The worker sends headers whose values are secret: a caller who chooses the address learns them. */
  readonly workerHasHeaders: boolean;
  /** Fields in which a caller gives values of secrets that it may not see: they count as changes even if nothing changes. */
  readonly blind: ReadonlySet<BlindField>;
  /** Names of the tenant's groups, which are its queues. */
  readonly queues: ReadonlySet<string>;
}

export type BlindField = 'secureParameters' | 'httpHeaders' | 'options' | 'url' | 'notify';

/** These fields decide where secrets are sent: a caller who may not see the secrets may not change these fields. */
const REDIRECTING = [
  ...(['worker', 'url', 'command', 'args', 'env', 'secretsFrom', 'options', 'podTemplate', 'volumes'] as const),
  ...(['plugins', 'owners', 'answer', 'http'] as const),
] as const;
/** A process runs on the executor's own host, so its command is the administrator's choice. */
const HOST_FIELDS = ['command', 'args', 'env'] as const;

/** The problems of fields that do not fit together. */
export const problemsOfFit = ({ current, next, worker, taskWorkers, queues }: JobEdit): FieldProblem[] =>
  fitProblems({ job: next.spec, queueBefore: current?.spec.queue, worker, taskWorkers, queues });

/**
 * A schedule counts from now, so a single slot in the past would never come. A slot that has fired, or was missed, stays as it is while
 * the rest of the job is edited.
 */
export function problemsOfPast({ current, next }: Pick<JobEdit, 'current' | 'next'>, askedAt: Instant): FieldProblem[] {
  const at = next.spec.schedule?.at;
  if (at === undefined || at === current?.spec.schedule?.at || Date.parse(at) > askedAt) return [];
  return [{ path: 'schedule.at', message: 'lies in the past, so the job would never run' }];
}

/** Calendars that the edit begins to use; calendars that were named before are accepted, even if they do not exist any more. */
export const newCalendars = ({ schedule }: PlainJob, before: PlainJob | null): readonly string[] =>
  (schedule?.exclude ?? []).filter((id) => before?.schedule?.exclude?.includes(id) !== true);

/** Channels that the edit begins to use, with the fields that name them. The addresses of both are readable. */
export function newChannels({ notify }: PlainJob, before: PlainJob | null): ReturnType<typeof channelsIn> {
  const channels = new Set(channelsIn(before?.notify).map(({ channel }) => channel));
  return channelsIn(notify).filter(({ channel }) => !channels.has(channel));
}

/** The problems of names in `schedule.exclude` for which there is no calendar: they would exclude nothing. */
export const problemsOfExclusion = (schedule: PlainJob['schedule'], missing: ReadonlySet<string>): FieldProblem[] =>
  (schedule?.exclude ?? []).flatMap((id, at) =>
    missing.has(id) ? [{ path: `schedule.exclude.${at}`, message: `"${id}" is not a calendar of this tenant` }] : [],
  );

/** The options of a job with a schedule that need a default, because no caller gives values to its scheduled runs. */
export const problemsOfSlots = ({ spec, secrets }: JobContent): FieldProblem[] =>
  unscheduledProblems(withSecretDefaults(spec.options, shownSecrets(secrets, spec.options).options)).map(
    ({ path, message }) => ({
      path: path.join('.'),
      message,
    }),
  );

/** Fields that the caller may not set or change; empty if there are none. */
export function forbiddenFields(edit: JobEdit, rights: EditRights): FieldProblem[] {
  return [...secretFields(edit, rights), ...identityFields(edit, rights), ...hostFields(edit, rights)];
}

/** A job has its identity as it has its secrets: who may not see these gives it to no job, and takes it from none. */
const identityFields = ({ current, next }: JobEdit, { seesSecrets }: EditRights): FieldProblem[] =>
  seesSecrets || sameJson(current?.spec.identity, next.spec.identity)
    ? []
    : [{ path: 'identity', message: 'may be set only by owners and admins' }];

function secretFields(edit: JobEdit, rights: EditRights): FieldProblem[] {
  if (rights.seesSecrets) return [];
  const of = (secrets: Secrets, field: keyof LostSecrets): unknown[] => [secrets[field], secrets.lost?.[field] ?? null];
  const before = edit.current?.secrets ?? NO_SECRETS;
  const problems = (['secureParameters', 'httpHeaders', 'options'] as const)
    .filter((field) => edit.blind.has(field) || !sameJson(of(before, field), of(edit.next.secrets, field)))
    .map((path): FieldProblem => ({ path, message: 'may be set only by owners and admins, who may see it' }));
  const { current } = edit;
  if (current === null) {
    if (edit.workerHasHeaders && edit.next.spec.url !== undefined) problems.push(redirecting('url'));
    return problems;
  }
  const guarded = holdsSecrets(current, edit) ? REDIRECTING : (['owners'] as const);
  const isChanged = (field: (typeof REDIRECTING)[number]): boolean =>
    (field === 'url' && edit.blind.has(field)) || !sameJson(current.spec[field], edit.next.spec[field]);
  const changed: string[] = guarded.filter(isChanged);
  const ofTasks = [current.spec, edit.next.spec].map(redirectingTasks);
  if (guarded === REDIRECTING && !sameJson(ofTasks[0], ofTasks[1])) changed.push('tasks');
  return [...problems, ...changed.map(redirecting)];
}

const holdsSecrets = ({ spec, secrets }: JobContent, { workerHasHeaders }: JobEdit): boolean =>
  hasSecrets(secrets) || workerHasHeaders || spec.identity !== undefined;

/** The tasks, each with the fields of this list that it sets; a task that sets none of them is left out. */
function redirectingTasks({ tasks = [] }: PlainJob): readonly object[] {
  return tasks
    .map(({ worker, command, args, env, podTemplate }) => ({ worker, command, args, env, podTemplate }))
    .filter((said) => Object.values(said).some((value) => value !== undefined));
}

const redirecting = (path: string): FieldProblem => ({
  path,
  message: 'may be changed only by owners and admins, who may see the secrets',
});

/** Fields that only admins may set, because they decide what a process runs on its host. */
export function hostFields(
  edit: Pick<JobEdit, 'worker'> & {
    readonly current: Pick<JobContent, 'spec'> | null;
    readonly next: Pick<JobContent, 'spec'>;
  },
  rights: Pick<EditRights, 'admin'>,
): FieldProblem[] {
  if (rights.admin || engineOf(edit.worker) !== 'process') return [];
  const before = edit.current?.spec.worker === edit.next.spec.worker ? edit.current.spec : null;
  const message = 'may be set only by admins if the job has the process engine';
  const isSet = (value: unknown, former: unknown): boolean => value !== undefined && !sameJson(former, value);
  const fields = edit.worker.jobFields?.includes('identity') ? HOST_FIELDS : ([...HOST_FIELDS, 'identity'] as const);
  const ofJob = fields.filter((field) => isSet(edit.next.spec[field], before?.[field]));
  const tasks = new Map(before?.tasks?.map((task) => [task.name, task]));
  const ofTasks = (edit.next.spec.tasks ?? []).flatMap((task, at): string[] => {
    const former = tasks.get(task.name);
    const same = former?.worker === task.worker ? former : undefined;
    return HOST_FIELDS.filter((field) => isSet(task[field], same?.[field])).map((field) => `tasks.${at}.${field}`);
  });
  return [...(ofJob as string[]), ...ofTasks].map((path) => ({ path, message }));
}

/** The same job without fields that mean the same as their absence, so that sending back a shown job changes nothing. */
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
    // An empty list is a value of its own: a worker may treat it differently from an absent one.
    ...(parameters === undefined || isNothing(parameters) ? {} : { parameters }),
  };
}

export const sameContent = (a: JobContent, b: JobContent): boolean =>
  sameJson(a.spec, b.spec) && sameJson(a.secrets, b.secrets);
