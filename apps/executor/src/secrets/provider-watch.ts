/** Regularly asks every provider whether secrets could be read now. */
import type { ProviderTrouble } from '#common/domain/provider-trouble.js';
import type { Clock } from '#common/clock/clock.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { KnownProvider } from './providers.js';

interface ProviderWatchParts {
  readonly providers: ReadonlyMap<string, KnownProvider>;
  /** Stores the findings for the examination of the installation (`doctor`). */
  readonly tell: (troubles: readonly ProviderTrouble[]) => Promise<void>;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'secretProviderUp'>;
  readonly log: Logger;
}

export class ProviderWatch {
  private readonly said = new Map<string, string | null>();

  constructor(private readonly parts: ProviderWatchParts) {}

  /** True if there is a provider to watch. */
  get hasProviders(): boolean {
    return this.parts.providers.size > 0;
  }

  async look(): Promise<void> {
    const { providers, tell, metrics } = this.parts;
    const troubles = await Promise.all([...providers.values()].map((provider) => this.lookAt(provider)));
    for (const { provider, trouble } of troubles) metrics.secretProviderUp.set({ provider }, trouble === null ? 1 : 0);
    await tell(troubles);
  }

  async close(): Promise<void> {
    await Promise.all([...this.parts.providers.values()].map(async ({ provider }) => provider.close?.()));
  }

  private async lookAt({ name, config, provider }: KnownProvider): Promise<ProviderTrouble> {
    const { clock, log } = this.parts;
    const trouble = await provider.probe(clock.now()).then(() => null, messageOf);
    if (trouble !== (this.said.get(name) ?? null)) {
      if (trouble === null) log.info({ provider: name }, 'a provider of secrets can be reached again');
      else log.warn({ provider: name, trouble }, 'a provider of secrets cannot be reached');
    }
    this.said.set(name, trouble);
    return { provider: name, kind: config.kind, trouble };
  }
}
