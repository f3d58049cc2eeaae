/** The position up to which a pod's log has been passed on, and its known gaps. */
import type { SourcePosition } from '#common/run/output.js';
import { toSourceLine } from './stamped-line.js';
import type { SourceBlock, SourceGap } from '../source.js';
import { anchorAfter, formatPosition, type Anchor, type LogPosition } from './log-position.js';
import type { Resumed } from './log-resume.js';

const ROTATED: SourceGap = {
  reason: 'RotatedAway',
  message: 'the node removed lines by log rotation before they were read',
};

export class LogCursor {
  /** The gap after the lines that were passed on. */
  gap: SourceGap | null = null;
  /** Set with the last block that had lines: after it there may be a gap that was not reported. */
  private handed: SourcePosition;
  /** A text that describes the last read without new lines. */
  private quiet: string | null = null;

  constructor(private position: LogPosition) {
    this.handed = formatPosition(position);
  }

  get round(): number {
    return this.position.round;
  }

  get anchor(): Anchor | null {
    return this.position.anchor;
  }

  turnTo(round: number): void {
    this.position = { round, anchor: null };
    this.quiet = null;
  }

  /** The block with new lines; null if there are none. */
  take({ fresh, isTorn }: Resumed): SourceBlock | null {
    if (isTorn) this.gap = ROTATED;
    if (fresh.length === 0) return null;
    this.quiet = null;
    this.position = { ...this.position, anchor: anchorAfter(isTorn ? null : this.anchor, fresh) };
    const { gap } = this;
    this.gap = null;
    this.handed = formatPosition(this.position);
    return { lines: fresh.map(toSourceLine), position: this.handed, gap };
  }

  /** An empty block, which gives back the room for a block before a wait that may be long. */
  nothing(): SourceBlock {
    return { lines: [], position: this.handed, gap: null };
  }

  /** True if the read before had no new lines either and the same description: two equal reads are final. */
  agrees(look: string): boolean {
    const isSecond = this.quiet === look;
    this.quiet = isSecond ? null : look;
    return isSecond;
  }
}
