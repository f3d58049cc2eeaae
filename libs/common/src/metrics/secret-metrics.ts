/** The metrics of secrets that are kept outside. */
import { SHORT_SECONDS } from './common-metrics.js';
import { NoticeMetrics } from './notice-metrics.js';

const EXECUTOR = ['executor'] as const;

export class SecretMetrics extends NoticeMetrics {
  readonly secretReads = this.counter(
    'carillon_secret_reads_total',
    EXECUTOR,
    'Secrets that starts asked of a provider, by result: ok, unavailable, refused or missing.',
    'provider',
    'result',
  );
  readonly secretReadSeconds = this.histogram(
    'carillon_secret_read_seconds',
    EXECUTOR,
    { help: 'Duration of one such question, the wait for its turn included.', buckets: SHORT_SECONDS },
    'provider',
  );
  readonly secretLeases = this.counter(
    'carillon_secret_leases_total',
    EXECUTOR,
    'What became of leases of secrets: renewed, revoked, failed (it is tried again) or lost (it ends before its attempt).',
    'provider',
    'result',
  );
  readonly secretProviderUp = this.gauge(
    'carillon_secret_provider_up',
    EXECUTOR,
    '1 where secrets of the provider could be read at the last look, which is every minute; else 0.',
    'provider',
  );
}
