/** The lines of a log as they come: gathered within a frame, bounded, and announced to the view that shows them. */
import { follow } from '../api/follow.js';

export interface LogLine {
  readonly attempt: string;
  /** `<task>/<index>.<attempt>`. */
  readonly label: string;
  readonly seq: number;
  readonly at: string;
  readonly stream: 'stdout' | 'stderr' | 'system';
  readonly text: string;
}

export interface LogChoice {
  readonly task?: string | undefined;
  readonly index?: string | undefined;
  readonly attempt?: string | undefined;
}

/** Lines kept in the page; the whole log can be had as a file. */
export const MAX_LINES = 400_000;
/** Beyond that so many go at once: what is known of each line's place is counted anew then. */
const DROPPED_TOGETHER = 40_000;
/** The number of lines that are read at first: the newest ones. */
export const FIRST_LINES = 5_000;

export type LogState = 'connecting' | 'live' | 'away' | 'complete';

export class LogLines {
  readonly lines: LogLine[] = [];
  state: LogState = 'connecting';
  /** Lines that had to go from the page, to stay within the bound. */
  dropped = 0;
  version = 0;
  /** Whether lines of several attempts are among them. */
  isMixed = false;
  private batch: LogLine[] = [];
  private readonly listeners = new Set<() => void>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly run: string,
    private readonly choice: LogChoice,
    readonly isWhole: boolean,
  ) {}

  start(): void {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(this.choice)) if (value) query.set(name, String(value));
    if (!this.isWhole) query.set('tail', String(FIRST_LINES));
    const path = `runs/${encodeURIComponent(this.run)}/logs?${query}`;
    const heard = follow(
      path,
      {
        event: ({ type, data }) => {
          if (type === 'line') this.add(data as LogLine);
          if (type !== 'end') return true;
          this.flush();
          this.tell('complete');
          return false;
        },
        connected: (connected) => {
          this.tell(connected ? 'live' : 'away');
        },
      },
      this.stopping.signal,
    );
    void heard.catch(() => {
      this.tell('away');
    });
  }

  stop(): void {
    this.stopping.abort();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  readonly snapshot = (): number => this.version;

  private add(line: LogLine): void {
    this.batch.push(line);
    if (this.batch.length > 1) return;
    // A hidden page has no frames, and shows nothing.
    if (document.visibilityState === 'visible') requestAnimationFrame(this.flush);
    else setTimeout(this.flush, 500);
  }

  private readonly flush = (): void => {
    if (this.batch.length === 0) return;
    for (const line of this.batch) {
      this.lines.push(line);
      this.isMixed ||= line.label !== this.lines[0]?.label;
    }
    this.batch = [];
    if (this.lines.length > MAX_LINES) {
      const { length } = this.lines.splice(0, this.lines.length - MAX_LINES + DROPPED_TOGETHER);
      this.dropped += length;
    }
    this.tell(this.state);
  };

  private tell(state: LogState): void {
    this.state = state;
    this.version++;
    for (const listener of this.listeners) listener();
  }
}
