/** Where a pod runs, and what it requests of its node. */
import { quantityOf } from '#common/spec/quantity.js';
import type { Requested } from '#common/usage/usage.js';
import type { Placement } from '../../engine.js';
import type { ObservedPod } from './observed-pod.js';

type Requests = ObservedPod['spec']['containers'][number]['resources'];

export function placementOf(pod: ObservedPod): Placement {
  const { nodeName } = pod.spec;
  const requested = requestedBy(pod);
  return {
    node: nodeName === '' ? null : nodeName,
    name: pod.metadata.name,
    ...(requested !== null && { requested }),
  };
}

/**
 * Null: nothing. As the scheduler of Kubernetes counts it (KEP-2837, KEP-753): the pod's own requests where it has them, otherwise those of its
 * containers and native sidecars together. Init containers that may need more before these start are left out.
 */
function requestedBy({ spec }: ObservedPod): Requested | null {
  const sidecars = spec.initContainers.filter(({ restartPolicy }) => restartPolicy === 'Always');
  const parts = [...spec.containers, ...sidecars].map(({ resources }) => resources);
  const sum = (of: 'cpu' | 'memory'): number =>
    requestOf(spec.resources, of) ?? parts.reduce((all, each) => all + (requestOf(each, of) ?? 0), 0);
  const requested = { milliCpu: Math.round(sum('cpu') * 1_000), memoryMib: Math.round(sum('memory') / 2 ** 20) };
  return requested.milliCpu === 0 && requested.memoryMib === 0 ? null : requested;
}

function requestOf(resources: Requests, of: 'cpu' | 'memory'): number | null {
  const value = resources?.requests?.[of];
  return value === undefined ? null : quantityOf(value);
}
