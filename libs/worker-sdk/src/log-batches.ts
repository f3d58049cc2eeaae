/** Lines of a log, sent some at a time and in order. */

const MAX_LINES_PER_CALL = 500;
const EVERY_MS = 500;
/** Whoever waits for `add` is held up by then; whoever does not wait loses nothing but memory. */
const MAX_WAITING_LINES = 10_000;

/** `send` resolves when the lines are stored; `seq` makes a repeat harmless. */
export class LogBatches {
  private readonly waiting: string[] = [];
  private seq = 0;
  private sending: Promise<void> | null = null;

  constructor(
    private readonly send: (lines: readonly string[], seq: number) => Promise<void>,
    private readonly pause: (ms: number) => Promise<void>,
  ) {}

  /** Resolves at once while few lines wait, otherwise when there is room again. */
  async add(text: string): Promise<void> {
    this.waiting.push(...text.split('\n'));
    this.sending ??= this.work().finally(() => {
      this.sending = null;
    });
    // An error of a batch is told by `flush`.
    this.sending.catch(() => undefined);
    if (this.waiting.length > MAX_WAITING_LINES) await this.sending;
  }

  /** Resolves when every line is stored. */
  async flush(): Promise<void> {
    while (this.waiting.length > 0 || this.sending) await (this.sending ?? this.sendAll());
  }

  private async work(): Promise<void> {
    await this.pause(EVERY_MS);
    await this.sendAll();
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      this.seq += 1;
      await this.send(this.waiting.splice(0, MAX_LINES_PER_CALL), this.seq);
    }
  }
}
