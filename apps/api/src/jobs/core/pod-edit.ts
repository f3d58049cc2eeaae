/** Judges the pod settings and the variables of secrets of a job that is saved, by the same rules as at each start, and decides who may exceed them. */
import { engineOf, type WorkerSpec } from '#common/spec/worker.js';
import type { Tenant } from '#common/spec/definitions.js';
import { DEFAULT_TEMPLATE_PATHS } from '#common/spec/pod-template.js';
import { NO_ACCESS } from '#common/spec/pods/cluster-access.js';
import { judgePods, podFields, type TenantPods } from '#common/spec/pods/pod-rights.js';
import { judgeSecretVariables, type VariableWorker } from '#common/spec/secret-variables.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';
import { sameJson } from '../../http/core/same-json.js';
import type { PlainJob } from './job-edit.js';

type EditWorker = VariableWorker & Pick<WorkerSpec, 'engine'>;

export interface PodEdit {
  /** null: the job is new. */
  readonly current: PlainJob | null;
  readonly next: PlainJob;
  readonly worker: EditWorker;
  readonly taskWorkers: ReadonlyMap<string, EditWorker>;
  /** null: the tenant has no definition. */
  readonly tenant: Tenant | null;
}

export interface PodEditVerdict {
  /** The problems of fields that no caller may set. */
  readonly invalid: readonly FieldProblem[];
  /** The problems of fields that only an admin may set. */
  readonly forbidden: readonly FieldProblem[];
  /** The job exceeds the rights of others, and an admin has allowed it, now or before. */
  readonly isByAdmin: boolean;
}

const NOTHING: PodEditVerdict = { invalid: [], forbidden: [], isByAdmin: false };

/** Returns an empty judgement for a job that makes no pods. */
export function judgePodEdit(
  { current, next, worker, taskWorkers, tenant }: PodEdit,
  isAdmin: boolean,
): PodEditVerdict {
  if (engineOf(worker) !== 'kubernetes') return NOTHING;
  const { invalid, forbidden } = judgePods(next, { own: worker, ofTasks: taskWorkers }, podsOf(tenant));
  const isKept = current?.podsByAdmin === true && sameJson(podFields(current), podFields(next));
  const isByAdmin = forbidden.length > 0 && (isAdmin || isKept);
  return { invalid, forbidden: isByAdmin ? [] : forbidden, isByAdmin };
}

/** A caller who may not set a variable at all is told this first. */
export function judgeSecretEdit(
  { current, next, worker, taskWorkers }: Omit<PodEdit, 'tenant'>,
  isAdmin: boolean,
): PodEditVerdict {
  const workers = [worker, ...taskWorkers.values()];
  const { invalid, forbidden } = judgeSecretVariables(next, { engine: engineOf(worker), workers });
  const isKept = current?.secretsByAdmin === true && sameJson(variableFields(current), variableFields(next));
  if (forbidden.length > 0 && !isAdmin && !isKept) return { invalid: [], forbidden, isByAdmin: false };
  return { invalid, forbidden: [], isByAdmin: forbidden.length > 0 };
}

const variableFields = ({ worker, secretsFrom, tasks = [] }: PlainJob): object => ({
  worker,
  secretsFrom,
  tasks: tasks.map((task) => task.worker),
});

/** True if an admin who saves the job unchanged allows variables that nobody has allowed before. */
export const awaitsAdmin = ({ secretsFrom = [], secretsByAdmin }: PlainJob): boolean =>
  secretsFrom.length > 0 && secretsByAdmin !== true;

/** The job without what only judgements set: marks that an admin has left on it, and its subject. */
export function withoutAdminMark(job: PlainJob): PlainJob {
  const { podsByAdmin: _pods, secretsByAdmin: _secrets, identitySubject: _subject, ...spec } = job;
  return spec;
}

const podsOf = (tenant: Tenant | null): TenantPods => ({
  templatePaths: tenant?.podTemplatePaths ?? DEFAULT_TEMPLATE_PATHS,
  access: tenant?.clusterAccess ?? NO_ACCESS,
});
