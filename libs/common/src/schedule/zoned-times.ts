/** The instants of wall-clock times in a time zone: a search for local times joined with the zone's stretches. */
import { DAY_SECONDS } from './civil.js';
import type { Stretch, Zone } from './zone.js';

export interface DstRule {
  /** Where skipped local times are moved: to the instant at which the clock jumps, or to the last second before it. */
  readonly gap: 'skip' | 'after' | 'before';
  readonly overlap: 'first' | 'second' | 'both';
}

/** The effect of daylight saving on a slot: it was moved to an edge of a gap, or its time passes twice. */
export type DstFlag = 'dst-gap' | 'dst-overlap';

/** A search for local times, which are counted as if they were UTC. */
export interface WallTimes {
  /** The least of them that is not below `from`; null if none is left. */
  next(from: number): number | null;
}

/** An instant in epoch seconds. */
export interface ZonedInstant {
  readonly at: number;
  readonly flag: DstFlag | null;
}

/** Local times further away than this are jumped to instead of walking stretch by stretch; offsets are within a day. */
const JUMP_SECONDS = 2 * DAY_SECONDS;

export class ZonedTimes {
  /** `dst`: null where daylight saving changes nothing, because the times step through hours, minutes or seconds. */
  constructor(
    private readonly wall: WallTimes,
    private readonly zone: Zone,
    private readonly dst: DstRule | null,
  ) {}

  /**
   * The first instant of these times that is not before `from` (epoch seconds); null if none is left. A stretch of constant
   * offset is searched within the local times that the daylight-saving rule leaves to it, then the next one: local time
   * runs again over a repeated hour, and a skipped hour may leave one slot at its end or right before it.
   */
  next(from: number): ZonedInstant | null {
    let at = from;
    for (;;) {
      const stretch = this.zone.stretchAt(at);
      if (at === stretch.start && this.leavesAfter(stretch)) return { at, flag: 'dst-gap' };
      const end = this.localEnd(stretch);
      const local = this.wall.next(Math.max(at + stretch.offset, this.localStart(stretch)));
      if (local !== null && local >= end - 1 && this.leavesBefore(stretch)) {
        return { at: stretch.end - 1, flag: 'dst-gap' };
      }
      if (local !== null && local < end) {
        return { at: local - stretch.offset, flag: this.repeated(stretch, local) ? 'dst-overlap' : null };
      }
      const onward = this.onward(stretch, local, end);
      if (onward === null) return null;
      at = onward;
    }
  }

  /**
   * Where to search on when a stretch holds no (more) match. Nothing matches before `local`, so whole stretches can be skipped,
   * unless the next one repeats local times.
   */
  private onward(stretch: Stretch, local: number | null, end: number): number | null {
    if (stretch.end === Infinity) return null;
    if (stretch.offsetAfter < stretch.offset) return stretch.end;
    if (local === null) return null;
    return local - end > JUMP_SECONDS ? Math.max(stretch.end, local - JUMP_SECONDS) : stretch.end;
  }

  /** True if local times that were skipped right before this stretch leave a slot at its start. */
  private leavesAfter({ start, offset, offsetBefore }: Stretch): boolean {
    return this.dst?.gap === 'after' && this.matchWithin(start + offsetBefore, start + offset);
  }

  /** True if local times that are skipped right after this stretch leave a slot in its last second. */
  private leavesBefore({ end, offset, offsetAfter }: Stretch): boolean {
    return this.dst?.gap === 'before' && this.matchWithin(end + offset, end + offsetAfter);
  }

  /** True if there is a local time from `from` on that is before `to`. */
  private matchWithin(from: number, to: number): boolean {
    if (to <= from) return false;
    const local = this.wall.next(from);
    return local !== null && local < to;
  }

  private localStart(stretch: Stretch): number {
    const start = stretch.start + stretch.offset;
    return this.dst?.overlap === 'first' ? start + Math.max(0, stretch.offsetBefore - stretch.offset) : start;
  }

  private localEnd(stretch: Stretch): number {
    const end = stretch.end + stretch.offset;
    return this.dst?.overlap === 'second' ? end - Math.max(0, stretch.offset - stretch.offsetAfter) : end;
  }

  private repeated(stretch: Stretch, local: number): boolean {
    if (!this.dst) return false;
    return local < stretch.start + stretch.offsetBefore || local >= stretch.end + stretch.offsetAfter;
  }
}

/**
 * The instant of one local time, in epoch seconds; null where the clock jumps over it and `gap` is `skip`. Of a time that comes
 * twice, `both` is the first.
 */
export function instantOfWall(zone: Zone, wall: number, { gap, overlap }: DstRule): number | null {
  const instants: number[] = [];
  let jump = wall;
  for (let stretch = zone.stretchAt(wall - DAY_SECONDS); stretch.start <= wall + DAY_SECONDS;) {
    const at = wall - stretch.offset;
    if (at >= stretch.start && at < stretch.end) instants.push(at);
    if (at >= stretch.end) jump = stretch.end;
    if (stretch.end === Infinity) break;
    stretch = zone.stretchAt(stretch.end);
  }
  const [first, second] = instants;
  if (first !== undefined) return overlap === 'second' ? (second ?? first) : first;
  if (gap === 'skip') return null;
  return gap === 'after' ? jump : jump - 1;
}
