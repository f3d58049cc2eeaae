/** What a cluster does to pods by itself: it evicts them, preempts them, and loses its node. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ContainerLaunch } from '../../../apps/executor/src/engines/engine.js';
import { EngineHarness, POD_LIMIT_MS } from './support/engine-harness.js';
import { aLaunch, shell } from './support/launches.js';
import { Testbed, TESTBED_LIMIT_MS, whyNoTestbed } from './support/testbed.js';

/** Longer than a node of a busy machine takes to report that a container has ended. */
const NODE_LOST_MS = 20_000;
const OUT_OF_ORDER = 'out-of-order=yes:NoExecute';
/** Since then a pod that the cluster deletes states why; before, events report some reasons, and an eviction through the API has none. */
const TELLS_WHY_SINCE = 26;
const GRACE = { spec: { terminationGracePeriodSeconds: 1 } };

const why = whyNoTestbed();
const testbed = why === null ? await Testbed.start() : null;
const runsPods = testbed?.nodes === 'kubelet';
const because = why ?? 'no node for real pods could be started';

let cluster: EngineHarness;
let tellsWhy = false;

beforeAll(async () => {
  if (!testbed || !runsPods) return;
  cluster = new EngineHarness(testbed, NODE_LOST_MS);
  await cluster.open();
  tellsWhy = (await testbed.version()) >= TELLS_WHY_SINCE;
}, POD_LIMIT_MS);

afterEach(async () => {
  if (runsPods) await cluster.removeAll();
}, POD_LIMIT_MS);

afterAll(async () => {
  if (runsPods) await cluster.close();
  await testbed?.stop();
}, TESTBED_LIMIT_MS);

const endless = (over: Partial<ContainerLaunch> = {}): ContainerLaunch =>
  shell('echo up; while :; do sleep 0.2; done', { podTemplates: [...aLaunch().podTemplates, GRACE], ...over });

async function evict(pod: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-eviction-'));
  const name = pod.replace('pod/', '');
  const file = join(folder, 'eviction.json');
  const eviction = { apiVersion: 'policy/v1beta1', kind: 'Eviction', metadata: { name, namespace: 'workers' } };
  await writeFile(file, JSON.stringify(eviction));
  const path = `/api/v1/namespaces/workers/pods/${name}/eviction`;
  await cluster.testbed.kubectl('create', '--raw', path, '-f', file).finally(() => rm(folder, { recursive: true }));
}

const title = 'a cluster that removes a pod';
(runsPods ? describe : describe.skip)(runsPods ? title : `${title} (skipped: ${because})`, () => {
  test(
    'the reason of an evicted pod is reported',
    async () => {
      const launch = endless();
      await cluster.engine.start(launch);
      await cluster.logShows(launch, 'up');
      await evict(await cluster.podName(launch));
      const { end } = await cluster.ended(launch);
      expect(end).toMatchObject(
        tellsWhy ? { result: 'evicted', reason: 'EvictionByEvictionAPI' } : { result: 'deletedByOther' },
      );
      expect(end.message).not.toBe('');
    },
    POD_LIMIT_MS,
  );

  test(
    'the reason of a preempted pod is reported',
    async () => {
      const priority = 'metadata: {name: urgent}\nvalue: 1000000\nglobalDefault: false';
      await cluster.testbed.apply(`apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\n${priority}`);
      const cores = await cluster.testbed.kubectl('get', 'nodes', '-o', 'jsonpath={.items[0].status.allocatable.cpu}');
      // More than half of the node: there is never room for both.
      const resources = { requests: { cpu: `${Number(cores) * 600}m` }, limits: {} };
      const low = endless({ resources });
      await cluster.engine.start(low);
      await cluster.logShows(low, 'up');
      const urgent = shell('echo urgent', { resources, priorityClassName: 'urgent' });
      await cluster.engine.start(urgent);
      const { end } = await cluster.ended(low);
      expect(end).toMatchObject({ result: 'preempted', reason: tellsWhy ? 'PreemptionByScheduler' : 'Preempted' });
      expect(end.message).not.toBe('');
      // The place is free when the object is removed.
      await cluster.engine.cleanUp(low.attempt);
      expect((await cluster.ended(urgent)).end).toMatchObject({ result: 'succeeded' });
      await cluster.testbed.kubectl('delete', 'priorityclass', 'urgent');
    },
    2 * POD_LIMIT_MS,
  );

  test(
    'the reason of a pod that is evicted from a failed node is reported',
    async () => {
      const launch = endless();
      await cluster.engine.start(launch);
      await cluster.logShows(launch, 'up');
      await cluster.testbed.kubectl('taint', 'nodes', '--all', OUT_OF_ORDER);
      try {
        const reason = tellsWhy ? 'DeletionByTaintManager' : 'TaintManagerEviction';
        expect((await cluster.ended(launch)).end).toMatchObject({ result: 'evicted', reason });
      } finally {
        await cluster.testbed.kubectl('taint', 'nodes', '--all', `${OUT_OF_ORDER}-`);
      }
    },
    POD_LIMIT_MS,
  );

  // A cluster that has lost all its nodes evicts nothing from them by itself: the taint replaces its controller.
  test(
    'a pod is lost with its node once that has been silent for the waiting time, and not before',
    async () => {
      const launch = endless();
      await cluster.engine.start(launch);
      await cluster.logShows(launch, 'up');
      cluster.testbed.silenceNode();
      try {
        await cluster.testbed.kubectl('taint', 'nodes', '--all', OUT_OF_ORDER);
        const { end, node } = await cluster.ended(launch);
        const deletedAt = Date.parse(await cluster.podField(launch, '.metadata.deletionTimestamp'));
        expect(Date.now() - deletedAt).toBeGreaterThanOrEqual(NODE_LOST_MS);
        expect(end).toMatchObject({ result: 'nodeLost', reason: 'NodeLost', exitCode: null });
        expect(end.message).toContain(String(node));
        await cluster.engine.cleanUp(launch.attempt);
        expect(await cluster.left()).toBe('');
      } finally {
        await cluster.testbed.kubectl('taint', 'nodes', '--all', `${OUT_OF_ORDER}-`);
        await cluster.testbed.wakeNode();
      }
    },
    2 * POD_LIMIT_MS,
  );

  test(
    'a missing namespace of a tenant is reported',
    async () => {
      expect(await cluster.engine.start(endless({ namespace: 'nowhere' }))).toMatchObject({
        type: 'refused',
        retryable: true,
        reason: 'Forbidden',
        message: expect.stringContaining('"nowhere"') as string,
      });
      await cluster.close();
      await cluster.openAsAdmin();
      expect(await cluster.engine.start(endless({ namespace: 'nowhere' }))).toMatchObject({
        type: 'refused',
        retryable: true,
        reason: 'NamespaceMissing',
        message: expect.stringContaining('"nowhere"') as string,
      });
    },
    POD_LIMIT_MS,
  );
});
