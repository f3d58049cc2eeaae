/** The metrics of every service: of itself, the database, NATS and its secrets. */
import { EVERY_SERVICE, MetricRegistry, type Exporter } from './metric-registry.js';
import type { TraceOf } from './run-histogram.js';

export const SHORT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DATABASE_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

export class CommonMetrics extends MetricRegistry {
  readonly ready = this.gauge(
    'carillon_ready',
    EVERY_SERVICE,
    '1 while the service is ready, as /readyz reports; otherwise 0.',
  );
  readonly dependencyUp = this.gauge(
    'carillon_dependency_up',
    EVERY_SERVICE,
    '1 while a dependency is available, as /readyz reports, whether or not readiness depends on it; otherwise 0.',
    'dependency',
  );
  readonly secretValues = this.gauge(
    'carillon_secret_values',
    EVERY_SERVICE,
    'Stored secrets by the id of their key, as last counted; state: sealing (the first key, which encrypts), opening (a further key, which only decrypts) or missing.',
    'key',
    'state',
  );
  readonly secretsUnreadable = this.counter(
    'carillon_secrets_unreadable_total',
    EVERY_SERVICE,
    'How often a stored secret was needed but could not be decrypted, by the id of its key.',
    'key',
  );
  readonly clockSkew = this.gauge(
    'carillon_clock_skew_seconds',
    EVERY_SERVICE,
    'Seconds by which the clock of this replica is ahead of the clock of the database.',
  );
  readonly databaseOperations = this.gauge(
    'carillon_database_operations',
    EVERY_SERVICE,
    'Database operations of this replica that are in progress.',
  );
  readonly databaseOperationsLimit = this.gauge(
    'carillon_database_operations_limit',
    EVERY_SERVICE,
    'Database operations that this replica allows at once; the limit adapts to their duration.',
  );
  readonly databaseOperationsWaiting = this.gauge(
    'carillon_database_operations_waiting',
    EVERY_SERVICE,
    'Database operations that wait for admission by the gate, by lane.',
    'lane',
  );
  readonly databaseOperationsRefused = this.counter(
    'carillon_database_operations_refused_total',
    EVERY_SERVICE,
    'Database operations that were refused because too many waited, or one waited for too long, by lane.',
    'lane',
  );
  readonly messagesDropped = this.counter(
    'carillon_messages_dropped_total',
    EVERY_SERVICE,
    'Messages that were not handled, by cause: expired (the requester has given up), overload, newer (sent by a newer version); or unsigned, forged, stale (refused because no service of this installation sent them).',
    'contract',
    'reason',
  );
  readonly natsRefusals = this.counter(
    'carillon_nats_refusals_total',
    EVERY_SERVICE,
    'Operations of this service that the NATS server refused, mostly because the key of the service may not use a subject.',
  );
  readonly databaseSeconds = this.histogram(
    'carillon_database_operation_seconds',
    EVERY_SERVICE,
    {
      help: 'Duration of a database operation without its wait for admission, by collection; result: ok, outage (not reached or not answered in time), error.',
      buckets: DATABASE_SECONDS,
    },
    'collection',
    'result',
  );
  readonly databaseConnections = this.gauge(
    'carillon_database_connections',
    EVERY_SERVICE,
    'Connections to the database, by state: open, used.',
    'state',
  );
  readonly natsLost = this.counter(
    'carillon_nats_connections_lost_total',
    EVERY_SERVICE,
    'How often the connection to NATS was lost.',
  );
  readonly memberCount = this.gauge(
    'carillon_members',
    EVERY_SERVICE,
    'Living replicas of the service, as this replica sees them.',
  );
  readonly newerDocuments = this.gauge(
    'carillon_newer_documents',
    EVERY_SERVICE,
    'Documents in a form of a newer version, which this version does not process; of all shards, counted up to 1,000.',
    'collection',
  );
  private readonly buildInfo = this.gauge(
    'carillon_build_info',
    EVERY_SERVICE,
    'Always 1.',
    'service',
    'version',
    'node',
  );

  constructor(exporter: Exporter, version: string, traceOf: TraceOf | null) {
    super(exporter, traceOf);
    this.buildInfo.set({ service: exporter, version, node: process.version }, 1);
  }
}
