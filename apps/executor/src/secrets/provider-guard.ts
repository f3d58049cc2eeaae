/**
 * Guards one provider: bounds the number of requests at once and their wait, and pauses requests for a while after several failures. So a
 * provider that is slow or unreachable delays only attempts that need it.
 */
import type { Clock } from '#common/clock/clock.js';
import {
  MAX_SECRET_READS_AT_ONCE,
  MAX_SECRET_READS_WAITING,
  MAX_SECRET_READ_WAIT_MS,
  PROVIDER_FAILURES_UNTIL_PAUSE,
  PROVIDER_PAUSE_MS,
} from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import { Gate, Refused } from '#common/runtime/gate.js';
import { ProviderFailure, unavailable, type FailureReason } from './provider.js';

const RESULTS: Readonly<Record<FailureReason, string>> = {
  SecretsUnavailable: 'unavailable',
  SecretRefused: 'refused',
  SecretMissing: 'missing',
};

export class ProviderGuard {
  private readonly gate: Gate;
  private failures = 0;
  /** On the monotonic clock: until then the provider is not asked. */
  private pausedUntil = 0;
  private lastTrouble = '';

  constructor(
    private readonly name: string,
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly metrics: Pick<Metrics, 'secretReads' | 'secretReadSeconds'>,
  ) {
    this.gate = new Gate({
      resource: `the provider "${name}"`,
      limit: () => MAX_SECRET_READS_AT_ONCE,
      maxWaiting: MAX_SECRET_READS_WAITING,
      maxWaitMs: MAX_SECRET_READ_WAIT_MS,
      monotonic: () => clock.monotonic(),
    });
  }

  /** One read, counted. Throws ProviderFailure. */
  async read<T>(work: () => Promise<T>): Promise<T> {
    const begunAt = this.clock.monotonic();
    try {
      const result = await this.run(work);
      this.metrics.secretReads.inc({ provider: this.name, result: 'ok' });
      return result;
    } catch (error) {
      const failure = failureOf(error);
      this.metrics.secretReads.inc({ provider: this.name, result: RESULTS[failure.reason] });
      throw failure;
    } finally {
      this.metrics.secretReadSeconds.observe({ provider: this.name }, (this.clock.monotonic() - begunAt) / 1_000);
    }
  }

  /** Any other request. Throws ProviderFailure. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.gate.run('normal', () => this.attempt(work));
    } catch (error) {
      throw failureOf(error);
    }
  }

  /** Checks the pause here, so that it also applies to reads that have waited in the gate. */
  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    if (this.clock.monotonic() < this.pausedUntil)
      throw unavailable(
        `the provider has failed ${this.failures} times and is not asked for a while: ${this.lastTrouble}`,
      );
    try {
      const result = await work();
      this.failures = 0;
      return result;
    } catch (error) {
      const failure = failureOf(error);
      if (failure.reason === 'SecretsUnavailable') this.note(failure);
      else this.failures = 0;
      throw failure;
    }
  }

  private note({ message }: ProviderFailure): void {
    this.failures += 1;
    this.lastTrouble = message;
    if (this.failures >= PROVIDER_FAILURES_UNTIL_PAUSE) this.pausedUntil = this.clock.monotonic() + PROVIDER_PAUSE_MS;
  }
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (error instanceof Refused) return unavailable(error.message, error);
  return unavailable(messageOf(error), error);
}
