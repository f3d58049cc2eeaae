/**
 * What a current API server says of an object under strict validation (`--validate=strict`): unknown fields, missing ones, wrong types and
 * words that a field does not have. The schemas are published ones: those of Kubernetes 1.36 and of the custom resources that the
 * manifests use. Rules that no schema has (forms of names, labels of selectors) are left to real servers.
 */
import { Ajv } from 'ajv';

/** The classes of the packages, by kind; their prototypes hold the compiled schemas. */
type Loaded = () => Promise<Readonly<Record<string, unknown>>>;
/** Throws what ajv found about `this`. */
interface Validating {
  readonly prototype: { validate: () => void };
}
interface Findings {
  readonly errors: readonly { readonly instancePath: string; readonly message?: string }[];
}

/** A kind without a schema here is reported. */
const SCHEMAS: Readonly<Record<string, Loaded>> = {
  'v1/ConfigMap': () => import('kubernetes-models/v1/ConfigMap'),
  'v1/Event': () => import('kubernetes-models/v1/Event'),
  'v1/Namespace': () => import('kubernetes-models/v1/Namespace'),
  'v1/PersistentVolumeClaim': () => import('kubernetes-models/v1/PersistentVolumeClaim'),
  'v1/Pod': () => import('kubernetes-models/v1/Pod'),
  'v1/Secret': () => import('kubernetes-models/v1/Secret'),
  'v1/Service': () => import('kubernetes-models/v1/Service'),
  'v1/ServiceAccount': () => import('kubernetes-models/v1/ServiceAccount'),
  'apps/v1/Deployment': () => import('kubernetes-models/apps/v1/Deployment'),
  'authorization.k8s.io/v1/SelfSubjectRulesReview': () =>
    import('kubernetes-models/authorization.k8s.io/v1/SelfSubjectRulesReview'),
  'autoscaling/v2/HorizontalPodAutoscaler': () => import('kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'),
  'batch/v1/CronJob': () => import('kubernetes-models/batch/v1/CronJob'),
  'cilium.io/v2/CiliumNetworkPolicy': () => import('@kubernetes-models/cilium/cilium.io/v2/CiliumNetworkPolicy'),
  'gateway.networking.k8s.io/v1/HTTPRoute': () =>
    import('@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute'),
  'monitoring.coreos.com/v1/PodMonitor': () =>
    import('@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor'),
  'networking.k8s.io/v1/Ingress': () => import('kubernetes-models/networking.k8s.io/v1/Ingress'),
  'networking.k8s.io/v1/NetworkPolicy': () => import('kubernetes-models/networking.k8s.io/v1/NetworkPolicy'),
  'policy/v1/PodDisruptionBudget': () => import('kubernetes-models/policy/v1/PodDisruptionBudget'),
  'rbac.authorization.k8s.io/v1/Role': () => import('kubernetes-models/rbac.authorization.k8s.io/v1/Role'),
  'rbac.authorization.k8s.io/v1/RoleBinding': () =>
    import('kubernetes-models/rbac.authorization.k8s.io/v1/RoleBinding'),
  'scheduling.k8s.io/v1/PriorityClass': () => import('kubernetes-models/scheduling.k8s.io/v1/PriorityClass'),
  'scheduling.volcano.sh/v1beta1/PodGroup': podGroup,
};

/** The kinds that can be validated, as `<apiVersion>/<kind>`. */
export const VALIDATED_KINDS: readonly string[] = Object.keys(SCHEMAS);

/** Each with the path of its field; empty if a server would take the object. */
export async function schemaProblems(object: unknown): Promise<readonly string[]> {
  const { apiVersion, kind } = object as { readonly apiVersion?: unknown; readonly kind?: unknown };
  const load = SCHEMAS[`${String(apiVersion)}/${String(kind)}`];
  if (load === undefined) return [`no schema of ${String(apiVersion)}/${String(kind)}`];
  const { [String(kind)]: type } = await load();
  return problemsOf(type as Validating, object);
}

/** Gives the objects back if a server would take them all. Throws an Error with the problems of each. */
export async function checkedObjects<T extends object>(objects: readonly T[]): Promise<readonly T[]> {
  const problems: string[] = [];
  for (const object of objects) {
    const { kind, metadata } = object as { readonly kind?: string; readonly metadata?: { readonly name?: string } };
    const name = `${String(kind)} ${String(metadata?.name)}`;
    problems.push(...(await schemaProblems(object)).map((problem) => `${name}: ${problem}`));
  }
  if (problems.length > 0) throw new Error(`Kubernetes would refuse:\n${problems.join('\n')}`);
  return objects;
}

/** The packages lose the fields of this name (of a PriorityClass), which therefore are not judged. */
const LOST_FIELD = 'description';

interface ReadObject {
  readonly path: string;
  readonly object: object;
  readonly read: Set<string>;
}

/**
 * The compiled schemas let unknown fields pass, but they read every field that they know, present or not: a field that was not read is
 * unknown. An object of which none was read may hold anything (the values of `fieldsV1`).
 */
function problemsOf({ prototype }: Validating, value: unknown): readonly string[] {
  const objects: ReadObject[] = [];
  const errors = errorsOf(() => {
    prototype.validate.call(watched(value, '', objects));
  });
  const unknown = objects
    .filter(({ object, read }) => !Array.isArray(object) && read.size > 0)
    .flatMap(({ path, object, read }) =>
      Object.keys(object).flatMap((key) => (read.has(key) || key === LOST_FIELD ? [] : `${path}/${key}`)),
    );
  return [...errors, ...unknown.map((path) => `${path} is an unknown field`)];
}

function errorsOf(validate: () => void): readonly string[] {
  try {
    validate();
    return [];
  } catch (error) {
    const { errors } = error as Findings;
    return errors.map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
  }
}

function watched(value: unknown, path: string, objects: ReadObject[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const read = new Set<string>();
  objects.push({ path, object: value, read });
  const inside = new Map<PropertyKey, unknown>();
  return new Proxy(value, {
    get(object, key) {
      if (typeof key === 'string') read.add(key);
      if (!inside.has(key)) inside.set(key, watched(Reflect.get(object, key), `${path}/${String(key)}`, objects));
      return inside.get(key);
    },
  });
}

/** Volcano publishes its custom resource in no package: the fields of its release 1.10. */
function podGroup(): Promise<Readonly<Record<string, unknown>>> {
  const text = { type: 'string' };
  const integer = { type: 'integer' };
  const mapOf = (values: object): object => ({ type: 'object', additionalProperties: values });
  const fields = (properties: object): object => ({ type: 'object', properties });
  const metadata = fields({ name: text, namespace: text, labels: mapOf(text), annotations: mapOf(text) });
  const spec = fields({
    minMember: integer,
    minTaskMember: mapOf(integer),
    queue: text,
    priorityClassName: text,
    minResources: mapOf({ anyOf: [text, integer] }),
  });
  const schema = new Ajv().compile(fields({ apiVersion: text, kind: text, metadata, spec }));
  function validate(this: unknown): void {
    if (!schema(this)) throw Object.assign(new Error('not a PodGroup'), { errors: schema.errors });
  }
  return Promise.resolve({ PodGroup: { prototype: { validate } } });
}
