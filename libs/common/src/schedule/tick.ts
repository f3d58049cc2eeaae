/** An instant that a rule yields, before jitter and before it is decided whether it gets a run. */
import type { Instant } from '../run/run.js';

export const SLOT_FLAGS = [
  'dst-gap',
  'dst-overlap',
  'excluded',
  'outside-window',
  'moved-to-window',
  'moved-by-calendar',
  'too-soon',
] as const;
/**
 * `excluded`: a calendar takes the slot out, or the windows do (`outside-window`, too); it is a slot nonetheless, and has its
 * outcome recorded. `moved-to-window`: the instant is that at which a window opens. `moved-by-calendar`: the slot was moved to
 * another day.
 */
export type SlotFlag = (typeof SLOT_FLAGS)[number];

export interface Tick {
  readonly at: Instant;
  readonly flags: readonly SlotFlag[];
}

/** The first tick of a rule that is not before `from`. */
export type Ticker = (from: Instant) => Tick | null;

export const NO_FLAGS: readonly SlotFlag[] = [];
