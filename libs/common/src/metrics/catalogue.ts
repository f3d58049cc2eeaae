/** Every metric of Carillon, named once, with the services that export it; those of every service are in common-metrics.ts, those of notices in notice-metrics.ts, of secrets in secret-metrics.ts, of the archive in archive-metrics.ts, of Kubernetes in kubernetes-metrics.ts, of the API in http-metrics.ts. Base units, `_total` on counters, no ids in labels. */
import { BoundedNames, DEFAULT_NAME_BOUNDS, type NameBounds } from './bounded-names.js';
import { SHORT_SECONDS } from './common-metrics.js';
import { HTTP_SECONDS, TopicMetrics } from './topic-metrics.js';
import type { Exporter } from './metric-registry.js';
import type { TraceOf } from './run-histogram.js';

const LONG_SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600, 14_400, 43_200, 86_400];

const SCHEDULER = ['scheduler'] as const;
const EXECUTOR = ['executor'] as const;
const COLLECTOR = ['log-collector'] as const;
/** The services that end runs and that queue them. */
const RUNS = ['scheduler', 'executor'] as const;
/** The services that share the shards. */
const SHARDED = ['scheduler', 'executor', 'log-collector'] as const;
/** The services that take stored callbacks. */
const TAKERS = ['executor', 'log-collector'] as const;

export class Metrics extends TopicMetrics {
  readonly scheduleLateness = this.runHistogram('carillon_schedule_lateness_seconds', SCHEDULER, {
    help: 'Time from the effective time of a slot until its run is recorded.',
    buckets: SHORT_SECONDS,
  });
  readonly slots = this.counter('carillon_slots_total', SCHEDULER, 'Slots, by outcome.', 'outcome');
  readonly dependencies = this.counter(
    'carillon_dependencies_total',
    SCHEDULER,
    'Decisions about jobs that run after others, by outcome, and deadlines of dependencies that passed.',
    'outcome',
  );
  readonly dependencyDelay = this.runHistogram('carillon_dependency_delay_seconds', SCHEDULER, {
    help: 'Time from the end of a run until the run of a dependent job is recorded.',
    buckets: SHORT_SECONDS,
  });
  readonly runRequests = this.counter(
    'carillon_run_requests_total',
    SCHEDULER,
    'Requests for runs, by outcome: `single` (a run of its own), `duplicate` (of an earlier request), `debounce` or `collect` (part of a gathered run), `refused`.',
    'outcome',
  );
  readonly schedules = this.gauge('carillon_schedules', SCHEDULER, 'Schedules in the shards of this replica.');
  readonly runs = this.counter(
    'carillon_runs_total',
    RUNS,
    'Runs that ended, by final state.',
    'state',
    'engine',
    'trigger',
  );
  readonly runsActive = this.gauge(
    'carillon_runs_active',
    EXECUTOR,
    'Unfinished runs in the shards of this replica.',
    'phase',
  );
  readonly runStart = this.runHistogram('carillon_run_start_seconds', EXECUTOR, {
    help: 'Time from the recording of a run, or from its start time if that is later, until its first attempt has started.',
    buckets: SHORT_SECONDS,
  });
  readonly runDuration = this.runHistogram('carillon_run_duration_seconds', EXECUTOR, {
    help: 'Duration of a run from its first start to its end.',
    buckets: LONG_SECONDS,
  });
  readonly attempts = this.counter('carillon_attempts_total', EXECUTOR, 'Attempts that ended.', 'engine', 'result');
  readonly starts = this.counter(
    'carillon_starts_total',
    EXECUTOR,
    'Answers to starts of attempts, by outcome: accepted by the worker; refused by the worker, or because of its definition; failed, because Carillon or what it depends on (database, keys, cluster, host of processes) could not send it.',
    'outcome',
  );
  readonly syncDuration = this.histogram(
    'carillon_job_sync_duration_seconds',
    EXECUTOR,
    { help: 'Duration of one reconciliation of one run.', buckets: HTTP_SECONDS },
    'completion_mode',
    'result',
  );
  readonly syncs = this.counter(
    'carillon_job_sync_total',
    EXECUTOR,
    'Reconciliations of runs.',
    'completion_mode',
    'result',
  );
  readonly jobsFinished = this.counter(
    'carillon_job_finished_total',
    EXECUTOR,
    'Runs that finished, by completion mode.',
    'completion_mode',
    'result',
  );
  readonly queueDepth = this.gauge('carillon_queue_depth', RUNS, 'Items that wait in a bounded queue.', 'queue');
  readonly startQueueUnmoved = this.gauge(
    'carillon_start_queue_unmoved_seconds',
    EXECUTOR,
    'Longest time for which runs with the same limits have waited although all these limits have room.',
  );
  readonly preemptions = this.counter(
    'carillon_preemptions_total',
    EXECUTOR,
    'Preemptions: how often attempts of a run were stopped so that a run which goes before it could use their places.',
  );
  readonly startQueueOldest = this.gauge(
    'carillon_start_queue_oldest_seconds',
    EXECUTOR,
    'Longest time for which a run has been waiting for a start.',
  );
  readonly startQueueTenants = this.gauge(
    'carillon_start_queue_tenants',
    EXECUTOR,
    'Tenants with runs that wait for a start; they share the permits by their weights.',
  );
  readonly workerParts = this.gauge(
    'carillon_worker_parts',
    EXECUTOR,
    'Attempts of workers with limits, by state: `held` (this replica may have so many at once), `used` (live or about to start), `waiting`.',
    'state',
  );
  readonly callsUnderWay = this.gauge(
    'carillon_calls_under_way',
    EXECUTOR,
    'Calls of this replica whose answers will end their attempts (`answer: ends`). A replica that stops waits for them.',
  );
  readonly logLines = this.counter('carillon_log_lines_total', COLLECTOR, 'Log lines stored.');
  readonly logBytes = this.counter(
    'carillon_log_bytes_total',
    COLLECTOR,
    'Bytes of log text stored, before compression.',
  );
  readonly logLag = this.gauge(
    'carillon_log_lag_seconds',
    COLLECTOR,
    'Age of the oldest line that is read but not stored.',
  );
  readonly shardsOwned = this.gauge('carillon_shards_owned', SHARDED, 'Shards that this replica works on.');
  readonly shards = this.gauge('carillon_shards', SHARDED, 'Shards of the installation: the same for all replicas.');
  readonly sharings = this.counter(
    'carillon_shard_sharings_total',
    SHARDED,
    'Redistributions of shards that this replica observed, because a replica joined, left or sent no heartbeats.',
  );
  readonly sweeps = this.counter(
    'carillon_sweeps_total',
    TAKERS,
    'Items that a sweep found because a message about them was lost.',
    'sweep',
  );
  readonly schedulesOverdue = this.gauge(
    'carillon_schedules_overdue',
    SCHEDULER,
    'Schedules in the shards of this replica whose next slot has passed for a minute and is not recorded.',
  );
  readonly jobsWithoutSuccess = this.gauge(
    'carillon_jobs_without_success',
    SCHEDULER,
    'Jobs in the shards of this replica of which runs are expected and whose last success is at least this age ago, or that have never succeeded, by tenant. The ages are cumulative. Only the oldest 2,000 jobs are counted, once a minute. Tenants beyond METRICS_MAX_TENANTS share the name other.',
    'tenant',
    'age',
  );
  readonly runsRemoved = this.counter(
    'carillon_runs_removed_total',
    EXECUTOR,
    'Runs that were removed with everything that belongs to them, because of age, number or a request.',
  );
  readonly retentionBacklog = this.gauge(
    'carillon_retention_backlog',
    EXECUTOR,
    'Runs in the shards of this replica that are due to be removed, counted up to 10,000.',
  );
  readonly runOldest = this.gauge(
    'carillon_run_phase_age_seconds',
    EXECUTOR,
    'Longest time for which a run in the shards of this replica has been in its present phase, by phase.',
    'phase',
  );
  readonly callbacksDropped = this.counter(
    'carillon_callbacks_dropped_total',
    TAKERS,
    'Stored callbacks that were dropped because their run no longer exists or their attempt has ended.',
    'kind',
    'code',
  );
  readonly tenantRuns = this.counter(
    'carillon_tenant_runs_total',
    EXECUTOR,
    'Runs that ended, by tenant and final state. Tenants beyond METRICS_MAX_TENANTS share the name other.',
    'tenant',
    'state',
  );
  readonly tenantSlots = this.counter(
    'carillon_tenant_slots_total',
    SCHEDULER,
    'Slots by tenant and outcome. Tenants beyond METRICS_MAX_TENANTS share the name other.',
    'tenant',
    'outcome',
  );
  readonly runsStuck = this.gauge(
    'carillon_runs_stuck',
    EXECUTOR,
    'Runs in the shards of this replica that have been in a phase that passes by itself for more than half an hour, by phase and tenant. Runs that a hold keeps from starting are not counted. Tenants beyond METRICS_MAX_TENANTS share the name other.',
    'phase',
    'tenant',
  );
  readonly tenantRunsActive = this.gauge(
    'carillon_tenant_runs_active',
    EXECUTOR,
    'Unfinished runs of a tenant in the shards of this replica. Tenants beyond METRICS_MAX_TENANTS share the name other.',
    'tenant',
  );
  readonly workerAttempts = this.counter(
    'carillon_worker_attempts_total',
    EXECUTOR,
    'Attempts that ended, by worker. Workers beyond METRICS_MAX_WORKERS share the name other.',
    'worker',
    'result',
  );
  readonly limitUse = this.gauge(
    'carillon_limit_use_ratio',
    SCHEDULER,
    'Use of the fullest shared limit, by kind: group, tenant. The value 1 means full.',
    'kind',
  );
  readonly keyWaits = this.gauge(
    'carillon_runs_waiting_for_key',
    SCHEDULER,
    'Queued runs that wait for the limit of their key (concurrency.perKey), of the jobs in the shards of this replica.',
  );
  readonly limitsFull = this.gauge(
    'carillon_limits_full',
    SCHEDULER,
    'Shared limits that are full while runs wait for them, by kind: group, tenant.',
    'kind',
  );
  readonly backfillsOpen = this.gauge(
    'carillon_backfills_open',
    SCHEDULER,
    'Backfills in the shards of this replica that have slots left to run.',
  );
  readonly messagesRedelivered = this.counter(
    'carillon_messages_redelivered_total',
    SHARDED,
    'Messages of a stream that were redelivered because their first delivery was not acknowledged.',
    'stream',
  );
  readonly streamMessages = this.gauge(
    'carillon_stream_messages',
    SCHEDULER,
    'Messages in a stream. In the stream of dispatches these are the messages that no executor has taken yet.',
    'stream',
  );
  readonly outboundSeconds = this.histogram(
    'carillon_outbound_request_seconds',
    EXECUTOR,
    {
      help: 'Duration of a request by its purpose: worker, webhook, monitor (DEAD_MAN_URL) or logs (LOG_EXPORT_URL); status: the class of the HTTP status (such as 2xx), or notSent, withheld, noAnswer, forbidden.',
      buckets: SHORT_SECONDS,
    },
    'purpose',
    'status',
  );
  readonly processUsersStuck = this.gauge(
    'carillon_process_users_stuck',
    EXECUTOR,
    'Users of commands that are given to no run, because processes that the former run left could not be ended.',
  );
  readonly logsIncomplete = this.counter(
    'carillon_logs_incomplete_total',
    EXECUTOR,
    'Attempts whose log is marked as incomplete, by reason.',
    'reason',
  );
  readonly inboxWaiting = this.gauge(
    'carillon_inbox_waiting',
    TAKERS,
    'Stored callbacks in the shards of this replica that wait to be processed, counted up to 1,000.',
  );
  readonly inboxOldest = this.gauge(
    'carillon_inbox_oldest_seconds',
    TAKERS,
    'Age of the oldest stored callback in the shards of this replica at the last check.',
  );

  /** The label values of tenants and workers. */
  readonly tenantNames: BoundedNames;
  readonly workerNames: BoundedNames;

  constructor(
    exporter: Exporter,
    version: string,
    { maxTenants, maxWorkers }: NameBounds = DEFAULT_NAME_BOUNDS,
    traceOf: TraceOf | null = null,
  ) {
    super(exporter, version, traceOf);
    this.tenantNames = new BoundedNames(maxTenants);
    this.workerNames = new BoundedNames(maxWorkers);
  }
}
