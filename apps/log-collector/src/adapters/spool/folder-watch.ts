import { watch, type FSWatcher } from 'node:fs';
import { MAX_TIMER_MS, delay } from '#common/clock/clock.js';

/** How often a folder is checked without events (some file systems have none, and watches can run out). */
const POLL_MS = 1_000;
const POLL_WITHOUT_WATCH_MS = 200;

export interface FolderWatchOptions {
  /** Events are collected for this long, so that a busy writer causes one check per interval and not one per write. */
  readonly settleMs: number;
  /** The file that appears last. */
  readonly lastFile: string;
  /** Ends the waiting at once. */
  readonly signals: readonly AbortSignal[];
}

/** Reports when something in a folder may have changed. Made for many folders at once: a wait costs one timer. */
export class FolderWatch {
  /** False only when the last file has certainly not appeared since `next` resolved before. */
  mayHaveLastFile = true;
  private readonly watcher: FSWatcher | null;
  private hasChanged = false;
  private pollMs = POLL_MS;
  private wake: () => void = () => undefined;

  constructor(
    folder: string,
    private readonly options: FolderWatchOptions,
  ) {
    this.watcher = this.open(folder);
    for (const signal of options.signals) signal.addEventListener('abort', this.onAbort);
  }

  /** Resolves a short time after a change since the last call, at the next poll, or at once when a signal is aborted. */
  async next(): Promise<void> {
    this.mayHaveLastFile = false;
    if (!this.hasChanged && !this.isAborted) await this.change();
    if (this.hasChanged && !this.isAborted) await delay(this.options.settleMs);
    this.hasChanged = false;
    this.mayHaveLastFile ||= this.sawLastFile;
    this.sawLastFile = false;
  }

  close(): void {
    this.watcher?.close();
    for (const signal of this.options.signals) signal.removeEventListener('abort', this.onAbort);
  }

  private sawLastFile = false;

  private get isAborted(): boolean {
    return this.options.signals.some((signal) => signal.aborted);
  }

  private readonly onAbort = (): void => {
    this.wake();
  };

  private change(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => {
          this.sawLastFile = true;
          resolve();
        },
        Math.min(this.pollMs, MAX_TIMER_MS),
      );
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private open(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        this.sawLastFile ||= name === null || name === this.options.lastFile;
        this.hasChanged = true;
        this.wake();
      });
      watcher.on('error', () => {
        this.pollMs = POLL_WITHOUT_WATCH_MS;
      });
      return watcher;
    } catch {
      this.pollMs = POLL_WITHOUT_WATCH_MS;
      return null;
    }
  }
}
