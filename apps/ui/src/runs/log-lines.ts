/** The lines of a log stream: batched by animation frame, bounded in number, and announced to the view. */
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

/** The maximum number of lines in the page; the whole log can be downloaded. */
export const MAX_LINES = 400_000;
/** Beyond the maximum, this many lines are dropped at once, because every drop recomputes the places of all lines. */
const DROPPED_TOGETHER = 40_000;
/** The number of lines that are read at first: the newest ones. */
export const FIRST_LINES = 5_000;

export type LogState = 'connecting' | 'live' | 'away' | 'complete';

export class LogLines {
  readonly lines: LogLine[] = [];
  state: LogState = 'connecting';
  /** The number of lines before the first one that was received. */
  omitted = 0;
  /** The number of lines that were dropped to stay within the maximum. */
  dropped = 0;
  version = 0;
  /** Whether the lines are of several attempts. */
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
          if (type === 'omitted') this.omitted = (data as { readonly lines: number }).lines;
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
    // A hidden page has no animation frames.
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
