/** An attempt to be started as a pod, of a run of its own, with the required fields only. */
import { randomUUID } from 'node:crypto';
import { asJobId, asRunId, asTenantId, asWorkerId, attemptId, type AttemptKey } from '#common/domain/ids.js';
import type { ContainerLaunch } from '../../../apps/executor/src/engines/engine.js';

const START_LIMIT_MS = 60_000;

const aKey = (): AttemptKey => ({
  run: asRunId(`job1-${randomUUID()}`),
  generation: 0,
  task: 'main',
  index: 0,
  attempt: 1,
});

export function aContainerLaunch(over: Partial<ContainerLaunch> = {}, key: AttemptKey = aKey()): ContainerLaunch {
  return {
    engine: 'kubernetes',
    attempt: attemptId(key),
    key,
    tenant: asTenantId('ibm'),
    job: asJobId('job1'),
    jobName: 'Job 1',
    worker: asWorkerId('w'),
    indexCount: 1,
    startBy: Date.now() + START_LIMIT_MS,
    timeoutSeconds: null,
    slug: 'job-1',
    namespace: null,
    image: 'busybox:local',
    command: ['true'],
    args: [],
    env: { plain: {}, secret: {} },
    indexEnv: {},
    envFrom: [],
    resources: { requests: {}, limits: {} },
    podTemplates: [],
    templatePaths: null,
    allowRoot: false,
    imagePullSecrets: [],
    serviceAccount: null,
    restartPolicy: 'Never',
    priorityClassName: null,
    schedulerName: null,
    completionMode: 'Indexed',
    site: null,
    jobStorage: '',
    name: null,
    ...over,
  };
}
