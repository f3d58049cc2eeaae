import { setTimeout as delay } from 'node:timers/promises';
import { MAX_TIMER_MS } from '#common/clock/clock.js';
import { dataOf, type Client } from '#client/client.js';
import { eventLines, type RunEvent } from './event-lines.js';
import { LineLimiter } from './line-limiter.js';
import { followRunEvents } from './run-events.js';
import { RunTally, type Overview } from './run-tally.js';
import type { Terminal } from './terminal.js';

/** On a terminal the summary is rewritten this often; elsewhere it is a line of its own, if something has changed. */
const REFRESH_MS = 1_000;
const SUMMARY_LINE_MS = 30_000;
/** The overview is read this often. */
const OVERVIEW_MS = 3_000;

/** Shows the progress of runs: one summary, failures at a bounded rate, and every event on request. */
export class RunDisplay {
  private readonly tally = new RunTally();
  private readonly failures: LineLimiter;
  private overview: Overview | null = null;
  private lastLine = '';

  constructor(
    private readonly terminal: Terminal,
    private showsEvents: boolean,
    /** Named in the summary if there is a keyboard. */
    private readonly toggleKey: string | null,
  ) {
    this.failures = new LineLimiter((line) => {
      this.terminal.say(line);
    }, 'failures');
  }

  /** Runs until `signal` is aborted. */
  async run(client: Client, signal: AbortSignal): Promise<void> {
    const take = (event: RunEvent): void => {
      this.take(event);
    };
    const interval = this.terminal.isLive ? REFRESH_MS : SUMMARY_LINE_MS;
    await Promise.all([
      followRunEvents(client, take, signal),
      repeat(OVERVIEW_MS, signal, async () => {
        this.overview = await overviewOf(client).catch(() => null);
      }),
      repeat(interval, signal, () => {
        this.refresh();
        return Promise.resolve();
      }),
    ]);
  }

  /** Switches the display of every event on or off. */
  toggleEvents(): void {
    this.showsEvents = !this.showsEvents;
    this.refresh();
    this.terminal.say(this.showsEvents ? 'every event is shown' : 'events are not shown any more');
  }

  private take(event: RunEvent): void {
    this.tally.take(event, performance.now());
    const lines = eventLines(event);
    if (this.showsEvents) for (const line of lines) this.terminal.say(line);
    else if (event.transitions.at(-1)?.state === 'FAILED') this.failures.take(lines.at(-1) ?? '', performance.now());
  }

  private refresh(): void {
    const summary = this.tally.summary(this.overview, performance.now());
    if (this.terminal.isLive) {
      const hint = this.toggleKey === null ? '' : ` · ${this.toggleKey}: ${this.showsEvents ? 'no events' : 'events'}`;
      this.terminal.show(`${summary}${hint}`);
    } else if (summary !== this.lastLine) {
      this.lastLine = summary;
      this.terminal.say(summary);
    }
  }
}

/** Runs at once, and again a while after each time. */
async function repeat(pauseMs: number, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await work();
    await delay(Math.min(pauseMs, MAX_TIMER_MS), undefined, { signal }).catch(() => undefined);
  }
}

async function overviewOf(client: Client): Promise<Overview> {
  const answer = client.GET('/overview', { params: { query: { hours: 1 } } });
  const { active: running, queued, next } = await dataOf(answer);
  const [first] = next;
  return { running, queued, next: first === undefined ? null : { at: first.at, job: first.jobName } };
}
