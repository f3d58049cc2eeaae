/** Validation of lists of lifecycle policies. Source: V36; no event twice in a list. */
import type { PolicyEventName, PolicySpec } from './tasks.js';
import { eventNamesOf, exitCodesOf } from './policy-rules.js';
import type { Problem } from './problem.js';

type Path = readonly (string | number)[];
const SELECTORS = ['event', 'events', 'exitCode', 'exitCodes'] as const;

/** `path`: the path of the list in the job. */
export function policyProblems(policies: readonly PolicySpec[] | undefined, path: Path): readonly Problem[] {
  const problems: Problem[] = [];
  const events = new Set<PolicyEventName>();
  const exitCodes = new Set<number>();
  for (const [at, policy] of (policies ?? []).entries()) {
    const here = [...path, at];
    problems.push(...selectorProblems(policy, here), ...actionProblems(policy, here));
    problems.push(...repeated(eventNamesOf(policy), events, [...here, policy.events ? 'events' : 'event']));
    problems.push(...repeated(exitCodesOf(policy), exitCodes, [...here, policy.exitCodes ? 'exitCodes' : 'exitCode']));
  }
  if (events.has('*') && events.size > 1) {
    problems.push({ path, message: '"*" stands for every failure: no other event may be named in the same list' });
  }
  return problems;
}

function selectorProblems(policy: PolicySpec, path: Path): Problem[] {
  const [first, second] = SELECTORS.filter((name) => policy[name] !== undefined);
  if (first === undefined) return [{ path, message: 'needs event, events, exitCode or exitCodes' }];
  if (second === undefined) return [];
  return [{ path: [...path, second], message: `cannot be combined with ${first}: give only one of the two` }];
}

function actionProblems(policy: PolicySpec, path: Path): Problem[] {
  const problems: Problem[] = [];
  const names = eventNamesOf(policy);
  if (names.includes('PodPending') && (policy.timeoutSeconds ?? 0) === 0) {
    problems.push({
      path: [...path, 'timeoutSeconds'],
      message: 'is required with PodPending: every attempt is pending at first',
    });
  }
  const wide = names.find((name) => name === 'TaskCompleted' || name === 'Unknown');
  if (wide !== undefined && policy.action === 'RestartPod') {
    problems.push({
      path: [...path, 'action'],
      message: `RestartPod needs an event of a single attempt, but ${wide} is not one`,
    });
  }
  return problems;
}

function repeated<T extends string | number>(values: readonly T[], seen: Set<T>, path: Path): Problem[] {
  const problems: Problem[] = [];
  for (const value of values) {
    if (seen.has(value))
      problems.push({ path, message: `${value} is handled by an earlier policy of the list already` });
    seen.add(value);
  }
  return problems;
}
