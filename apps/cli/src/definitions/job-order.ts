/** Jobs in the order in which they can be created: upstream jobs come before the jobs that run after them. */
import type { Spec } from './definition.js';
import type { Change } from './plan.js';
import { upstreamOf } from './references.js';

/** Groups of changes; the changes of one group do not depend on each other. Jobs in a cycle, which the server refuses, come last. */
export function inDependencyOrder(changes: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  let left = changes;
  while (left.length > 0) {
    const waiting = new Set(left.map(idOf));
    const isFree = (change: Change): boolean =>
      upstreamOf(specOf(change)).every((job) => !waiting.has(job) || job === idOf(change));
    const free = left.filter(isFree);
    if (free.length === 0) return [...groups, [...left]];
    groups.push(free);
    left = left.filter((change) => !isFree(change));
  }
  return groups;
}

const specOf = (change: Change): Spec => (change.action === 'delete' ? change.current : change.definition.spec);
const idOf = (change: Change): unknown => specOf(change)['id'];
