/**
 * The pod of an attempt, and its Secret if it has secrets. Restricted by default: no root (unless an admin allows it to the worker), no
 * capabilities, no privilege escalation, no service account token, no service variables.
 */
import { isJsonObject, type JsonValue } from '#common/spec/fields.js';
import { attemptId } from '#common/domain/ids.js';
import { DEFAULT_GRACE_SECONDS } from '#common/domain/limits.js';
import {
  CARILLON_FOLDER,
  IDENTITY_FILE_VARIABLE,
  IDENTITY_NAME,
  JOB_STORAGE_FILE,
  JOB_STORAGE_NAME,
  attemptLabels,
  labelValue,
  MAIN_CONTAINER,
  MANAGER,
  POD_ANNOTATIONS,
  POD_LABELS,
  RESULT_FINALIZER,
  shardLabel,
  HOSTS_FOLDER,
} from '#common/run/pod-contract.js';
import { layOver, templateProblems, type JsonObject, type TemplateProblem } from '#common/spec/pod-template.js';
import type { Instant } from '#common/run/run.js';
import type { ContainerLaunch } from '../../engine.js';
import { needsName } from './site-manifests.js';
import { podHostname, type SiteNames } from './pod-name.js';
import { hostVariableNames } from '#common/run/hosts.js';

export interface PodPlace {
  readonly instance: string;
  readonly namespace: string;
  readonly name: string;
  /** The name of the attempt's Secret; null if it has no secrets. */
  readonly secret: string | null;
  /** Names of the objects that the attempts of the run share, if any. */
  readonly site: SiteNames | null;
  readonly now: Instant;
}

const STORAGE_VOLUME = 'carillon';
/** The job's volumes in its order: containers that templates add may mount them by these names, too. */
const volumeName = (at: number): string => `volume-${at}`;
/** The executor enforces these limits, too: the pod's own take effect when no executor is running. */
const DEADLINE_SLACK_SECONDS = 60;

/** The template fields that are not allowed; such an attempt cannot be started. */
export function launchProblems(launch: ContainerLaunch, allowed: readonly string[]): readonly TemplateProblem[] {
  return launch.podTemplates.flatMap((template) => templateProblems(template, allowed));
}

/** True if the attempt has secrets, which must not be in the pod itself. */
export const needsSecret = (launch: ContainerLaunch): boolean => Object.keys(secretsOf(launch)).length > 0;

export function podManifest(launch: ContainerLaunch, place: PodPlace): JsonObject {
  let template: JsonObject = { metadata: ownMetadata(launch, place), spec: ownSpec(launch, place) };
  for (const over of launch.podTemplates) template = layOver(template, over);
  return { apiVersion: 'v1', kind: 'Pod', ...hardened(shareSite(template, launch, place.site)) };
}

/** Containers that templates add are restricted like our own; of their output only the termination message is kept. */
function hardened(template: JsonObject): JsonObject {
  const own = { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } };
  const added = { ...own, terminationMessagePolicy: 'FallbackToLogsOnError' };
  const harden = (list: JsonValue | undefined): JsonValue[] =>
    (Array.isArray(list) ? list.filter(isJsonObject) : []).map((container) => ({
      ...layOver(container['name'] === MAIN_CONTAINER ? own : added, container),
    }));
  const spec = isJsonObject(template['spec']) ? template['spec'] : {};
  const init = harden(spec['initContainers']);
  return {
    ...template,
    spec: { ...spec, containers: harden(spec['containers']), ...(init.length > 0 && { initContainers: init }) },
  };
}

export function secretManifest(launch: ContainerLaunch, place: PodPlace): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'Opaque',
    immutable: true,
    metadata: {
      name: place.secret,
      labels: labelsOf(launch, place),
      annotations: { [POD_ANNOTATIONS.attempt]: attemptId(launch.key) },
    },
    stringData: secretsOf(launch),
  };
}

function ownMetadata(launch: ContainerLaunch, place: PodPlace): JsonObjectOut {
  const indexed = launch.completionMode === 'Indexed';
  return {
    name: place.name,
    namespace: place.namespace,
    finalizers: [RESULT_FINALIZER],
    labels: labelsOf(launch, place),
    annotations: {
      [POD_ANNOTATIONS.attempt]: attemptId(launch.key),
      [POD_ANNOTATIONS.tenant]: launch.tenant,
      [POD_ANNOTATIONS.job]: launch.job,
      [POD_ANNOTATIONS.jobName]: launch.jobName,
      ...(!keepsStorage(launch) && { [POD_ANNOTATIONS.jobStorage]: launch.jobStorage }),
      ...(place.secret !== null && { [POD_ANNOTATIONS.secret]: place.secret }),
      ...(indexed && { [POD_ANNOTATIONS.completionIndex]: String(launch.key.index) }),
      ...gangOf(launch, place),
    },
  };
}

type JsonObjectOut = Record<string, JsonValue>;

function labelsOf(launch: ContainerLaunch, place: PodPlace): JsonObjectOut {
  const { key } = launch;
  return {
    [POD_LABELS.managedBy]: MANAGER,
    ...attemptLabels(place.instance, key),
    [POD_LABELS.tenant]: labelValue(launch.tenant),
    [POD_LABELS.job]: labelValue(launch.job),
    [POD_LABELS.shard]: shardLabel(launch.key.run),
    ...(launch.completionMode === 'Indexed' && { [POD_LABELS.completionIndex]: String(key.index) }),
    ...subdomainOf(launch, place, POD_LABELS.subdomain),
  };
}

/** The annotation of its pod group, for the scheduler that places it. */
function gangOf({ site, key }: ContainerLaunch, place: PodPlace): JsonObjectOut {
  const gang = site?.gangs.find(({ tasks }) => tasks.includes(key.task));
  return gang && place.site ? { [POD_ANNOTATIONS.gang]: place.site.gang(gang.wave) } : {};
}

/** The run's own subdomain by which its pods find each other; nothing if they do not. */
const subdomainOf = ({ site }: ContainerLaunch, place: PodPlace, field: string): JsonObjectOut =>
  site && place.site && needsName(site) ? { [field]: place.site.subdomain } : {};

function ownSpec(launch: ContainerLaunch, place: PodPlace): JsonObjectOut {
  const { serviceAccount, timeoutSeconds } = launch;
  return {
    restartPolicy: launch.restartPolicy,
    hostname: podHostname(launch),
    ...subdomainOf(launch, place, 'subdomain'),
    enableServiceLinks: false,
    terminationGracePeriodSeconds: DEFAULT_GRACE_SECONDS,
    ...(timeoutSeconds !== null && { activeDeadlineSeconds: activeDeadline(launch, timeoutSeconds, place.now) }),
    ...(serviceAccount === null ? { automountServiceAccountToken: false } : { serviceAccountName: serviceAccount }),
    ...(launch.priorityClassName !== null && { priorityClassName: launch.priorityClassName }),
    ...(launch.schedulerName !== null && { schedulerName: launch.schedulerName }),
    ...(launch.imagePullSecrets.length > 0 && { imagePullSecrets: launch.imagePullSecrets.map((name) => ({ name })) }),
    securityContext: { runAsNonRoot: !launch.allowRoot, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [mainContainer(launch, place)],
    volumes: [
      { name: STORAGE_VOLUME, ...filesSource(launch, place) },
      ...(launch.volumes ?? []).map(({ claimName }, at) => ({
        name: volumeName(at),
        ...volumeSource(claimName ?? ownClaim(launch, place, at)),
      })),
    ],
  };
}

const storageSource = (launch: ContainerLaunch, { secret: secretName }: PodPlace): JsonObjectOut =>
  keepsStorage(launch)
    ? { secret: { secretName, items: [{ key: JOB_STORAGE_NAME, path: JOB_STORAGE_NAME }] } }
    : { downwardAPI: { items: [{ path: JOB_STORAGE_NAME, fieldRef: storageField }] } };

/** The files of the attempt: job storage, and the identity token if it has one. */
function filesSource(launch: ContainerLaunch, place: PodPlace): JsonObjectOut {
  const storage = storageSource(launch, place);
  if (!launch.identity) return storage;
  const token = { secret: { name: place.secret, items: [{ key: IDENTITY_NAME, path: IDENTITY_NAME }] } };
  const { secret } = storage;
  const ofStorage = isJsonObject(secret) ? { secret: { name: place.secret, items: secret['items'] ?? [] } } : storage;
  return { projected: { sources: [ofStorage, token] } };
}

const volumeSource = (claimName: string | null): JsonObjectOut =>
  claimName === null ? { emptyDir: {} } : { persistentVolumeClaim: { claimName } };

/** The volume claim that is made for this volume of the run. */
const ownClaim = ({ site }: ContainerLaunch, place: PodPlace, at: number): string | null =>
  site?.claims.some(({ volume }) => volume === at) === true ? (place.site?.claim(at) ?? null) : null;

/**
 * Kubernetes counts from the pod's arrival on its node, the attempt's own limit from its start: this deadline is never the
 * earlier one.
 */
function activeDeadline(launch: ContainerLaunch, timeoutSeconds: number, now: Instant): number {
  const untilStart = Math.max(0, launch.startBy - now) / 1_000;
  return Math.ceil(timeoutSeconds + untilStart) + DEFAULT_GRACE_SECONDS + DEADLINE_SLACK_SECONDS;
}

function mainContainer(launch: ContainerLaunch, place: PodPlace): JsonObjectOut {
  const { requests, limits } = launch.resources;
  return {
    name: MAIN_CONTAINER,
    image: launch.image,
    ...(launch.command.length > 0 && { command: launch.command.map(literal) }),
    ...(launch.args.length > 0 && { args: launch.args.map(literal) }),
    env: environment(launch, place),
    resources: { requests: { ...requests }, limits: { ...limits } },
    volumeMounts: [
      { name: STORAGE_VOLUME, mountPath: CARILLON_FOLDER, readOnly: true },
      ...(launch.volumes ?? []).map(({ mountPath }, at) => ({ name: volumeName(at), mountPath })),
    ],
  };
}

/** Each variable once, the later definition over the earlier: the worker's own come last. */
function environment(launch: ContainerLaunch, place: PodPlace): JsonValue[] {
  const { plain, secret } = launch.env;
  const fromSecret = secretsOf(launch);
  const variables = new Map<string, JsonObjectOut>([['JOB_STORAGE_FILE', { value: JOB_STORAGE_FILE }]]);
  if (launch.identity) variables.set(IDENTITY_FILE_VARIABLE, { value: `${CARILLON_FOLDER}/${IDENTITY_NAME}` });
  for (const { secret: name, key, as } of launch.envFrom)
    variables.set(as, { valueFrom: { secretKeyRef: { name, key } } });
  for (const name of Object.keys(secret)) {
    const key = isStorageVariable(launch, name) ? JOB_STORAGE_NAME : name;
    const isKept = key in fromSecret;
    variables.set(name, isKept ? { valueFrom: { secretKeyRef: { name: place.secret, key } } } : { value: '' });
  }
  for (const [name, value] of Object.entries(plain)) {
    const isOpen = launch.jobStorage !== '' && !keepsStorage(launch);
    const isStorage = name === 'JOB_STORAGE' && value === launch.jobStorage && isOpen;
    variables.set(name, isStorage ? { valueFrom: { fieldRef: storageField } } : { value: literal(value) });
  }
  return [...variables].map(([name, source]) => ({ name, ...source }));
}

/** Job storage may be large: the pod contains it once, as an annotation that both the variable and the file refer to. */
const storageField = { fieldPath: `metadata.annotations['${POD_ANNOTATIONS.jobStorage}']` };

/** True if job storage is in the attempt's Secret. */
const keepsStorage = ({ hasSecretStorage, jobStorage }: ContainerLaunch): boolean =>
  hasSecretStorage === true && jobStorage !== '';

/** True for our own variable, which has the content of the file; the worker may have one of the same name. */
const isStorageVariable = (launch: ContainerLaunch, name: string): boolean =>
  name === 'JOB_STORAGE' && keepsStorage(launch) && launch.env.secret[name] === launch.jobStorage;

/** An empty variable contains no secret and needs no Secret. The Secret contains job storage once, for the variable and the file. */
function secretsOf(launch: ContainerLaunch): Record<string, string> {
  const variables = Object.entries(launch.env.secret).filter(
    ([name, value]) => value !== '' && !isStorageVariable(launch, name),
  );
  return {
    ...Object.fromEntries(variables),
    ...(keepsStorage(launch) && { [JOB_STORAGE_NAME]: launch.jobStorage }),
    ...(launch.identity && { [IDENTITY_NAME]: launch.identity.token }),
  };
}

/** Kubernetes expands `$(NAME)` in values, commands and arguments; ours are expanded already and must not be expanded again. */
const literal = (text: string): string => text.replaceAll('$', '$$$$');

/* The parts of its run's site that a pod gets: in every container, including those that templates add (V33 to V35). */

type Fields = Record<string, JsonValue>;

const HOSTS_VOLUME = 'carillon-svc';
const KEYS_VOLUME = 'carillon-ssh';
/** OpenSSH refuses a private key that others may read; the files belong to root. */
const OWNER_ONLY = 0o600;
/** Otherwise only root could read the files. */
const READABLE = 0o444;

/** Adds it to a whole pod after templates were applied; values that they set themselves stay. */
function shareSite(template: JsonObject, launch: ContainerLaunch, names: SiteNames | null): JsonObject {
  const spec = isJsonObject(template['spec']) ? template['spec'] : {};
  const parts = partsOf(launch, names, isRoot(spec));
  if (parts.env.length === 0 && parts.mounts.length === 0) return template;
  const give = (list: JsonValue | undefined): JsonValue[] =>
    (Array.isArray(list) ? list : []).map((container) =>
      isJsonObject(container) ? withParts(container, parts) : container,
    );
  const { containers, initContainers, volumes } = spec;
  return {
    ...template,
    spec: {
      ...spec,
      containers: give(containers),
      ...(initContainers !== undefined && { initContainers: give(initContainers) }),
      volumes: [...(Array.isArray(volumes) ? volumes : []), ...parts.volumes],
    },
  };
}

interface Parts {
  readonly env: readonly Fields[];
  readonly mounts: readonly Fields[];
  readonly volumes: readonly Fields[];
}

function partsOf({ site, indexEnv }: ContainerLaunch, names: SiteNames | null, asRoot: boolean): Parts {
  const env: Fields[] = Object.entries(indexEnv).map(([name, value]) => ({ name, value }));
  const mounts: Fields[] = [];
  const volumes: Fields[] = [];
  if (site?.svc && names) {
    if (site.svc.injectHostsEnv) env.push(...site.tasks.flatMap(({ name }) => hostsEnv(name, names)));
    volumes.push({ name: HOSTS_VOLUME, configMap: { name: names.hosts } });
    mounts.push({ name: HOSTS_VOLUME, mountPath: HOSTS_FOLDER, readOnly: true });
  }
  if (site?.ssh && names) {
    const defaultMode = asRoot ? OWNER_ONLY : READABLE;
    volumes.push({ name: KEYS_VOLUME, secret: { secretName: names.keys, defaultMode } });
    mounts.push({ name: KEYS_VOLUME, mountPath: site.ssh.keyFilePath, readOnly: true });
  }
  return { env, mounts, volumes };
}

/** The lists are long and the same for all pods: they are in the run's ConfigMap, but only if they fit into a variable. */
const hostsEnv = (task: string, { hosts }: SiteNames): Fields[] =>
  Object.values(hostVariableNames(task)).map((key) => ({
    name: key,
    valueFrom: { configMapKeyRef: { name: hosts, key, optional: true } },
  }));

function withParts(container: Fields, { env, mounts }: Parts): Fields {
  const own = (field: string, key: string): ReadonlySet<JsonValue | undefined> =>
    new Set(listOf(container[field]).map((entry) => entry[key]));
  const names = own('env', 'name');
  const paths = own('volumeMounts', 'mountPath');
  return {
    ...container,
    env: [...listOf(container['env']), ...env.filter(({ name }) => !names.has(name))],
    volumeMounts: [...listOf(container['volumeMounts']), ...mounts.filter(({ mountPath }) => !paths.has(mountPath))],
  };
}

const listOf = (value: JsonValue | undefined): Fields[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** True if the worker's container runs as root, as far as the pod specifies it. */
function isRoot({ securityContext, containers }: Fields): boolean {
  const own = listOf(containers)[0]?.['securityContext'];
  const [ofPod, ofContainer] = [securityContext, own].map((context) => (isJsonObject(context) ? context : {}));
  const user = ofContainer?.['runAsUser'] ?? ofPod?.['runAsUser'];
  if (user !== undefined) return user === 0;
  return (ofContainer?.['runAsNonRoot'] ?? ofPod?.['runAsNonRoot']) === false;
}
