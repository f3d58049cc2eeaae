/**
 * The autoscalers of the overlay `production` with `autoscaling-by-queue`, and the HorizontalPodAutoscaler controller of a real cluster:
 * Deployments grow with CPU, with waiting work and with late work, and shrink again. The node only simulates the pods.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { delay } from '#common/clock/clock.js';
import { SERVICES, type ServiceName } from '#common/domain/service-name.js';
import { adapterRules } from '#testing/autoscaling/adapter-rules.js';
import { builtManifests, type Manifest } from '#testing/kustomize/manifests.js';
import { until } from '#testing/until.js';
import { asksMetrics, runbookCommands, typed } from '../support/runbook.js';
import { MetricsApis } from './support/metrics-apis.js';
import { PlayedPods, type Load } from './support/played-pods.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

const suite = whyNoTestbed() === null ? describe : describe.skip;
const LIMIT_MS = 300_000;
const CHANGE_LIMIT_MS = 120_000;
const POLL_MS = 500;
/** Several of the autoscaler's checks. */
const KEPT_MS = 5_000;
/** The values of the manifests. */
const FEWEST = 3;
const KCM = {
  KCM_CONTROLLERS:
    'namespace,serviceaccount,serviceaccount-token,deployment,replicaset,endpoint,garbagecollector,horizontalpodautoscaling',
  // Faster than usual: it checks every second, and uses a pod's CPU from its first moment.
  KCM_ARGS:
    '--horizontal-pod-autoscaler-sync-period=1s --horizontal-pod-autoscaler-cpu-initialization-period=0s --horizontal-pod-autoscaler-initial-readiness-delay=0s',
};
const autoscaler = z.looseObject({
  kind: z.literal('HorizontalPodAutoscaler'),
  spec: z.looseObject({
    minReplicas: z.literal(FEWEST),
    maxReplicas: z.number(),
    behavior: z.strictObject({
      scaleDown: z.strictObject({
        stabilizationWindowSeconds: z.literal(600),
        policies: z.tuple([
          z.strictObject({ type: z.literal('Pods'), value: z.literal(1), periodSeconds: z.literal(120) }),
        ]),
      }),
    }),
  }),
});

const applied = z.object({
  items: z.array(
    z.object({
      kind: z.string(),
      spec: z.object({ replicas: z.number().optional() }).optional(),
    }),
  ),
});

/** The ten minutes of a lower load before a replica is removed are some seconds here, and the two minutes to the next one are one second. */
function inHurry(found: Manifest): Manifest {
  const { success, data } = autoscaler.safeParse(found);
  if (!success) return found;
  const policies = [{ type: 'Pods', value: 1, periodSeconds: 1 }];
  const behavior = { scaleDown: { stabilizationWindowSeconds: 5, policies } };
  return { ...found, spec: { ...data.spec, behavior } };
}

suite('autoscalers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-autoscaling-'));
  const closers: (() => Promise<void>)[] = [];
  let testbed: Testbed;
  let pods: PlayedPods;
  let overlay: string;

  beforeAll(async () => {
    testbed = await Testbed.start({ nodes: ['instant'], env: KCM });
    closers.push(() => testbed.stop());
    pods = await PlayedPods.start(testbed, folder);
    closers.push(() => pods.stop());
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    const subject = ['-subj', '/CN=localhost', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    await promisify(execFile)('openssl', ['req', '-x509', '-days', '1', ...subject, '-keyout', key, '-out', cert]);
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    const apis = await MetricsApis.start(tls, {
      pods: () => pods.all,
      cpuOf: (pod) => pods.cpuOf(pod),
      // Over the time for which Prometheus has collected here.
      rules: adapterRules().map((rule) => ({
        ...rule,
        queryFor: (...asked) => rule.queryFor(...asked).replaceAll('[2m]', '[15s]'),
      })),
      ask: (query) => pods.ask(query),
    });
    closers.push(() => apis.stop());
    await testbed.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: apis.manifests() }));
    overlay = await written();
    await testbed.kubectl('apply', '-f', overlay);
  }, TESTBED_LIMIT_MS);
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
    rmSync(folder, { recursive: true, force: true });
  }, TESTBED_LIMIT_MS);

  /** The overlay as an operator would build it, without the parts that need real nodes and proxies. */
  async function written(): Promise<string> {
    const own = join(folder, 'own');
    mkdirSync(own);
    const at = (path: string): string => relative(own, resolve('deploy/kubernetes', path));
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      resources: [at('overlays/production')],
      components: [at('components/autoscaling-by-queue')],
    };
    writeFileSync(join(own, 'kustomization.yaml'), JSON.stringify(kustomization));
    const manifests = (await builtManifests(own)).map(inHurry);
    const isNamespace = ({ kind }: Manifest): boolean => kind === 'Namespace';
    const path = join(folder, 'overlay.json');
    const items = [...manifests.filter(isNamespace), ...manifests.filter((each) => !isNamespace(each))];
    writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    return path;
  }

  const wantedOf = async (service: ServiceName): Promise<number> =>
    Number(await testbed.kubectl('-n', 'carillon', 'get', 'deployment', service, '-o', 'jsonpath={.spec.replicas}'));
  async function reach(what: string, isSo: (wanted: number) => boolean, service: ServiceName): Promise<void> {
    await until(`${service} ${what}`, async () => isSo(await wantedOf(service)), CHANGE_LIMIT_MS, POLL_MS).catch(
      async (error: unknown) => {
        const output = await testbed.kubectl('-n', 'carillon', 'describe', 'hpa', service);
        throw new Error(output, { cause: error });
      },
    );
  }
  /** The replicas of each service if the manifests were applied now. */
  async function sizesOnceApplied(): Promise<number[]> {
    const output = await testbed.kubectl('apply', '--dry-run=server', '-o', 'json', '-f', overlay);
    const deployments = applied.parse(JSON.parse(output)).items.filter(({ kind }) => kind === 'Deployment');
    return deployments.map(({ spec }) => spec?.replicas ?? 0);
  }
  /** Thousandths of a processor that a pod of the service requests. */
  const asksFor = async (service: ServiceName): Promise<number> => {
    const path = 'jsonpath={.spec.template.spec.containers[0].resources.requests.cpu}';
    return parseInt(await testbed.kubectl('-n', 'carillon', 'get', 'deployment', service, '-o', path), 10);
  };

  it(
    'get the metrics that they use, and let every service shrink to its minimum',
    async () => {
      for (const service of SERVICES) await reach(`to be ${FEWEST}`, (wanted) => wanted === FEWEST, service);
      const conditions = 'jsonpath={.items[*].status.conditions[?(@.type=="ScalingActive")].status}';
      const areAsked = async (): Promise<boolean> =>
        (await testbed.kubectl('-n', 'carillon', 'get', 'hpa', '-o', conditions)) === 'True True True True';
      await until('all metrics to be known', areAsked, CHANGE_LIMIT_MS, POLL_MS);
      expect(await Promise.all(SERVICES.map(wantedOf))).toEqual(SERVICES.map(() => FEWEST));
    },
    LIMIT_MS,
  );

  it(
    'scale the api by CPU, executors by waiting work, schedulers and log-collectors by late work, keep the replicas when the manifests are applied again, and shrink them afterwards',
    async () => {
      const loads: Readonly<Record<ServiceName, Partial<Load>>> = {
        // Twice the 70 % of what three pods request.
        api: { cpu: 2 * 0.7 * FEWEST * (await asksFor('api')) },
        // Twice the 200 that each of three may have.
        executor: { queued: 2 * 200 * FEWEST },
        scheduler: { lateSeconds: 2 },
        'log-collector': { logLagSeconds: 20 },
      };
      const calm = { ...pods.loads };
      for (const service of SERVICES) pods.loads[service] = { ...calm[service], ...loads[service] };
      await Promise.all(
        SERVICES.map((service) => reach('to be twice as many', (wanted) => wanted >= 2 * FEWEST, service)),
      );
      const sizes = await sizesOnceApplied();
      expect(sizes).toHaveLength(SERVICES.length);
      expect(sizes.filter((size) => size < 2 * FEWEST)).toEqual([]);
      Object.assign(pods.loads, calm);
      await Promise.all(
        SERVICES.map((service) => reach(`to be ${FEWEST} again`, (wanted) => wanted === FEWEST, service)),
      );
    },
    LIMIT_MS,
  );

  const type = (command: string): Promise<string> => typed(command, { HOME: folder, ...testbed.typing });

  it(
    'answer the requests of the runbook with their metrics as well',
    async () => {
      const commands = runbookCommands('kubectl').filter(asksMetrics);
      expect(commands.length).toBeGreaterThan(0);
      for (const { command } of commands) expect(await type(command)).toMatch(/100Mi/);
    },
    LIMIT_MS,
  );

  it(
    'keep the replicas that the runbook asks for',
    async () => {
      const commands = runbookCommands('kubectl').filter(({ command }) => command.startsWith('replicas '));
      const services = new Set(commands.map(({ command }) => command.split(' ')[1] as ServiceName));
      for (const { command } of commands) await type(command);
      for (const service of services) await reach('to be 4', (wanted) => wanted === FEWEST + 1, service);
      await delay(KEPT_MS);
      expect(await Promise.all([...services].map(wantedOf))).toEqual([...services].map(() => FEWEST + 1));
      for (const service of services) await type(`replicas ${service} ${FEWEST}`);
      for (const service of services) await reach('to be 3 again', (wanted) => wanted === FEWEST, service);
    },
    LIMIT_MS,
  );

  it(
    'scale services again that were stopped as the page says',
    async () => {
      const page = readFileSync(resolve('docs/operations.md'), 'utf8');
      const [stop = '', start = ''] = page.match(/^kubectl -n carillon scale .*$/gm) ?? [];
      await type(stop);
      for (const service of SERVICES) await reach('to be stopped', (wanted) => wanted === 0, service);
      await testbed.kubectl('apply', '-f', overlay);
      await delay(KEPT_MS);
      expect(await Promise.all(SERVICES.map(wantedOf))).toEqual(SERVICES.map(() => 0));
      await type(start);
      await testbed.kubectl('apply', '-f', overlay);
      for (const service of SERVICES) await reach('to be 3 again', (wanted) => wanted === FEWEST, service);
    },
    LIMIT_MS,
  );
});
