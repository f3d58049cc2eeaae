/** One attempt that runs: what its handler is given to work with. */
import { setTimeout as delay } from 'node:timers/promises';
import { callBack, RefusedError } from './callbacks.js';
import type { Invocation } from './invocation.js';
import { LogBatches } from './log-batches.js';

type Json = Invocation['jobStorage'];

export class Task {
  private readonly stopping = new AbortController();
  private readonly lines: LogBatches;
  private saved: Json;
  private saving: Promise<void> = Promise.resolve();

  constructor(readonly invocation: Invocation) {
    this.saved = invocation.jobStorage;
    this.lines = new LogBatches(
      async (lines, seq) => this.send('log', { lines, seq }),
      async (ms) => delay(ms, undefined, { ref: false }),
    );
  }

  /** Aborted when the run is cancelled, or goes on without this attempt. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** What the run was given; what that means is between the job and its worker. */
  get parameters(): unknown {
    return (this.invocation.job as { parameters?: unknown }).parameters ?? {};
  }

  get secureParameters(): unknown {
    return (this.invocation.job as { secureParameters?: unknown }).secureParameters ?? {};
  }

  /** What the job has saved: by this attempt, or by the runs before. */
  get storage(): Json {
    return this.saved;
  }

  /** Adds to the run's log; a text may have several lines. Worth waiting for where there is much to say. */
  async log(text: string): Promise<void> {
    await this.lines.add(text);
  }

  /** Shown with the attempt while it runs. */
  async progress(progress: Json, message?: string): Promise<void> {
    await this.send('status', { state: 'RUNNING', progress, ...(message !== undefined && { message }) });
  }

  /**
   * Saves what `change` makes of the present value; resolves when it is stored. One change follows the other, each upon what the
   * former has saved. Carillon takes it of the current attempt only, so that no former one overwrites it.
   */
  async saveStorage(change: (present: Json) => Json): Promise<void> {
    const next = this.saving.then(async () => {
      const value = change(this.saved);
      await this.send('jobStorage', value);
      this.saved = value;
    });
    this.saving = next.catch(() => undefined);
    await next;
  }

  /** Says that it still runs, which keeps it from being taken for dead. */
  async heartbeat(): Promise<void> {
    await this.send('status', { state: 'RUNNING' });
  }

  /** Resolves when all that was logged and saved is stored. */
  async flush(): Promise<void> {
    await this.saving;
    await this.lines.flush();
  }

  cancel(reason: string): void {
    this.stopping.abort(new Error(reason));
  }

  private async send(name: Parameters<typeof callBack>[1], body: unknown): Promise<void> {
    try {
      await callBack(this.invocation, name, { body, signal: this.signal });
    } catch (error) {
      if (error instanceof RefusedError) this.cancel(`the attempt is not the current one any more: ${error.message}`);
      throw error;
    }
  }
}
