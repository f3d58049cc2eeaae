/** Every field of a pod template of Kubernetes (core/v1), and what an import does with it. */
import { ignored, kept, keptUnless, mapped, reported, type FieldTable } from './fields.js';

/** Written by the API server, by controllers or for them. */
const BOOKKEEPING: FieldTable = {
  creationTimestamp: ignored,
  deletionGracePeriodSeconds: ignored,
  deletionTimestamp: ignored,
  generation: ignored,
  managedFields: ignored,
  resourceVersion: ignored,
  selfLink: ignored,
  uid: ignored,
};

const NO_OBJECTS = 'belongs to objects that Carillon does not make, and was left out';

/** The metadata of an object that is imported. */
export const OBJECT_METADATA: FieldTable = {
  ...BOOKKEEPING,
  annotations: mapped(),
  finalizers: reported(),
  generateName: mapped(),
  labels: mapped(),
  name: mapped(),
  namespace: mapped(),
  ownerReferences: mapped(),
};

/** The metadata of a template of such objects. */
export const TEMPLATE_METADATA: FieldTable = {
  ...BOOKKEEPING,
  annotations: reported(NO_OBJECTS, {}),
  finalizers: reported(NO_OBJECTS),
  generateName: reported(NO_OBJECTS),
  labels: mapped(),
  name: reported(NO_OBJECTS),
  namespace: reported(NO_OBJECTS),
  ownerReferences: reported(NO_OBJECTS),
};

/** The metadata of a template of pods, whose names Carillon gives. */
const POD_METADATA: FieldTable = {
  ...BOOKKEEPING,
  annotations: mapped(),
  finalizers: reported(),
  generateName: ignored,
  labels: mapped(),
  name: ignored,
  namespace: ignored,
  ownerReferences: reported(),
};

const NEEDS_ROOT = 'needs `allowRoot: true` of the worker here, and was left out';

/** Values that every pod of Carillon has are left out, because templates may not contain them. */
const CONTAINER_SECURITY: FieldTable = {
  allowPrivilegeEscalation: keptUnless(false),
  appArmorProfile: kept,
  capabilities: keptUnless({ drop: ['ALL'] }, {}),
  privileged: keptUnless(false),
  procMount: keptUnless('Default'),
  readOnlyRootFilesystem: kept,
  runAsGroup: kept,
  runAsNonRoot: reported(NEEDS_ROOT, true),
  runAsUser: kept,
  seLinuxOptions: kept,
  seccompProfile: keptUnless({ type: 'RuntimeDefault' }),
  windowsOptions: kept,
};

const POD_SECURITY: FieldTable = {
  appArmorProfile: kept,
  fsGroup: kept,
  fsGroupChangePolicy: kept,
  runAsGroup: kept,
  runAsNonRoot: reported(NEEDS_ROOT, true),
  runAsUser: kept,
  seLinuxChangePolicy: kept,
  seLinuxOptions: kept,
  seccompProfile: keptUnless({ type: 'RuntimeDefault' }),
  supplementalGroups: kept,
  supplementalGroupsPolicy: kept,
  sysctls: kept,
  windowsOptions: kept,
};

const CONTAINER: FieldTable = {
  args: mapped(),
  command: mapped(),
  env: mapped(),
  envFrom: kept,
  image: mapped(),
  imagePullPolicy: mapped(),
  lifecycle: kept,
  livenessProbe: kept,
  name: mapped(),
  ports: kept,
  readinessProbe: kept,
  resizePolicy: kept,
  resources: mapped(),
  restartPolicy: kept,
  restartPolicyRules: kept,
  securityContext: mapped(CONTAINER_SECURITY),
  startupProbe: kept,
  stdin: keptUnless(false),
  stdinOnce: keptUnless(false),
  terminationMessagePath: keptUnless('/dev/termination-log'),
  terminationMessagePolicy: keptUnless('File'),
  tty: keptUnless(false),
  volumeDevices: kept,
  volumeMounts: kept,
  workingDir: kept,
};

const POD_SPEC: FieldTable = {
  activeDeadlineSeconds: kept,
  affinity: kept,
  automountServiceAccountToken: mapped(),
  containers: mapped(CONTAINER),
  dnsConfig: kept,
  dnsPolicy: keptUnless('ClusterFirst'),
  enableServiceLinks: mapped(),
  ephemeralContainers: kept,
  hostAliases: kept,
  hostIPC: keptUnless(false),
  hostNetwork: keptUnless(false),
  hostPID: keptUnless(false),
  hostUsers: keptUnless(true),
  hostname: kept,
  hostnameOverride: kept,
  imagePullSecrets: mapped(),
  initContainers: mapped(CONTAINER),
  nodeName: kept,
  nodeSelector: kept,
  os: kept,
  overhead: kept,
  preemptionPolicy: kept,
  priority: kept,
  priorityClassName: kept,
  readinessGates: kept,
  resourceClaims: kept,
  resources: kept,
  restartPolicy: mapped(),
  runtimeClassName: kept,
  schedulerName: keptUnless('default-scheduler'),
  schedulingGates: kept,
  schedulingGroup: kept,
  securityContext: mapped(POD_SECURITY),
  serviceAccount: mapped(),
  serviceAccountName: mapped(),
  setHostnameAsFQDN: keptUnless(false),
  shareProcessNamespace: keptUnless(false),
  subdomain: kept,
  terminationGracePeriodSeconds: keptUnless(30),
  tolerations: kept,
  topologySpreadConstraints: kept,
  volumes: kept,
};

export const POD_TEMPLATE: FieldTable = { metadata: mapped(POD_METADATA), spec: mapped(POD_SPEC) };
