import { observedPod, type ObservedPod } from './observed-pod.js';
import { viewPod, type PodView, type ViewOptions } from './pod-view.js';

const T0 = Date.parse('2026-03-01T10:00:00Z');
const at = (seconds: number): string => new Date(T0 + seconds * 1_000).toISOString().replace('.000', '');
const options: ViewOptions = { now: T0 + 60_000, nodeLostMs: 300_000, stopAsked: false, isProvenOver: false };

interface Raw {
  readonly metadata?: object;
  readonly spec?: object;
  readonly status?: object;
}

function aPod({ metadata, spec, status }: Raw): ObservedPod {
  return observedPod.parse({
    metadata: {
      name: 'p',
      namespace: 'workers',
      uid: 'u',
      resourceVersion: '1',
      creationTimestamp: at(0),
      ...metadata,
    },
    spec: { nodeName: 'n1', restartPolicy: 'Never', containers: [{ name: 'main' }], ...spec },
    ...(status && { status }),
  });
}

const waiting = (reason: string, message = ''): object => ({ name: 'main', state: { waiting: { reason, message } } });
const running = { name: 'main', state: { running: { startedAt: at(1) } } };
const exited = (exitCode: number, more: object = {}, name = 'main'): object => ({
  name,
  state: {
    terminated: {
      exitCode,
      reason: exitCode === 0 ? 'Completed' : 'Error',
      startedAt: at(1),
      finishedAt: at(5),
      ...more,
    },
  },
});
const deleted = (second: number, grace = 30): object => ({
  deletionTimestamp: at(second + grace),
  deletionGracePeriodSeconds: grace,
});
const disrupted = (reason: string, type = 'DisruptionTarget'): object => ({
  conditions: [{ type, status: 'True', reason, message: 'made way' }],
});
const killed = exited(137, { finishedAt: at(20) });
/** A container that its node does not find: so Kubernetes 1.36 reports one that never started, too. */
const notFound = (more: object = {}, name = 'main'): object => ({
  name,
  containerID: '',
  restartCount: 0,
  ready: false,
  started: false,
  lastState: {},
  state: {
    terminated: {
      exitCode: 137,
      reason: 'ContainerStatusUnknown',
      message: 'The container could not be located when the pod was terminated',
      startedAt: null,
      finishedAt: null,
    },
  },
  ...more,
});
const notPulled = {
  main: { reason: 'ErrImagePull', message: 'failed to pull: no such host', pullError: 'failed to pull: no such host' },
};
const sidecar = {
  initContainers: [{ name: 'helper', restartPolicy: 'Always', resources: { limits: { memory: '32Mi' } } }],
};
const twoContainers = { containers: [{ name: 'main' }, { name: 'side' }] };

interface EndCase {
  readonly pod: Raw;
  readonly options?: Partial<ViewOptions>;
  readonly want: object;
}

const ends: Record<string, EndCase> = {
  'exit 0': {
    pod: { status: { phase: 'Succeeded', containerStatuses: [exited(0)] } },
    want: { result: 'succeeded', exitCode: 0, reason: 'Completed', at: T0 + 5_999 },
  },
  'an exit code': {
    pod: { status: { phase: 'Failed', containerStatuses: [exited(3)] } },
    want: { result: 'failed', exitCode: 3, reason: 'ExitCode', message: 'container main exited with 3' },
  },
  'an exit code and a termination message': {
    pod: { status: { phase: 'Failed', containerStatuses: [exited(3, { message: 'no such file\n' })] } },
    want: { result: 'failed', message: 'container main exited with 3: no such file' },
  },
  'a signal': {
    pod: { status: { phase: 'Failed', containerStatuses: [exited(139)] } },
    want: { exitCode: 139, message: 'container main exited with 139 (SIGSEGV)' },
  },
  'the end of a long termination message': {
    pod: { status: { phase: 'Failed', containerStatuses: [exited(1, { message: `${'x'.repeat(3_000)}the error` })] } },
    want: { message: expect.stringMatching(/^container main exited with 1: …x+the error$/) as string },
  },
  'memory beyond the limit of the container': {
    pod: {
      spec: { containers: [{ name: 'main', resources: { limits: { memory: '32Mi' } } }] },
      status: { phase: 'Failed', containerStatuses: [exited(137, { reason: 'OOMKilled' })] },
    },
    want: { reason: 'OOMKilled', message: 'container main used more memory than its limit of 32Mi' },
  },
  'memory beyond the limit of an init container': {
    pod: {
      spec: { initContainers: [{ name: 'first', resources: { limits: { memory: 1024 } } }] },
      status: { phase: 'Failed', initContainerStatuses: [exited(137, { reason: 'OOMKilled' }, 'first')] },
    },
    want: { reason: 'OOMKilled', message: 'container first used more memory than its limit of 1024' },
  },
  'success beside a native sidecar that used too much memory': {
    pod: {
      spec: sidecar,
      status: {
        phase: 'Succeeded',
        initContainerStatuses: [exited(137, { reason: 'OOMKilled' }, 'helper')],
        containerStatuses: [exited(0)],
      },
    },
    want: { result: 'succeeded', exitCode: 0, reason: 'Completed', message: '' },
  },
  'success beside a native sidecar that is killed afterwards': {
    pod: {
      spec: sidecar,
      status: {
        phase: 'Succeeded',
        initContainerStatuses: [exited(137, {}, 'helper')],
        containerStatuses: [exited(0)],
      },
    },
    want: { result: 'succeeded', exitCode: 0 },
  },
  'success beside a native sidecar that is restarted after its failure': {
    pod: {
      spec: sidecar,
      status: {
        phase: 'Succeeded',
        initContainerStatuses: [
          { ...exited(0, {}, 'helper'), restartCount: 1, lastState: { terminated: { exitCode: 7 } } },
        ],
        containerStatuses: [exited(0)],
      },
    },
    want: { result: 'succeeded', exitCode: 0 },
  },
  'a failure beside a native sidecar that is killed afterwards': {
    pod: {
      spec: sidecar,
      status: {
        phase: 'Failed',
        initContainerStatuses: [exited(137, {}, 'helper')],
        containerStatuses: [exited(4)],
      },
    },
    want: {
      result: 'failed',
      exitCode: 4,
      exitCodes: { main: 4, helper: 137 },
      sidecars: ['helper'],
      reason: 'ExitCode',
      message: 'container main exited with 4',
    },
  },
  'a failure beside a native sidecar that used too much memory before': {
    pod: {
      spec: sidecar,
      status: {
        phase: 'Failed',
        initContainerStatuses: [
          {
            ...exited(143, {}, 'helper'),
            restartCount: 1,
            lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
          },
        ],
        containerStatuses: [exited(4)],
      },
    },
    want: {
      result: 'failed',
      exitCode: 4,
      reason: 'ExitCode',
      message: 'container main exited with 4; container helper used more memory than its limit of 32Mi',
    },
  },
  'a failure beside a native sidecar that failed by itself': {
    pod: {
      spec: sidecar,
      status: {
        phase: 'Failed',
        initContainerStatuses: [exited(7, { message: 'no proxy' }, 'helper')],
        containerStatuses: [exited(4)],
      },
    },
    want: { exitCode: 4, message: 'container main exited with 4; container helper exited with 7: no proxy' },
  },
  'a native sidecar that fails repeatedly, so that nothing else starts': {
    pod: {
      metadata: deleted(10, 0),
      spec: sidecar,
      status: {
        initContainerStatuses: [
          {
            name: 'helper',
            state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } },
            lastState: { terminated: { exitCode: 5, message: 'no database' } },
          },
        ],
        containerStatuses: [waiting('PodInitializing')],
      },
    },
    options: { stopAsked: true },
    want: {
      result: 'deletedByUs',
      exitCode: null,
      message: 'the pod was waiting: CrashLoopBackOff: back-off 10s: container helper exited with 5: no database',
    },
  },
  'success beside a native sidecar that a stop of ours kills': {
    pod: {
      spec: sidecar,
      metadata: { annotations: { 'carillon.dev/stop': 'aborted' } },
      status: {
        phase: 'Failed',
        reason: 'DeadlineExceeded',
        initContainerStatuses: [exited(137, {}, 'helper')],
        containerStatuses: [exited(0)],
      },
    },
    want: { result: 'succeeded' },
  },
  'the answer of the registry, even if pulling has paused since': {
    pod: {
      metadata: deleted(10, 0),
      status: { containerStatuses: [waiting('ImagePullBackOff', 'Back-off pulling image "reg/x:1"')] },
    },
    options: {
      stopAsked: true,
      formerWaits: { main: { reason: 'ErrImagePull', message: '', pullError: 'reg/x:1: manifest unknown' } },
    },
    want: {
      result: 'imagePull',
      message: 'the pod was waiting: ImagePullBackOff: Back-off pulling image "reg/x:1": reg/x:1: manifest unknown',
    },
  },
  'the answer of the registry, though its node reports an exit of a container that never started': {
    pod: { metadata: deleted(10, 0), status: { phase: 'Failed', containerStatuses: [notFound()] } },
    options: { stopAsked: true, formerWaits: notPulled },
    want: {
      result: 'imagePull',
      reason: 'ErrImagePull',
      message: 'the pod was waiting: ErrImagePull: failed to pull: no such host',
      exitCode: null,
    },
  },
  'nothing more, if it is unknown what a container that never started waited for': {
    pod: { metadata: deleted(10, 0), status: { phase: 'Failed', containerStatuses: [notFound()] } },
    options: { stopAsked: true },
    want: { result: 'deletedByUs', reason: 'Stopped', exitCode: null },
  },
  'a wait that is over, before another container that never started': {
    pod: {
      metadata: deleted(10, 0),
      status: {
        phase: 'Failed',
        initContainerStatuses: [exited(0, {}, 'first')],
        containerStatuses: [notFound()],
      },
    },
    options: { stopAsked: true, formerWaits: { first: notPulled.main } },
    want: { result: 'deletedByUs', reason: 'Stopped', exitCode: null },
  },
  'a deletion by someone else before a container started': {
    pod: { metadata: deleted(10, 0), status: { phase: 'Failed', containerStatuses: [notFound()] } },
    options: { formerWaits: notPulled },
    want: { result: 'deletedByOther', exitCode: null, message: 'somebody deleted the pod' },
  },
  'a container that its node lost while it ran': {
    pod: { status: { phase: 'Failed', containerStatuses: [notFound({ containerID: 'containerd://1' })] } },
    want: { result: 'failed', reason: 'ContainerStatusUnknown', exitCode: 137 },
  },
  'a container that a restarted node no longer has': {
    pod: {
      status: {
        phase: 'Failed',
        containerStatuses: [
          notFound({
            lastState: {
              terminated: {
                exitCode: 137,
                reason: 'ContainerStatusUnknown',
                message:
                  'The container could not be located when the pod was deleted. The container used to be Running',
                startedAt: null,
                finishedAt: null,
              },
            },
          }),
        ],
      },
    },
    want: { result: 'failed', reason: 'ContainerStatusUnknown', exitCode: 137 },
  },
  'the last exit of a container that waited for its restart': {
    pod: {
      metadata: deleted(10, 0),
      status: {
        phase: 'Failed',
        containerStatuses: [
          notFound({ lastState: { terminated: { exitCode: 4, startedAt: at(1), finishedAt: at(2) } } }),
        ],
      },
    },
    want: { result: 'failed', exitCode: 4 },
  },
  'an init container that fails repeatedly': {
    pod: {
      metadata: deleted(10, 0),
      status: {
        initContainerStatuses: [
          {
            name: 'first',
            state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } },
            lastState: { terminated: { exitCode: 5, message: 'no database' } },
          },
        ],
        containerStatuses: [waiting('PodInitializing')],
      },
    },
    options: { stopAsked: true },
    want: { result: 'deletedByUs', exitCode: 5, message: 'container first exited with 5: no database' },
  },
  'the exit codes of all containers, that of the worker first': {
    pod: { spec: twoContainers, status: { phase: 'Failed', containerStatuses: [exited(2, {}, 'side'), exited(3)] } },
    want: {
      result: 'failed',
      exitCode: 3,
      exitCodes: { main: 3, side: 2 },
      message: 'container main exited with 3; container side exited with 2',
    },
  },
  'a sidecar that failed beside a worker that succeeded': {
    pod: { spec: twoContainers, status: { phase: 'Failed', containerStatuses: [exited(0), exited(2, {}, 'side')] } },
    want: { result: 'failed', exitCode: 2 },
  },
  'a failed init container': {
    pod: {
      status: {
        phase: 'Failed',
        initContainerStatuses: [exited(9, {}, 'first')],
        containerStatuses: [waiting('PodInitializing')],
      },
    },
    want: { result: 'failed', exitCode: 9, message: 'container first exited with 9' },
  },
  'too much memory, without a limit of the container': {
    pod: { status: { phase: 'Failed', containerStatuses: [exited(137, { reason: 'OOMKilled' })] } },
    want: { result: 'failed', exitCode: 137, reason: 'OOMKilled' },
  },
  'a command that does not exist': {
    pod: {
      status: {
        phase: 'Failed',
        containerStatuses: [
          exited(128, { reason: 'StartError', message: 'exec: no such file', startedAt: '1970-01-01T00:00:00Z' }),
        ],
      },
    },
    want: { result: 'failed', exitCode: 128, reason: 'StartError' },
  },
  'eviction by the node': {
    pod: { status: { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' } },
    want: { result: 'evicted', exitCode: null, reason: 'Evicted', message: 'The node was low on resource: memory.' },
  },
  'a shutdown of the node': {
    pod: { status: { phase: 'Failed', reason: 'Terminated', message: 'node shutdown', containerStatuses: [killed] } },
    want: { result: 'evicted', exitCode: 137 },
  },
  'eviction through the API': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Failed', containerStatuses: [killed], ...disrupted('EvictionByEvictionAPI') },
    },
    want: { result: 'evicted', reason: 'EvictionByEvictionAPI', message: 'made way' },
  },
  'eviction by a taint': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Failed', containerStatuses: [killed], ...disrupted('DeletionByTaintManager') },
    },
    want: { result: 'evicted' },
  },
  'preemption by the scheduler': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Failed', containerStatuses: [killed], ...disrupted('PreemptionByScheduler') },
    },
    want: { result: 'preempted', exitCode: 137 },
  },
  'preemption by a queue of Kueue': {
    pod: {
      metadata: deleted(10),
      status: {
        phase: 'Failed',
        containerStatuses: [killed],
        ...disrupted('WorkloadEvictedDueToPreempted', 'TerminationTarget'),
      },
    },
    want: { result: 'preempted', reason: 'WorkloadEvictedDueToPreempted', message: 'made way' },
  },
  'eviction by a queue of Kueue': {
    pod: {
      metadata: deleted(10),
      status: {
        phase: 'Running',
        containerStatuses: [killed],
        ...disrupted('WorkloadEvictedDueToPodsReadyTimeout', 'TerminationTarget'),
      },
    },
    want: { result: 'evicted', reason: 'WorkloadEvictedDueToPodsReadyTimeout', message: 'made way' },
  },
  'a removal of its workload from a queue of Kueue': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Running', containerStatuses: [killed], ...disrupted('WorkloadDeleted', 'TerminationTarget') },
    },
    want: { result: 'deletedByOther' },
  },
  'a preemption on the node': {
    pod: { status: { phase: 'Failed', reason: 'Preempting', message: 'critical pod' } },
    want: { result: 'preempted', reason: 'Preempting' },
  },
  'a node that was removed': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Failed', containerStatuses: [running], ...disrupted('DeletionByPodGC') },
    },
    want: { result: 'nodeLost', exitCode: null, reason: 'NodeLost' },
  },
  'a node that does not answer any more': {
    pod: { metadata: deleted(10), status: { phase: 'Running', containerStatuses: [running] } },
    options: { now: T0 + 40_000 + 300_000 },
    want: { result: 'nodeLost', exitCode: null, message: 'node n1 no longer reports the state of the pod' },
  },
  'a node that remains silent after a taint': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Running', containerStatuses: [running], ...disrupted('DeletionByTaintManager') },
    },
    options: { now: T0 + 340_000 },
    want: { result: 'nodeLost' },
  },
  'an allocation that the node refuses': {
    pod: { status: { phase: 'Failed', reason: 'OutOfcpu', message: 'Node did not have enough resource' } },
    want: { result: 'unschedulable', reason: 'OutOfcpu' },
  },
  'a pod that ran, and that its node refuses after it has restarted': {
    pod: {
      status: { phase: 'Failed', reason: 'NodeAffinity', message: 'Predicate failed', containerStatuses: [killed] },
    },
    want: { result: 'evicted', reason: 'NodeAffinity', message: 'Predicate failed', exitCode: 137 },
  },
  'a success that a virtual node says of a container that was killed': {
    pod: { status: { phase: 'Succeeded', containerStatuses: [killed] } },
    want: { result: 'failed', reason: 'ExitCode', exitCode: 137 },
  },
  'an allocation of a resource of a vendor that the node refuses': {
    pod: {
      status: { phase: 'Failed', reason: 'OutOfnvidia.com/gpu', message: "Node didn't have enough resource" },
    },
    want: { result: 'unschedulable', reason: 'OutOfnvidia.com/gpu', exitCode: null },
  },
  'a place on its processors that the node refuses': {
    pod: { status: { phase: 'Failed', reason: 'TopologyAffinityError', message: 'cannot be allocated' } },
    want: { result: 'unschedulable', reason: 'TopologyAffinityError', exitCode: null },
  },
  'a pod that the node refuses, and that we remove': {
    pod: {
      metadata: deleted(10, 0),
      status: { phase: 'Failed', reason: 'TaintToleration', containerStatuses: [waiting('PodInitializing')] },
    },
    options: { stopAsked: true },
    want: { result: 'unschedulable', reason: 'TaintToleration', message: 'the pod ended with TaintToleration' },
  },
  'a word of the pod for a container that has run': {
    pod: { status: { phase: 'Failed', reason: 'Rejected', containerStatuses: [exited(3)] } },
    want: { result: 'failed', reason: 'ExitCode', exitCode: 3 },
  },
  'a failure of which nothing is known': {
    pod: { status: { phase: 'Failed' } },
    want: { result: 'failed', reason: 'PodFailed', exitCode: null },
  },
  'the deadline of the pod': {
    pod: {
      status: { phase: 'Failed', reason: 'DeadlineExceeded', message: 'active longer', containerStatuses: [killed] },
    },
    want: { result: 'deadline', reason: 'DeadlineExceeded', exitCode: 137 },
  },
  'a stop that we requested': {
    pod: {
      metadata: { annotations: { 'carillon.dev/stop': 'aborted' } },
      status: { phase: 'Failed', reason: 'DeadlineExceeded', containerStatuses: [killed] },
    },
    want: { result: 'deletedByUs', reason: 'Stopped', exitCode: 137 },
  },
  'a stop that we requested after the failure': {
    pod: {
      metadata: { annotations: { 'carillon.dev/stop': 'aborted' } },
      status: { phase: 'Failed', containerStatuses: [exited(3)] },
    },
    want: { result: 'failed', exitCode: 3 },
  },
  'a stop that we requested, after which the worker ended with success': {
    pod: {
      metadata: { annotations: { 'carillon.dev/stop': 'aborted' } },
      status: { phase: 'Failed', reason: 'DeadlineExceeded', containerStatuses: [exited(0)] },
    },
    want: { result: 'succeeded', exitCode: 0 },
  },
  'a stop that we requested while the image was pulled': {
    pod: {
      metadata: { annotations: { 'carillon.dev/stop': 'startDeadline' } },
      status: {
        phase: 'Failed',
        reason: 'DeadlineExceeded',
        containerStatuses: [waiting('ErrImagePull', 'not found')],
      },
    },
    want: {
      result: 'imagePull',
      reason: 'ErrImagePull',
      message: 'the pod was waiting: ErrImagePull: not found',
      exitCode: null,
    },
  },
  'our deletion of a pod before it was scheduled': {
    pod: {
      metadata: deleted(10, 0),
      spec: { nodeName: null },
      status: {
        phase: 'Pending',
        conditions: [
          { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' },
        ],
      },
    },
    options: { stopAsked: true },
    want: {
      result: 'unschedulable',
      reason: 'Unschedulable',
      message: 'the pod was waiting: Unschedulable: 0/3 nodes are available',
    },
  },
  'our deletion of a pod while it ran': {
    pod: { metadata: deleted(10), status: { phase: 'Running', containerStatuses: [killed] } },
    options: { stopAsked: true },
    want: { result: 'deletedByUs', reason: 'Stopped', message: 'container main exited with 137 (SIGKILL)' },
  },
  'a deletion by someone else': {
    pod: { metadata: deleted(10), status: { phase: 'Running', containerStatuses: [killed] } },
    want: {
      result: 'deletedByOther',
      exitCode: 137,
      message: 'somebody deleted the pod: container main exited with 137 (SIGKILL)',
    },
  },
  'a deletion by someone else after the pod had failed': {
    pod: { metadata: deleted(10), status: { phase: 'Failed', containerStatuses: [exited(3)] } },
    want: { result: 'failed', exitCode: 3 },
  },
  'a deletion by someone else after the pod had succeeded': {
    pod: { metadata: deleted(10), status: { phase: 'Succeeded', containerStatuses: [exited(0)] } },
    want: { result: 'succeeded', exitCode: 0 },
  },
  'a failure in the second of the deletion': {
    pod: { metadata: deleted(5), status: { phase: 'Failed', containerStatuses: [exited(3)] } },
    want: { result: 'failed', exitCode: 3 },
  },
  'a kill in the second of the deletion': {
    pod: { metadata: deleted(5), status: { phase: 'Failed', containerStatuses: [exited(143)] } },
    want: { result: 'deletedByOther', exitCode: 143 },
  },
  'a deletion by someone else before any container began': {
    pod: { metadata: deleted(10, 0), status: { phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] } },
    want: { result: 'deletedByOther', exitCode: null },
  },
  'a deletion between two restarts in place': {
    pod: {
      metadata: deleted(10, 0),
      spec: { restartPolicy: 'OnFailure' },
      status: {
        phase: 'Running',
        containerStatuses: [
          {
            ...waiting('CrashLoopBackOff'),
            lastState: { terminated: { exitCode: 4, startedAt: at(1), finishedAt: at(2) } },
          },
        ],
      },
    },
    want: { result: 'failed', exitCode: 4 },
  },
};

const viewOf = (pod: Raw, over: Partial<ViewOptions> = {}): PodView => viewPod(aPod(pod), { ...options, ...over });

test.each(Object.entries(ends))('%s is recognised as the cause of the end', (_what, { pod, options: over, want }) => {
  expect(viewOf(pod, over).state).toMatchObject({ type: 'ended', end: want });
});

const living: Record<
  string,
  { pod: Raw; options?: Partial<ViewOptions>; want: object; wantLookAgainAt: number | null }
> = {
  'a running pod': {
    pod: { status: { phase: 'Running', containerStatuses: [running] } },
    want: { type: 'running', startedAt: T0 + 1_999, isReady: false },
    wantLookAgainAt: null,
  },
  'a ready pod': {
    pod: {
      status: { phase: 'Running', containerStatuses: [running], conditions: [{ type: 'Ready', status: 'True' }] },
    },
    want: { type: 'running', isReady: true },
    wantLookAgainAt: null,
  },
  'a deleted pod whose container is still running': {
    pod: {
      metadata: deleted(10),
      status: { phase: 'Running', containerStatuses: [running], conditions: [{ type: 'Ready', status: 'True' }] },
    },
    want: { type: 'running', isReady: false },
    wantLookAgainAt: T0 + 340_000,
  },
  'a failed pod whose container is still running': {
    pod: { status: { phase: 'Failed', reason: 'DeadlineExceeded', containerStatuses: [running] } },
    want: { type: 'running' },
    wantLookAgainAt: null,
  },
  'a container that is restarted in place': {
    pod: {
      spec: { restartPolicy: 'OnFailure' },
      status: {
        phase: 'Running',
        containerStatuses: [
          {
            ...waiting('CrashLoopBackOff'),
            lastState: { terminated: { exitCode: 4, startedAt: at(1), finishedAt: at(2) } },
          },
        ],
      },
    },
    want: { type: 'running', startedAt: T0 + 1_999 },
    wantLookAgainAt: null,
  },
  'a deleted pod whose container may be about to start': {
    pod: { metadata: deleted(55, 0), status: { phase: 'Pending', containerStatuses: [waiting('ContainerCreating')] } },
    want: { type: 'waiting' },
    wantLookAgainAt: T0 + 65_000,
  },
  'an image that cannot be pulled': {
    pod: { status: { phase: 'Pending', containerStatuses: [waiting('ErrImagePull', 'not found')] } },
    want: {
      type: 'waiting',
      wait: { reason: 'ErrImagePull', message: 'not found', result: 'imagePull' },
      isWorthTelling: true,
    },
    wantLookAgainAt: null,
  },
  'a problem that may be temporary': {
    pod: { status: { phase: 'Pending', containerStatuses: [waiting('ErrImagePull', 'not found')] } },
    options: { now: T0 + 1_000 },
    want: { type: 'waiting', isWorthTelling: false },
    wantLookAgainAt: T0 + 3_000,
  },
  'a pod that fits no node': {
    pod: {
      spec: { nodeName: null },
      status: {
        conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no memory' }],
      },
    },
    want: { type: 'waiting', wait: { reason: 'Unschedulable', message: 'no memory', result: 'unschedulable' } },
    wantLookAgainAt: null,
  },
  'a pod that the scheduler has not handled yet': {
    pod: { spec: { nodeName: null } },
    options: { now: T0 },
    want: { type: 'waiting', wait: { reason: 'Scheduling' }, isWorthTelling: false },
    wantLookAgainAt: T0 + 15_000,
  },
  'a missing secret': {
    pod: { status: { containerStatuses: [waiting('CreateContainerConfigError', 'secret "x" not found')] } },
    want: { type: 'waiting', wait: { reason: 'CreateContainerConfigError', message: 'secret "x" not found' } },
    wantLookAgainAt: null,
  },
  'an image that runs as root, while another image is still pulled': {
    pod: {
      spec: twoContainers,
      status: {
        containerStatuses: [
          { name: 'side', state: { waiting: { reason: 'ErrImagePull', message: 'not found' } } },
          waiting('CreateContainerConfigError', 'container has runAsNonRoot and image will run as root (pod: "p")'),
        ],
      },
    },
    options: { now: T0 },
    want: {
      type: 'waiting',
      wait: { reason: 'ImageRunsAsRoot', result: 'startRefused', isFinal: true },
      isWorthTelling: true,
    },
    wantLookAgainAt: null,
  },
  'an image whose user is not numeric': {
    pod: {
      status: {
        containerStatuses: [
          waiting(
            'CreateContainerConfigError',
            'container has runAsNonRoot and image has non-numeric user (app), cannot verify user is non-root',
          ),
        ],
      },
    },
    want: { type: 'waiting', wait: { reason: 'ImageUserUnclear', isFinal: true } },
    wantLookAgainAt: null,
  },
  'a template that requests root': {
    pod: {
      status: {
        containerStatuses: [
          waiting('CreateContainerConfigError', 'container\'s runAsUser breaks non-root policy (pod: "p")'),
        ],
      },
    },
    want: { type: 'waiting', wait: { reason: 'RunsAsRoot', isFinal: true } },
    wantLookAgainAt: null,
  },
  'a key that a secret lacks, but may get later': {
    pod: { status: { containerStatuses: [waiting('CreateContainerConfigError', 'couldn’t find key a in Secret x')] } },
    want: { type: 'waiting', wait: { result: 'startRefused', isFinal: false } },
    wantLookAgainAt: null,
  },
  'a volume of an image that cannot be pulled': {
    pod: { status: { containerStatuses: [waiting('ImageVolumeMountFailed', 'not found')] } },
    want: { type: 'waiting', wait: { reason: 'ImageVolumeMountFailed', result: 'imagePull' } },
    wantLookAgainAt: null,
  },
  'a virtual node whose provider makes no container': {
    pod: { status: { phase: 'Pending', reason: 'ProviderFailed', message: 'quota exceeded' } },
    want: {
      type: 'waiting',
      wait: { reason: 'ProviderFailed', message: 'quota exceeded', result: 'startRefused', isFinal: false },
    },
    wantLookAgainAt: null,
  },
  'a container that is being created': {
    pod: { status: { containerStatuses: [waiting('ContainerCreating')] } },
    options: { now: T0 + 2_000 },
    want: { type: 'waiting', isWorthTelling: false },
    wantLookAgainAt: T0 + 15_000,
  },
};

test.each(Object.entries(living))('%s has not ended', (_what, { pod, options: over, want, wantLookAgainAt }) => {
  const view = viewOf(pod, over);
  expect(view.state).toMatchObject(want);
  expect(view.lookAgainAt).toBe(wantLookAgainAt);
});

test('a failed pod with a container that is reported as running has ended only when that is proved', () => {
  const status = {
    phase: 'Failed',
    reason: 'DeadlineExceeded',
    message: 'active longer',
    containerStatuses: [running],
  };
  expect(viewOf({ status })).toMatchObject({ state: { type: 'running' }, needsProof: true });
  expect(viewOf({ status }, { isProvenOver: true })).toMatchObject({
    state: { type: 'ended', startedAt: T0 + 1_999, end: { result: 'deadline', exitCode: null } },
    needsProof: false,
  });
});

test('the time of an end is never later than now nor earlier than the start', () => {
  const pod = {
    status: { phase: 'Succeeded', containerStatuses: [exited(0, { startedAt: at(5), finishedAt: at(5) })] },
  };
  for (const ms of [5_000, 5_400, 6_000, 60_000]) {
    const { state } = viewOf(pod, { now: T0 + ms });
    expect(state).toMatchObject({ type: 'ended' });
    if (state.type !== 'ended') continue;
    expect(state.end.at).toBeLessThanOrEqual(T0 + ms);
    expect(state.end.at).toBeGreaterThanOrEqual(state.startedAt ?? 0);
  }
});
