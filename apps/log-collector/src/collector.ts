/** Starts and stops everything that the collector runs by itself, in the right order. */
import { messageOf } from '#common/errors/app-error.js';
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import type { InboxIntake } from '#common/inbox/inbox-intake.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Membership } from '#common/membership/membership.js';
import type { Calm } from '#common/runtime/calm.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { CallbackLogs } from './callbacks/callback-logs.js';
import type { Followers } from './follow/followers.js';
import type { LiveLines } from './live/live-lines.js';
import type { RetentionSweep } from './sweeps/retention-sweep.js';

export interface CollectorParts {
  readonly followers: Followers;
  readonly callbackLogs: CallbackLogs;
  readonly inbox: InboxIntake;
  readonly retention: RetentionSweep;
  readonly live: LiveLines;
}

export class Collector implements Startable {
  private stopWatching: () => void = () => undefined;
  private readonly inbox: SweepLoop;

  constructor(
    private readonly parts: CollectorParts,
    private readonly membership: Membership,
    private readonly log: Logger,
  ) {
    this.inbox = new SweepLoop('inbox', () => parts.inbox.sweep(membership.owned()), SWEEP_INTERVAL_MS, { log });
  }

  /** Gives itself, whose sweep for lost messages from now on rests while the collector does. */
  restWith(calm: Calm | undefined): this {
    this.inbox.restWith(calm);
    return this;
  }

  async start(): Promise<void> {
    const { followers, callbackLogs, retention } = this.parts;
    this.stopWatching = this.membership.onChange(() => {
      this.reassign();
    });
    await followers.start();
    callbackLogs.start();
    this.inbox.start();
    retention.start();
  }

  async stop(): Promise<void> {
    const { followers, callbackLogs, retention, live } = this.parts;
    this.stopWatching();
    callbackLogs.stop();
    await Promise.all([retention.stop(), this.inbox.stop()]);
    await followers.stop();
    live.send();
  }

  private reassign(): void {
    this.parts.callbackLogs.forget();
    this.parts.followers.shareAnew().catch((error: unknown) => {
      this.log.warn({ error: messageOf(error) }, 'attempts could not be redistributed among replicas');
    });
  }
}
