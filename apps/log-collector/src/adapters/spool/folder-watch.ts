import { watch, type FSWatcher } from 'node:fs';
import { delay } from '#common/clock/delay.js';

/** Without events (none come on some file systems, and watches can run out) a folder is looked at this often. */
const POLL_MS = 1_000;
const POLL_WITHOUT_WATCH_MS = 200;

/** Tells when something in a folder may have changed. */
export class FolderWatch {
  private readonly watcher: FSWatcher | null;
  private hasChanged = false;
  private wake: () => void = () => undefined;
  private pollMs = POLL_MS;

  constructor(
    folder: string,
    private readonly settleMs: number,
  ) {
    this.watcher = this.open(folder);
  }

  /** Resolves some moments after a change since the last call, at the next poll, or at once when a signal is aborted. */
  async next(signals: readonly AbortSignal[]): Promise<void> {
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, ...signals]);
    if (!this.hasChanged && !signal.aborted) {
      const changed = new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      await Promise.race([changed, delay(this.pollMs, signal)]);
    }
    cancel.abort();
    if (this.hasChanged) await delay(this.settleMs, AbortSignal.any([...signals]));
    this.hasChanged = false;
  }

  close(): void {
    this.watcher?.close();
  }

  private open(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false }, () => {
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
