/** Finds in what a node sends again the first line that was not read before. */
import { MAX_SOURCE_BLOCK_BYTES } from '#common/domain/limits.js';
import { anchorAt, type Anchor } from './log-position.js';
import type { StampedLine } from './stamped-line.js';

/** Neighbours whose times are in the wrong order are no further apart. */
export const DISORDER_MS = 1_000;

export interface Resumed {
  readonly fresh: readonly StampedLine[];
  /** The last line read is no longer there: what came between it and `fresh` is lost. */
  readonly isTorn: boolean;
}

const NOTHING: Resumed = { fresh: [], isTorn: false };

export class LogResume {
  private state: 'searching' | 'at' | 'after';
  /** The last line seen, while it is of the anchor's time. */
  private near: Anchor | null = null;
  /** Later lines that came before the anchor was seen: neighbours in the wrong order, or the first after a hole. */
  private held: StampedLine[] = [];
  private heldLength = 0;

  constructor(private readonly anchor: Anchor | null) {
    this.state = anchor === null ? 'after' : 'searching';
  }

  /** True once it is certain where the new lines begin. */
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

  /** Nothing more comes, and the node has certainly sent everything that it still has. */
  end(): Resumed {
    return this.state === 'searching' ? { fresh: this.giveUp(), isTorn: true } : NOTHING;
  }

  /** True for a line that was read before, or of which that cannot be said yet. */
  private passes(line: StampedLine, anchor: Anchor): boolean {
    if (this.state === 'at') return false;
    this.near = line.time === anchor.time ? anchorAt(this.near, line) : null;
    if (this.near?.count === anchor.count && this.near.chain === anchor.chain) {
      this.found();
      return true;
    }
    if (line.at <= anchor.at) return true;
    this.held.push(line);
    this.heldLength += line.text.length;
    return line.at <= anchor.at + DISORDER_MS && this.heldLength <= MAX_SOURCE_BLOCK_BYTES;
  }

  private found(): void {
    this.state = 'at';
    this.held = [];
    this.heldLength = 0;
  }

  /** The lines that are certainly later than the last one read. */
  private giveUp(): StampedLine[] {
    this.state = 'after';
    const { held } = this;
    this.held = [];
    return held;
  }
}
