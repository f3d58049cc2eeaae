/** Converts pod templates of Kubernetes to workers: settings with a field of the worker go there, all others into its pod template. */
import { REFERENCE } from '#common/spec/command-line.js';
import type { Fields } from './fields.js';
import { isObject, present, textOf } from './imported.js';

/** The container that a worker's own fields describe. */
const MAIN = 'main';

/** Rewrites a text of the first container, or of the others, whose placeholders Carillon does not replace. */
export type Rewrite = (text: string, isMain: boolean) => string;

export interface ImportedPod {
  readonly worker: Record<string, unknown>;
  readonly restartPolicy: string | undefined;
  /** The names of all its containers, init containers included. */
  readonly containers: readonly unknown[];
}

type Plain = Readonly<Record<string, unknown>>;

/** `isIndexed`: the pods have a completion index, which Kubernetes gives to all of their containers, and Carillon to the first. */
export function workerOf(template: Fields, rewrite?: Rewrite, isIndexed = false): ImportedPod {
  const metadata = podMetadata(template.below('metadata'));
  const spec = template.below('spec');
  template.close();
  const withIndex = (each: Plain): Plain => (isIndexed ? indexed(each) : each);
  const initial = spec.each('initContainers').map((each) => withIndex(containerOf(each, false, rewrite)));
  const [first = {}, ...beside] = spec.each('containers').map((each, at) => containerOf(each, at === 0, rewrite));
  if (first['image'] === undefined) spec.note('containers', 'has no container with an image');
  const others = beside.map((each) => withIndex(besideMain(each, first['name'], spec)));
  const { main, worker } = splitMain(first, spec);
  const secrets = spec.list('imagePullSecrets').flatMap((each) => (isObject(each) ? [each['name']] : []));
  const account = spec.text('serviceAccountName');
  const serviceAccount = account ?? spec.text('serviceAccount');
  const restartPolicy = spec.text('restartPolicy');
  const containers = [...(Object.keys(main).length > 0 ? [{ name: MAIN, ...main }] : []), ...others];
  const pod = present({
    ...spec.kept(),
    ...rightsOf(spec, serviceAccount),
    initContainers: listOf(initial),
    containers: listOf(containers),
  });
  // A second name of the service account.
  if (account !== undefined) spec.take('serviceAccount');
  spec.close();
  return {
    restartPolicy,
    containers: [...initial, first, ...beside].map(({ name }) => name),
    worker: present({
      ...worker,
      imagePullSecrets: listOf(secrets),
      serviceAccount,
      podTemplate: present({ metadata, spec: pod }),
    }),
  };
}

const listOf = <T>(list: readonly T[]): readonly T[] | undefined => (list.length > 0 ? list : undefined);

const INDEX = 'JOB_COMPLETION_INDEX';
const INDEX_FIELD = { fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" };

function indexed(container: Plain): Plain {
  const env = Array.isArray(container['env']) ? container['env'].filter(isObject) : [];
  if (env.some(({ name }) => name === INDEX)) return container;
  return { ...container, env: [{ name: INDEX, valueFrom: { fieldRef: INDEX_FIELD } }, ...env] };
}

/** Labels by which controllers find the pods of their jobs: they would take over the pods of runs. */
const OF_CONTROLLERS = /^(?:(?:batch|job-controller|kubectl)\.kubernetes\.io\/.*|controller-uid|job-name)$/;
export const withoutControllers = (marks: unknown): Plain =>
  Object.fromEntries(Object.entries(isObject(marks) ? marks : {}).filter(([key]) => !OF_CONTROLLERS.test(key)));

const OWN_LABEL = 'app.kubernetes.io/managed-by';

function podMetadata(metadata: Fields): Plain {
  const { [OWN_LABEL]: own, ...labels } = withoutControllers(metadata.take('labels'));
  if (own !== undefined) metadata.note(`labels.${OWN_LABEL}`, 'is set by Carillon');
  const marks = { labels, annotations: withoutControllers(metadata.take('annotations')) };
  for (const [field, values] of Object.entries(marks))
    for (const [key, value] of Object.entries(values))
      if (typeof value !== 'string') metadata.note(`${field}.${key}`, 'is not a text, as it has to be');
  metadata.close();
  return present(marks);
}

/** The container in the form of Kubernetes, without values that mean the same as none. */
function containerOf(fields: Fields, isMain: boolean, rewrite: Rewrite = (text) => text): Plain {
  const image = fields.text('image');
  const pull = fields.text('imagePullPolicy');
  const change = (text: string): string => rewrite(text, isMain);
  const security = fields.below('securityContext');
  const container = present({
    name: fields.text('name'),
    image: image === undefined ? undefined : change(image),
    command: wordsOf(fields, 'command', change),
    args: wordsOf(fields, 'args', change),
    env: envOf(fields, change),
    resources: resourcesOf(fields),
    imagePullPolicy: pull === defaultPull(image) ? undefined : pull,
    securityContext: security.kept(),
    ...fields.kept(),
  });
  for (const each of [security, fields]) each.close();
  return container;
}

const defaultPull = (image = ''): string => (/(?:^[^:]*|\/[^:]*|:latest)$/.test(image) ? 'Always' : 'IfNotPresent');

function wordsOf(fields: Fields, name: 'command' | 'args', change: (text: string) => string): string[] | undefined {
  const words = fields.list(name);
  if (words.some((word) => typeof word !== 'string')) fields.note(name, 'has words that are no texts');
  return words.length > 0 ? words.map((word) => change(textOf(word))) : undefined;
}

/** Of several variables of one name the last one counts. */
function envOf(fields: Fields, change: (text: string) => string): Plain[] | undefined {
  const variables = new Map<unknown, Plain>();
  for (const each of fields.list('env').filter(isObject)) {
    const { name, value } = each;
    if (value != null && typeof value !== 'string') fields.note(`env.${textOf(name)}`, 'has a value that is no text');
    variables.delete(name);
    variables.set(name, 'valueFrom' in each ? each : { name, value: change(textOf(value ?? '')) });
  }
  return variables.size > 0 ? [...variables.values()] : undefined;
}

/** Quantities may be written as numbers. */
function resourcesOf(fields: Fields): Plain | undefined {
  const resources = fields.take('resources');
  if (!isObject(resources)) return undefined;
  const { claims, ...rest } = resources;
  if (claims != null) fields.note('resources.claims', 'has no counterpart and was left out');
  const texts = (amounts: unknown): unknown =>
    isObject(amounts)
      ? Object.fromEntries(
          Object.entries(amounts).map(([name, each]) => [name, typeof each === 'number' ? String(each) : each]),
        )
      : amounts;
  return Object.fromEntries(Object.entries(rest).map(([name, amounts]) => [name, texts(amounts)]));
}

/** Another container may have the name that the first one is given. */
function besideMain(container: Plain, first: unknown, spec: Fields): Plain {
  const { name } = container;
  spec.note('containers', `${textOf(name)} runs beside the first container: its output is not collected`);
  return name === MAIN ? { ...container, name: textOf(first) } : container;
}

/** What of the first container is the worker's, and what is left for its template. */
function splitMain(container: Plain, spec: Fields): { readonly worker: Plain; readonly main: Plain } {
  const { name: _name, image, command, args, env, resources, ...rest } = container;
  const variables = splitEnv(Array.isArray(env) ? env.filter(isObject) : [], 'envFrom' in rest);
  const isExpanded = (words: unknown): boolean =>
    Array.isArray(words) && words.some((word) => variables.isExpanded(textOf(word)));
  const words = { command, args };
  const expanded = Object.fromEntries(Object.entries(words).filter(([, each]) => isExpanded(each)));
  for (const [field, text] of Object.entries(expanded).map(([each, list]) => [each, textOf(list)] as const))
    if (text.search(REFERENCE) >= 0)
      spec.note(`containers[0].${field}`, 'has values of variables and of Carillon: only the former are replaced');
  const literal = Object.entries(words).map(([field, list]): [string, unknown] => [
    field,
    field in expanded || !Array.isArray(list) ? undefined : list.map((word) => unescaped(textOf(word))),
  ]);
  return {
    worker: present({
      image,
      ...Object.fromEntries(literal),
      env: variables.plain,
      envFrom: listOf(variables.secrets),
      resources,
    }),
    main: present({ ...rest, ...expanded, env: listOf(variables.others) }),
  };
}

/** `$$` is an escaped `$` in commands, arguments and variables of Kubernetes, and two of them in a worker's. */
const unescaped = (text: string): string => text.replaceAll('$$', '$');

interface Variables {
  readonly plain: Record<string, string>;
  readonly secrets: object[];
  /** Variables that a worker cannot have: they are kept in the form of Kubernetes. */
  readonly others: object[];
  /** True for a text in which Kubernetes replaces the variable of a `$(NAME)`, which Carillon does not. */
  readonly isExpanded: (text: string) => boolean;
}

/** Variables that controllers give, there as here. */
const OF_JOBS = /^(?:JOB_COMPLETION_INDEX|V[CK]_[A-Z0-9_]+)$/;
const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

function splitEnv(env: readonly Plain[], hasUnknown: boolean): Variables {
  const names = new Set(env.map(({ name }) => name));
  const isExpanded = (text: string): boolean =>
    [...text.replaceAll('$$', '').matchAll(/\$\(([-._A-Za-z0-9]+)\)/g)].some(
      ([, name = '']) => names.has(name) || hasUnknown || OF_JOBS.test(name),
    );
  const plain: [name: string, value: string][] = [];
  const secrets: object[] = [];
  const others: object[] = [];
  for (const each of env) {
    const { name, value, valueFrom } = each;
    const secret = isObject(valueFrom) ? valueFrom['secretKeyRef'] : undefined;
    const isNamed = typeof name === 'string' && ENV_NAME.test(name);
    if (isNamed && typeof value === 'string' && !isExpanded(value)) plain.push([name, unescaped(value)]);
    else if (isNamed && isObject(secret) && secret['optional'] !== true)
      secrets.push({ secret: secret['name'], key: secret['key'], as: name });
    else others.push(each);
  }
  return { plain: Object.fromEntries(plain), secrets, others, isExpanded };
}

/** The rights of the pod. Carillon gives fewer by default: what is lost by that is reported. */
function rightsOf(spec: Fields, serviceAccount: string | undefined): Plain {
  const security = spec.below('securityContext');
  const token = spec.take('automountServiceAccountToken');
  const links = spec.take('enableServiceLinks');
  const [user, isNotRoot] = rootOf(spec.value);
  if (user === 0) spec.note('securityContext.runAsUser', 'is root, which needs `allowRoot: true` of the worker here');
  const less = [
    ...(user === undefined && !isNotRoot ? ['no user root and no capabilities'] : []),
    ...(token === undefined && serviceAccount === undefined ? ['no token of a service account'] : []),
    ...(links === undefined ? ['no variables of services'] : []),
  ];
  if (less.length > 0)
    spec.note('securityContext', `leaves defaults that are others here: pods have ${less.join(', ')}`);
  const podSecurity = security.kept();
  security.close();
  return {
    securityContext: podSecurity,
    automountServiceAccountToken: token === false && serviceAccount === undefined ? undefined : token,
    enableServiceLinks: links === false ? undefined : links,
  };
}

/** The user of the first container, and whether it may not be root. */
function rootOf(spec: unknown): readonly [user: unknown, isNotRoot: boolean] {
  const { containers, securityContext } = isObject(spec) ? spec : {};
  const [first] = Array.isArray(containers) ? containers.filter(isObject) : [];
  const layers = [first?.['securityContext'], securityContext].filter(isObject);
  const said = (name: string): unknown => layers.map((layer) => layer[name]).find((value) => value != null);
  return [said('runAsUser'), said('runAsNonRoot') === true];
}
