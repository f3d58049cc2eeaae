/** Judges what a worker that is saved says of its pods and its command, by what the tenants may say that can use it. */
import { engineOf } from '#common/spec/worker.js';
import type { StoredWorker, Tenant } from '#common/spec/definitions.js';
import { commandLine, valueProblems } from '#common/spec/command-line.js';
import { DEFAULT_TEMPLATE_PATHS, templateProblems } from '#common/spec/pod-template.js';
import type { FieldProblem } from '#common/schedule/parse-schedule.js';

/**
 * `tenants`: those of the tenants that the worker names which somebody has described; null where every tenant may use it, and its
 * template must be one that each of them may have.
 */
export function problemsOfWorker(worker: StoredWorker['spec'], tenants: readonly Tenant[] | null): FieldProblem[] {
  const engine = engineOf(worker);
  const problems: FieldProblem[] = [];
  if (engine !== 'webservice')
    problems.push(...valueProblems(commandLine([worker])).map(({ word, message }) => ({ path: word.path, message })));
  if (engine === 'kubernetes') {
    const allowed = allowedPaths(worker, tenants);
    const found = templateProblems(worker.podTemplate ?? {}, allowed);
    problems.push(...found.map(({ path, message }) => ({ path: `podTemplate.${path}`, message })));
  }
  return problems;
}

function allowedPaths(
  { tenants: named = [] }: StoredWorker['spec'],
  tenants: readonly Tenant[] | null,
): readonly string[] {
  if (tenants === null) return DEFAULT_TEMPLATE_PATHS;
  const lists = tenants.map(({ podTemplatePaths }) => podTemplatePaths ?? DEFAULT_TEMPLATE_PATHS);
  // A tenant that nobody has described has the common list.
  const isUndescribed = tenants.length < named.length;
  return [...new Set([...lists.flat(), ...(isUndescribed ? DEFAULT_TEMPLATE_PATHS : [])])];
}
