/**
 * Conditions by which a server reads a page in the order of an index and sorts nothing. MongoDB needs none at the beginning of a list;
 * DocumentDB reads an index in order only where a query bounds its field, even by a bound that excludes nothing. This file is the only one
 * that knows so; every test run holds it, since the server explains each query that was sent (`test/support/query-plans`).
 */

/** Bounds a field of instants or counts, and excludes none. */
export const ANY_NUMBER = { $gt: 0 } as const;
/** Bounds a field of texts, and excludes none. */
export const ANY_TEXT = { $gte: '' } as const;

/** A document's place in an index of a number and the id. */
export interface IndexPlace {
  readonly at: number;
  readonly id: string;
}

/** What follows the place in an index of `field` and `_id`, both descending; all where it is null. */
export const descendingFrom = (field: string, place: IndexPlace | null): Record<string, unknown> =>
  place === null
    ? { [field]: ANY_NUMBER }
    : { [field]: { $gt: 0, $lte: place.at }, $or: [{ [field]: { $lt: place.at } }, { _id: { $lt: place.id } }] };

/** What follows the place in an index of `field` and `_id`, both ascending; all where it is null. */
export const ascendingFrom = (field: string, place: IndexPlace | null): Record<string, unknown> =>
  place === null
    ? { [field]: ANY_NUMBER }
    : { [field]: { $gte: place.at }, $or: [{ [field]: { $gt: place.at } }, { _id: { $gt: place.id } }] };
