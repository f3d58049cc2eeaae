/** Whatever a job may say, the objects that are made of it are of the current API of Kubernetes, and its pods are of the level `restricted`. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { attemptId } from '#common/domain/ids.js';
import type { LiveAttempt } from '#common/run/run.js';
import { jobSpec, type JobSpec } from '#common/spec/job.js';
import { DEFAULT_TEMPLATE_PATHS, layOver, templateProblems, type JsonObject } from '#common/spec/pod-template.js';
import { workerSpec, type WorkerSpec } from '#common/spec/worker.js';
import { aRun, aSpec, planFor } from '#testing/builders/run-builder.js';
import { checkedObjects } from '#testing/kubernetes-api/api-schemas.js';
import { podSecurityProblems } from '#testing/kubernetes-api/pod-security.js';
import type { ContainerLaunch } from '../../engine.js';
import { launchOf, type LaunchSettings } from '../../../launch/launch.js';
import { needsSecret, podManifest, secretManifest } from './pod-manifest.js';
import { siteNames } from './pod-name.js';
import { siteObjects, withKeys } from './site-manifests.js';

const RUNS = 60;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const naming = { digest, tags: (text: string): readonly [string] => [digest(text).slice(0, 32)] };
const KEYS = { privateKey: 'private', publicKey: 'public' };

const probe = { periodSeconds: 5 };
const helper = {
  name: 'helper',
  image: 'helper:1',
  imagePullPolicy: 'Always',
  command: ['helper'],
  args: ['--now'],
  workingDir: '/work',
  env: [{ name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } }],
  envFrom: [{ prefix: 'A_', configMapRef: { name: 'settings', optional: true } }],
  ports: [{ name: 'http', containerPort: 8080, protocol: 'TCP' }],
  resources: { requests: { cpu: '10m', memory: '16Mi' }, limits: { memory: '16Mi' }, claims: [{ name: 'gpu' }] },
  resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }],
  volumeMounts: [{ name: 'scratch', mountPath: '/scratch', recursiveReadOnly: 'IfPossible', readOnly: true }],
  livenessProbe: { ...probe, httpGet: { path: '/', port: 'http' } },
  readinessProbe: { ...probe, tcpSocket: { port: 8080 } },
  startupProbe: { ...probe, exec: { command: ['true'] } },
  lifecycle: { preStop: { sleep: { seconds: 1 } }, stopSignal: 'SIGUSR1' },
  terminationMessagePath: '/dev/end',
  terminationMessagePolicy: 'File',
  stdin: true,
  tty: true,
  securityContext: {
    runAsUser: 1000,
    runAsGroup: 1000,
    readOnlyRootFilesystem: true,
    seccompProfile: { type: 'Localhost', localhostProfile: 'helper.json' },
  },
};
const RULES = [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }];
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'ScheduleAnyway', matchLabelKeys: ['team'] };

/** Everything that the common list of fields names, in templates of which several are laid over each other. */
const TEMPLATES: readonly JsonObject[] = [
  { metadata: { labels: { team: 'reports' }, annotations: { note: 'none' } } },
  { spec: { containers: [{ ...helper, restartPolicy: 'OnFailure', restartPolicyRules: RULES }] } },
  { spec: { initContainers: [{ ...helper, name: 'sidecar', restartPolicy: 'Always' }] } },
  { spec: { initContainers: [{ ...helper, name: 'first', restartPolicy: 'Never', restartPolicyRules: RULES }] } },
  {
    spec: {
      volumes: [
        { name: 'scratch', emptyDir: { sizeLimit: '1Gi' } },
        { name: 'settings', configMap: { name: 'settings', items: [{ key: 'a', path: 'a' }] } },
        { name: 'keys', secret: { secretName: 'keys', defaultMode: 256 } },
        { name: 'both', projected: { sources: [{ serviceAccountToken: { path: 'token', audience: 'vault' } }] } },
        { name: 'self', downwardAPI: { items: [{ path: 'name', fieldRef: { fieldPath: 'metadata.name' } }] } },
        { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
        { name: 'own', ephemeral: { volumeClaimTemplate: { spec: claim } } },
        { name: 'model', image: { reference: 'registry/model:1', pullPolicy: 'IfNotPresent' } },
      ],
    },
  },
  { spec: { resources: { limits: { memory: '1Gi' } }, nodeSelector: { disk: 'ssd' }, runtimeClassName: 'gvisor' } },
  { spec: { tolerations: [{ key: 'spot', operator: 'Exists' }], topologySpreadConstraints: [spread] } },
  {
    spec: { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'a' }] } } },
  },
  { spec: { priorityClassName: 'urgent', schedulerName: 'other', imagePullSecrets: [{ name: 'pull' }] } },
  { spec: { automountServiceAccountToken: false, enableServiceLinks: false, hostUsers: false } },
  { spec: { terminationGracePeriodSeconds: 5, activeDeadlineSeconds: 60 } },
  {
    spec: {
      dnsPolicy: 'None',
      dnsConfig: { nameservers: ['192.0.2.1'] },
      hostAliases: [{ ip: '192.0.2.2', hostnames: ['a'] }],
    },
  },
  {
    spec: {
      securityContext: {
        runAsUser: 1000,
        runAsGroup: 1000,
        fsGroup: 1000,
        fsGroupChangePolicy: 'OnRootMismatch',
        supplementalGroups: [2000],
        supplementalGroupsPolicy: 'Strict',
        seccompProfile: { type: 'RuntimeDefault' },
      },
    },
  },
];
/** Devices are for workers only. */
const DEVICES: JsonObject = { spec: { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'gpu' }] } };

test('the templates below set every field of the common list', () => {
  const isSet = (path: string): boolean => {
    const others = DEFAULT_TEMPLATE_PATHS.filter((each) => each !== path);
    return [...TEMPLATES, DEVICES].some((template) => templateProblems(template, others).length > 0);
  };
  expect(DEFAULT_TEMPLATE_PATHS.filter((path) => !isSet(path))).toEqual([]);
  expect([...TEMPLATES, DEVICES].flatMap((each) => templateProblems(each, DEFAULT_TEMPLATE_PATHS))).toEqual([]);
});

const template = fc
  .subarray([...TEMPLATES], { maxLength: 5 })
  .map((parts) => parts.reduce<JsonObject>((whole, part) => layOver(whole, part), {}));
const text = fc.constantFrom('', 'plain', '$(HOME) $$', 'ünï ☂', '${task.index_num}/${job.name}', 'x'.repeat(2_000));
const words = fc.array(text, { maxLength: 3 });
const resources = fc.constantFrom(
  { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '128Mi' } },
  { requests: { 'nvidia.com/gpu': '1' }, limits: { 'nvidia.com/gpu': '1', 'ephemeral-storage': '1Gi' } },
);
const optional = { requiredKeys: ['name', 'worker', 'tenant'] as ['name', 'worker', 'tenant'] };

const shapes = fc.constantFrom<Partial<JobSpec>>(
  {},
  { completions: 3 } as Partial<JobSpec>,
  { parallelism: { withCount: 3 } },
  { parallelism: { withKeys: ['a b', 'ü'] } },
  { parallelism: { withMatrix: { os: ['linux', 'mac'], size: ['1'] } } },
  {
    tasks: [
      { name: 'master', replicas: 1 },
      { name: 'worker', replicas: 2 },
    ],
    minAvailable: 3,
  } as Partial<JobSpec>,
);
const jobs = fc
  .tuple(
    shapes,
    fc.record(
      {
        tenant: fc.constant('ibm'),
        worker: fc.constant('worker'),
        name: fc.constantFrom('Nightly Report', '1', 'Ünï ☂ 7', 'n'.repeat(100)),
        command: words.map((rest) => ['program', ...rest]),
        args: words,
        env: fc.dictionary(fc.stringMatching(/^[A-Z][A-Z_]{0,8}$/), text, { maxKeys: 3 }),
        parameters: fc
          .object({ maxDepth: 1 })
          .map((value) => JSON.parse(JSON.stringify(value)) as JobSpec['parameters']),
        resources,
        podTemplate: template,
        restartPolicy: fc.constantFrom('Never' as const, 'OnFailure' as const),
        timeoutSeconds: fc.constantFrom(0.5, 60, 86_400),
        schedulerName: fc.constantFrom('volcano', 'default-scheduler'),
        priorityClassName: fc.constant('urgent'),
        queue: fc.constant('reports'),
        plugins: fc.constantFrom({ svc: [] }, { ssh: [], svc: ['--publish-not-ready-addresses=true'] }, { env: [] }),
        volumes: fc.constant([
          { mountPath: '/a' },
          { mountPath: '/b', claimName: 'existing' },
          { mountPath: '/c', claim: { ...claim, storageClassName: 'fast', volumeMode: 'Filesystem' } },
        ]),
      },
      optional,
    ),
  )
  .map(([shape, rest]) => jobSpec.parse({ ...rest, ...shape }));
const workers = fc
  .record({
    allowRoot: fc.boolean(),
    hasDevices: fc.boolean(),
    podTemplate: template,
    more: fc.constantFrom<Partial<WorkerSpec>>(
      {},
      { envFrom: [{ secret: 'db', key: 'password', as: 'PASSWORD' }], serviceAccount: 'robot' },
      { imagePullSecrets: ['pull'] },
    ),
  })
  .map(({ allowRoot, hasDevices, podTemplate, more }) => {
    const whole = hasDevices ? layOver(podTemplate, DEVICES) : podTemplate;
    const fields = { name: 'Worker', engine: 'kubernetes', image: 'registry/${job.name}:1', podTemplate: whole };
    return workerSpec.parse({ ...fields, ...more, ...(allowRoot && { allowRoot }) });
  });
const states = fc.record({
  jobStorage: fc.constantFrom(null, { page: 7 }),
  hasSecretStorage: fc.boolean(),
  secureParameters: fc.constantFrom(null, { password: 'sesame' }),
});

const settings: LaunchSettings = {
  vcapServices: '{}',
  workerSecrets: [],
  callback: { base: 'http://api.test', token: 't' },
  headers: {},
  namespace: 'theirs',
  allowedHosts: null,
  templatePaths: null,
  clusterAccess: null,
};

/** The first attempt of each task of a run of the job. */
function launches(job: JobSpec, worker: WorkerSpec, state: object): readonly ContainerLaunch[] {
  const plan = planFor(job);
  const run = { ...aRun(plan), jobName: job.name };
  const spec = { ...aSpec(job), engine: 'kubernetes' as const, worker, job: { ...job, podsByAdmin: true } };
  return plan.tasks.map((task) => {
    const key = { run: run.id, generation: 0, task: task.name, index: 0, attempt: 1 };
    const live = { id: attemptId(key), since: 0, claim: { replica: 'r' } } as unknown as LiveAttempt;
    const context = { run, spec, key, task, tasks: plan.tasks, lastSuccess: null, options: [], ...state };
    const launch = launchOf(context as never, live, settings);
    if ('problem' in launch) throw new Error(launch.problem);
    return launch as ContainerLaunch;
  });
}

function objectsOf(launch: ContainerLaunch): { readonly pod: JsonObject; readonly others: readonly object[] } {
  const secret = needsSecret(launch) ? 's1' : null;
  const site = launch.site ? siteNames(launch.site, naming) : null;
  const place = { instance: 'carillon', namespace: 'theirs', name: 'a-pod', secret, site, now: 0 };
  const shared = launch.site && site ? siteObjects(launch.site, site, 'carillon') : [];
  return {
    pod: podManifest(launch, place),
    others: [
      ...(secret === null ? [] : [secretManifest(launch, place)]),
      ...shared.map((each) => (each.kind === 'secrets' ? withKeys(each, KEYS) : each.manifest)),
    ],
  };
}

test('pods and what they share are taken by a server of today, and by the level restricted unless an administrator allows root', async () => {
  const kinds = new Set<unknown>();
  const check = async (job: JobSpec, worker: WorkerSpec, state: object): Promise<void> => {
    for (const launch of launches(job, worker, state)) {
      const { pod, others } = objectsOf(launch);
      for (const each of await checkedObjects([pod, ...others])) kinds.add((each as { kind?: unknown }).kind);
      const asked = podSecurityProblems(pod, 'restricted');
      const isExcepted = worker.allowRoot === true && (pod['spec'] as JsonObject)['hostUsers'] !== false;
      expect(asked).toEqual(isExcepted ? ['running as non-root: spec.securityContext.runAsNonRoot'] : []);
    }
  };
  await fc.assert(fc.asyncProperty(jobs, workers, states, check), { numRuns: RUNS });
  const all = ['ConfigMap', 'NetworkPolicy', 'PersistentVolumeClaim', 'Pod', 'PodGroup', 'Secret', 'Service'];
  expect([...kinds]).toEqual(expect.arrayContaining(all));
});
