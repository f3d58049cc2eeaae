/** The executor's loops for secrets of providers: they renew leases, and check that the providers can be reached. */
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { EVERY_MINUTE, Housekeeping } from '#common/lifecycle/housekeeping.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { LeaseEnds } from './lease-ends.js';
import type { LeaseKeeper } from './lease-keeper.js';
import type { ProviderWatch } from './provider-watch.js';

interface SecretLoopsParts {
  readonly leases: Pick<LeaseKeeper, 'step'>;
  readonly ends: Pick<LeaseEnds, 'drain'>;
  readonly watch: ProviderWatch;
  /** Null: there is no cluster. */
  readonly cluster: Pick<ApiClient, 'open' | 'close'> | null;
  readonly log: Logger;
}

export class SecretLoops implements Startable {
  private readonly sweep: SweepLoop;
  private readonly housekeeping: Housekeeping;

  constructor(private readonly parts: SecretLoopsParts) {
    const { leases, watch, log } = parts;
    this.sweep = new SweepLoop('leases', () => leases.step(), SWEEP_INTERVAL_MS, { log });
    this.housekeeping = new Housekeeping([{ name: 'providers', cron: EVERY_MINUTE, run: () => watch.look() }], { log });
  }

  async start(): Promise<void> {
    const { cluster, watch, log } = this.parts;
    await cluster?.open();
    // Leases of a provider that is no longer declared still exist: they are reported, and then removed.
    this.sweep.start();
    if (!watch.hasProviders) return;
    this.housekeeping.start();
    // Runs in the background: a provider that does not answer must not delay the start of the service.
    void watch.look().catch((error: unknown) => {
      log.warn({ error: messageOf(error) }, 'the providers of secrets could not be checked');
    });
  }

  async stop(): Promise<void> {
    const { ends, watch, cluster } = this.parts;
    await Promise.all([this.sweep.stop(), this.housekeeping.stop()]);
    await ends.drain();
    await watch.close();
    await cluster?.close();
  }
}
