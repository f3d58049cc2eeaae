/** The kubectl that types the pages does with the test cluster what it does with one of today, whose age its front hides. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '#testing/until.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

const suite = whyNoTestbed() === null ? describe : describe.skip;
const LIMIT_MS = 120_000;
const SCRIPT = 'echo begun; trap exit TERM; while true; do sleep 1; done';

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'speaker', namespace: 'default', labels: { app: 'speaker' } },
  spec: { containers: [{ name: 'main', image: 'busybox:local', command: ['sh', '-c', SCRIPT] }] },
};
const budget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'speaker', namespace: 'default' },
  spec: { maxUnavailable: 1, unhealthyPodEvictionPolicy: 'AlwaysAllow', selector: { matchLabels: { app: 'speaker' } } },
};

suite('kubectl', () => {
  let testbed: Testbed;
  let stop: (() => Promise<void>) | null = null;
  beforeAll(async () => {
    testbed = await Testbed.start();
    stop = () => testbed.stop();
  }, TESTBED_LIMIT_MS);
  afterAll(() => stop?.(), TESTBED_LIMIT_MS);

  it(
    'applies, reads and removes objects by the versions of today',
    async () => {
      for (let times = 0; times < 2; times += 1) await testbed.apply(JSON.stringify(budget));
      const read = JSON.parse(await testbed.kubectl('get', 'pdb', 'speaker', '-o', 'json')) as object;
      expect(read).toMatchObject({ apiVersion: 'policy/v1', spec: { maxUnavailable: 1 } });
      expect(await testbed.kubectl('get', 'pdb')).toMatch(/^NAME .*\nspeaker /);
      await testbed.kubectl('delete', 'pdb', 'speaker');
      expect(await testbed.kubectl('get', 'pdb', '-o', 'name')).toBe('');
    },
    LIMIT_MS,
  );

  it(
    'waits for what has come about before it asks',
    async () => {
      const name = { name: 'nothing', namespace: 'default' };
      const template = { metadata: { labels: { app: 'nothing' } }, spec: { containers: pod.spec.containers } };
      const spec = { replicas: 0, selector: { matchLabels: { app: 'nothing' } }, template };
      await testbed.apply(JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: name, spec }));
      const observed = ['get', 'deployment', 'nothing', '-o', 'jsonpath={.status.observedGeneration}'];
      await until('the controller', async () => (await testbed.kubectl(...observed)) === '1', LIMIT_MS);
      const done = await testbed.kubectl('rollout', 'status', 'deployment/nothing', '--timeout=30s');
      expect(done).toContain('successfully rolled out');
      await testbed.kubectl('delete', 'deployment', 'nothing');
    },
    LIMIT_MS,
  );

  it(
    'follows output and runs a command in a container',
    async () => {
      if (testbed.nodes !== 'kubelet') return;
      await testbed.apply(JSON.stringify(pod));
      await testbed.kubectl('wait', '--for=condition=Ready', 'pod/speaker', '--timeout=60s');
      await until('the output', async () => (await testbed.kubectl('logs', 'speaker')) === 'begun\n', LIMIT_MS);
      expect(await testbed.kubectl('exec', 'speaker', '--', 'echo', 'here')).toBe('here\n');
      // The end of the suite does not wait for the connection of one that is killed.
      const forward = spawn('kubectl', ['port-forward', 'pod/speaker', ':9'], { env: testbed.typing });
      const [said] = (await once(forward.stdout, 'data')) as [Buffer];
      expect(said.toString()).toMatch(/^Forwarding from 127\.0\.0\.1:\d+ -> 9/);
      forward.kill('SIGKILL');
      await once(forward, 'exit');
      await testbed.kubectl('delete', 'pod', 'speaker', '--grace-period=0', '--force');
    },
    LIMIT_MS,
  );
});
