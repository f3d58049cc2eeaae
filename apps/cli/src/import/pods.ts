/**
 * Converts pod specifications of Kubernetes to workers: settings with a field of the worker go there, all others into its pod template.
 */
import { isObject, present, textOf, type Fields } from './imported.js';

/** The container that a worker's own fields describe. */
const MAIN = 'main';

/** Rewrites placeholders that another scheduler replaces. */
export type Rewrite = (text: string) => string;

/** Takes the pod's fields, except `restartPolicy`, which belongs to the job. */
export function workerOf(
  pod: Fields,
  metadata: unknown,
  rewrite: Rewrite = (text) => text,
): {
  readonly worker: Record<string, unknown>;
  readonly restartPolicy: string | undefined;
} {
  const restartPolicy = pod.text('restartPolicy');
  const [first, ...others] = pod.list('containers').filter(isObject);
  const { image, command, args, env, resources, name: _name, ...rest } = first ?? {};
  const variables = splitEnv(Array.isArray(env) ? env.filter(isObject) : [], rewrite);
  const secrets = pod.list('imagePullSecrets').flatMap((each) => (isObject(each) ? [each['name']] : []));
  const serviceAccount = pod.text('serviceAccountName') ?? pod.text('serviceAccount');
  pod.ignore('dnsPolicy', 'schedulerName', 'terminationMessagePath', 'terminationMessagePolicy', 'serviceAccount');
  const main = { ...rest, ...(variables.others.length > 0 && { env: variables.others }) };
  const hasMain = Object.keys(main).some((field) => !IGNORED.has(field));
  for (const field of IGNORED) Reflect.deleteProperty(main, field);
  const containers = [...(hasMain ? [{ name: MAIN, ...main }] : []), ...others];
  const spec = { ...pod.rest(), ...(containers.length > 0 && { containers }) };
  return {
    restartPolicy,
    worker: present({
      image: typeof image === 'string' ? rewrite(image) : undefined,
      command: texts(command, rewrite),
      args: texts(args, rewrite),
      env: variables.plain,
      envFrom: variables.secrets.length > 0 ? variables.secrets : undefined,
      resources,
      imagePullSecrets: secrets.length > 0 ? secrets : undefined,
      serviceAccount,
      podTemplate: present({ metadata: labelsOf(metadata), spec }),
    }),
  };
}

/** Fields that the API server fills in. */
const IGNORED: ReadonlySet<string> = new Set(['terminationMessagePath', 'terminationMessagePolicy', 'imagePullPolicy']);

function labelsOf(metadata: unknown): Record<string, unknown> {
  if (!isObject(metadata)) return {};
  const { labels, annotations } = metadata;
  return present({ labels, annotations });
}

const texts = (value: unknown, rewrite: Rewrite): string[] | undefined =>
  Array.isArray(value) ? value.map((each) => rewrite(textOf(each))) : undefined;

interface Variables {
  readonly plain: Record<string, string>;
  readonly secrets: object[];
  /** Variables from fields, config maps and the like are kept in the form of Kubernetes. */
  readonly others: object[];
}

function splitEnv(env: readonly Record<string, unknown>[], rewrite: Rewrite): Variables {
  const variables: Variables = { plain: {}, secrets: [], others: [] };
  for (const each of env) {
    const { name, value, valueFrom } = each;
    const secret = isObject(valueFrom) ? valueFrom['secretKeyRef'] : undefined;
    if (valueFrom === undefined) variables.plain[textOf(name)] = rewrite(textOf(value ?? ''));
    else if (isObject(secret)) variables.secrets.push({ secret: secret['name'], key: secret['key'], as: name });
    else variables.others.push(each);
  }
  return variables;
}
