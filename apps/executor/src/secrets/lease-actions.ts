/** Renews and revokes leases at their providers; counts the outcomes. */
import type { Clock } from '#common/clock/clock.js';
import type { HeldLease } from '#common/domain/held-lease.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { HeldSecrets } from '#common/mongo/held-secrets.store.js';
import { renewedLease } from './core/lease-plan.js';
import type { KnownProvider } from './providers.js';

interface LeaseActionsParts {
  readonly providers: ReadonlyMap<string, KnownProvider>;
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'secretLeases'>;
  readonly log: Logger;
}

/** The outcome for a lease: kept unchanged or renewed, gone (null), or left for another try. */
export interface Outcome {
  readonly lease: HeldLease | null;
  readonly hasFailed?: true;
}

type Holder = Pick<HeldSecrets, 'run' | 'attempt'>;

export class LeaseActions {
  constructor(private readonly parts: LeaseActionsParts) {}

  async renew(lease: HeldLease, of: Holder): Promise<Outcome> {
    const { providers, clock, log } = this.parts;
    const provider = providers.get(lease.provider);
    try {
      const renewal = await provider?.guard.run(async () => provider.provider.renew?.(lease));
      if (renewal?.type === 'renewed') {
        this.count(lease, 'renewed');
        return { lease: renewedLease(lease, clock.now(), renewal) };
      }
      this.lost(lease, of, renewal?.message ?? `the provider "${lease.provider}" no longer exists`);
      return { lease: { ...lease, renewAt: null } };
    } catch (error) {
      this.count(lease, 'failed');
      log.warn(
        { run: of.run, error: messageOf(error) },
        'the lease of a secret could not be renewed; it is tried again',
      );
      return { lease, hasFailed: true };
    }
  }

  async revoke(lease: HeldLease): Promise<Outcome> {
    const { providers, log } = this.parts;
    const provider = providers.get(lease.provider);
    try {
      await provider?.guard.run(async () => provider.provider.revoke?.(lease));
      this.count(lease, 'revoked');
      return { lease: null };
    } catch (error) {
      this.count(lease, 'failed');
      log.warn(
        { provider: lease.provider, error: messageOf(error) },
        'the lease of a secret could not be revoked; it is tried again until the lease ends',
      );
      return { lease, hasFailed: true };
    }
  }

  /** Revokes the leases as far as possible now; true if none of them is left. */
  async revokeAll(leases: readonly HeldLease[]): Promise<boolean> {
    const outcomes = await Promise.all(leases.map((lease) => this.revoke(lease)));
    return outcomes.every(({ lease }) => lease === null);
  }

  /** Reports that the lease ends before the attempt that uses it. */
  lost(lease: HeldLease, { run, attempt }: Holder, why: string): void {
    this.count(lease, 'lost');
    this.parts.log.warn(
      { run, attempt, provider: lease.provider, why },
      'the lease of a secret ends before its attempt does',
    );
  }

  private count({ provider }: HeldLease, result: 'renewed' | 'revoked' | 'failed' | 'lost'): void {
    this.parts.metrics.secretLeases.inc({ provider, result });
  }
}
