/**
 * Expands the events of iCalendar files. A file can contain rules that take seconds, so a thread of its own does it, one at a time, with
 * limits of time and memory: it is ended when it exceeds them, and the other requests go on meanwhile.
 */
import { Worker } from 'node:worker_threads';
import type { Clock } from '#common/clock/clock.js';
import { ICS_MEMORY_MB, ICS_TIMEOUT_MS, MAX_ICS_WAITING } from '#common/domain/limits.js';
import { Gate } from '#common/runtime/gate.js';
import type { ReadIcs } from './core/read-ics.js';

/** The longest that a file waits for others. */
const MAX_WAIT_MS = 15_000;

export class IcsReader {
  private readonly gate: Gate;

  constructor(
    /** The compiled `ics-worker.ts`. */
    private readonly workerFile: string,
    private readonly clock: Pick<Clock, 'monotonic' | 'after'>,
    private readonly timeoutMs = ICS_TIMEOUT_MS,
  ) {
    this.gate = new Gate({
      resource: 'iCalendar files',
      limit: () => 1,
      maxWaiting: MAX_ICS_WAITING,
      maxWaitMs: MAX_WAIT_MS,
      monotonic: () => clock.monotonic(),
    });
  }

  /** `zone` is the zone of dates, and of times that name none. Throws UNAVAILABLE if too many files wait. */
  async read(text: string, zone: string): Promise<ReadIcs> {
    return this.gate.run('normal', () => this.readInThread(text, zone));
  }

  private async readInThread(text: string, zone: string): Promise<ReadIcs> {
    const worker = new Worker(this.workerFile, {
      workerData: { text, zone },
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: ICS_MEMORY_MB },
    });
    let cancel = (): void => undefined;
    try {
      return await new Promise<ReadIcs>((resolve, reject) => {
        const refuse = (problem: string): void => {
          resolve({ ok: false, problem });
        };
        cancel = this.clock.after(this.timeoutMs, () => {
          refuse(
            `takes longer than ${this.timeoutMs} ms to evaluate: there are too many events, or rules that never yield a time`,
          );
        });
        worker.once('message', resolve);
        worker.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(`takes more than ${ICS_MEMORY_MB} MB to evaluate`);
          else reject(error);
        });
      });
    } finally {
      cancel();
      await worker.terminate();
    }
  }
}
