/** Keeps the streams existing while NATS is available: streams in memory are lost with their server. */
import { delay } from '../clock/delay.js';
import { messageOf } from '../errors/app-error.js';
import type { Logger } from '../logging/logger.js';
import { SharedCalls } from '../runtime/shared-calls.js';
import type { NatsLink } from './nats-link.js';
import { ensureStreams, findStreams, type StreamPlacement } from './streams.js';

/** Streams are looked for again at most this often. */
const INTERVAL_MS = 1_000;

export class StreamUpkeep {
  /** The problem of the streams; null where there is none. */
  private problem: string | null = 'not checked yet';
  private readonly calls = new SharedCalls<'ensure' | 'persist', void>();
  private lastEnsured = -Infinity;

  /** `placement`: null where another service makes the streams, and this one waits for them. */
  constructor(
    private readonly link: NatsLink,
    private readonly placement: StreamPlacement | null,
    private readonly log: Logger,
  ) {
    link.watch({ up: () => void this.ensureInTheEnd() });
  }

  get trouble(): string | null {
    return this.problem === null ? null : `streams: ${this.problem}`;
  }

  /** Makes missing streams and updates the others; concurrent callers share one attempt. */
  async ensure(): Promise<void> {
    await this.calls.run('ensure', () => this.ensureNow());
  }

  /** Tries again for as long as the server is available: one that has just started, or its cluster, may not be able to yet. */
  async ensureInTheEnd(): Promise<void> {
    await this.calls.run('persist', () => this.persist());
  }

  /** A message could not be stored, perhaps because its stream is missing. */
  async ensureAgain(): Promise<void> {
    if (performance.now() - this.lastEnsured > INTERVAL_MS) await this.ensure().catch(() => undefined);
  }

  private async persist(): Promise<void> {
    while (this.link.isUp && !(await this.ensure().then(isDone, isNotDone))) await delay(INTERVAL_MS);
  }

  private async ensureNow(): Promise<void> {
    this.lastEnsured = performance.now();
    try {
      const { placement, log } = this;
      const { manager } = this.link;
      await this.link.whileUp(placement ? ensureStreams(manager, placement, log) : findStreams(manager));
      this.problem = null;
    } catch (error) {
      const problem = messageOf(error);
      if (this.link.isUp && problem !== this.problem)
        this.log[this.placement ? 'error' : 'warn'](
          { error: problem },
          'streams are missing in NATS or differ from their configuration',
        );
      this.problem = problem;
      void this.ensureInTheEnd();
      throw error;
    }
  }
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;
