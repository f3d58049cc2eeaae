/** Closes the parts of a service when it stops: the last opened is closed first, one after the other. */
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';

interface Closer {
  readonly what: string;
  readonly close: () => Promise<void> | void;
}

/** A part that takes longer to close is logged. */
const SLOW_MS = 1_000;

export class Closers {
  private readonly open: Closer[] = [];
  private closing: string | null = null;

  constructor(
    private readonly log: Logger,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  add(what: string, close: Closer['close']): void {
    this.open.push({ what, close });
  }

  /** The part that is being closed; null if none is. */
  get waitsFor(): string | null {
    return this.closing;
  }

  /** Closes everything; a part that cannot be closed is logged, and the others are closed nonetheless. */
  async closeAll(): Promise<void> {
    for (let next = this.open.pop(); next; next = this.open.pop()) {
      this.closing = next.what;
      const begunAt = this.monotonic();
      try {
        await next.close();
      } catch (error) {
        this.log.warn({ what: next.what, error: messageOf(error) }, 'a part of the service could not be closed');
      }
      const tookMs = Math.round(this.monotonic() - begunAt);
      if (tookMs >= SLOW_MS) this.log.info({ what: next.what, tookMs }, 'a part of the service was slow to close');
    }
    this.closing = null;
    this.log.info('stopped');
  }
}
