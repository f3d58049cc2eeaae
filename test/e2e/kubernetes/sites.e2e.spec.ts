/** What the pods of a run share, on a real cluster: the whole service, its parts with the rights of the manifests and no others. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#testing/until.js';
import { POD_LIMIT_MS } from './support/engine-harness.js';
import { PodSuite } from './support/pod-suite.js';
import { TESTBED_LIMIT_MS } from './support/testbed.js';
import type { WholeService } from './support/whole-service.js';

const POLL_MS = 300;
const TEST_LIMIT_MS = 3 * POD_LIMIT_MS;
const KINDS = 'pods,secrets,services,configmaps,networkpolicies,persistentvolumeclaims';
const LABEL = 'carillon.dev/instance=carillon';

const suite = await PodSuite.begin();
/** The path of the volume on this machine, which is the cluster's node. */
const folder = mkdtempSync(join(tmpdir(), 'carillon-volume-'));
/** The objects that kubectl creates. */
const files = mkdtempSync(join(tmpdir(), 'carillon-manifests-'));
let service: WholeService;

beforeAll(async () => {
  chmodSync(folder, 0o777);
  await suite.start();
}, TESTBED_LIMIT_MS);

afterAll(async () => {
  await suite.stop();
  for (const each of [folder, files]) rmSync(each, { recursive: true, force: true });
}, TESTBED_LIMIT_MS);

const inWorkers = async (...args: readonly string[]): Promise<string> =>
  (await suite.testbed.kubectl('-n', 'workers', ...args)).trim();
const names = async (kinds = KINDS): Promise<string[]> =>
  (await inWorkers('get', kinds, '-l', LABEL, '-o', 'name')).split('\n').filter(Boolean);
const hosts = async (task: string): Promise<string[]> =>
  (await inWorkers('get', 'configmaps', '-l', LABEL, '-o', `jsonpath={.items[*].data.${task}\\.host}`)).split('\n');
const linesOf = async (run: string): Promise<string[]> =>
  (await service.api.log(run)).split('\n').filter((line) => line.includes('|'));

const volume = (): string =>
  [
    'apiVersion: v1',
    'kind: PersistentVolume',
    'metadata: {name: shared}',
    `spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteMany], storageClassName: manual, hostPath: {path: ${folder}}}`,
  ].join('\n');

/** The test cluster has no controllers of volumes: these two functions do their work. */
async function bind(claim: string): Promise<void> {
  const read = async (): Promise<Claim> => JSON.parse(await inWorkers('get', claim, '-o', 'json')) as Claim;
  const { name, uid } = (await read()).metadata;
  const claimRef = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace: 'workers', name, uid };
  await suite.testbed.kubectl('patch', 'pv/shared', '--type=merge', '-p', JSON.stringify({ spec: { claimRef } }));
  await inWorkers('annotate', claim, 'pv.kubernetes.io/bind-completed=yes');
  const status = { phase: 'Bound', accessModes: ['ReadWriteMany'], capacity: { storage: '1Gi' } };
  const file = join(files, 'claim.json');
  writeFileSync(file, JSON.stringify({ ...(await read()), status }));
  const path = `/api/v1/namespaces/workers/persistentvolumeclaims/${name}/status`;
  await suite.testbed.kubectl('replace', '--raw', path, '-f', file);
}

async function letGo(claim: string): Promise<void> {
  const isDoomed = async (): Promise<boolean> =>
    (await inWorkers('get', claim, '-o', 'jsonpath={.metadata.deletionTimestamp}')) !== '';
  await until(`the removal of ${claim}`, isDoomed, POD_LIMIT_MS, POLL_MS);
  await inWorkers('patch', claim, '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
}

interface Claim {
  readonly metadata: { readonly name: string; readonly uid: string };
}

/** Objects as a process leaves them that dies before it can start a pod. */
const orphan = [
  'apiVersion: v1',
  'kind: ConfigMap',
  'metadata:',
  '  name: left-behind',
  '  namespace: workers',
  '  labels: {carillon.dev/instance: carillon, carillon.dev/scope: run, carillon.dev/shard: "3"}',
  '  annotations: {carillon.dev/run-id: no-such-run}',
].join('\n');

/** Prints what it sees, and keeps running. */
const SCRIPT = [
  'trap "exit 0" TERM',
  'touch /data/$(hostname)',
  'echo "$(hostname)|$(wc -l </etc/volcano/worker.host)|$VC_WORKER_NUM|$VC_TASK_INDEX|$(ls /keys | tr "\\n" " ")|$(cksum </keys/id_rsa)"',
  'while :; do sleep 0.2; done',
].join('; ');

const job = {
  tasks: [
    { name: 'ps', replicas: 1 },
    { name: 'worker', replicas: 2 },
  ],
  minAvailable: 1,
  plugins: { env: [], svc: [], ssh: ['--ssh-key-file-path=/keys'] },
  volumes: [
    {
      mountPath: '/data',
      claim: {
        accessModes: ['ReadWriteMany'],
        resources: { requests: { storage: '1Gi' } },
        storageClassName: 'manual',
        volumeName: 'shared',
      },
    },
  ],
};

(suite.runsPods ? describe : describe.skip)(suite.titled('the site that the pods of a run share'), () => {
  beforeAll(() => {
    service = suite.service;
  });

  it(
    'V20, V26, V34, V35: is created with the first pod, follows scaling, outlives a resume as far as needed, and is removed at the end',
    async () => {
      await suite.testbed.apply(volume());
      await suite.testbed.apply(orphan);
      await service.shellJob('train', SCRIPT, job);
      const run = await service.run('train');
      const claim = await until(
        'the claim',
        async () => (await names('persistentvolumeclaims'))[0],
        POD_LIMIT_MS,
        POLL_MS,
      );
      await bind(claim);
      const seen = await until(
        'what three pods see',
        async () => {
          const lines = await linesOf(run);
          return lines.length === 3 ? lines : null;
        },
        POD_LIMIT_MS,
        POLL_MS,
      );

      const said = seen.map((line) => line.replace(/^\S+ /, '').split('|'));
      expect(said.map(([host]) => host).sort()).toEqual(['train-ps-0', 'train-worker-0', 'train-worker-1']);
      for (const [, files, variable, , keys] of said)
        expect([files, variable, keys]).toEqual(['2', '2', 'authorized_keys config id_rsa id_rsa.pub ']);
      expect(new Set(said.map((parts) => parts[5])).size).toBe(1);
      expect(readdirSync(folder).sort()).toEqual(['train-ps-0', 'train-worker-0', 'train-worker-1']);

      const made = await names('secrets,services,configmaps,networkpolicies,persistentvolumeclaims');
      const [subdomain] = made.flatMap((name) => /^service\/(.+)$/.exec(name)?.[1] ?? []);
      expect(made.filter((name) => name !== 'configmap/left-behind').sort()).toEqual([
        `configmap/${subdomain}-svc`,
        `networkpolicy.networking.k8s.io/${subdomain}`,
        `persistentvolumeclaim/${subdomain}-volume-0`,
        expect.stringMatching(/^secret\/carillon-run-[0-9a-f]{32}$/),
        `service/${subdomain}`,
      ]);
      expect(await hosts('worker')).toEqual([`train-worker-0.${subdomain}`, `train-worker-1.${subdomain}`]);
      const endpoints = ['get', 'endpoints', subdomain!, '-o', 'jsonpath={.subsets[*].addresses[*].hostname}'];
      await until(
        'the names of three pods',
        async () => (await inWorkers(...endpoints)).split(' ').length === 3,
        POD_LIMIT_MS,
        POLL_MS,
      );

      await service.api.call('PATCH', `/runs/${run}`, { tasks: [{ name: 'worker', replicas: 3 }] });
      await until('a third host', async () => (await hosts('worker')).length === 3, POD_LIMIT_MS, POLL_MS);
      const third = await until(
        'what the third worker sees',
        async () => (await linesOf(run)).find((line) => line.includes('train-worker-2|')),
        POD_LIMIT_MS,
        POLL_MS,
      );
      expect(third).toContain('train-worker-2|3|3|2|');
      await service.api.call('PATCH', `/runs/${run}`, { tasks: [{ name: 'worker', replicas: 1 }] });
      await until('one host', async () => (await hosts('worker')).length === 1, POD_LIMIT_MS, POLL_MS);

      await service.api.call('POST', `/runs/${run}/commands`, { command: 'abort', graceSeconds: 1 });
      const left = async (): Promise<string[]> => (await names()).filter((name) => name !== 'configmap/left-behind');
      await until('the claim alone', async () => (await left()).join() === claim, POD_LIMIT_MS, POLL_MS);

      await service.api.call('POST', `/runs/${run}/commands`, { command: 'resume' });
      await until(
        'new keys',
        async () => (await left()).some((name) => name.startsWith('secret/carillon-run-')),
        POD_LIMIT_MS,
        POLL_MS,
      );
      await service.api.call('POST', `/runs/${run}/commands`, { command: 'complete', graceSeconds: 1 });
      await letGo(claim);
      await until('an empty namespace', async () => (await names()).length === 0, POD_LIMIT_MS, POLL_MS);
      expect(await service.stateOf(run)).toBe('FINISHED');
    },
    TEST_LIMIT_MS,
  );
});
