import { shardLabel } from '#common/run/pod-contract.js';
import { createHash } from 'node:crypto';
import { asAttemptId, asRunId, asWorkerId } from '#common/domain/ids.js';
import { DEFAULT_TEMPLATE_PATHS } from '#common/spec/pod-template.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import type { ContainerLaunch, RunSite } from '../../engine.js';
import { siteNames } from './pod-name.js';
import { launchProblems, needsSecret, podManifest, secretManifest, type PodPlace } from './pod-manifest.js';

const key = { run: asRunId('job1-1700000000'), generation: 0, task: 'main', index: 0, attempt: 1 };
const launch = aContainerLaunch(
  {
    jobName: 'Nightly report',
    worker: asWorkerId('reports'),
    startBy: 1_000_000,
    slug: 'nightly-report',
    image: 'registry/reports:1',
    command: [],
    env: { plain: { JOB_ID: 'job1' }, secret: {} },
  },
  key,
);
const place: PodPlace = {
  instance: 'carillon',
  namespace: 'workers',
  name: 'nightly-report-0-abc',
  secret: 's1',
  site: null,
  now: 0,
};

interface Pod {
  metadata: Record<string, unknown>;
  spec: Record<string, unknown> & { containers: Record<string, unknown>[]; initContainers?: Record<string, unknown>[] };
}
const podOf = (over: Partial<ContainerLaunch>): Pod => podManifest({ ...launch, ...over }, place) as unknown as Pod;
const secretOf = (over: Partial<ContainerLaunch>): unknown =>
  secretManifest({ ...launch, ...over }, place)['stringData'];
const mainOf = (over: Partial<ContainerLaunch>): Record<string, unknown> => podOf(over).spec.containers[0]!;
const envOf = (over: Partial<ContainerLaunch>): Record<string, unknown> =>
  Object.fromEntries(
    (mainOf(over)['env'] as { name: string; value?: string; valueFrom?: unknown }[]).map((variable) => [
      variable.name,
      variable.value ?? variable.valueFrom,
    ]),
  );

test('a pod has labels that identify its attempt, and a finalizer that keeps it until its result is recorded', () => {
  const { metadata } = podOf({});
  expect(metadata['finalizers']).toEqual(['carillon.dev/result']);
  expect(metadata['labels']).toEqual({
    'app.kubernetes.io/managed-by': 'carillon',
    'carillon.dev/instance': 'carillon',
    'carillon.dev/tenant': 'ibm',
    'carillon.dev/job': 'job1',
    'carillon.dev/run': 'job1-1700000000',
    'carillon.dev/task': 'main',
    'carillon.dev/index': '0',
    'carillon.dev/attempt': '1',
    'carillon.dev/shard': shardLabel(key.run),
    'carillon.dev/generation': '0',
    'batch.kubernetes.io/job-completion-index': '0',
  });
  expect(metadata['annotations']).toMatchObject({
    'carillon.dev/attempt-id': asAttemptId('job1-1700000000/0/main/0/1'),
    'batch.kubernetes.io/job-completion-index': '0',
  });
});

test('a pod of a run without indexes has no completion index', () => {
  const { metadata } = podOf({ completionMode: 'NonIndexed' });
  expect(metadata['labels']).not.toHaveProperty('batch.kubernetes.io/job-completion-index');
  expect(metadata['annotations']).not.toHaveProperty('batch.kubernetes.io/job-completion-index');
});

test('a pod meets the restricted pod security level by default', () => {
  const { spec } = podOf({});
  expect(spec).toMatchObject({
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    hostname: 'nightly-report-0',
    restartPolicy: 'Never',
  });
  expect(spec.containers[0]).toMatchObject({
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  });
});

test('a worker that an admin allows to run as root may do so, and gets no other right', () => {
  const { spec } = podOf({ allowRoot: true });
  expect(spec['securityContext']).toEqual({ runAsNonRoot: false, seccompProfile: { type: 'RuntimeDefault' } });
  expect(spec.containers[0]).toMatchObject({
    securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  });
});

test('containers of a template are restricted as well, and fields of the template override the defaults', () => {
  const { spec, metadata } = podOf({
    podTemplates: [
      {
        metadata: { labels: { team: 'a' } },
        spec: { securityContext: { runAsUser: 1000 }, nodeSelector: { disk: 'hdd' } },
      },
      {
        spec: {
          nodeSelector: { disk: 'ssd' },
          containers: [{ name: 'side', image: 'x' }],
          initContainers: [{ name: 'first', image: 'y' }],
        },
      },
    ],
  });
  const restricted = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
  const terminationMessagePolicy = 'FallbackToLogsOnError';
  expect(metadata['labels']).toMatchObject({ team: 'a', 'carillon.dev/run': 'job1-1700000000' });
  expect(spec).toMatchObject({
    securityContext: { runAsNonRoot: true, runAsUser: 1000 },
    nodeSelector: { disk: 'ssd' },
    containers: [{ name: 'main' }, { name: 'side', securityContext: restricted, terminationMessagePolicy }],
    initContainers: [{ name: 'first', securityContext: restricted, terminationMessagePolicy }],
  });
  // The output of this container is stored, with its secrets masked.
  expect(spec.containers[0]).not.toHaveProperty('terminationMessagePolicy');
});

test('a template that exceeds what is allowed is reported with its path', () => {
  const podTemplates = [{ spec: { hostNetwork: true } }];
  expect(launchProblems({ ...launch, podTemplates }, DEFAULT_TEMPLATE_PATHS)).toEqual([
    { path: 'spec.hostNetwork', message: 'is not allowed in a pod template' },
  ]);
});

test('secrets are in a Secret of the attempt and nowhere in the pod', () => {
  const env = { plain: {}, secret: { JOB_SECURE_PARAMS: '{"password":"hunter2"}' } };
  expect(needsSecret({ ...launch, env })).toBe(true);
  expect(secretManifest({ ...launch, env }, place)).toMatchObject({
    kind: 'Secret',
    immutable: true,
    metadata: { name: 's1', annotations: { 'carillon.dev/attempt-id': 'job1-1700000000/0/main/0/1' } },
    stringData: env.secret,
  });
  expect(envOf({ env })).toMatchObject({
    JOB_SECURE_PARAMS: { secretKeyRef: { name: 's1', key: 'JOB_SECURE_PARAMS' } },
  });
  expect(JSON.stringify(podOf({ env }))).not.toContain('hunter2');
});

test('the identity token is a file from the Secret of the attempt, and nowhere in the pod', () => {
  const identity = { token: 'the-token', url: 'https://c.test/identity' };
  const fieldRef = { fieldPath: "metadata.annotations['carillon.dev/job-storage']" };
  for (const hasSecretStorage of [false, true]) {
    const given = { ...launch, identity, jobStorage: '{"a":1}', hasSecretStorage };
    const pod = podManifest(given, place);
    expect(JSON.stringify(pod)).not.toContain('the-token');
    expect(secretManifest(given, place)).toMatchObject({ stringData: { 'identity-token': 'the-token' } });
    const { volumes, containers } = pod['spec'] as { volumes: object[]; containers: { env: object[] }[] };
    const token = { secret: { name: 's1', items: [{ key: 'identity-token', path: 'identity-token' }] } };
    const storage = hasSecretStorage
      ? { secret: { name: 's1', items: [{ key: 'job-storage', path: 'job-storage' }] } }
      : { downwardAPI: { items: [{ path: 'job-storage', fieldRef }] } };
    expect(volumes[0]).toEqual({ name: 'carillon', projected: { sources: [storage, token] } });
    expect(containers[0]?.env).toContainEqual({
      name: 'CARILLON_IDENTITY_TOKEN_FILE',
      value: '/var/run/carillon/identity-token',
    });
  }
});

test('an attempt whose secret variables are empty has no Secret', () => {
  const env = { plain: {}, secret: { JOB_SECURE_PARAMS: '' } };
  expect(needsSecret({ ...launch, env })).toBe(false);
  expect(mainOf({ env })['env']).toContainEqual({ name: 'JOB_SECURE_PARAMS', value: '' });
});

test('mapped secrets come from the secrets of the namespace, and variables of the worker override them', () => {
  const envFrom = [
    { secret: 'yl.env', key: 'db2', as: 'db2' },
    { secret: 'yl.env', key: 'cos', as: 'COS' },
  ];
  expect(envOf({ envFrom, env: { plain: { COS: 'mine' }, secret: {} } })).toMatchObject({
    db2: { secretKeyRef: { name: 'yl.env', key: 'db2' } },
    COS: 'mine',
  });
});

test('values, commands and arguments are not expanded a second time', () => {
  const text = 'a $(JOB_SECURE_PARAMS) $$ b';
  const doubled = 'a $$(JOB_SECURE_PARAMS) $$$$ b';
  expect(envOf({ env: { plain: { X: text }, secret: {} } })['X']).toBe(doubled);
  expect(mainOf({ command: [text], args: [text] })).toMatchObject({ command: [doubled], args: [doubled] });
});

test('the pod contains the job storage once, as the source of the variable and the file', () => {
  const jobStorage = '{"ts":"$(X)"}';
  const fieldRef = { fieldPath: "metadata.annotations['carillon.dev/job-storage']" };
  const pod = podOf({ jobStorage, env: { plain: { JOB_STORAGE: jobStorage }, secret: {} } });
  expect(pod.metadata['annotations']).toMatchObject({ 'carillon.dev/job-storage': jobStorage });
  expect(pod.spec.containers[0]!['env']).toContainEqual({ name: 'JOB_STORAGE', valueFrom: { fieldRef } });
  expect(pod.spec['volumes']).toEqual([
    { name: 'carillon', downwardAPI: { items: [{ path: 'job-storage', fieldRef }] } },
  ]);
});

describe('S3: job storage that contains a secret', () => {
  const jobStorage = '{"session":"hunter2hunter2"}';
  const env = { plain: {}, secret: { JOB_STORAGE: jobStorage } };
  const given = { jobStorage, hasSecretStorage: true };

  test('is only in the Secret of the attempt, as the source of the variable and the file', () => {
    const pod = podOf({ ...given, env });
    expect(JSON.stringify(pod)).not.toContain('hunter2');
    const secretKeyRef = { name: 's1', key: 'job-storage' };
    expect(pod.spec.containers[0]!['env']).toContainEqual({ name: 'JOB_STORAGE', valueFrom: { secretKeyRef } });
    expect(pod.spec['volumes']).toEqual([
      { name: 'carillon', secret: { secretName: 's1', items: [{ key: 'job-storage', path: 'job-storage' }] } },
    ]);
    expect(needsSecret({ ...launch, ...given, env })).toBe(true);
    expect(secretOf({ ...given, env })).toEqual({ 'job-storage': jobStorage });
  });

  test('is kept apart from a variable of the same name that the worker sets', () => {
    const own = { plain: {}, secret: { JOB_STORAGE: 'their own' } };
    expect(secretOf({ ...given, env: own })).toEqual({ JOB_STORAGE: 'their own', 'job-storage': jobStorage });
    const plain = { plain: { JOB_STORAGE: 'their own' }, secret: {} };
    expect(secretOf({ ...given, env: plain })).toEqual({ 'job-storage': jobStorage });
    expect(envOf({ ...given, env: plain })['JOB_STORAGE']).toBe('their own');
  });
});

test('a variable with the name of the job storage that the worker sets is kept', () => {
  expect(envOf({ jobStorage: '{}', env: { plain: { JOB_STORAGE: 'mine' }, secret: {} } })['JOB_STORAGE']).toBe('mine');
});

test('the deadline of the pod is never earlier than that of the attempt', () => {
  const { spec } = podOf({ timeoutSeconds: 60, startBy: 900_000 });
  expect(spec['activeDeadlineSeconds']).toBe(60 + 900 + 30 + 60);
  expect(podOf({ timeoutSeconds: null }).spec).not.toHaveProperty('activeDeadlineSeconds');
});

test('the resources that the worker requests from the cluster are passed on', () => {
  const { spec } = podOf({
    serviceAccount: 'robot',
    priorityClassName: 'high',
    schedulerName: 'volcano',
    imagePullSecrets: ['pull'],
    resources: { requests: { cpu: '100m' }, limits: { memory: '1Gi' } },
    command: ['run'],
    args: ['--now'],
  });
  expect(spec).toMatchObject({
    serviceAccountName: 'robot',
    priorityClassName: 'high',
    schedulerName: 'volcano',
    imagePullSecrets: [{ name: 'pull' }],
    containers: [
      { resources: { requests: { cpu: '100m' }, limits: { memory: '1Gi' } }, command: ['run'], args: ['--now'] },
    ],
  });
  expect(spec).not.toHaveProperty('automountServiceAccountToken');
});

test('V26: volumes of the job are mounted: empty folders of the pod, and existing claims', () => {
  const volumes = [
    { mountPath: '/scratch', claimName: null },
    { mountPath: '/data', claimName: 'data' },
  ];
  expect(podOf({ volumes }).spec['volumes']).toEqual([
    expect.objectContaining({ name: 'carillon' }),
    { name: 'volume-0', emptyDir: {} },
    { name: 'volume-1', persistentVolumeClaim: { claimName: 'data' } },
  ]);
  expect(mainOf({ volumes })['volumeMounts']).toEqual([
    expect.objectContaining({ name: 'carillon' }),
    { name: 'volume-0', mountPath: '/scratch' },
    { name: 'volume-1', mountPath: '/data' },
  ]);
});

describe('a pod of a run with shared objects', () => {
  const site: RunSite = {
    run: key.run,
    tenant: launch.tenant,
    job: launch.job,
    slug: 'nightly-report',
    namespace: null,
    tasks: [
      { name: 'ps', indexes: 1 },
      { name: 'big-worker', indexes: 2 },
    ],
    svc: { publishNotReadyAddresses: false, networkPolicy: true, injectHostsEnv: true },
    ssh: null,
    claims: [],
    gangs: [],
  };
  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const names = siteNames(site, { digest, tags: (text) => [digest(text)] });
  const of = (shared: Partial<RunSite>, over: Partial<ContainerLaunch> = {}): Pod =>
    podManifest({ ...launch, ...over, site: { ...site, ...shared } }, { ...place, site: names }) as unknown as Pod;
  const beside = { spec: { containers: [{ name: 'side' }], initContainers: [{ name: 'first' }] } };
  const containersOf = ({ spec }: Pod): Record<string, unknown>[] => [
    ...spec.containers,
    ...(spec.initContainers ?? []),
  ];
  const fromList = (name: string): object => ({
    name,
    valueFrom: { configMapKeyRef: { name: names.hosts, key: name, optional: true } },
  });

  test('V34: has a DNS name, and every container has the host lists as files and variables', () => {
    const pod = of({}, { podTemplates: [beside], key: { ...key, task: 'ps' } });
    expect(pod.spec).toMatchObject({ hostname: 'nightly-report-ps-0', subdomain: names.subdomain });
    expect(pod.metadata['labels']).toMatchObject({ 'carillon.dev/subdomain': names.subdomain });
    expect(pod.spec['volumes']).toContainEqual({ name: 'carillon-svc', configMap: { name: names.hosts } });
    expect(containersOf(pod).map(({ name }) => name)).toEqual(['main', 'side', 'first']);
    for (const { env, volumeMounts } of containersOf(pod)) {
      for (const name of ['VC_PS_HOSTS', 'VC_PS_NUM', 'VC_BIG_WORKER_HOSTS', 'VC_BIG_WORKER_NUM'])
        expect(env).toContainEqual(fromList(name));
      expect(volumeMounts).toContainEqual({ name: 'carillon-svc', mountPath: '/etc/volcano', readOnly: true });
    }
  });

  test('V34: has no host variables if the job disables them, and variables of the worker override them', () => {
    const quiet = of({ svc: { ...site.svc!, injectHostsEnv: false } });
    expect(JSON.stringify(quiet)).not.toContain('VC_PS');
    const own = of({}, { env: { plain: { VC_PS_NUM: '9' }, secret: {} } });
    const named = (own.spec.containers[0]!['env'] as { name: string }[]).filter(({ name }) => name === 'VC_PS_NUM');
    expect(named).toEqual([{ name: 'VC_PS_NUM', value: '9' }]);
  });

  test('V33: passes its index also to containers that templates add', () => {
    const indexEnv = { JOB_COMPLETION_INDEX: '0', VC_TASK_INDEX: '0', VK_TASK_INDEX: '0' };
    const pod = podOf({ podTemplates: [beside], indexEnv, env: { plain: indexEnv, secret: {} } });
    for (const { env } of containersOf(pod)) {
      const given = (env as { name: string; value: string }[]).filter(({ name }) => name in indexEnv);
      expect(given).toEqual(Object.entries(indexEnv).map(([name, value]) => ({ name, value })));
    }
  });

  test.each<[string, object, number]>([
    ['a user other than root can read them', {}, 0o444],
    ['only root can read them, as an SSH client of root requires', { runAsUser: 0, runAsNonRoot: false }, 0o600],
    ['a container that may be root is treated as root', { runAsNonRoot: false }, 0o600],
  ])('V35: has its keys at the configured path: %s', (_, securityContext, defaultMode) => {
    const pod = of(
      { svc: null, ssh: { keyFilePath: '/home/me/.ssh', port: 22 } },
      { podTemplates: [beside, { spec: { securityContext: { ...securityContext } } }] },
    );
    expect(pod.spec['subdomain']).toBe(names.subdomain);
    expect(pod.spec['volumes']).toContainEqual({
      name: 'carillon-ssh',
      secret: { secretName: names.keys, defaultMode },
    });
    for (const { volumeMounts } of containersOf(pod))
      expect(volumeMounts).toContainEqual({ name: 'carillon-ssh', mountPath: '/home/me/.ssh', readOnly: true });
    expect(JSON.stringify(pod)).not.toContain('/etc/volcano');
  });

  test('V27: names its pod group to its scheduler if its task belongs to a gang', () => {
    const gangs = [{ wave: 1, tasks: ['worker'], members: 2, queue: 'default', priorityClassName: null }];
    const annotation = 'scheduling.k8s.io/group-name';
    const member = of({ svc: null, gangs }, { key: { ...key, task: 'worker' } });
    expect(member.metadata['annotations']).toMatchObject({ [annotation]: names.gang(1) });
    expect(of({ svc: null, gangs }).metadata['annotations']).not.toHaveProperty(annotation);
  });

  test('V26: mounts the claim that is made for it if the volume names no other', () => {
    const volumes = [
      { mountPath: '/scratch', claimName: null },
      { mountPath: '/out', claimName: null },
      { mountPath: '/in', claimName: 'input' },
    ];
    const spec = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } };
    const pod = of({ svc: null, claims: [{ volume: 1, spec }] }, { volumes });
    expect(pod.spec['volumes']).toEqual([
      expect.objectContaining({ name: 'carillon' }),
      { name: 'volume-0', emptyDir: {} },
      { name: 'volume-1', persistentVolumeClaim: { claimName: names.claim(1) } },
      { name: 'volume-2', persistentVolumeClaim: { claimName: 'input' } },
    ]);
    expect(pod.spec).not.toHaveProperty('subdomain');
  });
});
