/** Selects the small chunks of an attempt that are merged. */
import { MAX_LOG_CHUNK_BYTES, MAX_LOG_CHUNK_LINES, MAX_MERGED_CHUNK_SPAN_MS } from '#common/domain/limits.js';
import type { Instant } from '#common/run/run.js';

export interface MergeCandidate {
  readonly chunk: number;
  readonly bytes: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly firstAt: Instant;
  readonly lastAt: Instant;
}

/**
 * Groups of at least `minGroup` neighbours that fit into one chunk. Each group is as long as possible, so that a later merge
 * finds nothing left to do.
 */
export function planMerges<C extends MergeCandidate>(chunks: readonly C[], minGroup: number): C[][] {
  const groups: C[][] = [];
  let group: C[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    const first = group[0] ?? chunk;
    const isTooMuch =
      bytes + chunk.bytes > MAX_LOG_CHUNK_BYTES ||
      chunk.lastSeq - first.firstSeq >= MAX_LOG_CHUNK_LINES ||
      chunk.lastAt - first.firstAt > MAX_MERGED_CHUNK_SPAN_MS;
    if (group.length > 0 && isTooMuch) {
      groups.push(group);
      group = [];
      bytes = 0;
    }
    group.push(chunk);
    bytes += chunk.bytes;
  }
  groups.push(group);
  return groups.filter((candidates) => candidates.length >= Math.max(2, minGroup));
}
