/** The metrics of every service: of itself, the database, NATS and its secrets. */
import { EVERY_SERVICE, MetricRegistry, type Exporter } from './metric-registry.js';
import type { TraceOf } from './run-histogram.js';

export const SHORT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DATABASE_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

export class CommonMetrics extends MetricRegistry {
  readonly ready = this.gauge(
    'carillon_ready',
    EVERY_SERVICE,
    '1 while the service can do its work, as /readyz reports.',
  );
  readonly dependencyUp = this.gauge(
    'carillon_dependency_up',
    EVERY_SERVICE,
    '1 while a dependency works, as /readyz reports, whether or not readiness depends on it.',
    'dependency',
  );
  readonly secretValues = this.gauge(
    'carillon_secret_values',
    EVERY_SERVICE,
    'Stored secrets by the id of their key, as last counted; state: sealing (in front), opening (behind) or missing.',
    'key',
    'state',
  );
  readonly secretsUnreadable = this.counter(
    'carillon_secrets_unreadable_total',
    EVERY_SERVICE,
    'Times that a stored secret was needed and could not be opened, by the id of its key.',
    'key',
  );
  readonly clockSkew = this.gauge(
    'carillon_clock_skew_seconds',
    EVERY_SERVICE,
    "By how much this replica's clock is ahead of the database's.",
  );
  readonly databaseOperations = this.gauge(
    'carillon_database_operations',
    EVERY_SERVICE,
    'Database operations of this replica that are under way.',
  );
  readonly databaseOperationsLimit = this.gauge(
    'carillon_database_operations_limit',
    EVERY_SERVICE,
    'Database operations that this replica allows at once; adapts to how long they take.',
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
    'Messages that were not handled, by cause: expired (the requester has given up), overload, newer (sent by a newer version); or refused, because no service of this installation sent them: unsigned, forged, stale.',
    'contract',
    'reason',
  );
  readonly natsRefusals = this.counter(
    'carillon_nats_refusals_total',
    EVERY_SERVICE,
    'What the NATS server refused this service: a subject that its key may not use, mostly.',
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
    'Times that the connection to NATS was lost.',
  );
  readonly memberCount = this.gauge(
    'carillon_members',
    EVERY_SERVICE,
    'Living replicas of its service, as this replica sees them.',
  );
  readonly newerDocuments = this.gauge(
    'carillon_newer_documents',
    EVERY_SERVICE,
    'Documents that a newer version has written in a form that this one leaves alone, of all shards, counted up to a thousand.',
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
