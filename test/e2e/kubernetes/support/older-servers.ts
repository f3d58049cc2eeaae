import type { Manifest } from '#testing/kustomize/manifests.js';

/** The names that older servers use for the same things; the objects are the same. */
const FORMERLY: readonly { readonly since: number; readonly now: string; readonly before: string }[] = [
  { since: 21, now: 'policy/v1', before: 'policy/v1beta1' },
  { since: 23, now: 'autoscaling/v2', before: 'autoscaling/v2beta2' },
];

/** The minor version whose servers know `unhealthyPodEvictionPolicy`; older ones refuse the field. */
const EVICTION_POLICY_SINCE = 27;

/** A file for `kubectl apply -f` to a server of this minor version. */
export function listFor(minor: number, manifests: readonly Manifest[]): string {
  const items = manifests.map((each) => {
    const manifest = minor < EVICTION_POLICY_SINCE ? withoutEvictionPolicy(each) : each;
    const older = FORMERLY.find(({ now, since }) => manifest.apiVersion === now && minor < since);
    return older === undefined ? manifest : { ...manifest, apiVersion: older.before };
  });
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

function withoutEvictionPolicy(manifest: Manifest): Manifest {
  if (manifest.kind !== 'PodDisruptionBudget') return manifest;
  const { unhealthyPodEvictionPolicy: _unknown, ...spec } = manifest['spec'] as Record<string, unknown>;
  return { ...manifest, spec };
}
