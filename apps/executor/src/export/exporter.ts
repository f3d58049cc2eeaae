/**
 * Ships logs and audit to a target, at least once: a batch is saved as shipped only after the target has it, and whoever repeats it sends the
 * same ids. Nothing waits for the target: what retention removes before it is shipped is lost, and counted (`UnshippedLogs`).
 */
import type { Batch } from './batches.js';
import type { ExportHealth } from './export-health.js';
import type { LogTarget } from './log-target.js';

export interface BatchSource {
  read(): AsyncIterable<Batch>;
}

/** Batches of one source in a row, so that the other one is shipped as well while this one catches up. */
const BATCHES_IN_A_ROW = 20;

export class Exporter {
  private isStopped = false;

  constructor(
    private readonly sources: readonly BatchSource[],
    private readonly target: Pick<LogTarget, 'send'>,
    private readonly health: Pick<ExportHealth, 'mayTry' | 'took' | 'failed'>,
    private readonly isOwner: () => boolean,
  ) {}

  /** Ships until nothing more is to be shipped, or the target takes nothing. Returns the number of lines. */
  async step(): Promise<number> {
    let shipped = 0;
    for (let isAnyLeft = true; isAnyLeft;) {
      isAnyLeft = false;
      for (const source of this.sources) {
        if (!this.mayGoOn) return shipped;
        const { lines, isMore } = await this.ship(source);
        shipped += lines;
        isAnyLeft ||= isMore;
      }
    }
    return shipped;
  }

  /** Ends the step under way after its request. */
  stop(): void {
    this.isStopped = true;
  }

  private get mayGoOn(): boolean {
    return !this.isStopped && this.isOwner() && this.health.mayTry;
  }

  private async ship(source: BatchSource): Promise<{ lines: number; isMore: boolean }> {
    let lines = 0;
    let batches = 0;
    for await (const batch of source.read()) {
      if (!this.mayGoOn || !(await this.deliver(batch))) return { lines, isMore: false };
      lines += batch.lines.length;
      if (++batches === BATCHES_IN_A_ROW) return { lines, isMore: true };
    }
    return { lines, isMore: false };
  }

  /** False: the target has not taken the batch, or another process ships. */
  private async deliver({ lines, save }: Batch): Promise<boolean> {
    if (lines.length > 0) {
      const verdict = await this.target.send(lines);
      if (verdict.type !== 'taken') {
        this.health.failed(verdict);
        return false;
      }
      this.health.took(lines.length, verdict);
    }
    return save();
  }
}
