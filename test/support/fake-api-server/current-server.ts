/**
 * What a server of today (1.36) adds to objects before anybody reads them: defaults, managed fields, a sidecar that a webhook injects, the
 * conditions and statuses of newer features (sandboxes, resizes, generations), events in the form of `events.k8s.io`.
 */
import type { Json, KubeObject } from './kube-object.js';
import { seconds } from './object-store.js';

type Fields = Record<string, Json>;

const PROXY = 'mesh-proxy';
const SINCE = seconds(0);
const KILLED = 137;

export function asCurrentServer(object: KubeObject): KubeObject {
  if ('involvedObject' in object) return eventOf(object);
  if (object.spec?.['containers'] === undefined) return object;
  return { ...object, metadata: metadataOf(object), spec: specOf(object.spec), status: statusOf(object) };
}

/** How API priority and fairness answers, in the words of its server; in less than a second, the least that it names. */
export const TOO_MANY_REQUESTS = {
  type: 'answer',
  status: 429,
  reason: 'TooManyRequests',
  message: 'Too many requests, please try again later.',
  retryAfter: 0.05,
} as const;

/** A watch from a version that is compacted is refused before it begins, or by its first event. */
export const TOO_OLD = {
  type: 'answer',
  status: 410,
  reason: 'Expired',
  message: 'The resourceVersion for the provided watch is too old.',
} as const;

function metadataOf({ metadata }: KubeObject): KubeObject['metadata'] {
  const entry = { operation: 'Update', apiVersion: 'v1', time: SINCE, fieldsType: 'FieldsV1' };
  const managedFields = [
    { ...entry, manager: 'carillon', fieldsV1: { 'f:metadata': { 'f:labels': { 'f:carillon.dev/run': {} } } } },
    { ...entry, manager: 'kubelet', subresource: 'status', fieldsV1: { 'f:status': { 'f:phase': {} } } },
  ];
  return Object.assign({ generation: 2, managedFields }, metadata);
}

function specOf(spec: Fields): Fields {
  const { containers, initContainers = [] } = spec as { containers: Fields[]; initContainers?: Fields[] };
  const defaults = { imagePullPolicy: 'Always', terminationMessagePath: '/dev/termination-log', resources: {} };
  const ruled = {
    restartPolicy: 'Never',
    restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }],
  };
  const proxy = { ...defaults, name: PROXY, image: 'mesh/proxy:1', restartPolicy: 'Always' };
  return {
    dnsPolicy: 'ClusterFirst',
    schedulerName: 'default-scheduler',
    serviceAccountName: 'default',
    preemptionPolicy: 'PreemptLowerPriority',
    priority: 0,
    ...spec,
    containers: containers.map((container) => ({ ...defaults, ...ruled, ...container })),
    initContainers: [...initContainers, proxy],
  };
}

function statusOf({ status = {} }: KubeObject): Fields {
  const {
    conditions = [],
    containerStatuses = [],
    initContainerStatuses = [],
  } = status as Readonly<Record<string, Fields[]>>;
  const isOver = status['phase'] === 'Succeeded' || status['phase'] === 'Failed';
  const condition = { observedGeneration: 2, lastProbeTime: null, lastTransitionTime: SINCE };
  return {
    observedGeneration: 2,
    qosClass: 'Burstable',
    hostIPs: [{ ip: '192.0.2.1' }],
    podIPs: [{ ip: '10.0.0.1' }],
    ...status,
    conditions: [
      { type: 'PodReadyToStartContainers', status: isOver ? 'False' : 'True' },
      { type: 'PodResizePending', status: 'True', reason: 'Deferred', message: 'Node does not have enough cpu' },
      { type: 'PodResizeInProgress', status: 'True' },
      ...conditions,
    ].map((each) => ({ ...condition, ...each })),
    containerStatuses: containerStatuses.map(containerStatusOf),
    ...(containerStatuses.length > 0 && {
      initContainerStatuses: [...initContainerStatuses, proxyOf(isOver)].map(containerStatusOf),
    }),
  };
}

/** The node ends it after the worker, by force. */
const proxyOf = (isOver: boolean): Fields => ({
  name: PROXY,
  restartCount: 0,
  state: isOver
    ? { terminated: { exitCode: KILLED, reason: 'Error', startedAt: SINCE, finishedAt: seconds(Date.now()) } }
    : { running: { startedAt: SINCE } },
});

const containerStatusOf = (status: Fields): Fields => ({
  image: 'busybox',
  imageID: '',
  ready: false,
  started: false,
  restartCount: 0,
  stopSignal: 'SIGTERM',
  allocatedResources: { cpu: '100m' },
  resources: { requests: { cpu: '100m' } },
  allocatedResourcesStatus: [{ name: 'claim:gpu', resources: [{ resourceID: 'a', health: 'Healthy' }] }],
  user: { linux: { uid: 1_000, gid: 1_000, supplementalGroups: [] } },
  volumeMounts: [{ name: 'carillon', mountPath: '/var/run/carillon', readOnly: true, recursiveReadOnly: 'Disabled' }],
  ...status,
});

/** Written through `events.k8s.io`: read through the older group, it has no source, no count and no times but its own. */
function eventOf(event: KubeObject): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Event',
    type: 'Warning',
    action: 'Preempting',
    eventTime: '1970-01-01T00:00:00.000000Z',
    source: {},
    firstTimestamp: null,
    lastTimestamp: null,
    reportingComponent: 'default-scheduler',
    reportingInstance: 'default-scheduler-1',
    ...event,
  };
}
