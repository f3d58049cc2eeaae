import { watch, type FSWatcher } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Without events (none come on some file systems, and watches can run out) a folder is looked at this often. */
const POLL_MS = 1_000;
const POLL_WITHOUT_WATCH_MS = 200;

export interface FolderWatchOptions {
  /** Events are gathered for this long, so that a chatty writer costs a look per moment and not per write. */
  readonly settleMs: number;
  /** The file that appears last. */
  readonly lastFile: string;
  /** What ends the waiting at once. */
  readonly signals: readonly AbortSignal[];
}

/** Tells when something in a folder may have changed. Made for many folders at once: a wait costs one timer. */
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

  /** Resolves some moments after a change since the last call, at the next poll, or at once when a signal is aborted. */
  async next(): Promise<void> {
    this.mayHaveLastFile = false;
    if (!this.hasChanged && !this.isAborted) await this.change();
    if (this.hasChanged && !this.isAborted) await sleep(this.options.settleMs);
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
      const timer = setTimeout(() => {
        this.sawLastFile = true;
        resolve();
      }, this.pollMs);
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
