/** The Helm chart renders, with Helm itself, the same as the overlays of Kustomize: one source, two ways to apply it. */
import { lintedChart, renderedChart } from '#testing/helm/render.js';
import { builtManifests, builtOverlay, OVERLAYS, type Manifest } from '#testing/kustomize/manifests.js';

const chart = 'deploy/helm/carillon';
type Tree = Record<string, unknown>;

/** Without what only one of both does: hashes in names, and annotations that replace pods after a change of configuration. */
function comparable(manifests: readonly Tree[]): Record<string, unknown> {
  const named = manifests
    .filter(({ kind, metadata }) => !(kind === 'Namespace' && (metadata as Tree)['name'] === 'carillon'))
    .map((each): [string, unknown] => {
      const text = JSON.stringify(each, (key, value: unknown) => (key.startsWith('checksum/') ? undefined : value));
      const manifest = JSON.parse(text.replaceAll(/"carillon-[a-z0-9]{10}"/g, '"carillon"')) as Manifest;
      const { kind, metadata } = manifest;
      return [`${kind} ${metadata.namespace ?? ''}/${metadata.name}`, sorted(manifest)];
    });
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Kustomize sorts the variables of a ConfigMap; null means that there is none. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, sorted(each)]));
};

test.each(OVERLAYS)('the chart with values-%s.yaml renders the same as the overlay of that name', async (overlay) => {
  const wanted = comparable(await builtManifests(`deploy/kubernetes/overlays/${overlay}`));
  const rendered = await renderedChart({ chart, namespace: 'carillon', values: [`values-${overlay}.yaml`] });
  expect(Object.keys(comparable(rendered))).toEqual(Object.keys(wanted));
  expect(comparable(rendered)).toEqual(wanted);
});

test('with backups it renders the same as the component that is added to an overlay', async () => {
  const kustomization = [
    'resources: [../deploy/kubernetes/overlays/small]',
    'components: [../deploy/kubernetes/components/backup]',
  ];
  const set = { backup: { enabled: true } };
  const rendered = await renderedChart({ chart, namespace: 'carillon', values: ['values-small.yaml'], set });
  expect(comparable(rendered)).toEqual(comparable(await builtOverlay(kustomization.join('\n'))));
});

test('backups take settings of pods, a time and resources of their own', async () => {
  const set = {
    allServices: { extraEnv: [{ name: 'MONGODB_CA', value: '/etc/ca/ca.pem' }] },
    backup: { enabled: true, schedule: '30 1 * * *', drillSuspend: false, nodeSelector: { pool: 'system' } },
  };
  const jobs = (await renderedChart({ chart, namespace: 'carillon', set })).filter(({ kind }) => kind === 'CronJob');
  expect(jobs).toMatchObject([
    { metadata: { name: 'backup' }, spec: { schedule: '30 1 * * *', suspend: false } },
    { metadata: { name: 'restore-drill' }, spec: { suspend: false } },
  ]);
  for (const { spec } of jobs) {
    const text = JSON.stringify(spec);
    expect(text).toContain('"nodeSelector":{"pool":"system"}');
    expect(text).toContain('"name":"MONGODB_CA"');
  }
});

test.each([[[]], [['values-small.yaml']], [['values-production.yaml', 'values-by-queue.yaml']]])(
  'Helm reports no problem of the chart with %j',
  async (values) => {
    expect(await lintedChart({ chart, namespace: 'carillon', values })).toContain('0 chart(s) failed');
  },
);

test('another namespace, another image and another namespace of workers are used everywhere', async () => {
  const set = {
    image: { repository: 'registry.example.com/carillon', digest: 'sha256:abc' },
    workers: { namespace: 'jobs', secrets: ['mine'] },
    podMonitor: { enabled: true },
    priorityClass: { create: false },
  };
  const text = JSON.stringify(
    await renderedChart({ chart, namespace: 'other', values: ['values-production.yaml'], set }),
  );
  expect(text).toContain('"image":"registry.example.com/carillon@sha256:abc"');
  expect(text).toContain('"KUB_NAMESPACE":"jobs"');
  expect(text).toContain('"CALLBACK_URL_INSIDE":"http://api.other.svc:8080"');
  expect(text).toContain('"resourceNames":["mine"]');
  expect(text).toContain('"kind":"PodMonitor"');
  expect(text).not.toContain('"kind":"PriorityClass"');
  expect(text).not.toMatch(/"namespace":"(carillon|workers)"/);
});

test('a change of the configuration replaces pods, and scaling by queues adds to scaling by CPU', async () => {
  const sumOf = async (set: Tree): Promise<string | undefined> =>
    /"checksum\/config":"([0-9a-f]{64})"/.exec(
      JSON.stringify(await renderedChart({ chart, namespace: 'carillon', set })),
    )?.[1];
  const sum = await sumOf({});
  expect(sum).toBeDefined();
  expect(await sumOf({ config: { LOG_LEVEL: 'debug' } })).not.toBe(sum);
  const values = ['values-production.yaml', 'values-by-queue.yaml'];
  const scalers = (await renderedChart({ chart, namespace: 'carillon', values })).filter(
    ({ kind }) => kind === 'HorizontalPodAutoscaler',
  );
  const metrics = (name: string): unknown =>
    (scalers.find(({ metadata }) => (metadata as Tree)['name'] === name)?.['spec'] as Tree)['metrics'];
  expect(metrics('executor')).toMatchObject([{ type: 'Resource' }, { type: 'Pods' }]);
  expect(metrics('api')).toMatchObject([{ type: 'Resource' }]);
});
