/**
 * Pod templates: what a worker, job or task may set for its pods beyond the fields of the public contract. A template has
 * the shape of Kubernetes' own PodTemplateSpec (`metadata`, `spec`). The allowed fields are a list of paths: by default
 * everything that the restricted Pod Security level allows, except fields that Carillon relies on, and `schedulingGates`: Carillon opens no
 * gate, and a controller that does adds its gate itself when the pod is created.
 */
import { isJsonObject, type JsonValue } from './fields.js';

export type JsonObject = Readonly<Record<string, JsonValue>>;

export interface TemplateProblem {
  /** The path in the template, such as `spec.hostNetwork` or `spec.containers[0].securityContext.privileged`. */
  readonly path: string;
  readonly message: string;
}

const MAX_DEPTH = 24;
/** Labels and annotations that identify pods belong to Carillon. */
const OWN_PREFIXES = ['carillon.dev/', 'batch.kubernetes.io/', 'app.kubernetes.io/managed-by'];

const PROBED_HOST = /(?:Probe|\.lifecycle\.[A-Za-z]+)\.(?:httpGet|tcpSocket)\.host$/;

const CONTAINER_FIELDS = [
  'name',
  'image',
  'imagePullPolicy',
  'command',
  'args',
  'workingDir',
  'env',
  'envFrom',
  'ports[].name',
  'ports[].containerPort',
  'ports[].protocol',
  'resources',
  'resizePolicy',
  'volumeMounts',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
  'terminationMessagePath',
  'terminationMessagePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'stdin',
  'tty',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.readOnlyRootFilesystem',
  'securityContext.seccompProfile',
];

const VOLUME_FIELDS = [
  'name',
  'emptyDir',
  'configMap',
  'secret',
  'projected',
  'downwardAPI',
  'persistentVolumeClaim',
  'ephemeral',
  'image',
];

/** An entry allows its whole subtree; `[]` means every element of a list. */
export const DEFAULT_TEMPLATE_PATHS: readonly string[] = [
  'metadata.labels',
  'metadata.annotations',
  ...['containers', 'initContainers'].flatMap((list) => CONTAINER_FIELDS.map((field) => `spec.${list}[].${field}`)),
  ...VOLUME_FIELDS.map((field) => `spec.volumes[].${field}`),
  'spec.resources',
  'spec.resourceClaims',
  'spec.nodeSelector',
  'spec.affinity',
  'spec.tolerations',
  'spec.topologySpreadConstraints',
  'spec.priorityClassName',
  'spec.schedulerName',
  'spec.runtimeClassName',
  'spec.imagePullSecrets',
  'spec.automountServiceAccountToken',
  'spec.terminationGracePeriodSeconds',
  'spec.activeDeadlineSeconds',
  'spec.dnsPolicy',
  'spec.dnsConfig',
  'spec.hostAliases',
  'spec.enableServiceLinks',
  'spec.hostUsers',
  'spec.securityContext.runAsUser',
  'spec.securityContext.runAsGroup',
  'spec.securityContext.fsGroup',
  'spec.securityContext.fsGroupChangePolicy',
  'spec.securityContext.supplementalGroups',
  'spec.securityContext.supplementalGroupsPolicy',
  'spec.securityContext.seccompProfile',
];

/** Everything in the template that the allow-list does not contain. */
export function templateProblems(template: JsonObject, allowed: readonly string[]): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const paths = new Set(allowed);
  walk(template, { text: '', rule: '' }, (path, leaf) => {
    const message = judge(path.rule, leaf, paths);
    if (message !== null) problems.push({ path: path.text, message });
  });
  return problems;
}

function judge(rule: string, leaf: JsonValue | JsonObject, allowed: ReadonlySet<string>): string | null {
  const own = OWN_PREFIXES.find((prefix) => labelKey(rule)?.startsWith(prefix) === true);
  if (own !== undefined) return `is set by Carillon (${own})`;
  // The node calls the host that is named here with its own rights; without a host it calls the pod itself.
  if (PROBED_HOST.test(rule) && !allowed.has(rule))
    return 'must be left out: the node would send requests to that host';
  // An empty object or list: it is harmless as the parent of an allowed field, and elsewhere it might clear a list.
  const isEmpty = typeof leaf === 'object' && leaf !== null;
  if (!isAllowed(rule, allowed) && !(isEmpty && leadsTo(rule, allowed))) return 'is not allowed in a pod template';
  if (leaf === null) return 'must not be null';
  return valueProblem(rule, leaf);
}

/** Of a field that is allowed. */
function valueProblem(rule: string, leaf: JsonValue | JsonObject): string | null {
  if (rule === 'spec.hostUsers') return leaf === false ? null : 'must be false';
  if (rule === 'spec.containers[].restartPolicy' && leaf === 'Always')
    return 'must not be Always: the attempt would never end';
  return rule.endsWith('seccompProfile.type') && leaf === 'Unconfined' ? 'must not be Unconfined' : null;
}

interface Path {
  /** The path for people, with the positions of list elements. */
  readonly text: string;
  /** The path as in the allow-list, with `[]` for every element. */
  readonly rule: string;
}

type Visit = (path: Path, leaf: JsonValue | JsonObject) => void;

function walk(value: JsonValue | JsonObject, path: Path, visit: Visit, depth = 0): void {
  if (depth > MAX_DEPTH) {
    visit({ text: path.text, rule: '' }, null);
    return;
  }
  if (Array.isArray(value) && value.length > 0) {
    for (const [i, element] of value.entries()) {
      walk(element, { text: `${path.text}[${i}]`, rule: `${path.rule}[]` }, visit, depth + 1);
    }
    return;
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    for (const [key, child] of Object.entries(value)) {
      const dot = path.rule === '' ? '' : '.';
      walk(child, { text: `${path.text}${dot}${key}`, rule: `${path.rule}${dot}${key}` }, visit, depth + 1);
    }
    return;
  }
  visit(path, value);
}

function isAllowed(rule: string, allowed: ReadonlySet<string>): boolean {
  for (let end = rule.length; end > 0; end = Math.max(rule.lastIndexOf('.', end - 1), rule.lastIndexOf('[', end - 1))) {
    if (allowed.has(rule.slice(0, end))) return true;
  }
  return false;
}

const leadsTo = (rule: string, allowed: ReadonlySet<string>): boolean =>
  rule === '' || [...allowed].some((path) => path.startsWith(rule) && /^[.[]/.test(path.slice(rule.length)));

/** The key of a label or annotation, from `metadata.labels.<key>`; keys hold dots themselves. */
function labelKey(rule: string): string | null {
  return /^metadata\.(?:labels|annotations)\.(.*)$/.exec(rule)?.[1] ?? null;
}

/** The field that identifies the elements of a list of this name; lists of other names are replaced as a whole. */
const LIST_KEYS: Readonly<Record<string, string>> = {
  containers: 'name',
  initContainers: 'name',
  volumes: 'name',
  resourceClaims: 'name',
  env: 'name',
  imagePullSecrets: 'name',
  volumeMounts: 'mountPath',
  ports: 'containerPort',
  hostAliases: 'ip',
};

/** Merges `over` over `base`: objects field by field, lists of named elements by name; all other values are replaced. */
export function layOver(base: JsonObject, over: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    merged[key] = layField(key, merged[key], value);
  }
  return merged;
}

function layField(name: string, base: JsonValue | undefined, over: JsonValue): JsonValue {
  if (isJsonObject(base) && isJsonObject(over)) return { ...layOver(base, over) };
  const key = LIST_KEYS[name];
  if (key === undefined || !Array.isArray(base) || !Array.isArray(over)) return over;
  const merged = [...base];
  for (const element of over) {
    const at = merged.findIndex((other) => isJsonObject(other) && isJsonObject(element) && other[key] === element[key]);
    const former = merged[at];
    if (isJsonObject(former) && isJsonObject(element)) merged[at] = { ...layOver(former, element) };
    else merged.push(element);
  }
  return merged;
}
