/** A real API server accepts every manifest as a kubectl of today applies it, and the first steps of docs/installation.md can be done in their order. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '#common/domain/service-name.js';
import { renderedChart } from '#testing/helm/render.js';
import { builtManifests, manifest, OVERLAYS, type Manifest } from '#testing/kustomize/manifests.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

const run = promisify(execFile);
const STRICTLY = ['--dry-run=server', '--validate=strict', '-o', 'name'];
const suite = whyNoTestbed() === null ? describe : describe.skip;

suite('a real API server', () => {
  let testbed: Testbed;
  let stop: (() => Promise<void>) | null = null;
  let folder: string;
  const written = (name: string, manifests: readonly Manifest[]): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: manifests }));
    return path;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carillon-manifests-'));
    testbed = await Testbed.start();
    stop = () => testbed.stop();
  }, TESTBED_LIMIT_MS);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await stop?.();
  }, TESTBED_LIMIT_MS);

  it(
    'has Secrets created first, in a namespace that is created with them; created again they keep their keys',
    async () => {
      for (const service of SERVICES) writeFileSync(join(folder, `${service}.nk`), `SU${service}\n`);
      const env = {
        ...process.env,
        KUBECTL: testbed.kubectlCommand,
        MONGODB_URI: 'mongodb://mongo/carillon',
        NATS_URL: 'nats://nats:4222',
      };
      const make = (): Promise<unknown> => run('deploy/kubernetes/make-secrets.sh', [folder], { env });
      const keys = (): Promise<string> =>
        testbed.kubectl('-n', 'carillon', 'get', 'secret', 'carillon-executor', '-o', 'jsonpath={.data.SECRET_KEYS}');
      await make();
      const first = await keys();
      await make();
      expect(Buffer.from(first, 'base64').toString()).toMatch(/^k1:[A-Za-z0-9+/]{43}=$/);
      await expect(keys()).resolves.toBe(first);
      const names = await testbed.kubectl('-n', 'carillon', 'get', 'secrets', '-o', 'name');
      for (const service of SERVICES) expect(names).toContain(`secret/carillon-${service}\n`);
      const ofScheduler = await testbed.kubectl('-n', 'carillon', 'get', 'secret', 'carillon-scheduler', '-o', 'json');
      expect(ofScheduler).not.toContain('BOOTSTRAP_TOKEN');
    },
    TESTBED_LIMIT_MS,
  );

  it.each(OVERLAYS)(
    'accepts all objects of the overlay %s',
    async (overlay) => {
      const folderOfOverlay = `deploy/kubernetes/overlays/${overlay}`;
      const manifests = await builtManifests(folderOfOverlay);
      const isNamespace = ({ kind }: Manifest): boolean => kind === 'Namespace';
      await testbed.kubectl('apply', '-f', written('namespaces.json', manifests.filter(isNamespace)));
      const output = await testbed.kubectl('apply', ...STRICTLY, '-k', folderOfOverlay);
      expect(output.trim().split('\n')).toHaveLength(manifests.length);
    },
    TESTBED_LIMIT_MS,
  );

  it(
    'accepts the output of Helm for the chart, also with scaling by queues',
    async () => {
      const values = ['values-production.yaml', 'values-by-queue.yaml'];
      const chart = 'deploy/helm/carillon';
      const manifests = (await renderedChart({ chart, namespace: 'carillon', values })).map((each) =>
        manifest.parse(each),
      );
      const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'carillon' } };
      const isNamespace = ({ kind }: Manifest): boolean => kind === 'Namespace';
      await testbed.kubectl('apply', '-f', written('of-chart.json', [namespace, ...manifests.filter(isNamespace)]));
      const path = written('chart.json', manifests);
      const output = await testbed.kubectl('apply', ...STRICTLY, '-f', path);
      expect(output.trim().split('\n')).toHaveLength(manifests.length);
      expect(output).toContain('horizontalpodautoscaler.autoscaling/log-collector');
    },
    TESTBED_LIMIT_MS,
  );
});
