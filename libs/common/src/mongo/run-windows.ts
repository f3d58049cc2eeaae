/**
 * Lists of runs of more tenants than are queried one by one. An index has the runs of a state in order only for one tenant, and the index
 * of all runs does not help where few of them are in the state. So the list is read in windows of time. By a sample of all runs, the
 * first window has about as many runs of the list as one run of the sample represents, and each next window is longer. Pure.
 */
import type { Instant } from '../run/run.js';

/** When the runs of a sample were recorded. */
export interface SampledTimes {
  readonly ofList: readonly Instant[];
  /** The runs of the whole sample, if it is worth reading the newest runs of all tenants; otherwise null. */
  readonly ofAll: readonly Instant[] | null;
}

/** Both ends included; null: open. */
export interface Window {
  readonly from: Instant | null;
  readonly to: Instant | null;
}

export type Direction = 1 | -1;

/** Each window has about this many times as many runs as all windows before it. */
const GROWTH = 4;
/** Runs of the sample in the window in which a list is searched for among all runs. */
const NEAR = 8;
/** A list is searched for among all runs if at least one of this many runs belongs to it. */
const MAX_RARITY = 10;

/** Adjoining windows that together cover all time after a position, in the order of the list: the newest first where `way` is -1. */
export function windowsBehind(place: Instant | null, times: readonly Instant[], way: Direction): readonly Window[] {
  const behind = inOrder(place, times, way);
  const ends: Instant[] = [];
  for (let count = 1; count <= behind.length; count *= GROWTH) ends.push(...behind.slice(count - 1, count));
  const distinct = [...new Set(ends)];
  return [...distinct, null].map((end, i) => between(distinct[i - 1] ?? null, end, way));
}

/** The window after the position that is searched among all runs, and the remaining time; null where this search is not worth it. */
export function nearWindow(
  place: Instant | null,
  { ofList, ofAll }: SampledTimes,
  way: Direction,
): { readonly near: Window; readonly end: Instant; readonly rest: Window } | null {
  if (ofAll === null || ofList.length * MAX_RARITY < ofAll.length) return null;
  const end = inOrder(place, ofAll, way)[NEAR - 1];
  return end === undefined ? null : { near: between(null, end, way), end, rest: between(end, null, way) };
}

/** The intersection of both; null where it is empty. */
export function common(a: Window, b: Window): Window | null {
  const from = a.from === null || b.from === null ? (a.from ?? b.from) : Math.max(a.from, b.from);
  const to = a.to === null || b.to === null ? (a.to ?? b.to) : Math.min(a.to, b.to);
  return from !== null && to !== null && from > to ? null : { from, to };
}

const inOrder = (place: Instant | null, times: readonly Instant[], way: Direction): Instant[] =>
  times.filter((each) => place === null || (each - place) * way > 0).toSorted((a, b) => (a - b) * way);

/** From after `begin` to `end`. */
const between = (begin: Instant | null, end: Instant | null, way: Direction): Window => {
  const behind = begin === null ? null : begin + way;
  return way === 1 ? { from: behind, to: end } : { from: end, to: behind };
};
