/** The times of day within which slots run, on the clock of a zone. Seconds throughout. */
import { DAY_SECONDS, weekdayOf } from './civil.js';
import type { Zone } from './zone.js';

export interface RunWindow {
  /** Days of the week on which it opens, Sunday = 0. */
  readonly days: readonly number[];
  /** Seconds of the day; `to` is not included, and belongs to the next day where it is not later than `from`. */
  readonly from: number;
  readonly to: number;
}

/** Local times at which windows open or close are searched for within a week, plus the day that a window may last. */
const REACH_DAYS = 8;

export class RunWindows {
  constructor(
    private readonly windows: readonly RunWindow[],
    private readonly zone: Zone,
  ) {}

  isOpen(at: number): boolean {
    return this.isOpenAtWall(at + this.zone.stretchAt(at).offset);
  }

  /** The first instant not before a closed one at which a window is open. */
  openingFrom(closed: number): number {
    for (let at = closed; ;) {
      // A change of the clock may jump into a window.
      if (this.isOpen(at)) return at;
      const { offset, end } = this.zone.stretchAt(at);
      const opening = this.nextWallOpening(at + offset) - offset;
      if (opening < end) return opening;
      at = end;
    }
  }

  /** The beginning of the closed time that contains a closed instant. */
  closedSince(closed: number): number {
    for (let at = closed; ;) {
      const { offset, start } = this.zone.stretchAt(at);
      const closing = this.lastWallClosing(at + offset) - offset;
      if (closing >= start) return closing;
      if (start === -Infinity || this.isOpen(start - 1)) return start;
      at = start - 1;
    }
  }

  private isOpenAtWall(wall: number): boolean {
    const day = Math.floor(wall / DAY_SECONDS);
    return [day - 1, day].some((first) => this.openedOn(first).some(([from, to]) => from <= wall && wall < to));
  }

  private nextWallOpening(wall: number): number {
    const today = Math.floor(wall / DAY_SECONDS);
    let next = Infinity;
    for (let day = today; day <= today + REACH_DAYS && next === Infinity; day++) {
      for (const [from] of this.openedOn(day)) if (from >= wall) next = Math.min(next, from);
    }
    return next;
  }

  private lastWallClosing(wall: number): number {
    const today = Math.floor(wall / DAY_SECONDS);
    let last = -Infinity;
    for (let day = today; day >= today - REACH_DAYS; day--) {
      for (const [, to] of this.openedOn(day)) if (to <= wall) last = Math.max(last, to);
    }
    return last;
  }

  /** The windows that open on a day, as local times. */
  private openedOn(day: number): (readonly [from: number, to: number])[] {
    const start = day * DAY_SECONDS;
    return this.windows
      .filter(({ days }) => days.includes(weekdayOf(day)))
      .map(({ from, to }) => [start + from, start + to + (to <= from ? DAY_SECONDS : 0)] as const);
  }
}
