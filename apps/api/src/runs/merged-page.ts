import type { Run } from '#common/run/run.js';
import type { Page } from '#common/runtime/paged-scan.js';

/**
 * Merges the pages of two lists in one order. A run in both is taken from the first. If a list continues after its page, no run after the
 * end of this page is returned.
 */
export function mergedPage(
  first: Page<Run>,
  second: Page<Run>,
  limit: number,
  compare: (a: Run, b: Run) => number,
): Page<Run> {
  const ids = new Set(first.items.map(({ id }) => id));
  const all = [...first.items, ...second.items.filter(({ id }) => !ids.has(id))].sort(compare);
  const ends = [first.lastSeen, second.lastSeen].filter((end) => end !== null).sort(compare);
  const [end] = ends;
  const upToEnd = end === undefined ? all : all.filter((run) => compare(run, end) <= 0);
  const items = upToEnd.slice(0, limit);
  if (upToEnd.length > limit) return { items, lastSeen: items.at(-1) ?? null };
  return { items, lastSeen: end ?? null };
}
