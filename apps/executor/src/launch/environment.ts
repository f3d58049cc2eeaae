/** The variables that a pod or process is given, as docs/guide/pods.md names them. */
import type { JsonValue } from '#common/spec/fields.js';
import { indexEnvironment } from '#common/spec/index-source.js';
import { isoTime, itemsOf, parametersOf, variablesOf, workerOf, type AttemptContext } from './context.js';
import type { AttemptEnvironment } from '../engines/engine.js';
import { substituteValues } from './substitution.js';

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
export const jobStorageText = (context: Pick<AttemptContext, 'jobStorage'>): string =>
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
export function ownIndexVariables({ spec, key, task }: AttemptContext): Record<string, string> {
  const index = String(key.index);
  return {
    ...(task.isIndexed && { JOB_COMPLETION_INDEX: index }),
    ...(spec.job.plugins?.env && { VC_TASK_INDEX: index, VK_TASK_INDEX: index }),
  };
}

const without = (values: Record<string, string>, taken: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(taken, name)));
