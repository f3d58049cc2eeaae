/** Merges lines that arrive twice, from the store and live, into one sequence without repeats or holes. */
import type { AttemptId } from '#common/domain/ids.js';
import type { LogLine, StoredLine } from '#common/run/output.js';
import type { LogCursor } from './log-cursor.js';

/** Lines after a hole that are kept per attempt, and attempts with such lines; others are read from the store later. */
const MAX_HELD_LINES = 500;
const MAX_HELD_ATTEMPTS = 64;

export class LineCursor {
  private readonly held = new Map<AttemptId, readonly LogLine[]>();
  private readonly last: Map<AttemptId, number>;
  private missing = false;

  constructor(cursor: LogCursor) {
    this.last = new Map(cursor);
  }

  get cursor(): LogCursor {
    return this.last;
  }

  /** True if a live line has arrived before its predecessors: they are in the store, or will be shortly. */
  get hasHole(): boolean {
    return this.missing;
  }

  /** Takes stored lines, which have no holes; returns those not taken before. */
  takeStored(lines: readonly StoredLine[]): StoredLine[] {
    this.missing = false;
    return lines.filter((line) => this.advance(line));
  }

  /** Takes published lines; returns those that follow without a hole. Lines after a hole are held until it is filled. */
  takeLive(attempt: AttemptId, lines: readonly LogLine[]): StoredLine[] {
    const taken: StoredLine[] = [];
    for (const [i, line] of lines.entries()) {
      if (line.seq > (this.last.get(attempt) ?? 0) + 1) {
        this.hold(attempt, lines.slice(i));
        break;
      }
      const stored = { ...line, attempt };
      if (this.advance(stored)) taken.push(stored);
    }
    return taken;
  }

  /** To be called after the store was read: returns lines that were published after a hole which is filled now. */
  takeHeld(): StoredLine[] {
    const held = [...this.held];
    this.held.clear();
    return held.flatMap(([attempt, lines]) => this.takeLive(attempt, lines));
  }

  private hold(attempt: AttemptId, lines: readonly LogLine[]): void {
    this.missing = true;
    const held = this.held.get(attempt);
    if (held === undefined && this.held.size >= MAX_HELD_ATTEMPTS) return;
    this.held.set(attempt, [...(held ?? []), ...lines].slice(-MAX_HELD_LINES));
  }

  private advance({ attempt, seq }: StoredLine): boolean {
    if (seq <= (this.last.get(attempt) ?? 0)) return false;
    // The entry is set again, so that the attempts that advanced last are at the end.
    this.last.delete(attempt);
    this.last.set(attempt, seq);
    return true;
  }
}
