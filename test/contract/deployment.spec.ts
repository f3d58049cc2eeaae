/** The deployment runs what was built, and each part of it has only the rights that it needs. @promise S12 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadAllYaml } from '@kubernetes/client-node';
import { parse } from 'yaml';
import { z } from 'zod';
import { SERVICES } from '#common/domain/service-name.js';

const root = resolve(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(resolve(root, file), 'utf8');
const BY_DIGEST = /^\S+:\S+@sha256:[0-9a-f]{64}$/;

const lockSchema = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), hasInstallScript: z.boolean().optional() })),
});
const production = Object.entries(lockSchema.parse(JSON.parse(textOf('package-lock.json'))).packages).flatMap(
  ([path, { dev }]) => (dev === true || path === '' ? [] : [path.replace(/^.*node_modules\//, '')]),
);
const dockerfile = textOf('deploy/docker/Dockerfile');

test('the image contains one Node, and no package manager', () => {
  expect(production).not.toContain('node');
  expect(dockerfile).toMatch(/rm -rf .*\/usr\/local\/bin\/npm/);
});

test('the image names its user by number, by which Kubernetes sees that it is not root, and no manifest names another', () => {
  expect([...dockerfile.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)).toEqual(['1000']);
  expect(JSON.stringify(manifests)).not.toContain('runAsUser');
});

test('no script of a package runs while the image is built', () => {
  const installs = dockerfile.split('\n').filter((line) => /npm (ci|install|rebuild|prune)/.test(line));
  expect(installs.length).toBeGreaterThan(0);
  for (const line of installs) expect(line).toContain('--ignore-scripts');
});

test('the image lists its contents', () => {
  // With --omit=dev it would leave out development dependencies of other packages as well.
  expect(dockerfile).toMatch(/npm sbom --sbom-format=cyclonedx > sbom\.cdx\.json/);
  expect(dockerfile).toMatch(/COPY --from=dependencies .*sbom\.cdx\.json/);
});

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      /** The services get them from a common part, which the YAML parser does not merge. */
      image: z.string().default('carillon'),
      networks: z.array(z.string()),
      ports: z.array(z.string()).optional(),
      env_file: z.string().optional(),
    }),
  ),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() }).nullable()),
});
const compose = composeSchema.parse(loadAllYaml(textOf('deploy/compose/compose.yaml'))[0]);

test('every image of others is named by its digest', () => {
  const bases = [...dockerfile.matchAll(/^(?:FROM|ARG NODE_IMAGE=)\s*(\S+)/gm)].map(([, image]) => image ?? '');
  const foreign = bases.filter((image) => image !== '${NODE_IMAGE}');
  expect(foreign).toEqual([expect.stringMatching(BY_DIGEST)]);
  const images = Object.values(compose.services).map(({ image }) => image);
  const others = images.filter((image) => image !== 'carillon');
  expect(others).toHaveLength(4);
  for (const image of others) expect(image).toMatch(BY_DIGEST);
});

test('on one host only the services reach MongoDB and NATS, and each has its own key', () => {
  const on = (network: string): string[] =>
    Object.keys(compose.services)
      .filter((name) => compose.services[name]?.networks.includes(network))
      .sort();
  expect(on('data')).toEqual([...SERVICES, 'migrate', 'mongo', 'nats'].sort());
  expect(compose.networks['data']).toEqual({ internal: true });
  for (const service of SERVICES)
    expect(compose.services[service]?.env_file).toBe(`\${ACCESS:-./access}/${service}.env`);
  const published = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.filter((port) => !port.startsWith('127.0.0.1:')).map(() => name),
  );
  expect(published).toEqual(['api']);
});

test('on one host every container has a health check, and starts after its dependencies are healthy', () => {
  const { services } = parse(textOf('deploy/compose/compose.yaml'), { merge: true }) as {
    services: Record<
      string,
      {
        restart?: string;
        healthcheck?: { test: unknown };
        environment?: Record<string, string>;
        depends_on?: Record<string, { condition: string }> | string[];
        networks: string[];
      }
    >;
  };
  for (const [name, { restart, healthcheck }] of Object.entries(services)) {
    // It ends by itself.
    if (name === 'migrate') continue;
    expect([name, restart, healthcheck?.test !== undefined]).toEqual([name, 'unless-stopped', true]);
  }
  for (const service of SERVICES) {
    expect(services[service]?.depends_on).toEqual({
      mongo: { condition: 'service_healthy' },
      nats: { condition: 'service_healthy' },
      migrate: { condition: 'service_completed_successfully' },
    });
    expect(services[service]?.environment).toMatchObject({ MIGRATE_AT_START: 'false' });
  }
});

test('on one host workers in containers can be called, and can call back', () => {
  const { services, networks } = parse(textOf('deploy/compose/compose.yaml'), { merge: true }) as {
    services: Record<string, { environment?: Record<string, string>; networks: string[] }>;
    networks: Record<string, { ipam?: { config: { subnet: string }[] } } | null>;
  };
  const { CALLBACK_URL_INSIDE = '', WEBSERVICE_ALLOW = '' } = services['executor']?.environment ?? {};
  const subnet = networks['edge']?.ipam?.config[0]?.subnet ?? 'none';
  expect(WEBSERVICE_ALLOW).toContain(subnet);
  expect(CALLBACK_URL_INSIDE).toContain('http://api:8080');
  for (const service of ['api', 'executor']) expect(services[service]?.networks).toContain('edge');
});

test('the image states its health check, its content and its version', () => {
  const [, program = ''] = /^HEALTHCHECK .*"dist\/([\w/-]+)\.js"\]$/m.exec(dockerfile) ?? [];
  expect(existsSync(resolve(root, `${program}.ts`))).toBe(true);
  for (const label of ['title', 'version', 'revision', 'licenses'])
    expect(dockerfile).toContain(`org.opencontainers.image.${label}=`);
});

const labels = z.record(z.string(), z.string());
const container = z.object({
  args: z.array(z.string()),
  envFrom: z.array(z.object({ secretRef: z.object({ name: z.string() }).optional() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
});
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      metadata: z.object({ labels }),
      spec: z.object({
        automountServiceAccountToken: z.boolean().optional(),
        serviceAccountName: z.string().optional(),
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        initContainers: z.array(container).optional(),
        containers: z.tuple([container]),
      }),
    }),
  }),
});
const policySchema = z.object({
  kind: z.literal('NetworkPolicy'),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    podSelector: z.object({ matchLabels: labels.optional() }),
    policyTypes: z.array(z.string()),
    ingress: z.array(z.unknown()).optional(),
    egress: z
      .array(z.object({ to: z.array(z.unknown()).optional(), ports: z.array(z.unknown()).optional() }))
      .optional(),
  }),
});
const manifests = readdirSync(resolve(root, 'deploy/kubernetes/base')).flatMap((file): unknown[] =>
  loadAllYaml(textOf(`deploy/kubernetes/base/${file}`)),
);
const deployments = manifests.flatMap((each) => deploymentSchema.safeParse(each).data ?? []);
const policies = manifests.flatMap((each) => policySchema.safeParse(each).data ?? []);
const nameOf = (deployment: z.output<typeof deploymentSchema>): string =>
  deployment.spec.template.metadata.labels['app.kubernetes.io/name'] ?? '';

test('in a cluster each service reads only its own Secret, and runs with no more rights than it needs', () => {
  expect(deployments.map(nameOf).sort()).toEqual([...SERVICES].sort());
  for (const deployment of deployments) {
    const { initContainers = [], containers, ...pod } = deployment.spec.template.spec;
    const { automountServiceAccountToken, serviceAccountName } = pod;
    for (const { envFrom } of [...initContainers, ...containers])
      expect(envFrom.flatMap(({ secretRef }) => secretRef?.name ?? [])).toEqual([`carillon-${nameOf(deployment)}`]);
    const talksToKubernetes = ['executor', 'log-collector'].includes(nameOf(deployment));
    expect(automountServiceAccountToken).toBe(talksToKubernetes ? undefined : false);
    expect(serviceAccountName).toBe(talksToKubernetes ? nameOf(deployment) : undefined);
  }
});

test('in a cluster the database is migrated before an api starts, and by no service', () => {
  const before = deployments.flatMap((each) =>
    (each.spec.template.spec.initContainers ?? []).map(({ args }) => [nameOf(each), args]),
  );
  expect(before).toEqual([['api', ['dist/tools/migrate/src/main.js']]]);
  expect(textOf('deploy/kubernetes/base/kustomization.yaml')).toContain('- MIGRATE_AT_START=false');
});

test('in a cluster every connection is allowed by a policy: any other connection is refused', () => {
  const everything = policies.find(({ metadata }) => metadata.name === 'default-deny');
  expect(everything?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  const ofScheduler = policies.filter(({ spec }) => {
    const { matchLabels = {} } = spec.podSelector;
    const isOfServers = matchLabels['carillon.dev/serves'] !== undefined;
    return !isOfServers && [undefined, 'scheduler'].includes(matchLabels['app.kubernetes.io/name']);
  });
  // The DNS of the cluster, MongoDB, NATS and a collector of traces; only Prometheus may connect to it.
  const names = ofScheduler.map(({ metadata }) => metadata.name).sort();
  expect(names).toEqual(['data', 'default-deny', 'metrics', 'names', 'traces']);
  const isOpen = policies.filter(({ spec }) => spec.egress?.some(({ to, ports }) => !to && !ports));
  expect(isOpen).toEqual([]);
});
