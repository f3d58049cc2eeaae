/** What the API document promises about a pod, from the snapshot of a run to the created pod. */
import { createHash } from 'node:crypto';
import type { JobSpec } from '#common/spec/job.js';
import type { WorkerSnapshot } from '#common/spec/definitions.js';
import { attemptId } from '#common/domain/ids.js';
import type { LiveAttempt } from '#common/run/run.js';
import { aRun, aSpec, planFor } from '#testing/builders/run-builder.js';
import type { ContainerLaunch } from '../../engine.js';
import { launchOf, type LaunchSettings } from '../../../launch/launch.js';
import { podManifest, secretManifest } from './pod-manifest.js';
import { siteNames } from './pod-name.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const naming = {
  digest,
  tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)],
};

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef?: { readonly name: string; readonly key: string } };
}
interface Pod {
  readonly metadata: Record<string, Record<string, string>>;
  readonly spec: Record<string, unknown> & { readonly containers: [{ readonly env: readonly Variable[] }] };
}

const job: JobSpec = {
  tenant: 'ibm',
  name: 'Nightly Report',
  worker: 'worker',
  parameters: { day: 'monday' },
  parallelism: { withMatrix: { os: ['linux', 'mac'] } },
  restartPolicy: 'OnFailure',
  priorityClassName: 'urgent',
  plugins: { env: [], svc: [] },
};
const worker: WorkerSnapshot = {
  name: 'Worker',
  image: 'registry/report:${run.attempt}',
  command: ['report', '${task.index_matrix.os}'],
  env: { MODE: '${task.index_num}/${job.name}' },
  envFrom: [{ secret: 'yl.env', key: 'db2', as: 'db2' }],
  imagePullSecrets: ['pull'],
  serviceAccount: 'robot',
  podTemplate: { spec: { nodeSelector: { disk: 'ssd' }, securityContext: { runAsUser: 1000 } } },
};
const settings: LaunchSettings = {
  vcapServices: '{"db":[{"password":"hunter2"}]}',
  workerSecrets: [{ secret: 'common', key: 'token', as: 'TOKEN' }],
  callback: { base: 'http://api.test', token: 't' },
  headers: {},
  namespace: 'theirs',
  allowedHosts: null,
  templatePaths: null,
  clusterAccess: { priorityClasses: { names: ['urgent'] } },
};

function made(): { readonly launch: ContainerLaunch; readonly pod: Pod } {
  const plan = planFor(job);
  const run = { ...aRun(plan), jobName: job.name };
  const key = { run: run.id, generation: 2, task: 'main', index: 1, attempt: 3 };
  const live = { id: attemptId(key), since: 0, claim: { replica: 'r' } } as unknown as LiveAttempt;
  const [task] = plan.tasks;
  const context = {
    run,
    spec: { ...aSpec(job), engine: 'kubernetes' as const, worker },
    key,
    task: task!,
    tasks: plan.tasks,
    jobStorage: { page: 7 },
    lastSuccess: null,
    secureParameters: { password: 'sesame' },
    options: [],
  };
  const launch = launchOf(context, live, settings) as ContainerLaunch;
  const place = { instance: 'carillon', namespace: 'theirs', name: 'nightly-report-1-abc', secret: 's1', now: 0 };
  const pod = podManifest(launch, { ...place, site: siteNames(launch.site!, naming) }) as unknown as Pod;
  return { launch, pod };
}

const variableOf = (name: string): Variable | undefined =>
  made().pod.spec.containers[0].env.find((variable) => variable.name === name);

test.each<[string, string]>([
  ['JOB_ID', 'job'],
  ['RUN_ID', 'job-1'],
  ['TENANT_ID', 'ibm'],
  ['JOB_NAME', 'Nightly Report'],
  ['JOB_PARAMS', '{"day":"monday"}'],
  ['LAST_SUCCESS_START', ''],
  ['LAST_SUCCESS_FINISH', ''],
  ['SCHEDULED_FOR', '2023-11-14T22:13:20.000Z'],
  ['TASK_NAME', 'main'],
  ['TASK_ATTEMPT', '3'],
  ['JOB_COMPLETION_INDEX', '1'],
  ['TASK_INDEX_KEY', ''],
  ['TASK_INDEX_OS', 'mac'],
  ['VC_TASK_INDEX', '1'],
  ['VK_TASK_INDEX', '1'],
  ['JOB_STORAGE_FILE', '/var/run/carillon/job-storage'],
  ['MODE', '1/Nightly Report'],
])('a pod has the variable %s', (name, value) => {
  expect(variableOf(name)).toEqual({ name, value });
});

test.each<[string, string, string]>([
  ['JOB_SECURE_PARAMS', 's1', 'JOB_SECURE_PARAMS'],
  ['VCAP_SERVICES', 's1', 'VCAP_SERVICES'],
  ['db2', 'yl.env', 'db2'],
  ['TOKEN', 'common', 'token'],
])('a pod has the variable %s from a secret', (variable, name, key) => {
  expect(variableOf(variable)).toEqual({ name: variable, valueFrom: { secretKeyRef: { name, key } } });
});

test('secret values are in the Secret of the attempt and not in its pod', () => {
  const { launch, pod } = made();
  for (const word of ['hunter2', 'sesame']) expect(JSON.stringify(pod)).not.toContain(word);
  const place = { instance: 'carillon', namespace: 'theirs', name: 's1', secret: 's1', site: null, now: 0 };
  expect(secretManifest(launch, place)).toMatchObject({
    stringData: { JOB_SECURE_PARAMS: '{"password":"sesame"}', VCAP_SERVICES: settings.vcapServices },
  });
});

test('a pod has the settings of its worker and its job, and the restricted defaults for everything else', () => {
  const { launch, pod } = made();
  const { subdomain } = siteNames(launch.site!, naming);
  expect(pod.spec).toMatchObject({
    hostname: 'nightly-report-1',
    subdomain,
    restartPolicy: 'OnFailure',
    priorityClassName: 'urgent',
    serviceAccountName: 'robot',
    imagePullSecrets: [{ name: 'pull' }],
    nodeSelector: { disk: 'ssd' },
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    containers: [
      {
        image: 'registry/report:3',
        command: ['report', 'mac'],
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      },
    ],
  });
  expect(pod.metadata).toMatchObject({
    namespace: 'theirs',
    labels: {
      'carillon.dev/tenant': 'ibm',
      'carillon.dev/job': 'job',
      'carillon.dev/run': 'job-1',
      'carillon.dev/task': 'main',
      'carillon.dev/index': '1',
      'carillon.dev/attempt': '3',
      'carillon.dev/generation': '2',
      'batch.kubernetes.io/job-completion-index': '1',
    },
    annotations: { 'batch.kubernetes.io/job-completion-index': '1', 'carillon.dev/job-storage': '{"page":7}' },
  });
});
