/**
 * Closes a stream that must not be waited for: at a stop; in silence, when the attempt has ended or another round has started; and when
 * the node has sent everything without the position from which to continue.
 */
import type { ReadControl } from '../../core/source.js';
import type { PodLogStream } from './pod-log-api.js';

const GUARD_INTERVAL_MS = 500;
/** A stream that can bring nothing more is closed after this long a silence. */
const SILENT_AFTER_END_MS = 1_000;

export class StreamGuard {
  private readonly timer: NodeJS.Timeout;
  private silentMs = 0;
  private isListening = true;
  private hasBegun = false;

  constructor(
    private readonly stream: PodLogStream,
    private readonly control: ReadControl,
    private readonly search: {
      readonly isOn: () => boolean;
      readonly patienceMs: number;
      readonly isPast: () => boolean;
    },
  ) {
    if (control.stop.aborted) stream.close();
    else control.stop.addEventListener('abort', this.onStop);
    this.timer = setInterval(() => {
      if (this.isListening) this.silentMs += GUARD_INTERVAL_MS;
      if (this.isListening && this.silentMs > this.patienceMs()) stream.close();
    }, GUARD_INTERVAL_MS);
  }

  /** Received bytes are being processed: meanwhile the stream is not read. */
  heard(): void {
    this.isListening = false;
    this.hasBegun = true;
  }

  listen(): void {
    this.silentMs = 0;
    this.isListening = true;
  }

  end(): void {
    clearInterval(this.timer);
    this.control.stop.removeEventListener('abort', this.onStop);
  }

  /** The next read finds late lines; but a position that is declared lost too early makes a false gap. */
  private patienceMs(): number {
    if (this.control.attemptEnded.aborted || this.search.isPast()) return SILENT_AFTER_END_MS;
    return this.hasBegun && this.search.isOn() ? this.search.patienceMs : Infinity;
  }

  private readonly onStop = (): void => {
    this.stream.close();
  };
}
