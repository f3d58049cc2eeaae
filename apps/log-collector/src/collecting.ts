/** Everything of the collector that runs by itself, begun and ended in the right order. */
import { messageOf } from '#common/errors/app-error.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Membership } from '#common/membership/membership.js';
import type { CallbackLogs } from './callbacks/callback-logs.js';
import type { Followers } from './follow/followers.js';
import type { LiveLines } from './live/live-lines.js';
import type { InboxSweep } from './sweeps/inbox-sweep.js';
import type { RetentionSweep } from './sweeps/retention-sweep.js';

export interface CollectingParts {
  readonly followers: Followers;
  readonly callbackLogs: CallbackLogs;
  readonly inbox: InboxSweep;
  readonly retention: RetentionSweep;
  readonly live: LiveLines;
}

export class Collecting implements Startable {
  private stopWatching: () => void = () => undefined;

  constructor(
    private readonly parts: CollectingParts,
    private readonly membership: Membership,
    private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    const { followers, callbackLogs, inbox, retention } = this.parts;
    this.stopWatching = this.membership.onChange(() => {
      this.shareAnew();
    });
    await followers.start();
    callbackLogs.start();
    inbox.start();
    retention.start();
  }

  async stop(): Promise<void> {
    const { followers, callbackLogs, inbox, retention, live } = this.parts;
    this.stopWatching();
    callbackLogs.stop();
    await Promise.all([retention.stop(), inbox.stop()]);
    await followers.stop();
    live.send();
  }

  private shareAnew(): void {
    this.parts.callbackLogs.forget();
    this.parts.followers.shareAnew().catch((error: unknown) => {
      this.log.warn({ error: messageOf(error) }, 'attempts could not be shared anew');
    });
  }
}
