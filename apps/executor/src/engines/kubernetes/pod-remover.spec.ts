import { setTimeout as delay } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { systemClock } from '#common/clock/clock.js';
import { asRunId } from '#common/domain/ids.js';
import { POD_LABELS, RESULT_FINALIZER, shardLabel } from '#common/run/pod-contract.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { clientOf } from '#testing/fake-api-server/client-of.js';
import { FakeApiServer } from '#testing/fake-api-server/fake-api-server.js';
import type { KubeObject } from '#testing/fake-api-server/kube-object.js';
import { PodApi, type PodRef } from './pod-api.js';
import { PodRemover } from './pod-remover.js';

const RUN = asRunId('job-1');

let api: FakeApiServer;
let client: ApiClient;
let remover: PodRemover;
let aheadMs: number;
let pods: number;

beforeEach(async () => {
  api = await FakeApiServer.start();
  client = await clientOf(api);
  aheadMs = 0;
  pods = 0;
  remover = new PodRemover(new PodApi(client), 'carillon', { monotonic: () => systemClock.monotonic() + aheadMs });
});

afterEach(async () => {
  await remover.close();
  await client.close();
  await api.close();
});

/** A pod that has ended and is kept by its finalizer. */
function aPod(): PodRef {
  const labels = { [POD_LABELS.instance]: 'carillon', [POD_LABELS.shard]: shardLabel(RUN) };
  const metadata = { name: `pod-${++pods}`, labels, finalizers: [RESULT_FINALIZER] };
  const made = api.store.create('pods', 'workers', {
    metadata,
    status: { phase: 'Succeeded' },
  } as unknown as KubeObject);
  return made.metadata;
}

const remove = (pod: PodRef): Promise<void> => remover.remove(pod, RUN);
const sent = (): [patches: number, deletions: number, together: number] => [
  api.countOf('patch pods'),
  api.countOf('delete pods'),
  api.countOf('deletecollection pods'),
];

test('pods are removed together, after a pause without further removals', async () => {
  const removals = [];
  for (let i = 0; i < 5; i++) {
    removals.push(remove(aPod()));
    await delay(100);
  }
  expect(sent()).toEqual([0, 0, 0]);
  await Promise.all(removals);
  expect(sent()).toEqual([5, 0, 1]);
  expect(api.pods()).toEqual([]);
});

test('a pod is removed after half a minute even if others keep ending', async () => {
  const removed = jest.fn();
  const removals = [remove(aPod()).then(removed)];
  aheadMs = 30_000;
  // Each of these removals would restart the pause.
  for (let i = 0; i < 80 && removed.mock.calls.length === 0; i++) {
    removals.push(remove(aPod()));
    await delay(20);
  }
  expect(removed).toHaveBeenCalled();
  await Promise.all(removals);
});

test('a removal waits while pods start and end, but no longer than half a minute', async () => {
  const removals = [remove(aPod())];
  const work = setInterval(() => {
    remover.noteWork();
  }, 10);
  try {
    await delay(600);
    expect(sent()).toEqual([0, 0, 0]);
    clearInterval(work);
    await Promise.all(removals);
    expect(sent()).toEqual([1, 1, 0]);
    removals.push(remove(aPod()));
    aheadMs = 30_000;
    remover.noteWork();
    await Promise.all(removals);
    expect(api.pods()).toEqual([]);
  } finally {
    clearInterval(work);
  }
});

test('one request deletes at most 500 pods', async () => {
  await Promise.all(Array.from({ length: 502 }, () => remove(aPod())));
  expect(sent()).toEqual([502, 2, 1]);
  expect(api.pods()).toEqual([]);
});

test('a pod whose finalizer cannot be removed stays, and does not delay others', async () => {
  const refused = aPod();
  api.faults.add({ verb: 'patch' }, { type: 'answer', status: 403, reason: 'Forbidden' });
  const removals = await Promise.allSettled([refused, aPod(), aPod(), aPod(), aPod()].map(remove));
  expect(removals.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(api.pods()).toHaveLength(1);
});

test('a pod that is gone, or whose name another pod has now, is not removed', async () => {
  const other = aPod();
  await Promise.all([remove({ ...aPod(), name: 'nobody' }), remove({ ...other, uid: 'former' })]);
  expect(sent()).toEqual([2, 0, 0]);
  expect(api.pods()).toHaveLength(2);
});

test('removals that wait when the process ends are left to the next process', async () => {
  const removal = remove(aPod());
  await Promise.all([expect(removal).rejects.toThrow('this executor is stopping'), remover.close()]);
  expect(sent()).toEqual([0, 0, 0]);
  expect(api.pods()).toHaveLength(1);
});
