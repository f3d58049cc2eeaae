/** The metrics of secrets that are kept outside. */
import { SHORT_SECONDS } from './common-metrics.js';
import { NoticeMetrics } from './notice-metrics.js';

const EXECUTOR = ['executor'] as const;

export class SecretMetrics extends NoticeMetrics {
  readonly secretReads = this.counter(
    'carillon_secret_reads_total',
    EXECUTOR,
    'Requests of starts to a provider for a secret, by result: ok, unavailable, refused or missing.',
    'provider',
    'result',
  );
  readonly secretReadSeconds = this.histogram(
    'carillon_secret_read_seconds',
    EXECUTOR,
    {
      help: 'Duration of a request to a provider for a secret, including the time in the queue.',
      buckets: SHORT_SECONDS,
    },
    'provider',
  );
  readonly secretLeases = this.counter(
    'carillon_secret_leases_total',
    EXECUTOR,
    'Operations on leases of secrets, by result: renewed, revoked, failed (it is tried again) or lost (the lease ends before its attempt).',
    'provider',
    'result',
  );
  readonly secretProviderUp = this.gauge(
    'carillon_secret_provider_up',
    EXECUTOR,
    '1 if secrets of the provider could be read at the last check, which is made every minute; otherwise 0.',
    'provider',
  );
}
