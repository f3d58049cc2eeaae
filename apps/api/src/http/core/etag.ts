/** Revisions as entity tags. */

export const etagOf = (rev: number): string => `"${rev}"`;

/** The condition of a write: `absent` is `If-None-Match: *`, which no existing object meets. */
export type IfMatch =
  { readonly kind: 'any' } | { readonly kind: 'absent' } | { readonly kind: 'revs'; readonly revs: readonly number[] };

/** A revision, and what servers on the way append when they compress an answer: `"5-gzip"` of Apache, `"5--gzip"` of Jetty, `"5;br"`. */
const REVISION = /^(\d{1,15})(?:(?:--?|;)(?:gzip|br|deflate|zstd))?$/;

/** Reads an `If-Match` header; null means that it cannot be read. A weak tag counts as its value: nginx weakens tags, too. */
export function parseIfMatch(header: string): IfMatch | null {
  if (header.trim() === '*') return { kind: 'any' };
  const tags = header.split(',').map((tag) => /^\s*(?:W\/)?"([^"]*)"\s*$/.exec(tag)?.[1]);
  if (tags.some((tag) => tag === undefined)) return null;
  // A tag that Carillon never issued matches nothing, like any stale tag.
  return { kind: 'revs', revs: tags.map((tag) => Number(REVISION.exec(tag ?? '')?.[1] ?? -1)) };
}

/** True if the write may continue: there is no condition, or it names the present revision. Nothing has the revision 0. */
export function matches(condition: IfMatch | null, rev: number): boolean {
  if (condition === null) return true;
  if (condition.kind === 'revs') return condition.revs.includes(rev);
  return (condition.kind === 'absent') === (rev === 0);
}

/** The message for a caller whose condition no longer holds. */
export const changedSince = (what: string, rev: number): string =>
  `the ${what} was changed since you read it: read it again, and repeat your change with the header If-Match: ${etagOf(rev)}`;
