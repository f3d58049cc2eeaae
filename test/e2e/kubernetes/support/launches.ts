/** Attempts to be run as pods by the images that the test cluster has. */
import { randomUUID } from 'node:crypto';
import { asJobId, asRunId, asTenantId, asWorkerId, attemptId, shardOf } from '#common/domain/ids.js';
import type { ContainerLaunch } from '../../../../apps/executor/src/core/engine.js';

/** The images run as root by default, which the restricted level refuses. */
const SOME_USER = { spec: { securityContext: { runAsUser: 1000 } } };

export function aLaunch(over: Partial<ContainerLaunch> = {}): ContainerLaunch {
  const key = { run: asRunId(`job1-${randomUUID()}`), generation: 0, task: 'main', index: 0, attempt: 1 };
  return {
    engine: 'kubernetes',
    attempt: attemptId(key),
    key,
    tenant: asTenantId('ibm'),
    job: asJobId('job1'),
    jobName: 'Job 1',
    worker: asWorkerId('w'),
    shard: shardOf(key.run),
    indexCount: 1,
    startBy: Date.now() + 600_000,
    timeoutSeconds: null,
    slug: 'job-1',
    namespace: null,
    image: 'busybox:local',
    command: ['true'],
    args: [],
    env: { plain: {}, secret: {} },
    envFrom: [],
    resources: { requests: {}, limits: {} },
    podTemplates: [SOME_USER],
    templatePaths: null,
    imagePullSecrets: [],
    serviceAccount: null,
    restartPolicy: 'Never',
    priorityClassName: null,
    schedulerName: null,
    completionMode: 'Indexed',
    jobStorage: '',
    name: null,
    ...over,
  };
}

/** A shell in busybox. */
export const shell = (script: string, over: Partial<ContainerLaunch> = {}): ContainerLaunch =>
  aLaunch({ command: ['sh', '-c', script], ...over });

/** A pod that the instant node plays: `run-ms`, `exit-code`, `waiting` and more, as its annotations say. */
export const played = (script: Readonly<Record<string, string>>): ContainerLaunch =>
  aLaunch({
    podTemplates: [
      {
        metadata: {
          annotations: Object.fromEntries(Object.entries(script).map(([key, value]) => [`instant-node/${key}`, value])),
        },
      },
    ],
  });
