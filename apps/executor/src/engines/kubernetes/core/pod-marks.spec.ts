import { shardLabel } from '#common/run/pod-contract.js';
import { createHash } from 'node:crypto';
import { asTenantId } from '#common/domain/ids.js';
import { aContainerLaunch } from '#testing/builders/container-launch.js';
import type { ContainerLaunch } from '../../engine.js';
import { observedPod, type ObservedPod } from './observed-pod.js';
import { podManifest } from './pod-manifest.js';
import { lostMarks, marksOf } from './pod-marks.js';
import { siteNames } from './pod-name.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const naming = {
  digest,
  tags: (text: string): readonly [string] => [digest(`a key/${text}`).slice(0, 32)],
};
const site = {
  namespace: null,
  tasks: [{ name: 'main', indexes: 2 }],
  svc: { networkPolicy: true, publishNotReadyAddresses: false, injectHostsEnv: true },
  ssh: null,
  gangs: [],
  claims: [],
};

/** The pod as the cluster shows it after its creation. */
function made(over: Partial<ContainerLaunch> = {}, secret: string | null = null): [ContainerLaunch, ObservedPod] {
  const launch = aContainerLaunch(over);
  const { key, tenant, job, slug } = launch;
  const own = over.site === undefined ? null : { ...site, ...over.site, run: key.run, tenant, job, slug };
  const names = own && siteNames(own, naming);
  const place = { instance: 'carillon', namespace: 'workers', name: 'a', secret, site: names, now: 0 };
  const manifest = podManifest({ ...launch, site: own }, place) as { metadata: object };
  const given = { uid: 'u', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  return [launch, observedPod.parse({ ...manifest, metadata: { ...manifest.metadata, ...given } })];
}

const bare = (pod: ObservedPod): ObservedPod => ({ ...pod, metadata: { ...pod.metadata, labels: {}, finalizers: [] } });

const LAUNCHES: readonly [string, Partial<ContainerLaunch>][] = [
  ['is plain', {}],
  ['belongs to a tenant whose id is not a valid label', { tenant: asTenantId('a tenant/with spaces') }],
  ['has no completion indexes', { completionMode: 'NonIndexed' }],
  ['has labels from a template', { podTemplates: [{ metadata: { labels: { team: 'red' } } }] }],
  ['has a DNS name for its siblings', { site: site as unknown as NonNullable<ContainerLaunch['site']> }],
];

test.each(LAUNCHES)('a pod that %s lacks no mark after its creation', (_, over) => {
  const [launch, pod] = made(over, 'secret');
  expect(lostMarks(pod, marksOf(pod, launch.attempt, 'carillon'))).toBeNull();
});

test.each(LAUNCHES)('the own labels of a pod that %s follow from the rest of the pod', (_, over) => {
  const [launch, pod] = made(over);
  const own = Object.entries(pod.metadata.labels).filter(([name]) => name !== 'team');
  expect(marksOf(bare(pod), launch.attempt, 'carillon').labels).toEqual(Object.fromEntries(own));
});

test('only missing labels are restored', () => {
  const [launch, pod] = made();
  const marks = marksOf(pod, launch.attempt, 'carillon');
  const labels = { ...pod.metadata.labels, 'carillon.dev/shard': 'x' };
  const changed = { ...pod, metadata: { ...pod.metadata, labels } };
  expect(lostMarks(changed, marks)).toEqual({ labels: { 'carillon.dev/shard': shardLabel(launch.key.run) } });
});

test('a pod that is being deleted gets no finalizer, which the API server would refuse', () => {
  const [launch, pod] = made();
  const deleted = { ...bare(pod), metadata: { ...bare(pod).metadata, deletionTimestamp: 1 } };
  expect(lostMarks(deleted, marksOf(pod, launch.attempt, 'carillon'))).not.toHaveProperty('finalizers');
});

test('a pod that was released is not changed', () => {
  const [launch, pod] = made();
  const released = {
    ...pod,
    metadata: { ...pod.metadata, labels: { 'carillon.dev/released': 'true' }, finalizers: [] },
  };
  expect(lostMarks(released, marksOf(pod, launch.attempt, 'carillon'))).toBeNull();
});
