import { checkedObjects } from '#testing/kubernetes-api/api-schemas.js';
import { asCurrentServer } from './current-server.js';
import type { KubeObject } from './kube-object.js';
import { seconds } from './object-store.js';

const metadata = {
  name: 'a',
  namespace: 'workers',
  uid: 'u',
  resourceVersion: '1',
  creationTimestamp: seconds(0),
};
const terminated = { exitCode: 0, reason: 'Completed', startedAt: seconds(0), finishedAt: seconds(1) };

test.each<[string, object]>([
  ['a pod that waits', { phase: 'Pending' }],
  ['a pod that runs', { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }],
  ['a pod that has ended', { phase: 'Succeeded', containerStatuses: [{ name: 'main', state: { terminated } }] }],
])('%s is one of the current API', async (_what, status) => {
  const spec = { containers: [{ name: 'main', image: 'busybox' }] };
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata, spec, status } as unknown as KubeObject;
  const written = asCurrentServer(pod);
  await checkedObjects([written]);
  const { phase } = status as { readonly phase: string };
  expect(written).toMatchObject({
    metadata,
    status: { phase },
    spec: { initContainers: [{ restartPolicy: 'Always' }] },
  });
});

test('so is an event', async () => {
  const involvedObject = { kind: 'Pod', name: 'a' };
  const event = { metadata, involvedObject, reason: 'Preempted', message: 'by b' } as unknown as KubeObject;
  const [written] = await checkedObjects([asCurrentServer(event)]);
  expect(written).toMatchObject({ reason: 'Preempted', reportingComponent: 'default-scheduler' });
});
