/** Finds the first unread line in what a node sends again. */
import { MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import { anchorAt, DISORDER_MS, isAt, isLatest, isSameAnchor, latestOf, type Anchor } from './log-position.js';
import { isLater, type Stamp, type StampedLine } from './stamped-line.js';

export interface Resumed {
  readonly fresh: readonly StampedLine[];
  /** The last line read is not available any more: the lines between it and `fresh` are lost. */
  readonly isTorn: boolean;
}

const NOTHING: Resumed = { fresh: [], isTorn: false };

export class LogResume {
  private state: 'searching' | 'at' | 'after';
  /** The last line seen, while the latest time is that of the anchor. */
  private near: Anchor | null = null;
  private latest: Stamp | null = null;
  /** A line that looks like the anchor was sent: if no better one follows, it is the anchor. */
  private hasSeenAlike = false;
  /**
   * Lines that may or may not have been read: first the lines, not earlier than the anchor, before a line that looks like the anchor
   * (neighbours in the wrong order, or the first lines after a gap), then all lines after that line.
   */
  private held: StampedLine[] = [];
  private heldLength = 0;

  constructor(private readonly anchor: Anchor | null) {
    this.state = anchor === null ? 'after' : 'searching';
  }

  /** True once the beginning of the new lines is certain. */
  get hasFoundPlace(): boolean {
    return this.state !== 'searching';
  }

  take(lines: readonly StampedLine[]): Resumed {
    if (this.state === 'after' || this.anchor === null) return { fresh: lines, isTorn: false };
    for (const [i, line] of lines.entries()) {
      if (this.passes(line, this.anchor)) continue;
      if (this.state === 'searching') return { fresh: [...this.giveUp(), ...lines.slice(i + 1)], isTorn: true };
      this.state = 'after';
      return { fresh: lines.slice(i), isTorn: false };
    }
    return NOTHING;
  }

  /** To be called when the node has certainly sent everything that it still has. */
  end(): Resumed {
    return this.state === 'searching' ? { fresh: this.giveUp(), isTorn: true } : NOTHING;
  }

  /** True for a line that was read before, or may have been. */
  private passes(line: StampedLine, anchor: Anchor): boolean {
    if (this.state === 'at') return false;
    this.follow(line, anchor);
    if (line.time === anchor.time) {
      this.pass(line, anchor);
      return true;
    }
    if (!isLater(line, anchor) && !this.hasSeenAlike) return true;
    this.hold(line);
    return line.at <= anchor.at + DISORDER_MS && this.heldLength <= MAX_SOURCE_BLOCK_BYTES;
  }

  private follow(line: StampedLine, anchor: Anchor): void {
    if (isLatest(line, this.latest)) {
      this.latest = line;
      this.near = line.time === latestOf(anchor).time ? anchorAt(null, line) : null;
    } else if (this.near !== null) this.near = anchorAt(this.near, line);
  }

  /**
   * A line of the anchor's time. If the node has cut the group of lines that the anchor counts, the lines after the last line that looks
   * like the anchor are new, and the lines before it are not, unless they are later than all lines that had been read with the anchor.
   */
  private pass(line: StampedLine, anchor: Anchor): void {
    if (this.near !== null && isSameAnchor(this.near, anchor)) {
      this.state = 'at';
      this.drop();
    } else if (isAt(anchor, line)) {
      this.hasSeenAlike = true;
      this.drop((held) => isLater(held, latestOf(anchor)));
    } else if (this.heldLength + line.text.length <= MAX_SOURCE_BLOCK_BYTES) this.hold(line);
  }

  private hold(line: StampedLine): void {
    this.held.push(line);
    this.heldLength += line.text.length;
  }

  private drop(except: (line: StampedLine) => boolean = () => false): void {
    this.held = this.held.filter(except);
    this.heldLength = this.held.reduce((sum, { text }) => sum + text.length, 0);
  }

  /** The lines that were certainly not read. */
  private giveUp(): StampedLine[] {
    this.state = 'after';
    const { held } = this;
    this.drop();
    return held;
  }
}
