/** Puts lines that come twice, from the store and live, into one sequence without repeats or holes. */
import type { AttemptId } from '#common/domain/ids.js';
import type { LogLine, StoredLine } from '#common/domain/output.js';
import type { LogPlace } from './log-place.js';

export class LineCursor {
  private readonly last: Map<AttemptId, number>;
  private missing = false;

  constructor(known: LogPlace) {
    this.last = new Map(known);
  }

  get place(): LogPlace {
    return this.last;
  }

  /** True when a live line came whose predecessors did not: they are in the store, or will be shortly. */
  get hasHole(): boolean {
    return this.missing;
  }

  /** Lines as stored, which have no holes: gives those not taken before. */
  takeStored(lines: readonly StoredLine[]): StoredLine[] {
    this.missing = false;
    return lines.filter((line) => this.advance(line));
  }

  /** Lines as published: gives those that follow without a hole. What comes after a hole waits for the store. */
  takeLive(attempt: AttemptId, lines: readonly LogLine[]): StoredLine[] {
    const taken: StoredLine[] = [];
    for (const line of lines) {
      if (line.seq > (this.last.get(attempt) ?? 0) + 1) {
        this.missing = true;
        break;
      }
      const stored = { ...line, attempt };
      if (this.advance(stored)) taken.push(stored);
    }
    return taken;
  }

  private advance({ attempt, seq }: StoredLine): boolean {
    if (seq <= (this.last.get(attempt) ?? 0)) return false;
    // Set anew, so that the attempts that moved last are the last ones.
    this.last.delete(attempt);
    this.last.set(attempt, seq);
    return true;
  }
}
