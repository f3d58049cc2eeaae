/** The parts of its run's site that a pod gets: in every container, including those that templates add (V33 to V35). */
import type { JsonValue } from '#common/spec/fields.js';
import { hostVariableNames } from '#common/run/hosts.js';
import { HOSTS_FOLDER } from '#common/run/pod-contract.js';
import { isJsonObject } from '#common/spec/fields.js';
import type { JsonObject } from '#common/spec/pod-template.js';
import type { ContainerLaunch } from '../../engine.js';
import type { SiteNames } from './pod-name.js';

type Fields = Record<string, JsonValue>;

const HOSTS_VOLUME = 'carillon-svc';
const KEYS_VOLUME = 'carillon-ssh';
/** OpenSSH refuses a private key that others may read; the files belong to root. */
const OWNER_ONLY = 0o600;
/** Otherwise only root could read the files. */
const READABLE = 0o444;

/** Adds it to a whole pod after templates were applied; values that they set themselves stay. */
export function shareSite(template: JsonObject, launch: ContainerLaunch, names: SiteNames | null): JsonObject {
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
