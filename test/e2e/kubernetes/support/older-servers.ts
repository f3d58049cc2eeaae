import type { Manifest } from '#testing/kustomize/manifests.js';

/** The names that older servers use for the same things; the objects are the same. */
const FORMERLY: readonly { readonly since: number; readonly now: string; readonly before: string }[] = [
  { since: 21, now: 'policy/v1', before: 'policy/v1beta1' },
  { since: 23, now: 'autoscaling/v2', before: 'autoscaling/v2beta2' },
];

/** A file for `kubectl apply -f` to a server of this minor version. */
export function listFor(minor: number, manifests: readonly Manifest[]): string {
  const items = manifests.map((manifest) => {
    const older = FORMERLY.find(({ now, since }) => manifest.apiVersion === now && minor < since);
    return older === undefined ? manifest : { ...manifest, apiVersion: older.before };
  });
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
