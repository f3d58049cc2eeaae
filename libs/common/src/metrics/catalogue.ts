/** Every metric of Carillon, spelled once. Base units, `_total` on counters, no ids in labels. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { delay } from '../clock/delay.js';

const SHORT_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const LONG_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400];
const HTTP_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5];

/** Whoever reads the metrics waits this long for what is measured then. */
const MEASURE_WAIT_MS = 300;

export class Metrics {
  readonly registry = new Registry();
  private readonly in = { registers: [this.registry] };
  private readonly measures: { readonly measure: () => void | Promise<void>; underWay: Promise<void> | null }[] = [];

  readonly scheduleLateness = new Histogram({
    name: 'carillon_schedule_lateness_seconds',
    help: "From a slot's effective time to its run being recorded.",
    buckets: SHORT_SECONDS,
    ...this.in,
  });
  readonly slots = new Counter({
    name: 'carillon_slots_total',
    help: 'Slots by what became of them.',
    labelNames: ['outcome'],
    ...this.in,
  });
  readonly schedules = new Gauge({
    name: 'carillon_schedules',
    help: 'Schedules in the shards of this replica.',
    ...this.in,
  });
  readonly runs = new Counter({
    name: 'carillon_runs_total',
    help: 'Runs that ended, by final state.',
    labelNames: ['state', 'engine', 'trigger'],
    ...this.in,
  });
  readonly runsActive = new Gauge({
    name: 'carillon_runs_active',
    help: 'Unfinished runs in the shards of this replica.',
    labelNames: ['phase'],
    ...this.in,
  });
  readonly runStart = new Histogram({
    name: 'carillon_run_start_seconds',
    help: 'From a run being recorded to its first attempt having started.',
    buckets: SHORT_SECONDS,
    ...this.in,
  });
  readonly runDuration = new Histogram({
    name: 'carillon_run_duration_seconds',
    help: 'From the first start to the end of a run.',
    buckets: LONG_SECONDS,
    ...this.in,
  });
  readonly attempts = new Counter({
    name: 'carillon_attempts_total',
    help: 'Attempts that ended.',
    labelNames: ['engine', 'result'],
    ...this.in,
  });
  readonly syncDuration = new Histogram({
    name: 'carillon_job_sync_duration_seconds',
    help: 'Time of one turn of one run.',
    labelNames: ['completion_mode', 'result'],
    buckets: HTTP_SECONDS,
    ...this.in,
  });
  readonly syncs = new Counter({
    name: 'carillon_job_sync_total',
    help: 'Turns of runs.',
    labelNames: ['completion_mode', 'result'],
    ...this.in,
  });
  readonly jobsFinished = new Counter({
    name: 'carillon_job_finished_total',
    help: 'Runs that finished, by completion mode.',
    labelNames: ['completion_mode', 'result'],
    ...this.in,
  });
  readonly queueDepth = new Gauge({
    name: 'carillon_queue_depth',
    help: 'What waits in a bounded queue.',
    labelNames: ['queue'],
    ...this.in,
  });
  readonly startQueueUnmoved = new Gauge({
    name: 'carillon_start_queue_unmoved_seconds',
    help: 'Longest time for which runs under the same limits have waited to start, with room in all of them, and none was given a start.',
    ...this.in,
  });
  readonly logLines = new Counter({ name: 'carillon_log_lines_total', help: 'Log lines stored.', ...this.in });
  readonly logBytes = new Counter({
    name: 'carillon_log_bytes_total',
    help: 'Bytes of log text stored, before compression.',
    ...this.in,
  });
  readonly logLag = new Gauge({
    name: 'carillon_log_lag_seconds',
    help: 'Age of the oldest line that is read but not stored.',
    ...this.in,
  });
  readonly shardsOwned = new Gauge({
    name: 'carillon_shards_owned',
    help: 'Shards that this replica works on.',
    ...this.in,
  });
  readonly sharings = new Counter({
    name: 'carillon_shard_sharings_total',
    help: 'Times that this replica saw its service share the shards anew, because a replica came, left or fell silent.',
    ...this.in,
  });
  readonly kubernetesRequests = new Counter({
    name: 'carillon_k8s_requests_total',
    help: 'Requests to the Kubernetes API.',
    labelNames: ['verb', 'code'],
    ...this.in,
  });
  readonly httpRequestDuration = new Histogram({
    name: 'carillon_http_request_duration_seconds',
    help: 'Time to answer an HTTP request.',
    labelNames: ['route', 'method', 'status'],
    buckets: HTTP_SECONDS,
    ...this.in,
  });
  readonly sweeps = new Counter({
    name: 'carillon_sweeps_total',
    help: 'What a sweep found that a message should have told.',
    labelNames: ['sweep'],
    ...this.in,
  });
  readonly schedulesOverdue = new Gauge({
    name: 'carillon_schedules_overdue',
    help: 'Schedules in the shards of this replica whose next slot has passed for a minute and is not recorded.',
    ...this.in,
  });
  readonly runsRemoved = new Counter({
    name: 'carillon_runs_removed_total',
    help: 'Runs that were removed with everything that hangs on them, by age, by number or because somebody asked for it.',
    ...this.in,
  });
  readonly retentionBacklog = new Gauge({
    name: 'carillon_retention_backlog',
    help: 'Runs in the shards of this replica that are to be removed and are not yet, counted no further than ten thousand.',
    ...this.in,
  });
  readonly runOldest = new Gauge({
    name: 'carillon_run_phase_age_seconds',
    help: 'Age of the longest present stay in a phase, of the runs in the shards of this replica.',
    labelNames: ['phase'],
    ...this.in,
  });
  readonly ready = new Gauge({
    name: 'carillon_ready',
    help: '1 while the service can do its work, as /readyz says.',
    ...this.in,
  });
  readonly dependencyUp = new Gauge({
    name: 'carillon_dependency_up',
    help: '1 while a dependency serves, as /readyz says; 0 also for one that the service is ready without.',
    labelNames: ['dependency'],
    ...this.in,
  });
  readonly notices = new Counter({
    name: 'carillon_notices_total',
    help: 'Tries to deliver notices to webhooks, by what came of them.',
    labelNames: ['on', 'result'],
    ...this.in,
  });
  readonly secretValues = new Gauge({
    name: 'carillon_secret_values',
    help: 'Stored secrets by the id of their key, as last counted; state: sealing (in front), opening (behind) or missing.',
    labelNames: ['key', 'state'],
    ...this.in,
  });
  readonly secretsUnreadable = new Counter({
    name: 'carillon_secrets_unreadable_total',
    help: 'Times that a stored secret was needed and could not be opened, by the id of its key.',
    labelNames: ['key'],
    ...this.in,
  });
  readonly clockSkew = new Gauge({
    name: 'carillon_clock_skew_seconds',
    help: "By how much this replica's clock is ahead of the database's.",
    ...this.in,
  });
  readonly databaseOperations = new Gauge({
    name: 'carillon_database_operations',
    help: 'Database operations of this replica that are under way.',
    ...this.in,
  });
  readonly databaseOperationsLimit = new Gauge({
    name: 'carillon_database_operations_limit',
    help: 'Database operations that this replica allows at once; adapts to how long they take.',
    ...this.in,
  });
  readonly databaseOperationsWaiting = new Gauge({
    name: 'carillon_database_operations_waiting',
    help: 'Database operations that wait for their turn, by lane.',
    labelNames: ['lane'],
    ...this.in,
  });
  readonly databaseOperationsRefused = new Counter({
    name: 'carillon_database_operations_refused_total',
    help: 'Database operations that were refused because too many waited, or one waited for too long, by lane.',
    labelNames: ['lane'],
    ...this.in,
  });
  readonly httpRequestsActive = new Gauge({
    name: 'carillon_http_requests_active',
    help: 'HTTP requests of this replica that are being served or wait for it, by kind: callback, change, read.',
    labelNames: ['kind', 'state'],
    ...this.in,
  });
  readonly messagesDropped = new Counter({
    name: 'carillon_messages_dropped_total',
    help: 'Messages that were not handled: expired (whoever asked has given up), overload; or refused, because no service of ours sent them: unsigned, forged, stale.',
    labelNames: ['contract', 'reason'],
    ...this.in,
  });
  readonly natsRefusals = new Counter({
    name: 'carillon_nats_refusals_total',
    help: 'What the NATS server refused this service: a subject that its key may not use, mostly.',
    ...this.in,
  });
  readonly callbacksDropped = new Counter({
    name: 'carillon_callbacks_dropped_total',
    help: 'Stored callbacks that were dropped because nothing can take them any more: their run is gone, or their attempt has ended.',
    labelNames: ['kind', 'code'],
    ...this.in,
  });
  private readonly buildInfo = new Gauge({
    name: 'carillon_build_info',
    help: 'Always 1.',
    labelNames: ['service', 'version', 'node'],
    ...this.in,
  });

  constructor(service: string, version: string) {
    collectDefaultMetrics({ register: this.registry });
    this.buildInfo.set({ service, version, node: process.version }, 1);
  }

  /** Measures something anew whenever the metrics are read. One that takes long holds up no reader: its last figure stands. */
  beforeReading(measure: () => void | Promise<void>): void {
    this.measures.push({ measure, underWay: null });
  }

  /** The exposition text of all metrics. */
  async text(): Promise<string> {
    const measuring = this.measures.map((each) => {
      each.underWay ??= Promise.resolve(each.measure()).finally(() => {
        each.underWay = null;
      });
      return each.underWay;
    });
    const waited = new AbortController();
    await Promise.race([Promise.all(measuring), delay(MEASURE_WAIT_MS, waited.signal)]);
    waited.abort();
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }
}
