/**
 * Every way in which a pod ends or is not created, from the cluster to the run: an executor and a collector as they are
 * built, before a simulated API server that answers as one of today does. Each has a reason and a message of its own, on the attempt and on the run.
 */
import { jest } from '@jest/globals';
import type { Run } from '#common/run/run.js';
import { asCurrentServer } from '#testing/fake-api-server/current-server.js';
import { FakeApiServer, type Veto } from '#testing/fake-api-server/fake-api-server.js';
import { FakeNode, type PodScript } from '#testing/fake-api-server/fake-node.js';
import type { Json, KubeObject } from '#testing/fake-api-server/kube-object.js';
import { seconds } from '#testing/fake-api-server/object-store.js';
import { until } from '#testing/until.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import { World, type RunOptions } from './support/world.js';

jest.setTimeout(240_000);

/** Longer than a simulated node takes to answer on a machine that is overloaded many times over: with 1 s it counted as lost. */
const NODE_LOST_SECONDS = 5;
/** Time for the creation of a pod on a busy machine. */
const SHORT = { startDeadlineSeconds: 10 };
const LIMIT_MS = 60_000;
const SIDECAR = { name: 'helper', image: 'busybox', restartPolicy: 'Always' };

type Change = (pod: KubeObject) => void;

interface Case {
  /** What its node does with it; otherwise it runs until it is told to end. */
  readonly script?: PodScript;
  readonly options?: RunOptions;
  /** What is done to it once it runs. */
  readonly then?: Change;
  /** The answer of admission, at each try. */
  readonly veto?: (tries: number) => Veto | null;
  /** The reason for which the run waits before. */
  readonly waitsFor?: RegExp;
  readonly want: { readonly result: string; readonly reason: string; readonly message: string | RegExp } & Readonly<
    Record<string, unknown>
  >;
}

let world: World;
let api: FakeApiServer;
let node: FakeNode;
let services: ServiceProcess[] = [];
const caseOf = new Map<string, Case>();
const tries = new Map<string, number>();
/** The pods that were created, by job. */
const podNames = new Map<string, string>();
const jobOf = ({ metadata }: KubeObject): string => metadata.annotations?.['carillon.dev/job-id'] ?? '';

beforeAll(async () => {
  world = await World.create();
  api = await FakeApiServer.start();
  api.written = asCurrentServer;
  api.admission = (pod) => {
    const job = jobOf(pod);
    tries.set(job, (tries.get(job) ?? 0) + 1);
    return caseOf.get(job)?.veto?.(tries.get(job) ?? 0) ?? null;
  };
  node = new FakeNode(api, (pod) => {
    podNames.set(jobOf(pod), pod.metadata.name);
    return caseOf.get(jobOf(pod))?.script ?? {};
  });
  node.start();
  const cluster = { KUB_HOST: api.url, KUB_TOKEN: 'token', KUB_NAMESPACE: 'workers', ENGINES: 'kubernetes' };
  const env = { ...world.env, ...cluster, KUB_NODE_LOST_SECONDS: String(NODE_LOST_SECONDS), SEAL_HOLD_SECONDS: '5' };
  services = await Promise.all([startService('executor', env), startService('log-collector', env)]);
});
afterAll(async () => {
  for (const service of services) await service.stop();
  node.stop();
  await api.close();
  await world.close();
});

/** The pod as its node would report it: no container of a finished pod runs any more. */
const reports =
  (status: Record<string, Json>): Change =>
  (pod) => {
    api.store.update('pods', { ...pod, status: { ...pod.status, conditions: [], ...status } });
  };
const exited = (name: string, exitCode: number, more: Record<string, Json> = {}): Json => {
  const now = seconds(Date.now());
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  return { name, state: { terminated: { exitCode, reason, startedAt: now, finishedAt: now, ...more } } };
};
const failedWith = (more: Record<string, Json>): Change => reports({ phase: 'Failed', ...more });

/** Removes the parts by which the pod is recognised. */
const marked =
  (marks: Partial<KubeObject['metadata']>): Change =>
  (pod) => {
    api.store.update('pods', { ...pod, metadata: { ...pod.metadata, ...marks } });
  };

/** Deleted by a part of the cluster that states why, as clusters do since 1.26. */
const disrupted =
  (reason: string, message: string): Change =>
  (pod) => {
    const condition = { type: 'DisruptionTarget', status: 'True', reason, message };
    const updated = api.store.update('pods', { ...pod, status: { ...pod.status, conditions: [condition] } });
    api.remove('pods', updated, { gracePeriodSeconds: 0 });
  };
const waiting = (reason: string, message: string): PodScript => ({ waiting: { reason, message } });
const forbidden = (message: string): Veto => ({ status: 403, reason: 'Forbidden', message });
const exceeded = forbidden(
  'pods "p" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3',
);

const ends: Record<string, Case> = {
  success: {
    script: { runMs: 10 },
    want: { result: 'succeeded', reason: 'Completed', message: '', exitCode: 0 },
  },
  'an exit code': {
    script: { runMs: 10, exitCode: 3 },
    want: { result: 'failed', reason: 'ExitCode', message: 'container main exited with 3', exitCode: 3 },
  },
  'exit codes of several containers': {
    options: { worker: { podTemplate: { spec: { containers: [{ name: 'side', image: 'busybox' }] } } } },
    then: (pod) => {
      failedWith({ containerStatuses: [exited('main', 3), exited('side', 4)] })(pod);
    },
    want: {
      result: 'failed',
      reason: 'ExitCode',
      message: 'container main exited with 3; container side exited with 4',
      exitCode: 3,
      exitCodes: { main: 3, side: 4 },
    },
  },
  'a failed container that a template adds before': {
    options: { worker: { podTemplate: { spec: { initContainers: [{ name: 'first', image: 'busybox' }] } } } },
    then: (pod) => {
      failedWith({
        initContainerStatuses: [exited('first', 5, { message: 'connecting\nno database\n' })],
        containerStatuses: [],
      })(pod);
    },
    want: {
      result: 'failed',
      reason: 'ExitCode',
      message: 'container first exited with 5: connecting\nno database',
      exitCode: 5,
    },
  },
  'success beside a native sidecar that used too much memory': {
    options: { worker: { podTemplate: { spec: { initContainers: [SIDECAR] } } } },
    then: (pod) => {
      reports({
        phase: 'Succeeded',
        initContainerStatuses: [exited('helper', 137, { reason: 'OOMKilled' })],
        containerStatuses: [exited('main', 0)],
      })(pod);
    },
    want: { result: 'succeeded', reason: 'Completed', message: '', exitCode: 0 },
  },
  'a failure beside a native sidecar that failed': {
    options: {
      worker: { podTemplate: { spec: { initContainers: [SIDECAR] } } },
      job: { policies: [{ exitCode: 7, action: 'RestartPod' }], maxRetry: 2 },
    },
    then: (pod) => {
      failedWith({ initContainerStatuses: [exited('helper', 7)], containerStatuses: [exited('main', 4)] })(pod);
    },
    want: {
      result: 'failed',
      reason: 'ExitCode',
      message: 'container main exited with 4; container helper exited with 7',
      exitCode: 4,
      exitCodes: { main: 4, helper: 7 },
    },
  },
  'success though its labels are removed': {
    script: { runMs: 1_500 },
    then: marked({ labels: {} }),
    want: { result: 'succeeded', reason: 'Completed', message: '', exitCode: 0 },
  },
  'success though its finalizer and annotation are removed': {
    script: { runMs: 1_500 },
    then: (pod) => {
      marked({ finalizers: [], annotations: { 'carillon.dev/job-id': jobOf(pod) } })(pod);
    },
    want: { result: 'succeeded', reason: 'Completed', message: '', exitCode: 0 },
  },
  'too much memory': {
    then: (pod) => {
      failedWith({ containerStatuses: [exited('main', 137, { reason: 'OOMKilled' })] })(pod);
    },
    want: {
      result: 'failed',
      reason: 'OOMKilled',
      message: 'container main used more memory than its limit',
      exitCode: 137,
    },
  },
  'eviction by its node': {
    then: failedWith({ reason: 'Evicted', message: 'The node was low on resource: memory.', containerStatuses: [] }),
    want: { result: 'evicted', reason: 'Evicted', message: 'The node was low on resource: memory.' },
  },
  'eviction through the API': {
    then: disrupted('EvictionByEvictionAPI', 'Eviction API: evicting'),
    want: { result: 'evicted', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting', exitCode: 137 },
  },
  'eviction by a taint of its node': {
    then: disrupted('DeletionByTaintManager', 'Taint manager: deleting due to NoExecute taint'),
    want: { result: 'evicted', reason: 'DeletionByTaintManager', message: /NoExecute taint/, exitCode: 137 },
  },
  preemption: {
    then: disrupted('PreemptionByScheduler', 'preempting to accommodate a higher priority pod'),
    want: { result: 'preempted', reason: 'PreemptionByScheduler', message: /higher priority/, exitCode: 137 },
  },
  'preemption that only an event reports': {
    then: (pod) => {
      api.tellOf(pod, 'Preempted', 'Preempted by workers/urgent on node n1');
      api.remove('pods', pod, { gracePeriodSeconds: 0 });
    },
    want: {
      result: 'preempted',
      reason: 'Preempted',
      message: 'Preempted by workers/urgent on node n1',
      exitCode: 137,
    },
  },
  'a node that stays silent': {
    script: { isLost: true },
    then: (pod) => {
      api.remove('pods', pod, { gracePeriodSeconds: 0 });
    },
    want: {
      result: 'nodeLost',
      reason: 'NodeLost',
      message: 'node fake-node no longer reports the state of the pod',
      exitCode: null,
    },
  },
  'a node that was removed': {
    script: { isLost: true },
    then: (pod) => {
      const condition = { type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC', message: 'no node' };
      const updated = api.store.update('pods', {
        ...pod,
        status: { ...pod.status, phase: 'Failed', conditions: [condition] },
      });
      api.remove('pods', updated, { gracePeriodSeconds: 0 });
    },
    want: { result: 'nodeLost', reason: 'NodeLost', message: /fake-node/, exitCode: null },
  },
  'an image that cannot be pulled': {
    script: waiting('ImagePullBackOff', 'Back-off pulling image "x"'),
    // Nothing has exited: a rule for workers that are killed does not fit.
    options: { job: { ...SHORT, policies: [{ exitCode: 137, action: 'RestartPod' }], maxRetry: 2 } },
    want: {
      result: 'imagePull',
      reason: 'ImagePullBackOff',
      message: /start deadline.*Back-off pulling image "x"/,
      exitCode: null,
    },
  },
  'an image that does not exist': {
    script: waiting('ErrImageNeverPull', 'image "x" is not present'),
    options: { job: SHORT },
    want: {
      result: 'imagePull',
      reason: 'ErrImageNeverPull',
      message: /start deadline.*"x" is not present/,
      exitCode: null,
    },
  },
  'a container that cannot be configured': {
    script: waiting('CreateContainerConfigError', 'secret "x" not found'),
    options: { job: SHORT },
    want: {
      result: 'startRefused',
      reason: 'CreateContainerConfigError',
      message: /secret "x" not found/,
      exitCode: null,
    },
  },
  'an image that runs as root': {
    script: waiting('CreateContainerConfigError', 'container has runAsNonRoot and image will run as root (pod: "p")'),
    want: {
      result: 'startRefused',
      reason: 'ImageRunsAsRoot',
      message: /container main: the image runs as root.*allowRoot of the worker/,
    },
  },
  'an image with an invalid name': {
    script: waiting('InvalidImageName', 'couldn’t parse image name "A:B:C"'),
    want: { result: 'imagePull', reason: 'InvalidImageName', message: /couldn’t parse image name "A:B:C"/ },
  },
  'an image without a command': {
    script: waiting('CreateContainerError', 'failed to generate spec: no command specified'),
    want: { result: 'startRefused', reason: 'NoCommand', message: /set a command/ },
  },
  'a Secret that its tenant is not granted, though it was saved': {
    options: { job: { podTemplate: { spec: { volumes: [{ name: 'v', secret: { secretName: 'theirs' } }] } } } },
    want: {
      result: 'startRefused',
      reason: 'ClusterAccessRefused',
      message: /podTemplate\.spec\.volumes\[0\]\.secret\.secretName "theirs" is not granted/,
    },
  },
  'a template that no tenant may have, though it was saved': {
    options: { job: { podTemplate: { spec: { hostNetwork: true } } } },
    want: {
      result: 'startRefused',
      reason: 'PodTemplateRefused',
      message: /podTemplate\.spec\.hostNetwork is not allowed/,
    },
  },
  'a value in the text of a shell, though it was saved': {
    options: { worker: { command: ['sh', '-c', 'x ${option.x}'] } },
    want: { result: 'startRefused', reason: 'ValueInProgram', message: /command\.2 has \$\{option\.x\}/ },
  },
  'no suitable node': {
    script: { unschedulable: '0/3 nodes are available: 3 Insufficient cpu.' },
    options: { job: SHORT },
    want: { result: 'unschedulable', reason: 'Unschedulable', message: /0\/3 nodes are available/ },
  },
  'a node that turns out to have no room': {
    then: failedWith({ reason: 'OutOfcpu', message: 'Node did not have enough resource: cpu', containerStatuses: [] }),
    want: { result: 'unschedulable', reason: 'OutOfcpu', message: /enough resource: cpu/ },
  },
  'a start that takes too long': {
    script: { startAfterMs: LIMIT_MS },
    options: { job: SHORT },
    want: { result: 'deadline', reason: 'StartDeadlineExceeded', message: /did not start before its start deadline/ },
  },
  'a run that takes too long': {
    script: { onTerm: { exitCode: 143, afterMs: 5 } },
    options: { job: { timeoutSeconds: 1 } },
    want: { result: 'deadline', reason: 'TimeoutExceeded', message: /ran longer than timeoutSeconds/, exitCode: 143 },
  },
  'a deadline of the pod’s own': {
    then: failedWith({
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
      containerStatuses: [],
    }),
    want: { result: 'deadline', reason: 'DeadlineExceeded', message: /longer than the specified deadline/ },
  },
  'deletion by others': {
    script: { onTerm: { exitCode: 143, afterMs: 5 } },
    then: (pod) => {
      api.remove('pods', pod, { gracePeriodSeconds: 5 });
    },
    want: { result: 'deletedByOther', reason: 'DeletedByOther', message: /somebody deleted the pod/, exitCode: 143 },
  },
  'removal by others who remove the finalizer as well': {
    then: (pod) => {
      api.remove('pods', { ...pod, metadata: { ...pod.metadata, finalizers: [] } }, { gracePeriodSeconds: 0 });
    },
    want: { result: 'deletedByOther', reason: 'Vanished', message: /removed before its end was observed/ },
  },
  'an admission controller that refuses it': {
    veto: () => forbidden('admission webhook "policy.example.com" denied the request: no'),
    want: { result: 'startRefused', reason: 'AdmissionRefused', message: /denied the request: no/ },
  },
  'a policy that refuses it in its own words': {
    veto: () => ({
      status: 422,
      reason: 'Invalid',
      message:
        "pods \"p\" is forbidden: ValidatingAdmissionPolicy 'owners' with binding 'all' denied request: no owner, see go/owners",
    }),
    want: { result: 'startRefused', reason: 'AdmissionRefused', message: /denied request: no owner, see go\/owners/ },
  },
  'a namespace that enforces Pod Security': {
    veto: () =>
      forbidden('pods "p" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostNetwork=true)'),
    want: { result: 'startRefused', reason: 'PodSecurityViolated', message: /host namespaces \(hostNetwork=true\)/ },
  },
  'a range of limits': {
    veto: () => forbidden('pods "p" is forbidden: maximum memory usage per Container is 1Gi, but limit is 2Gi'),
    want: { result: 'startRefused', reason: 'AdmissionRefused', message: /per Container is 1Gi, but limit is 2Gi/ },
  },
  'a quota that asks for limits': {
    veto: () => forbidden('pods "p" is forbidden: failed quota: q: must specify limits.memory for: main'),
    want: { result: 'startRefused', reason: 'QuotaNeedsResources', message: /must specify limits.memory for: main/ },
  },
  'a webhook that cannot be reached': {
    options: { job: SHORT },
    veto: () => ({
      status: 500,
      reason: 'InternalError',
      message: 'Internal error occurred: failed calling webhook "policy.example.com": context deadline exceeded',
    }),
    want: {
      result: 'startRefused',
      reason: 'StartDeadlineExceeded',
      message: /ApiServerUnavailable: .*failed calling webhook "policy.example.com"/,
    },
  },
  'a field that the cluster does not know': {
    options: { worker: { podTemplate: { spec: { containers: [{ name: 'main', resources: { limit: {} } }] } } } },
    want: { result: 'startRefused', reason: 'BadRequest', message: /resources\/limit is an unknown field/ },
  },
  'an invalid pod': {
    veto: () => ({ status: 422, reason: 'Invalid', message: 'spec.containers[0].image: Required value' }),
    want: { result: 'startRefused', reason: 'Invalid', message: /image: Required value/ },
  },
  'a quota that becomes free': {
    script: { runMs: 10 },
    veto: (count) => (count < 3 ? exceeded : null),
    waitsFor: /^QuotaExceeded: .* exceeded quota: q/,
    want: { result: 'succeeded', reason: 'Completed', message: '' },
  },
  'a quota that stays used up': {
    options: { job: SHORT },
    veto: () => exceeded,
    waitsFor: /^QuotaExceeded/,
    want: { result: 'startRefused', reason: 'StartDeadlineExceeded', message: /within 10 s; QuotaExceeded: .*limited/ },
  },
  'a namespace that is created later': {
    script: { runMs: 10 },
    veto: (count) => (count < 3 ? { status: 404, reason: 'NotFound', message: 'namespaces "theirs" not found' } : null),
    waitsFor: /^NamespaceMissing: namespaces "theirs" not found/,
    want: { result: 'succeeded', reason: 'Completed', message: '' },
  },
  'a namespace that is missing': {
    options: { job: SHORT },
    veto: () => ({ status: 404, reason: 'NotFound', message: 'namespaces "theirs" not found' }),
    want: {
      result: 'startRefused',
      reason: 'StartDeadlineExceeded',
      message: /NamespaceMissing: .*"theirs" not found/,
    },
  },
};

const podOf = (job: string): KubeObject | undefined => api.pods().find((pod) => jobOf(pod) === job);
const runs = (pod: KubeObject | undefined): pod is KubeObject => pod?.status?.['phase'] === 'Running';

async function live(job: string, { options = {}, then, waitsFor }: Case): Promise<Run> {
  const worker = { engine: 'kubernetes' as const, image: 'busybox', command: ['true'], ...options.worker };
  const { id } = await world.begin([], { ...options, jobId: job, worker });
  if (waitsFor)
    await world.reaches(
      id,
      String(waitsFor),
      ({ reason, message }) => reason === 'StartRefused' && waitsFor.test(message),
    );
  if (then) {
    const pod = await until(`the pod of ${job}`, () => (runs(podOf(job)) ? podOf(job) : null), LIMIT_MS);
    then(pod);
  }
  return world.ended(id);
}

/** The last message of the run: which attempt ended, and why. */
function saidOfRun({ result, reason, message, exitCode = null }: Case['want']): object {
  if (result === 'succeeded') return { phase: 'Completed', exitCode: 0 };
  const why = typeof message === 'string' ? message : message.source;
  const said = new RegExp(`^main/0 failed: ${reason}: .*${typeof message === 'string' ? escaped(why) : why}`);
  return { phase: 'Failed', exitCode, message: expect.stringMatching(said) as string };
}
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

test.concurrent.each(Object.entries(ends))('%s has its own reason', async (name, given) => {
  const job = `job-${Object.keys(ends).indexOf(name)}`;
  caseOf.set(job, given);
  const run = await live(job, given);
  const { message, ...end } = given.want;
  const [attempt, ...others] = await world.attempts(run.id);
  expect(others).toEqual([]);
  expect(attempt?.end).toMatchObject(end);
  // A pod that was never created has no name.
  expect(attempt?.pod).toBe(podNames.get(job));
  expect(attempt?.end.message).toMatch(typeof message === 'string' ? new RegExp(`^${escaped(message)}$`) : message);
  expect(run).toMatchObject(saidOfRun(given.want));
  await until('nothing left of it', () => podOf(job) === undefined, LIMIT_MS);
});
