/** Judges the pod settings and the command of a worker that is saved, by the rights of the tenants that can use it. */
import { engineOf } from '../worker.js';
import type { StoredWorker, Tenant } from '../definitions.js';
import { commandLine, valueProblems } from '../command-line.js';
import { DEFAULT_TEMPLATE_PATHS, templateProblems } from '../pod-template.js';
import type { FieldProblem } from '../../schedule/parse-schedule.js';

type Rights = Pick<Tenant, 'podTemplatePaths'>;

/**
 * `tenants`: the named tenants of the worker that have a definition; null if every tenant may use it, so that each of them must be allowed
 * its template.
 */
export function problemsOfWorker(worker: StoredWorker['spec'], tenants: readonly Rights[] | null): FieldProblem[] {
  const engine = engineOf(worker);
  const problems: FieldProblem[] = [];
  if (engine !== 'webservice')
    problems.push(...valueProblems(commandLine([worker])).map(({ word, message }) => ({ path: word.path, message })));
  if (engine === 'kubernetes') {
    const allowed = allowedPaths(worker, tenants);
    const templateFaults = templateProblems(worker.podTemplate ?? {}, allowed);
    problems.push(...templateFaults.map(({ path, message }) => ({ path: `podTemplate.${path}`, message })));
  }
  return problems;
}

function allowedPaths(
  { tenants: named = [] }: StoredWorker['spec'],
  tenants: readonly Rights[] | null,
): readonly string[] {
  if (tenants === null) return DEFAULT_TEMPLATE_PATHS;
  const lists = tenants.map(({ podTemplatePaths }) => podTemplatePaths ?? DEFAULT_TEMPLATE_PATHS);
  // A tenant without a definition has the common list.
  const isUndescribed = tenants.length < named.length;
  return [...new Set([...lists.flat(), ...(isUndescribed ? DEFAULT_TEMPLATE_PATHS : [])])];
}
