/** What the executor does by itself for secrets from outside: leases, and whether their providers can be reached. */
import type { ProviderTrouble } from '#common/domain/provider-trouble.js';
import type { Clock } from '#common/clock/clock.js';
import { SWEEP_INTERVAL_MS } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { ApiClient } from '#common/kubernetes/api-client.js';
import { EVERY_MINUTE, Housekeeping } from '#common/lifecycle/housekeeping.js';
import type { Startable } from '#common/lifecycle/service.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { SweepLoop } from '#common/runtime/sweep-loop.js';
import type { LeaseKeeper } from './lease-keeper.js';
import type { KnownProvider } from './providers.js';

interface SecretLoopsParts {
  readonly providers: ReadonlyMap<string, KnownProvider>;
  readonly leases: Pick<LeaseKeeper, 'step' | 'drain'>;
  /** Null: there is no cluster. */
  readonly cluster: Pick<ApiClient, 'open' | 'close'> | null;
  /** Keeps what was found where the examination of the installation (`doctor`) finds it. */
  readonly tell: (found: readonly ProviderTrouble[]) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'secretProviderUp'>;
  readonly log: Logger;
}

export class SecretLoops implements Startable {
  private readonly sweep: SweepLoop;
  private readonly housekeeping: Housekeeping;
  private readonly said = new Map<string, string | null>();

  constructor(private readonly parts: SecretLoopsParts) {
    const { leases, log } = parts;
    this.sweep = new SweepLoop('leases', () => leases.step(), SWEEP_INTERVAL_MS, { log });
    this.housekeeping = new Housekeeping([{ name: 'providers', cron: EVERY_MINUTE, run: () => this.look() }], { log });
  }

  async start(): Promise<void> {
    await this.parts.cluster?.open();
    // Leases of a provider that is no longer declared are still there, to be told of and to be forgotten.
    this.sweep.start();
    if (this.parts.providers.size === 0) return;
    this.housekeeping.start();
    // In the background: a provider that does not answer keeps nobody from starting.
    void this.look().catch((error: unknown) => {
      this.parts.log.warn({ error: messageOf(error) }, 'the providers of secrets could not be looked at');
    });
  }

  async stop(): Promise<void> {
    await Promise.all([this.sweep.stop(), this.housekeeping.stop()]);
    await this.parts.leases.drain();
    await Promise.all([...this.parts.providers.values()].map(async ({ provider }) => provider.close?.()));
    await this.parts.cluster?.close();
  }

  /** Asks every provider whether secrets could be read now. */
  async look(): Promise<void> {
    const { providers, tell, metrics } = this.parts;
    const found = await Promise.all([...providers.values()].map((known) => this.lookAt(known)));
    for (const { provider, trouble } of found) metrics.secretProviderUp.set({ provider }, trouble === null ? 1 : 0);
    await tell(found);
  }

  private async lookAt({ name, config, provider }: KnownProvider): Promise<ProviderTrouble> {
    const { clock, log } = this.parts;
    const trouble = await provider.probe(clock.now()).then(() => null, messageOf);
    if (trouble !== (this.said.get(name) ?? null)) {
      if (trouble === null) log.info({ provider: name }, 'the provider of secrets can be reached again');
      else log.warn({ provider: name, trouble }, 'a provider of secrets cannot be reached');
    }
    this.said.set(name, trouble);
    return { provider: name, kind: config.kind, trouble };
  }
}
