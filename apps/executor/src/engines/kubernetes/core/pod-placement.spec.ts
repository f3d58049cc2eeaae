import type { Requested } from '#common/usage/usage.js';
import { observedPod, placementOf } from './observed-pod.js';

const podOf = (spec: object) =>
  observedPod.parse({
    metadata: { name: 'p', namespace: 'w', uid: 'u', resourceVersion: '1', creationTimestamp: '2026-03-01T10:00:00Z' },
    spec: { nodeName: 'n1', ...spec },
  });
const container = (name: string, requests?: object, more: object = {}): object => ({
  name,
  ...(requests && { resources: { requests } }),
  ...more,
});

test.each<[string, object, Requested | undefined]>([
  ['no requests at all', { containers: [container('main')] }, undefined],
  ['limits alone, which the API server has not made requests of', { containers: [container('main', {})] }, undefined],
  [
    'all containers together',
    { containers: [container('main', { cpu: '250m', memory: '64Mi' }), container('proxy', { cpu: 1, memory: '1Gi' })] },
    { milliCpu: 1_250, memoryMib: 1_088 },
  ],
  [
    'native sidecars, and no other init containers',
    {
      containers: [container('main', { memory: '64Mi' })],
      initContainers: [
        container('fetch', { cpu: 4 }),
        container('mesh', { cpu: '100m', memory: '32Mi' }, { restartPolicy: 'Always' }),
      ],
    },
    { milliCpu: 100, memoryMib: 96 },
  ],
  [
    'its own requests, where the pod has them, in place of those of its containers',
    { resources: { requests: { cpu: '2' } }, containers: [container('main', { cpu: '250m', memory: '64Mi' })] },
    { milliCpu: 2_000, memoryMib: 64 },
  ],
  ['nothing that is no quantity', { containers: [container('main', { cpu: 'much' })] }, undefined],
])('a pod requests %s', (_, spec, requested) => {
  expect(placementOf(podOf(spec)).requested).toEqual(requested);
});

test('a pod that is not on a node yet has none', () => {
  const containers = [container('main')];
  expect(placementOf(podOf({ nodeName: '', containers }))).toEqual({ node: null, name: 'p' });
  expect(placementOf(podOf({ containers }))).toEqual({ node: 'n1', name: 'p' });
});
