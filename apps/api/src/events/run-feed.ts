import type { PayloadOf } from '#common/contracts/contract.js';
import { contracts } from '#common/contracts/registry.js';
import { AppError } from '#common/errors/app-error.js';
import type { Nats } from '#common/nats/nats.js';
import { Feed } from './feed.js';

export type RunChange = PayloadOf<typeof contracts.runChanged>;

/** Live readers of one process; each costs a connection and a bounded buffer. */
const MAX_READERS = 2_000;

/** Takes the changes that one reader wants. */
export interface ChangeSink {
  /** False once it takes no more. */
  readonly push: (change: RunChange) => boolean;
  readonly end: () => void;
}

interface Reader {
  readonly wants: (change: RunChange) => boolean;
  readonly sink: ChangeSink;
}

/** Hears of every run's changes once, and passes them to the readers who want them. */
export class RunFeed {
  private readonly readers = new Set<Reader>();
  private stopListening: (() => void) | null = null;

  constructor(private readonly nats: Pick<Nats, 'listen'>) {}

  start(): void {
    this.stopListening ??= this.nats.listen(contracts.runChanged, {}, (change) => {
      for (const reader of this.readers) {
        if (reader.wants(change) && !reader.sink.push(change)) this.readers.delete(reader);
      }
    });
  }

  /** Ends every reader's feed. */
  stop(): void {
    this.stopListening?.();
    this.stopListening = null;
    for (const { sink } of this.readers) sink.end();
    this.readers.clear();
  }

  /** A feed of the changes that `wants` picks, from now on; `leave` ends it. Throws TOO_MANY_REQUESTS. */
  join(wants: (change: RunChange) => boolean): { feed: Feed<RunChange>; leave: () => void } {
    const feed = new Feed<RunChange>();
    const sink = {
      push: (change: RunChange): boolean => feed.push(change),
      end: (): void => {
        feed.end();
      },
    };
    return { feed, leave: this.pass(wants, sink) };
  }

  /** Passes the changes that `wants` picks to a sink; gives the function that ends it. Throws TOO_MANY_REQUESTS. */
  pass(wants: (change: RunChange) => boolean, sink: ChangeSink): () => void {
    if (this.readers.size >= MAX_READERS) {
      throw new AppError('TOO_MANY_REQUESTS', `this replica serves its ${MAX_READERS} live readers already`);
    }
    const reader = { wants, sink };
    this.readers.add(reader);
    return () => {
      this.readers.delete(reader);
      sink.end();
    };
  }
}
