/** A running attempt, the argument of its handler. */
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_TIMER_MS } from './longest-timer.js';
import { callBack, RefusedError } from './callbacks.js';
import type { Invocation } from './invocation.js';
import type { Leftovers } from './journal.js';
import { LogBatches } from './log-batches.js';

type Json = Invocation['jobStorage'];

export class Task {
  private readonly stopping = new AbortController();
  private readonly leaving = new AbortController();
  private readonly lines: LogBatches;
  /** The value that was saved last, even if it is not stored yet. */
  private newest: Json;
  private saved: Json;
  private unsaved = 0;
  private saving: Promise<void> = Promise.resolve();

  constructor(readonly invocation: Invocation) {
    this.newest = this.saved = invocation.jobStorage;
    this.lines = new LogBatches(
      async (batch) => this.send('log', batch),
      async (ms) => delay(Math.min(ms, MAX_TIMER_MS), undefined, { ref: false, signal: this.leaving.signal }),
    );
  }

  /** Aborted when the run is cancelled, or continues without this attempt. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /** The parameters of the run; the job and its worker agree on their meaning. */
  get parameters(): unknown {
    return (this.invocation.job as { parameters?: unknown }).parameters ?? {};
  }

  get secureParameters(): unknown {
    return (this.invocation.job as { secureParameters?: unknown }).secureParameters ?? {};
  }

  /** The job storage: the value that this attempt or an earlier run has saved. */
  get storage(): Json {
    return this.saved;
  }

  /** Adds to the run's log; a text may have several lines. Callers with much output should await it. */
  log(text: string): Promise<void> {
    return unwatched(this.lines.add(text));
  }

  /** Shown with the attempt while it runs. */
  progress(progress: Json, message?: string): Promise<void> {
    return unwatched(this.send('status', { state: 'RUNNING', progress, ...(message !== undefined && { message }) }));
  }

  /**
   * Saves what `change` makes of the present value, at once; resolves when it is stored. Changes are made one after the other.
   * Carillon accepts them from the current attempt only, so that no former one overwrites them.
   */
  saveStorage(change: (present: Json) => Json): Promise<void> {
    // A copy: both may be changed later.
    const value = structuredClone(change(structuredClone(this.newest)));
    // Throws for a value that JSON does not have: kept as the newest, it would let the end of the attempt fail, too.
    JSON.stringify(value);
    this.newest = value;
    this.unsaved += 1;
    const stored = this.saving.then(async () => {
      await this.send('jobStorage', value);
      this.unsaved -= 1;
      this.saved = value;
    });
    this.saving = stored.catch(() => undefined);
    return unwatched(stored);
  }

  /** Reports that the attempt still runs, so that it does not count as dead. */
  heartbeat(): Promise<void> {
    return unwatched(this.send('status', { state: 'RUNNING' }));
  }

  /** The output that is not known to be stored when the handler has ended. The task sends nothing more from then on. */
  leave(): Leftovers {
    this.leaving.abort(new Error('the handler has ended'));
    return { log: this.lines.leave(), ...(this.unsaved > 0 && { storage: { value: this.newest } }) };
  }

  /** Resolves when no call that the task has begun is under way. */
  async settled(): Promise<void> {
    await this.saving;
    await this.lines.settled();
  }

  cancel(reason: string): void {
    this.stopping.abort(new Error(reason));
  }

  private async send(name: Parameters<typeof callBack>[1], body: unknown): Promise<void> {
    try {
      const signal = AbortSignal.any([this.signal, this.leaving.signal]);
      await callBack(this.invocation, name, { body, signal });
    } catch (error) {
      if (error instanceof RefusedError) this.cancel(`the attempt is no longer the current one: ${error.message}`);
      throw error;
    }
  }
}

/** If the handler does not await the promise, its error does not end the process: the attempt ends with it in any case. */
function unwatched(promise: Promise<void>): Promise<void> {
  promise.catch(() => undefined);
  return promise;
}
