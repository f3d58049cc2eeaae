/**
 * The Pod Security levels `baseline` and `restricted`, as the admission of Kubernetes 1.36 applies them: a table of the published rules.
 * (Image volumes, the sizes of TCP buffers and what user namespaces relax are in the admission and not in the published page.)
 */
export type Level = 'baseline' | 'restricted';

/** A pod or the template of one. */
export interface PodTemplate {
  readonly metadata?: unknown;
  readonly spec?: unknown;
}

interface Rule {
  readonly control: string;
  /** Paths below the pod; `[*]` is every element or value, `<container>` every container of every kind. */
  readonly fields: readonly string[];
  /** Of a value that is set. */
  readonly allows: (value: unknown) => boolean;
  /** True: each container has to have a value, by itself or by its pod's `securityContext`. */
  readonly isRequired?: true;
  /** Pods that the rule leaves alone. */
  readonly spares?: (spec: unknown) => boolean;
}

const CONTAINERS = ['containers', 'initContainers', 'ephemeralContainers'];
const CONTEXTS = ['spec.securityContext', '<container>.securityContext'];
const HANDLERS = ['livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle.postStart', 'lifecycle.preStop'];
const HOSTS = HANDLERS.flatMap((handler) =>
  ['httpGet', 'tcpSocket'].map((kind) => `<container>.${handler}.${kind}.host`),
);
const CAPABILITIES = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP'],
  ...['SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
];
const SYSCTLS = [
  ...['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range'],
  ...['net.ipv4.ip_unprivileged_port_start', 'net.ipv4.ip_local_reserved_ports', 'net.ipv4.tcp_keepalive_time'],
  ...['net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes'],
  ...['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'],
];
const VOLUMES = [
  ...['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'image', 'persistentVolumeClaim', 'projected'],
  'secret',
];

const oneOf =
  (...values: readonly unknown[]) =>
  (value: unknown): boolean =>
    values.includes(value);
const inContexts = (field: string): readonly string[] => CONTEXTS.map((context) => `${context}.${field}`);
const hasOwnUsers = (spec: unknown): boolean => at(spec, ['hostUsers']) === false;
const isWindows = (spec: unknown): boolean => at(spec, ['os', 'name']) === 'windows';
const isProfile = oneOf('RuntimeDefault', 'Localhost');
const isDefaultMount = oneOf('Default');
const procMount = {
  control: '/proc mount type',
  fields: ['<container>.securityContext.procMount'],
  allows: isDefaultMount,
};

const BASELINE: readonly Rule[] = [
  { control: 'HostProcess', fields: inContexts('windowsOptions.hostProcess'), allows: oneOf(false) },
  { control: 'host namespaces', fields: ['spec.hostNetwork', 'spec.hostPID', 'spec.hostIPC'], allows: oneOf(false) },
  { control: 'privileged containers', fields: ['<container>.securityContext.privileged'], allows: oneOf(false) },
  {
    control: 'capabilities',
    fields: ['<container>.securityContext.capabilities.add[*]'],
    allows: oneOf(...CAPABILITIES),
  },
  { control: 'hostPath volumes', fields: ['spec.volumes[*].hostPath'], allows: () => false },
  { control: 'host ports', fields: ['<container>.ports[*].hostPort'], allows: oneOf(0) },
  { control: 'host probes and lifecycle hooks', fields: HOSTS, allows: oneOf('') },
  { control: 'AppArmor', fields: inContexts('appArmorProfile.type'), allows: isProfile },
  {
    control: 'SELinux',
    fields: inContexts('seLinuxOptions.type'),
    allows: oneOf('', 'container_t', 'container_init_t', 'container_kvm_t', 'container_engine_t'),
  },
  {
    control: 'SELinux',
    fields: [...inContexts('seLinuxOptions.user'), ...inContexts('seLinuxOptions.role')],
    allows: oneOf(''),
  },
  { ...procMount, spares: hasOwnUsers },
  { control: 'seccomp', fields: inContexts('seccompProfile.type'), allows: isProfile },
  { control: 'sysctls', fields: ['spec.securityContext.sysctls[*].name'], allows: oneOf(...SYSCTLS) },
];

const RESTRICTED: readonly Rule[] = [
  {
    control: 'volume types',
    fields: ['spec.volumes[*]'],
    allows: (volume) => VOLUMES.some((type) => at(volume, [type]) !== undefined),
  },
  {
    control: 'privilege escalation',
    fields: ['<container>.securityContext.allowPrivilegeEscalation'],
    allows: oneOf(false),
    isRequired: true,
    spares: isWindows,
  },
  {
    control: 'running as non-root',
    fields: inContexts('runAsNonRoot'),
    allows: oneOf(true),
    isRequired: true,
    spares: hasOwnUsers,
  },
  {
    control: 'running as non-root user',
    fields: inContexts('runAsUser'),
    allows: (user) => user !== 0,
    spares: hasOwnUsers,
  },
  {
    control: 'seccomp',
    fields: inContexts('seccompProfile.type'),
    allows: isProfile,
    isRequired: true,
    spares: isWindows,
  },
  {
    control: 'capabilities',
    fields: ['<container>.securityContext.capabilities.drop'],
    allows: (dropped) => Array.isArray(dropped) && dropped.includes('ALL'),
    isRequired: true,
    spares: isWindows,
  },
  {
    control: 'capabilities',
    fields: ['<container>.securityContext.capabilities.add[*]'],
    allows: oneOf('NET_BIND_SERVICE'),
    spares: isWindows,
  },
  procMount,
];

/** The controls that the pod breaks, with the path of each field; empty if the level admits the pod. */
export function podSecurityProblems({ metadata, spec }: PodTemplate, level: Level): readonly string[] {
  const rules = level === 'baseline' ? BASELINE : [...BASELINE, ...RESTRICTED];
  const problems = rules.flatMap((rule) => (rule.spares?.(spec) === true ? [] : broken(rule, spec)));
  return [...new Set([...annotationProblems(metadata), ...problems])];
}

function broken({ control, fields, allows, isRequired }: Rule, spec: unknown): readonly string[] {
  const found = fields.flatMap((field) => expanded(field).flatMap((path) => valuesAt(spec, path)));
  const refused = found.filter(({ value }) => !allows(value)).map(({ path }) => `${control}: ${path}`);
  return isRequired === true ? [...refused, ...missing({ control, fields }, spec)] : refused;
}

/** Containers for which neither they nor their pod, where the rule knows its field, say anything. */
function missing({ control, fields }: Pick<Rule, 'control' | 'fields'>, spec: unknown): readonly string[] {
  const [own = '', ofPod] = [...fields].reverse();
  if (ofPod !== undefined && valuesAt(spec, ofPod).length > 0) return [];
  return expanded('<container>')
    .flatMap((path) => valuesAt(spec, path))
    .filter(({ value }) => valuesAt(value, own.replace('<container>', 'spec')).length === 0)
    .map(({ path }) => `${control}: ${own.replace('<container>', path)}`);
}

/** The older form of AppArmor's profiles, which counts as before. */
function annotationProblems(metadata: unknown): readonly string[] {
  return Object.entries(Object(at(metadata, ['annotations'])) as Record<string, unknown>)
    .filter(([key]) => key.startsWith('container.apparmor.security.beta.kubernetes.io/'))
    .filter(([, profile]) => !/^(?:runtime\/default|localhost\/.*)?$/.test(String(profile)))
    .map(([key]) => `AppArmor: metadata.annotations.${key}`);
}

const expanded = (field: string): readonly string[] =>
  field.startsWith('<container>') ? CONTAINERS.map((list) => field.replace('<container>', `spec.${list}[*]`)) : [field];

interface Found {
  readonly path: string;
  readonly value: unknown;
}

/** Every value that is set at a path that begins with `spec`. */
function valuesAt(spec: unknown, field: string): readonly Found[] {
  const steps = field.replaceAll('[*]', '.*').split('.').slice(1);
  return steps
    .reduce<readonly Found[]>(
      (found, step) => found.flatMap((each) => below(each, step)),
      [{ path: 'spec', value: spec }],
    )
    .filter(({ value }) => value !== undefined && value !== null);
}

function below({ path, value }: Found, step: string): readonly Found[] {
  if (step !== '*') return [{ path: `${path}.${step}`, value: at(value, [step]) }];
  return Array.isArray(value) ? value.map((each: unknown, i) => ({ path: `${path}[${i}]`, value: each })) : [];
}

const at = (value: unknown, keys: readonly string[]): unknown =>
  keys.reduce<unknown>(
    (inside, key) =>
      typeof inside === 'object' && inside !== null ? (inside as Readonly<Record<string, unknown>>)[key] : undefined,
    value,
  );
