/** Lines of a log, sent some at a time and in order. */

const MAX_LINES_PER_CALL = 500;
const EVERY_MS = 500;
/** While this many lines wait, `add` resolves only when there is room again. Callers that do not wait for it only use more memory. */
const MAX_WAITING_LINES = 10_000;

/** Lines that are sent together; the number makes a repeat harmless. */
export interface LogBatch {
  readonly seq: number;
  readonly lines: readonly string[];
}

/** `send` resolves when the lines are stored. */
export class LogBatches {
  private readonly waiting: string[] = [];
  private underWay: LogBatch | null = null;
  private seq = 0;
  private sending: Promise<void> = Promise.resolve();
  private isSending = false;
  private isLeft = false;

  constructor(
    private readonly send: (batch: LogBatch) => Promise<void>,
    private readonly pause: (ms: number) => Promise<void>,
  ) {}

  /** Resolves at once while few lines wait, otherwise when there is room again. */
  async add(text: string): Promise<void> {
    if (this.isLeft) return;
    this.waiting.push(...text.split('\n'));
    if (!this.isSending) {
      this.isSending = true;
      this.sending = this.work().finally(() => {
        this.isSending = false;
      });
      // The error is reported by the attempt, which ends with it.
      this.sending.catch(() => undefined);
    }
    if (this.waiting.length > MAX_WAITING_LINES) await this.sending;
  }

  /** Returns all lines that are not known to be stored. From then on, no line is accepted or sent. */
  leave(): readonly LogBatch[] {
    this.isLeft = true;
    const left = this.underWay ? [this.underWay] : [];
    while (this.waiting.length > 0) left.push(this.nextBatch());
    return left;
  }

  /** Resolves when no call is under way. */
  async settled(): Promise<void> {
    await this.sending.catch(() => undefined);
  }

  private async work(): Promise<void> {
    await this.pause(EVERY_MS);
    while (this.waiting.length > 0) {
      this.underWay = this.nextBatch();
      await this.send(this.underWay);
      this.underWay = null;
    }
  }

  private nextBatch(): LogBatch {
    this.seq += 1;
    return { seq: this.seq, lines: this.waiting.splice(0, MAX_LINES_PER_CALL) };
  }
}
