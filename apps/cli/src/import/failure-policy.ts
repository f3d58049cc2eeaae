/** Converts the podFailurePolicy of a Job: the first of its rules that fits decides, as the first policy does here. */
import type { Fields } from './fields.js';
import type { ImportedPod } from './pods.js';
import { isObject, LEFT_OUT } from './imported.js';

interface FailurePolicy {
  readonly policies: readonly object[] | undefined;
  /** Exit codes with which an index fails without another attempt. */
  readonly notOnExitCodes: readonly number[] | undefined;
}

/** The codes from 1 to 255: 0 is success. */
const CODES: readonly number[] = Array.from({ length: 255 }, (_, at) => at + 1);
const SPENT = 'spends one of the `maxRetry` restarts of the run here, and nothing there';

export function failurePolicyOf(spec: Fields, { containers }: ImportedPod): FailurePolicy {
  const policy = spec.below('podFailurePolicy');
  const decided = new Set<number>();
  const policies: object[] = [];
  const notOnExitCodes: number[] = [];
  for (const rule of policy.each('rules')) {
    const action = rule.text('action') ?? '';
    const causes = causesOf(rule, containers, decided);
    const made = { FailJob: 'TerminateJob', Ignore: 'RestartPod' }[action];
    if (causes && made !== undefined) policies.push({ ...causes, action: made });
    else if (causes?.exitCodes && action === 'FailIndex') notOnExitCodes.push(...causes.exitCodes);
    // A failure that counts is what happens to all others, too.
    else if (!causes || action !== 'Count') rule.note('action', `${action} of this rule ${LEFT_OUT}`);
    if (causes && action === 'Ignore') rule.note('action', `${action} ${SPENT}`);
    rule.close();
  }
  policy.close();
  const some = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);
  return { policies: some(policies), notOnExitCodes: some(notOnExitCodes) };
}

interface Causes {
  readonly events?: readonly string[];
  readonly exitCodes?: readonly number[];
}

/** What a rule is about, without exit codes that an earlier one has decided; undefined if there is no counterpart. */
function causesOf(rule: Fields, containers: readonly unknown[], decided: Set<number>): Causes | undefined {
  const conditions = rule.each('onPodConditions');
  const codes = codesOf(rule.below('onExitCodes'), containers);
  if (conditions.length > 0) return conditions.every(isDisruption) ? { events: ['PodEvicted', 'NodeLost'] } : undefined;
  const exitCodes = codes?.filter((code) => !decided.has(code));
  for (const code of exitCodes ?? []) decided.add(code);
  return exitCodes && { exitCodes };
}

const isDisruption = (condition: Fields): boolean =>
  condition.text('type') === 'DisruptionTarget' && (condition.text('status') ?? 'True') === 'True';

/** Undefined for a rule that is not about exit codes, or about those of one of several containers. */
function codesOf(codes: Fields, containers: readonly unknown[]): readonly number[] | undefined {
  if (!isObject(codes.value)) return undefined;
  const container = codes.text('containerName');
  const values = codes.list('values');
  const isIn = codes.text('operator') === 'In';
  if (container === undefined || containers.length === 1) return CODES.filter((code) => values.includes(code) === isIn);
  codes.note('containerName', 'names one of several containers: here the exit codes of all of them count');
  return undefined;
}
