import type { Clock } from '#common/clock/clock.js';
import type { ChannelsStore, StoredChannel } from '#common/mongo/channels.store.js';

const PER_PAGE = 500;
/** A new channel is known after this time at the latest. */
const KNOWN_MS = 5_000;

/** The channels that get events of all runs of their tenants. */
export class Subscribers {
  private channelsRead: Promise<readonly StoredChannel[]> = Promise.resolve([]);
  private readAt = -Infinity;

  constructor(
    private readonly channels: Pick<ChannelsStore, 'subscribed'>,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** All of them: a channel that were left out would get nothing. */
  async all(): Promise<readonly StoredChannel[]> {
    const now = this.clock.monotonic();
    if (now - this.readAt >= KNOWN_MS) {
      this.readAt = now;
      this.channelsRead = this.read();
      this.channelsRead.catch(() => {
        this.readAt = -Infinity;
      });
    }
    return this.channelsRead;
  }

  private async read(): Promise<StoredChannel[]> {
    const all: StoredChannel[] = [];
    for (;;) {
      const page = await this.channels.subscribed(all.at(-1) ?? null, PER_PAGE);
      all.push(...page);
      if (page.length < PER_PAGE) return all;
    }
  }
}
