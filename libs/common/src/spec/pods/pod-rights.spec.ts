/** @promise S1 */
import { DEFAULT_TEMPLATE_PATHS, type JsonObject } from '../pod-template.js';
import type { ClusterAccess } from './cluster-access.js';
import { judgePods, type PodJob, type PodVerdict } from './pod-rights.js';
import type { WorkerPods } from './worker-rights.js';

const plain: WorkerPods = { command: ['report'] };
const rich: WorkerPods = {
  command: ['report'],
  envFrom: [{ secret: 'theirs', key: 'db', as: 'DB' }],
  serviceAccount: 'robot',
  podTemplate: { spec: { volumes: [{ name: 'creds', secret: { secretName: 'theirs' } }] } },
};

function judged(job: PodJob, worker = plain, access: ClusterAccess = {}): PodVerdict {
  return judgePods(job, { own: worker, ofTasks: new Map() }, { templatePaths: DEFAULT_TEMPLATE_PATHS, access });
}
const forbidden = (job: PodJob, worker = plain, access: ClusterAccess = {}): string[] =>
  judged(job, worker, access).forbidden.map(({ path }) => path);
const template = (spec: JsonObject): PodJob => ({ podTemplate: { spec } });
const volume = (source: JsonObject): PodJob => template({ volumes: [{ name: 'v', ...source }] });
const variable = (valueFrom: JsonObject): PodJob =>
  template({ containers: [{ name: 'main', env: [{ name: 'X', valueFrom }] }] });

const claim = { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: '1Gi' } } };
const claimTemplate = (spec: JsonObject): PodJob => volume({ ephemeral: { volumeClaimTemplate: { spec } } });

describe('a job may not refer to what its tenant is not granted', () => {
  test.each<[string, PodJob, string, ClusterAccess]>([
    [
      'a Secret as a volume',
      volume({ secret: { secretName: 's' } }),
      'podTemplate.spec.volumes[0].secret.secretName',
      { secrets: { names: ['s'] } },
    ],
    [
      'a ConfigMap as a volume',
      volume({ configMap: { name: 'c' } }),
      'podTemplate.spec.volumes[0].configMap.name',
      { configMaps: { names: ['c'] } },
    ],
    [
      'a claim as a volume',
      volume({ persistentVolumeClaim: { claimName: 'p' } }),
      'podTemplate.spec.volumes[0].persistentVolumeClaim.claimName',
      { persistentVolumeClaims: { names: ['p'] } },
    ],
    [
      'a projected Secret',
      volume({ projected: { sources: [{ secret: { name: 's' } }] } }),
      'podTemplate.spec.volumes[0].projected.sources[0].secret.name',
      { secrets: { names: ['s'] } },
    ],
    [
      'a token of the account',
      volume({ projected: { sources: [{ serviceAccountToken: { path: 't', audience: 'vault' } }] } }),
      'podTemplate.spec.volumes[0].projected.sources[0].serviceAccountToken',
      { serviceAccounts: { names: ['default'] } },
    ],
    [
      'a Secret as a variable',
      variable({ secretKeyRef: { name: 's', key: 'k' } }),
      'podTemplate.spec.containers[0].env[0].valueFrom.secretKeyRef.name',
      { secrets: { names: ['s'] } },
    ],
    [
      'a ConfigMap as a variable',
      variable({ configMapKeyRef: { name: 'c', key: 'k' } }),
      'podTemplate.spec.containers[0].env[0].valueFrom.configMapKeyRef.name',
      { configMaps: { names: ['c'] } },
    ],
    [
      'all variables of a Secret',
      template({ initContainers: [{ name: 'i', envFrom: [{ secretRef: { name: 's' } }] }] }),
      'podTemplate.spec.initContainers[0].envFrom[0].secretRef.name',
      { secrets: { names: ['s'] } },
    ],
    [
      'a Secret to pull images with',
      template({ imagePullSecrets: [{ name: 's' }] }),
      'podTemplate.spec.imagePullSecrets[0].name',
      { secrets: { names: ['s'] } },
    ],
    [
      "the account's token",
      template({ automountServiceAccountToken: true }),
      'podTemplate.spec.automountServiceAccountToken',
      { serviceAccounts: { names: ['default'] } },
    ],
    [
      'a priority class',
      template({ priorityClassName: 'high' }),
      'podTemplate.spec.priorityClassName',
      { priorityClasses: { names: ['high'] } },
    ],
    [
      'a priority class of its own',
      { priorityClassName: 'high' },
      'priorityClassName',
      { priorityClasses: { names: ['high'] } },
    ],
    [
      'a priority class of a task',
      { tasks: [{ name: 'a' }, { name: 'b', priorityClassName: 'high' }] },
      'tasks.1.priorityClassName',
      { priorityClasses: { names: ['high'] } },
    ],
    [
      'a claim of its volumes',
      { volumes: [{ mountPath: '/x', claimName: 'p' }] },
      'volumes.0.claimName',
      { persistentVolumeClaims: { names: ['p'] } },
    ],
    [
      'a volume by name',
      { volumes: [{ mountPath: '/x', claim: { ...claim, volumeName: 'pv' } }] },
      'volumes.0.claim.volumeName',
      { persistentVolumes: { names: ['pv'] } },
    ],
    [
      'a volume by labels',
      { volumes: [{ mountPath: '/x', claim: { ...claim, selector: { matchLabels: { of: 'us', disk: 'ssd' } } } }] },
      'volumes.0.claim.selector',
      { persistentVolumes: { matchLabels: { of: 'us' } } },
    ],
    [
      'a volume of a pod by name',
      claimTemplate({ volumeName: 'pv' }),
      'podTemplate.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.volumeName',
      { persistentVolumes: { names: ['pv'] } },
    ],
    [
      'a copy of a claim',
      claimTemplate({ dataSource: { kind: 'PersistentVolumeClaim', name: 'p' } }),
      'podTemplate.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSource.name',
      { persistentVolumeClaims: { names: ['p'] } },
    ],
    [
      'a label by which other objects select pods',
      { podTemplate: { metadata: { labels: { app: 'payments' } } } },
      'podTemplate.metadata.labels.app',
      { labels: ['app=payments'] },
    ],
    [
      'an annotation that other controllers read',
      { podTemplate: { metadata: { annotations: { 'iam.example.com/role': 'admin' } } } },
      'podTemplate.metadata.annotations.iam.example.com/role',
      { annotations: ['iam.example.com/role'] },
    ],
  ])('%s', (_what, job, path, access) => {
    expect(forbidden(job)).toEqual([path]);
    expect(forbidden(job, plain, access)).toEqual([]);
  });
});

test.each<[string, PodJob, string]>([
  [
    'a Secret without a name, so that the name of another Secret is kept',
    variable({ secretKeyRef: { key: 'other' } }),
    'podTemplate.spec.containers[0].env[0].valueFrom.secretKeyRef.name',
  ],
  [
    'certificates of the cluster',
    volume({ projected: { sources: [{ podCertificate: { signerName: 's' } }] } }),
    'podTemplate.spec.volumes[0].projected.sources[0].podCertificate',
  ],
  [
    'any volume that has no class',
    { volumes: [{ mountPath: '/x', claim: { ...claim, storageClassName: '' } }] },
    'volumes.0.claim.storageClassName',
  ],
  [
    'a copy of any other object',
    claimTemplate({ dataSourceRef: { kind: 'VolumeSnapshot', name: 's' } }),
    'podTemplate.spec.volumes[0].ephemeral.volumeClaimTemplate.spec.dataSourceRef',
  ],
])('no grant permits %s', (_what, job, path) => {
  const all = { names: ['s', 'other'], matchLabels: { a: 'b' } };
  expect(forbidden(job, plain, { secrets: all, persistentVolumeClaims: all })).toEqual([path]);
});

test('a grant by labels has to be verified in the cluster', () => {
  const verdict = judged(volume({ secret: { secretName: 's' } }), plain, { secrets: { matchLabels: { of: 'us' } } });
  expect(verdict.forbidden).toEqual([]);
  expect(verdict.toProve).toEqual([
    { kind: 'secrets', name: 's', labels: { of: 'us' }, path: 'podTemplate.spec.volumes[0].secret.secretName' },
  ]);
});

test('devices are claimed by workers only, which then protect them', () => {
  const spec = { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'one-gpu' }] };
  expect(judged(template(spec))).toMatchObject({
    invalid: [],
    forbidden: [{ path: 'podTemplate.spec.resourceClaims[0]' }],
  });
  const withDevice: WorkerPods = { command: ['train'], podTemplate: { spec } };
  expect(forbidden({ command: ['mine'] }, withDevice)).toEqual(['command']);
});

describe('a worker that brings rights protects', () => {
  const main = (fields: JsonObject): PodJob => template({ containers: [{ name: 'main', ...fields }] });
  const inMain = (field: string): string => `podTemplate.spec.containers[0].${field}`;
  test.each<[string, PodJob, string]>([
    ['its image', main({ image: 'evil' }), inMain('image')],
    ['its command', main({ command: ['sh'] }), inMain('command')],
    ['its command, from the job', { command: ['sh'] }, 'command'],
    ['its command, from a task', { tasks: [{ name: 'a', command: ['sh'] }] }, 'tasks.0.command'],
    [
      'the command that runs when it starts',
      main({ lifecycle: { postStart: { exec: { command: ['sh'] } } } }),
      inMain('lifecycle'),
    ],
    ['the command of a probe', main({ livenessProbe: { exec: { command: ['sh'] } } }), inMain('livenessProbe')],
    ['its variables', { env: { NODE_OPTIONS: '--import=data:text/javascript,' } }, 'env.NODE_OPTIONS'],
    ['its variables, from a template', main({ env: [{ name: 'A', value: '$(DB)' }] }), inMain('env')],
    ['its files from a volume that would be mounted over them', { volumes: [{ mountPath: '/usr/bin' }] }, 'volumes'],
    [
      'its files from a key pair that would be mounted over them',
      { plugins: { ssh: ['--ssh-port=2222', '--ssh-key-file-path=/usr/bin'] } },
      'plugins.ssh.1',
    ],
    ['its pod, with its account', template({ containers: [{ name: 'side' }] }), 'podTemplate.spec.containers[0]'],
    ['its volumes', template({ volumes: [{ name: 'creds', emptyDir: {} }] }), 'podTemplate.spec.volumes[0]'],
    [
      'the names of other hosts, which host aliases would change',
      template({ hostAliases: [{ ip: '10.0.0.1', hostnames: ['db'] }] }),
      'podTemplate.spec.hostAliases',
    ],
  ])('%s', (_what, job, path) => {
    expect(forbidden(job, rich)).toEqual([path]);
    expect(forbidden(job, plain)).toEqual([]);
  });

  test('no field that cannot change its program', () => {
    const resources = { requests: { cpu: '1' } };
    expect(forbidden(main({ resources }), rich)).toEqual([]);
    expect(forbidden(template({ nodeSelector: { disk: 'ssd' } }), rich)).toEqual([]);
    expect(forbidden({ args: ['--day', 'x'] }, rich)).toEqual([]);
    expect(forbidden({ plugins: { ssh: ['--ssh-key-file-path=/root/.ssh'], svc: [] } }, rich)).toEqual([]);
    expect(forbidden({ plugins: { ssh: ['--ssh-key-file-path=/app'] } }, { ...rich, jobFields: ['volumes'] })).toEqual(
      [],
    );
  });

  test('its arguments, if they would be its program', () => {
    expect(forbidden({ args: ['-c', 'env'] }, { ...rich, command: ['sh'] })).toEqual(['args']);
    expect(forbidden({ args: ['sh'] }, { envFrom: rich.envFrom })).toEqual(['args']);
  });

  test('every field that it does not open', () => {
    const opened: WorkerPods = { ...rich, jobFields: ['command', 'env.LEVEL'] };
    expect(forbidden({ command: ['x'], env: { LEVEL: '1', PATH: '/x' } }, opened)).toEqual(['env.PATH']);
  });

  test('only its image, if it may pull images and nothing else', () => {
    const puller: WorkerPods = { imagePullSecrets: ['registry'] };
    expect(forbidden({ command: ['x'], env: { A: 'b' } }, puller)).toEqual([]);
    expect(forbidden(main({ image: 'registry/theirs' }), puller)).toEqual([inMain('image')]);
    const side = template({ initContainers: [{ name: 'i', image: 'registry/theirs' }] });
    expect(forbidden(side, puller)).toEqual(['podTemplate.spec.initContainers[0].image']);
    const files = volume({ image: { reference: 'registry/theirs' } });
    expect(forbidden(files, puller)).toEqual(['podTemplate.spec.volumes[0].image']);
    expect(forbidden(files, plain)).toEqual([]);
  });
});

test('fields of a job apply to the workers of its tasks, too', () => {
  const ofTasks = new Map([['rich', rich]]);
  const job: PodJob = {
    command: ['for its own worker'],
    podTemplate: { spec: { containers: [{ name: 'main', image: 'evil' }] } },
    tasks: [{ name: 'a', worker: 'rich', env: { A: 'b' } }],
  };
  const verdict = judgePods(job, { own: plain, ofTasks }, { templatePaths: DEFAULT_TEMPLATE_PATHS, access: {} });
  expect(verdict.forbidden.map(({ path }) => path)).toEqual(['podTemplate.spec.containers[0].image', 'tasks.0.env.A']);
});

test('a field that no template may have is reported with its path, and with the worker if the worker sets it', () => {
  const host: WorkerPods = { podTemplate: { spec: { hostNetwork: true } } };
  const job: PodJob = { podTemplate: { spec: { hostPID: true } }, tasks: [{ name: 'a', podTemplate: { x: 1 } }] };
  expect(judged(job, host).invalid.map(({ path }) => path)).toEqual([
    'worker',
    'podTemplate.spec.hostPID',
    'tasks.0.podTemplate.x',
  ]);
});
