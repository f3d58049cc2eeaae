/** The chart as docs/installation.md has it typed: installed with what a cluster asks of pods, upgraded after a Secret has changed, and uninstalled. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '#common/domain/service-name.js';
import { helmProgram } from '#testing/helm/helm-program.js';
import { until } from '#testing/until.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

const run = promisify(execFile);
const LIMIT_MS = 240_000;
/** An uninstallation that waits for finalizers would wait for ever. */
const UNINSTALL_LIMIT_MS = 90_000;
const NAMESPACE = 'staging';
const WORKERS = 'workers-staging';
const suite = whyNoTestbed() === null ? describe : describe.skip;

/** What an operator sets for his cluster. No node has the image: what is looked at are the objects, not the services. */
const VALUES = {
  image: { repository: 'registry.invalid/carillon' },
  workers: { namespace: WORKERS },
  backup: { enabled: true },
  allServices: {
    // As OpenShift gives one.
    podSecurityContext: { runAsUser: 1000700000 },
    imagePullSecrets: [{ name: 'registry' }],
    tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    extraEnv: [{ name: 'TZ', value: 'Europe/Berlin' }],
    podAnnotations: { 'example.com/team': 'platform' },
  },
};
/** A pod of a run whose executor is gone. */
const TENANTS_POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'a-run',
    namespace: WORKERS,
    labels: { 'carillon.dev/run': 'a-run' },
    finalizers: ['carillon.dev/result'],
  },
  spec: {
    containers: [{ name: 'main', image: 'busybox:local', command: ['true'], imagePullPolicy: 'Never' }],
    restartPolicy: 'Never',
  },
};

suite('the chart on a cluster', () => {
  let testbed: Testbed;
  let stop: (() => Promise<void>) | null = null;
  let folder: string;
  let values: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carillon-chart-'));
    values = join(folder, 'mine.yaml');
    writeFileSync(values, JSON.stringify(VALUES));
    for (const service of SERVICES) writeFileSync(join(folder, `${service}.nk`), `SU${service}\n`);
    testbed = await Testbed.start();
    stop = () => testbed.stop();
  }, TESTBED_LIMIT_MS);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await stop?.();
  }, TESTBED_LIMIT_MS);

  const helm = async (...args: readonly string[]): Promise<string> => {
    const env = { ...testbed.typing, HOME: folder };
    return (await run(await helmProgram(), args, { env, timeout: LIMIT_MS })).stdout;
  };
  const install = async (): Promise<string> => {
    const files = ['-f', 'deploy/helm/carillon/values-small.yaml', '-f', values];
    // Since 1.21 a server fills in defaults before it compares what somebody applies; Helm 3, without the option, compares by itself.
    const compares = (await testbed.version()) < 21 ? ['--server-side=false'] : [];
    return helm('upgrade', '--install', ...compares, 'carillon', 'deploy/helm/carillon', '-n', NAMESPACE, ...files);
  };
  const makeSecrets = async (natsUrl: string): Promise<void> => {
    const settings = { NAMESPACE, MONGODB_URI: 'mongodb://mongo/carillon', NATS_URL: natsUrl };
    const env = { ...process.env, ...settings, KUBECTL: testbed.kubectlCommand };
    await run('deploy/kubernetes/make-secrets.sh', [folder], { env });
  };
  const inRelease = (...args: readonly string[]): Promise<string> => testbed.kubectl('-n', NAMESPACE, ...args);
  /** By service, the name of the newest set of its pods. */
  const podSets = async (): Promise<Record<string, string>> => {
    const path = '{.metadata.annotations.deployment\\.kubernetes\\.io/revision}';
    const found = SERVICES.map(async (service) => [
      service,
      await inRelease('get', 'deployment', service, '-o', `jsonpath=${path}`),
    ]);
    return Object.fromEntries(await Promise.all(found)) as Record<string, string>;
  };
  const REVISION = (revision: string): Record<string, string> =>
    Object.fromEntries(SERVICES.map((service) => [service, revision]));

  it(
    'is installed after the Secrets, in a namespace of its own, with the settings of the cluster in each pod',
    async () => {
      await makeSecrets('nats://nats:4222');
      expect(await install()).toContain(`Carillon`);
      await until(
        'the pods',
        async () => (await inRelease('get', 'pods', '-o', 'name')).split('\n').length > SERVICES.length,
      );
      const pods = JSON.parse(await inRelease('get', 'pods', '-o', 'json')) as { items: object[] };
      for (const pod of pods.items)
        expect(pod).toMatchObject({
          metadata: { annotations: { 'example.com/team': 'platform' } },
          spec: {
            securityContext: { runAsNonRoot: true, runAsUser: 1000700000 },
            imagePullSecrets: [{ name: 'registry' }],
            tolerations: expect.arrayContaining([expect.objectContaining({ key: 'dedicated' })]) as unknown,
          },
        });
      expect(await inRelease('get', 'cronjobs', '-o', 'name')).toContain('/backup\n');
      expect(await podSets()).toEqual(REVISION('1'));
    },
    LIMIT_MS,
  );

  it(
    'replaces no pod when nothing has changed, and every pod whose Secret has',
    async () => {
      await install();
      expect(await podSets()).toEqual(REVISION('1'));
      await makeSecrets('nats://nats-2:4222');
      await install();
      await until(
        'new pods of all services',
        async () => Object.values(await podSets()).every((each) => each === '2'),
        LIMIT_MS,
      );
      // The Secret of one service.
      const patch = JSON.stringify({ stringData: { NATS_CREDS: '/var/run/nats/api.creds' } });
      await inRelease('patch', 'secret', 'carillon-api', '-p', patch);
      await install();
      await until('new pods of the api', async () => (await podSets())['api'] === '3', LIMIT_MS);
      expect(await podSets()).toEqual({ ...REVISION('2'), api: '3' });
    },
    LIMIT_MS,
  );

  it(
    'runs a program once with the settings of the release',
    async () => {
      if (testbed.nodes !== 'kubelet') return;
      const env = { ...process.env, KUBECTL: testbed.kubectlCommand, NAMESPACE, IMAGE: 'node:local' };
      // It writes at once, long before kubectl is attached.
      const script = 'console.log(process.env.TZ, process.env.METRICS_PORT); process.stdin.pipe(process.stdout)';
      const child = run('deploy/kubernetes/run-once.sh', ['-e', script], { env, timeout: LIMIT_MS });
      child.child.stdin?.end('from the input\n');
      expect((await child).stdout).toBe('Europe/Berlin 9100\nfrom the input\n');
      const failing = run('deploy/kubernetes/run-once.sh', ['-e', 'process.exit(7)'], { env, timeout: LIMIT_MS });
      await expect(failing).rejects.toMatchObject({ code: 7 });
      expect(await inRelease('get', 'pods', '-o', 'name')).not.toContain('run-once');
    },
    LIMIT_MS,
  );

  it(
    'is uninstalled at once, and leaves the namespace of the workers, pods of tenants and the Secrets',
    async () => {
      await testbed.apply(JSON.stringify(TENANTS_POD));
      const uninstalling = run(await helmProgram(), ['uninstall', 'carillon', '-n', NAMESPACE], {
        env: { ...testbed.typing, HOME: folder },
        timeout: UNINSTALL_LIMIT_MS,
      });
      expect((await uninstalling).stdout).toContain('uninstalled');
      const kinds = 'deployments,services,cronjobs,networkpolicies,poddisruptionbudgets,serviceaccounts,configmaps';
      const ours = ['-l', 'app.kubernetes.io/part-of=carillon', '-o', 'name'];
      await until(
        'the end of what the chart made',
        async () => (await inRelease('get', kinds, ...ours)) === '',
        LIMIT_MS,
      );
      expect(await testbed.kubectl('get', 'namespace', WORKERS, '-o', 'jsonpath={.status.phase}')).toBe('Active');
      expect(await testbed.kubectl('-n', WORKERS, 'get', 'pods', '-o', 'name')).toContain('pod/a-run');
      expect(await inRelease('get', 'secrets', '-o', 'name')).toContain('secret/carillon-api');
    },
    LIMIT_MS,
  );
});
