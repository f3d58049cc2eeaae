/** The overlays that an operator applies are complete: every object that they name exists, and every pod has its probes and limits. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { SERVICES } from '#common/domain/service-name.js';
import { MAX_BACKUP_MS } from '../../../tools/backup/src/backup-store.js';
import { podSecurityProblems } from '#testing/kubernetes-api/pod-security.js';
import { builtManifests, builtOverlay, OVERLAYS, type Manifest } from '#testing/kustomize/manifests.js';

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  kind: z.literal('Deployment'),
  metadata: z.object({ name: z.enum(SERVICES), namespace: z.literal('carillon') }),
  spec: z.object({
    replicas: z.number().optional(),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        priorityClassName: z.string(),
        terminationGracePeriodSeconds: z.number(),
        topologySpreadConstraints: z.array(z.unknown()).min(1),
        serviceAccountName: z.string().optional(),
        containers: z.tuple([
          z.object({
            image: z.string(),
            imagePullPolicy: z.literal('IfNotPresent'),
            startupProbe: probe.extend({ periodSeconds: z.number(), failureThreshold: z.number() }),
            livenessProbe: probe,
            readinessProbe: probe,
            envFrom: z.array(
              z.object({
                configMapRef: z.object({ name: z.string() }).optional(),
                secretRef: z.object({ name: z.string() }).optional(),
              }),
            ),
            resources: z.object({
              requests: z.object({ cpu: z.string(), memory: z.string() }),
              limits: z.object({ memory: z.string() }),
            }),
          }),
        ]),
      }),
    }),
  }),
});
const budget = z.object({
  kind: z.literal('PodDisruptionBudget'),
  spec: z.object({
    maxUnavailable: z.literal(1),
    // While the database is away no pod is ready, and nodes are drained all the same.
    unhealthyPodEvictionPolicy: z.literal('AlwaysAllow'),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
  }),
});
const autoscaler = z.object({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.object({
    scaleTargetRef: z.object({ name: z.string() }),
    minReplicas: z.number(),
    metrics: z.array(z.object({ type: z.string() })),
  }),
});
const version = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8'))).version;

const has = (manifests: readonly Manifest[], kind: string, name: string, namespace?: string): boolean =>
  manifests.some(
    ({ kind: own, metadata }) => own === kind && metadata.name === name && metadata.namespace === namespace,
  );

describe.each(OVERLAYS)('the overlay %s', (overlay) => {
  let manifests: readonly Manifest[];
  beforeAll(async () => {
    manifests = await builtManifests(`deploy/kubernetes/overlays/${overlay}`);
  });

  it('has each service, of this version, with probes, a priority, a budget and the configuration that it reads', () => {
    const deployments = manifests.filter(({ kind }) => kind === 'Deployment').map((each) => deployment.parse(each));
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual([...SERVICES].sort());
    for (const { metadata, spec } of deployments) {
      const pod = spec.template.spec;
      const [container] = pod.containers;
      expect(container.image).toBe(`carillon:${version}`);
      expect(container.startupProbe.periodSeconds * container.startupProbe.failureThreshold).toBeGreaterThanOrEqual(
        180,
      );
      expect(has(manifests, 'PriorityClass', pod.priorityClassName)).toBe(true);
      const maps = container.envFrom.flatMap(({ configMapRef }) => configMapRef?.name ?? []);
      for (const name of maps) expect(has(manifests, 'ConfigMap', name, 'carillon')).toBe(true);
      expect(container.envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual([
        `carillon-${metadata.name}`,
      ]);
      const accounts = [pod.serviceAccountName ?? []].flat();
      for (const name of accounts) expect(has(manifests, 'ServiceAccount', name, 'carillon')).toBe(true);
      const budgets = manifests.flatMap((each) => budget.safeParse(each).data ?? []);
      const own = budgets.filter(({ spec: { selector } }) =>
        Object.entries(selector.matchLabels).every(([key, value]) => spec.template.metadata.labels[key] === value),
      );
      expect(own).toHaveLength(1);
    }
  });

  it('creates the namespaces that it uses, that of the workers with its roles included', () => {
    const used = new Set(manifests.flatMap(({ metadata }) => metadata.namespace ?? []));
    expect([...used].sort()).toEqual(['carillon', 'workers']);
    for (const name of used) expect(has(manifests, 'Namespace', name)).toBe(true);
    for (const role of ['carillon-executor', 'carillon-log-collector'])
      expect(has(manifests, 'RoleBinding', role, 'workers')).toBe(true);
  });
});

test('an executor has the time to wait for calls, the others that of their stop', async () => {
  const manifests = await builtManifests('deploy/kubernetes/overlays/small');
  const config = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.namespace === 'carillon');
  const { CALL_DRAIN_SECONDS: drain } = z.record(z.string(), z.string()).parse(config?.['data']);
  const periods = manifests
    .flatMap((each) => deployment.safeParse(each).data ?? [])
    .map(({ metadata, spec }) => [metadata.name, spec.template.spec.terminationGracePeriodSeconds]);
  expect(Object.fromEntries(periods)).toEqual({
    api: 20,
    scheduler: 20,
    'log-collector': 20,
    executor: Number(drain) + 20,
  });
});

test('the pods of the services are of the level restricted; the namespaces enforce that or, for the services, baseline', async () => {
  const manifests = await productionWith([]);
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
  const templates = deployments.map(({ spec }) => (spec as { readonly template: object }).template);
  expect(templates.map((template) => podSecurityProblems(template, 'restricted'))).toEqual([[], [], [], []]);
  const levels = manifests
    .filter(({ kind }) => kind === 'Namespace')
    .map(({ metadata }) => [metadata.name, metadata['labels']]);
  expect(Object.fromEntries(levels)).toMatchObject({
    workers: { 'pod-security.kubernetes.io/enforce': 'restricted' },
    carillon: { 'pod-security.kubernetes.io/enforce': 'baseline', 'pod-security.kubernetes.io/warn': 'restricted' },
  });
});

test('small has one replica of each service; production has three, scales, and is reached over TLS with events that are not buffered', async () => {
  const [small, production] = await Promise.all(
    OVERLAYS.map((each) => builtManifests(`deploy/kubernetes/overlays/${each}`)),
  );
  const replicas = (manifests: readonly Manifest[] = []): number[] =>
    manifests.flatMap((each) => deployment.safeParse(each).data?.spec.replicas ?? []);
  expect(replicas(small)).toEqual([1, 1, 1, 1]);
  // The autoscalers decide their number of replicas.
  expect(replicas(production)).toEqual([]);
  const scaled = production?.flatMap((each) => autoscaler.safeParse(each).data?.spec ?? []) ?? [];
  expect(scaled.map(({ scaleTargetRef }) => scaleTargetRef.name).sort()).toEqual([...SERVICES].sort());
  expect(scaled.map(({ minReplicas }) => minReplicas)).toEqual([3, 3, 3, 3]);
  const ingress = production?.find(({ kind }) => kind === 'Ingress');
  expect(ingress).toMatchObject({
    metadata: { annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' } },
    spec: {
      tls: [{ secretName: 'carillon-tls' }],
      rules: [{ http: { paths: [{ backend: { service: { name: 'api' } } }] } }],
    },
  });
});

const productionWith = (components: readonly string[]): Promise<readonly Manifest[]> =>
  builtOverlay(
    JSON.stringify({
      resources: ['../deploy/kubernetes/overlays/production'],
      components: components.map((each) => `../deploy/kubernetes/components/${each}`),
    }),
  );

test('components for the Prometheus operator and for scaling by queues can be added to production', async () => {
  const manifests = await productionWith(['prometheus-operator', 'autoscaling-by-queue']);
  expect(has(manifests, 'PodMonitor', 'carillon', 'carillon')).toBe(true);
  const executor = manifests
    .flatMap((each) => autoscaler.safeParse(each).data?.spec ?? [])
    .find(({ scaleTargetRef }) => scaleTargetRef.name === 'executor');
  expect(executor?.metrics.map(({ type }) => type)).toEqual(['Resource', 'Pods']);
});

test('so can those for a Gateway, to the port of the Service, and for Cilium', async () => {
  const manifests = await productionWith(['gateway', 'cilium']);
  const service = manifests.find(({ kind }) => kind === 'Service');
  expect(service).toMatchObject({ metadata: { name: 'api' }, spec: { ports: [{ port: 8080 }] } });
  expect(manifests.find(({ kind }) => kind === 'HTTPRoute')).toMatchObject({
    metadata: { namespace: 'carillon' },
    spec: { rules: [{ backendRefs: [{ name: 'api', port: 8080 }], timeouts: { request: '0s' } }] },
  });
  expect(has(manifests, 'CiliumNetworkPolicy', 'kubernetes-api', 'carillon')).toBe(true);
});

/** What Pod Security's level "restricted" asks, and what every program of ours has. */
const nightly = z.object({
  kind: z.literal('CronJob'),
  metadata: z.object({ name: z.string(), namespace: z.literal('carillon') }),
  spec: z.object({
    suspend: z.boolean(),
    concurrencyPolicy: z.literal('Forbid'),
    startingDeadlineSeconds: z.number(),
    jobTemplate: z.object({
      spec: z.object({
        activeDeadlineSeconds: z.number(),
        backoffLimit: z.number(),
        template: z.object({
          spec: z.object({
            restartPolicy: z.literal('Never'),
            automountServiceAccountToken: z.literal(false),
            securityContext: z.object({
              runAsNonRoot: z.literal(true),
              seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
            }),
            containers: z.tuple([
              z.object({
                image: z.string(),
                args: z.array(z.string()),
                envFrom: z.tuple([z.object({ secretRef: z.object({ name: z.literal('carillon-backup') }) })]),
                resources: z.object({
                  requests: z.object({ cpu: z.string(), memory: z.string() }),
                  limits: z.object({ memory: z.string() }),
                }),
                securityContext: z.object({
                  allowPrivilegeEscalation: z.literal(false),
                  readOnlyRootFilesystem: z.literal(true),
                  capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
                }),
              }),
            ]),
          }),
        }),
      }),
    }),
  }),
});

test('so can that for backups: one each night, of the image of the services, and a drill that runs when it is asked to', async () => {
  const manifests = await productionWith(['backup']);
  const jobs = manifests.flatMap((each) => (each.kind === 'CronJob' ? [nightly.parse(each)] : []));
  const about = jobs.map(({ metadata, spec }) => {
    const [{ image, args }] = spec.jobTemplate.spec.template.spec.containers;
    return [metadata.name, spec.suspend, image, args.slice(1)];
  });
  expect(about).toEqual([
    ['backup', false, `carillon:${version}`, ['save', 'store:']],
    ['restore-drill', true, `carillon:${version}`, ['restore', '--drill', 'store:']],
  ]);
  // A backup ends itself before another takes its parts for abandoned.
  expect(jobs[0]?.spec.jobTemplate.spec.activeDeadlineSeconds).toBe(MAX_BACKUP_MS / 1_000);
});

test('nobody is trusted to name the address of a client until an operator says who', async () => {
  const map = (await productionWith([])).find(({ kind }) => kind === 'ConfigMap');
  expect(map).toMatchObject({ data: { TRUSTED_PROXIES: '' } });
});

test("the overlay of docs/installation.md sets the image, the host and a registry's credentials", async () => {
  const page = readFileSync('docs/installation.md', 'utf8');
  const [, sample = ''] = /```yaml\n(# mine\/kustomization\.yaml\n.*?)```/s.exec(page) ?? [];
  const manifests = await builtOverlay(sample.replace('sha256:…', `sha256:${'0'.repeat(64)}`));
  const text = JSON.stringify(manifests);
  expect(text.match(/"image":"registry\.example\.com\/carillon@sha256:0{64}"/g)).toHaveLength(5);
  expect(text.match(/"imagePullSecrets":\[\{"name":"registry"\}\]/g)).toHaveLength(4);
  expect(text).not.toContain('carillon.example.com');
  expect(text).toContain('"PUBLIC_URL":"https://jobs.example.com"');
});
