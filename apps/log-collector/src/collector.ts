/** Starts and stops everything that the collector runs by itself, in the right order. */
import type { Startable } from '#common/lifecycle/service.js';
import type { Membership } from '#common/membership/membership.js';
import type { CallbackLogs } from './callbacks/callback-log.js';
import type { Followers } from './follow/followers.js';
import type { LiveLines } from './live/live-lines.js';

export class Collector implements Startable {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly reading: { readonly followers: Followers; readonly callbackLogs: CallbackLogs },
    private readonly sweeps: readonly Startable[],
    private readonly live: Pick<LiveLines, 'send'>,
    private readonly membership: Pick<Membership, 'onChange'>,
  ) {}

  async start(): Promise<void> {
    this.stopWatching = this.membership.onChange(() => {
      this.reading.callbackLogs.forget();
      this.reading.followers.shareAnew();
    });
    await this.reading.followers.start();
    this.reading.callbackLogs.start();
    for (const sweep of this.sweeps) void sweep.start();
  }

  async stop(): Promise<void> {
    this.stopWatching();
    this.reading.callbackLogs.stop();
    await Promise.all(this.sweeps.map((sweep) => sweep.stop()));
    await this.reading.followers.stop();
    this.live.send();
  }
}
