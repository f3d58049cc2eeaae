/** What clusters ask of pods, and what Helm users set: each value of the chart has its effect, and no other is taken. */
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { renderedChart } from '#testing/helm/render.js';

const chart = 'deploy/helm/carillon';
const SERVICES = ['api', 'scheduler', 'executor', 'log-collector'] as const;
type Tree = Record<string, unknown>;

const containers = z.array(z.looseObject({ name: z.string() }));
const rendered = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({
    name: z.string(),
    namespace: z.string().optional(),
    annotations: z.record(z.string(), z.string()).optional(),
  }),
});
type Rendered = z.output<typeof rendered>;
const podSpec = z.looseObject({
  priorityClassName: z.string().optional(),
  initContainers: containers.optional(),
  containers,
});
const deployment = rendered.extend({
  kind: z.literal('Deployment'),
  spec: z.looseObject({
    template: z.object({ metadata: z.record(z.string(), z.record(z.string(), z.string())), spec: podSpec }),
  }),
});

const rendering = async (set: Tree, namespace = 'carillon', values: string[] = []): Promise<Rendered[]> =>
  (await renderedChart({ chart, namespace, set, values })).map((each) => rendered.parse(each));
const deployments = (manifests: readonly Rendered[]): z.output<typeof deployment>[] =>
  manifests.flatMap((each) => deployment.safeParse(each).data ?? []);
const ofKind = (manifests: readonly Rendered[], kind: string): Rendered[] =>
  manifests.filter((each) => each.kind === kind);
const refusal = async (set: Tree): Promise<string> =>
  rendering(set).then(
    () => 'nothing was refused',
    (error: unknown) => String(error),
  );

const CA = { name: 'ca', configMap: { name: 'company-ca' } };
/** Settings, and where a pod has them: in itself, in each container, or as its labels or annotations. */
const SETTINGS: readonly (readonly [
  setting: string,
  value: unknown,
  place: 'pod' | 'container' | 'metadata',
  field: string,
])[] = [
  ['imagePullSecrets', [{ name: 'registry' }], 'pod', 'imagePullSecrets'],
  ['extraVolumes', [CA], 'pod', 'volumes'],
  ['nodeSelector', { pool: 'system' }, 'pod', 'nodeSelector'],
  ['tolerations', [{ key: 'system', operator: 'Exists', tolerationSeconds: 300 }], 'pod', 'tolerations'],
  ['affinity', { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } }, 'pod', 'affinity'],
  ['hostAliases', [{ ip: '192.0.2.1', hostnames: ['mongo'] }], 'pod', 'hostAliases'],
  ['dnsConfig', { options: [{ name: 'ndots', value: '2' }] }, 'pod', 'dnsConfig'],
  ['podSecurityContext', { fsGroup: 1_000_720_000 }, 'pod', 'securityContext'],
  ['extraContainers', [{ name: 'proxy', image: 'proxy' }], 'pod', 'containers'],
  ['extraInitContainers', [{ name: 'agent', image: 'agent' }], 'pod', 'initContainers'],
  ['extraEnv', [{ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/ca/ca.pem' }], 'container', 'env'],
  ['extraEnvFrom', [{ secretRef: { name: 'archive' } }], 'container', 'envFrom'],
  ['extraVolumeMounts', [{ name: 'ca', mountPath: '/etc/ca' }], 'container', 'volumeMounts'],
  ['securityContext', { seLinuxOptions: { level: 's0' } }, 'container', 'securityContext'],
  ['podLabels', { team: 'platform' }, 'metadata', 'labels'],
  ['podAnnotations', { 'sidecar.istio.io/inject': 'false' }, 'metadata', 'annotations'],
];

/** The values of a field that a setting shall add to. */
function found(each: z.output<typeof deployment>, place: 'pod' | 'container' | 'metadata', field: string): unknown[] {
  const { metadata, spec } = each.spec.template;
  if (place === 'metadata') return [metadata[field]];
  if (place === 'pod') return [spec[field]];
  return [...(spec.initContainers ?? []), ...spec.containers].map((container) => container[field]);
}

/** Whether a list has all items of another, or a map all fields. */
const has = (whole: unknown, part: unknown): boolean =>
  Array.isArray(part)
    ? part.every((item) => ((whole ?? []) as unknown[]).some((one) => isDeepStrictEqual(one, item)))
    : Object.entries(part as Tree).every(([key, item]) => isDeepStrictEqual((whole as Tree | undefined)?.[key], item));

test.each(SETTINGS)('%s is set for the pods of all services, or of one', async (setting, value, place, field) => {
  const withIt = async (set: Tree): Promise<string[]> =>
    deployments(await rendering(set)).flatMap((each) =>
      found(each, place, field).every((whole) => has(whole, value)) ? each.metadata.name : [],
    );
  expect((await withIt({ allServices: { [setting]: value } })).sort()).toEqual([...SERVICES].sort());
  expect(await withIt({ logCollector: { [setting]: value } })).toEqual(['log-collector']);
});

test('what one service sets is added to what all have: lists to lists, and keys over keys', async () => {
  const set = {
    allServices: { tolerations: [{ key: 'a' }], nodeSelector: { pool: 'system', disk: 'ssd' } },
    api: { tolerations: [{ key: 'b' }], nodeSelector: { pool: 'web' } },
  };
  const [api] = deployments(await rendering(set)).filter(({ metadata }) => metadata.name === 'api');
  expect(api?.spec.template.spec).toMatchObject({
    tolerations: [{ key: 'a' }, { key: 'b' }],
    nodeSelector: { pool: 'web', disk: 'ssd' },
  });
});

test('no pod names a user, so that OpenShift gives it one; a default of the manifests is removed by null', async () => {
  const manifests = await rendering({ allServices: { podSecurityContext: { seccompProfile: null } } });
  expect(JSON.stringify(manifests)).not.toContain('runAsUser');
  for (const { spec } of deployments(manifests))
    expect(spec.template.spec['securityContext']).toEqual({ runAsNonRoot: true });
});

test('image, account and Service are values, and annotations reach deployments, accounts and Services', async () => {
  const annotations = { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/executor' };
  const manifests = await rendering({
    image: { pullPolicy: 'Always' },
    allServices: { deploymentAnnotations: { 'reloader.stakater.com/auto': 'true' } },
    executor: { serviceAccount: { name: 'jobs', annotations } },
    logCollector: { serviceAccount: { create: false, name: 'logs' } },
    api: { service: { type: 'NodePort', annotations: { a: 'b' } } },
  });
  const text = JSON.stringify(manifests);
  expect(text).not.toContain('IfNotPresent');
  for (const { metadata } of deployments(manifests))
    expect(metadata.annotations).toEqual({ 'reloader.stakater.com/auto': 'true' });
  const accounts = ofKind(manifests, 'ServiceAccount').map(({ metadata }) => metadata);
  expect(accounts).toMatchObject([{ name: 'jobs', annotations }]);
  const subjects = ofKind(manifests, 'RoleBinding').map((each) => (each['subjects'] as [{ name: string }])[0].name);
  expect(subjects).toEqual(['jobs', 'logs']);
  expect(text).toContain('"serviceAccountName":"jobs"');
  expect(text).toContain('"serviceAccountName":"logs"');
  expect(ofKind(manifests, 'Service')).toMatchObject([
    { metadata: { annotations: { a: 'b' } }, spec: { type: 'NodePort' } },
  ]);
});

test.each([
  ['by default that of the namespace', {}, 'staging', ['staging']],
  ['a name that is given', { name: 'high' }, 'high', ['high']],
  ['one that exists', { create: false, name: 'high' }, 'high', []],
  ['none, without rights for the whole cluster', { create: false }, undefined, []],
])('the priority of pods: %s', async (_what, priorityClass, referred, created) => {
  const manifests = await rendering({ priorityClass }, 'staging');
  const names = new Set(deployments(manifests).map(({ spec }) => spec.template.spec.priorityClassName));
  expect([...names]).toEqual([referred]);
  expect(ofKind(manifests, 'PriorityClass').map(({ metadata }) => metadata.name)).toEqual(created);
});

test.each([
  [{}, 200],
  [{ CALL_DRAIN_SECONDS: '600' }, 620],
  [{ CALL_DRAIN_SECONDS: null }, 200],
])('an executor has the time to wait for calls: %p', async (config, seconds) => {
  const periods = deployments(await rendering({ config })).map(({ metadata, spec }) => [
    metadata.name,
    spec.template.spec['terminationGracePeriodSeconds'],
  ]);
  expect(Object.fromEntries(periods)).toEqual({ api: 20, scheduler: 20, 'log-collector': 20, executor: seconds });
});

test('two installations have no object in common', async () => {
  const idOf = ({ kind, metadata }: Rendered): string => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`;
  const values = ['values-production.yaml'];
  const one = (await rendering({}, 'carillon', values)).map(idOf);
  const other = (await rendering({ workers: { namespace: 'workers-staging' } }, 'staging', values)).map(idOf);
  expect(one.filter((id) => other.includes(id))).toEqual([]);
});

test('an uninstallation leaves the namespace of the workers and what guards the pods in it', async () => {
  const kept = (await rendering({})).filter(
    ({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'] === 'keep',
  );
  expect(kept.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    'Namespace workers',
    'NetworkPolicy carillon-workers',
  ]);
});

test('one host is that of the Ingress, of an HTTPRoute and of all links', async () => {
  const set = {
    host: 'jobs.example.org',
    gateway: { enabled: true, parentRefs: [{ name: 'edge' }], annotations: { a: 'b' } },
    ingress: { tlsSecret: '', annotations: null, className: 'traefik' },
  };
  const manifests = await rendering(set, 'carillon', ['values-production.yaml']);
  expect(JSON.stringify(manifests)).toContain('"PUBLIC_URL":"https://jobs.example.org"');
  const [ingress] = ofKind(manifests, 'Ingress');
  expect(ingress?.metadata.annotations).toBeUndefined();
  expect(ingress).toMatchObject({
    spec: {
      ingressClassName: 'traefik',
      tls: [{ hosts: ['jobs.example.org'] }],
      rules: [{ host: 'jobs.example.org' }],
    },
  });
  expect(ofKind(manifests, 'HTTPRoute')).toMatchObject([
    {
      spec: {
        parentRefs: [{ name: 'edge' }],
        hostnames: ['jobs.example.org'],
        rules: [{ timeouts: { request: '0s' } }],
      },
    },
  ]);
});

test('rules of network policies are values; Cilium has its own for the Kubernetes API', async () => {
  const egress = [{ to: [{ ipBlock: { cidr: '192.0.2.0/24' } }], ports: [{ protocol: 'TCP', port: 27_018 }] }];
  const manifests = await rendering({ networkPolicies: { cilium: true, rules: { data: { egress } } } });
  const policies = ofKind(manifests, 'NetworkPolicy');
  expect(policies.find(({ metadata }) => metadata.name === 'data')).toMatchObject({ spec: { egress } });
  expect(ofKind(manifests, 'CiliumNetworkPolicy')).toMatchObject([
    { metadata: { namespace: 'carillon' }, spec: { egress: [{ toEntities: ['kube-apiserver'] }] } },
  ]);
  const without = await rendering({ networkPolicies: { enabled: false } });
  expect(ofKind(without, 'NetworkPolicy')).toEqual([]);
});

test('labels of the monitor and further objects, which may hold templates', async () => {
  const extraObjects = [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'mine', namespace: '{{ .Release.Namespace }}' } },
  ];
  const manifests = await rendering({ podMonitor: { enabled: true, labels: { release: 'prometheus' } }, extraObjects });
  expect(ofKind(manifests, 'PodMonitor')).toMatchObject([{ metadata: { labels: { release: 'prometheus' } } }]);
  expect(ofKind(manifests, 'Secret')).toMatchObject([{ metadata: { name: 'mine', namespace: 'carillon' } }]);
});

test.each([
  ['an unknown key', { scheduller: {} }, 'scheduller'],
  ['an unknown key of a service', { api: { replica: 3 } }, 'replica'],
  ['a setting of all services that is none', { allServices: { volumes: [] } }, 'volumes'],
  [
    'a service account of a service that has none',
    { scheduler: { serviceAccount: { create: true } } },
    'serviceAccount',
  ],
  ['a list of texts where Kubernetes wants objects', { allServices: { imagePullSecrets: ['registry'] } }, 'object'],
  ['a variable that is no text', { config: { NATS_REPLICAS: 3 } }, 'NATS_REPLICAS'],
  ['a proxy without http:// or https://', { config: { HTTPS_PROXY: 'proxy:8080' } }, 'HTTPS_PROXY'],
  ['replicas that are no number', { executor: { replicas: 'three' } }, 'replicas'],
])('%s is refused', async (_what, set, said) => {
  expect(await refusal(set)).toContain(said);
  expect(await refusal(set)).toMatch(/values don't meet the specifications of the schema/);
});

test('the schema knows every value, at any depth but in maps that are yours', () => {
  const schema = JSON.parse(readFileSync(`${chart}/values.schema.json`, 'utf8')) as Tree;
  const values = parse(readFileSync(`${chart}/values.yaml`, 'utf8')) as Tree;
  const unknown = (value: unknown, of: Tree | undefined, path: string): string[] => {
    if (of === undefined) return [path];
    if (typeof value !== 'object' || value === null || Array.isArray(value) || of['properties'] === undefined)
      return [];
    const known = of['properties'] as Record<string, Tree>;
    return Object.entries(value).flatMap(([key, inner]) => unknown(inner, known[key], `${path}.${key}`));
  };
  expect(unknown(values, schema, '')).toEqual([]);
});
