/** The metrics of one topic each: notifications, secrets, what is kept elsewhere, the cluster, requests by HTTP. */
import { CommonMetrics, SHORT_SECONDS } from './common-metrics.js';

const API = ['api'] as const;
const EXECUTOR = ['executor'] as const;
const SCHEDULER = ['scheduler'] as const;
const GIVERS = ['api', 'executor'] as const;
const CLUSTER = ['executor', 'log-collector'] as const;
export const HTTP_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5];

export class TopicMetrics extends CommonMetrics {
  // Notifications: notices, monitors, rules and their incidents.

  readonly notices = this.counter(
    'carillon_notices_total',
    EXECUTOR,
    'Tries to deliver notices to webhooks, by outcome.',
    'on',
    'result',
  );
  readonly eventRequests = this.counter(
    'carillon_event_requests_total',
    EXECUTOR,
    'Requests with CloudEvents to channels, by result: taken, failed, tooLarge (413) or gone (410).',
    'result',
  );
  readonly eventsLate = this.gauge(
    'carillon_events_late_seconds',
    EXECUTOR,
    'For how long the oldest end of a run has waited that a tenant subscribes to. log: to be logged, in the executor that writes the log; delivery: to be taken by a channel of this replica.',
    'of',
  );
  readonly deadManPings = this.counter(
    'carillon_dead_man_pings_total',
    EXECUTOR,
    'Pings of the monitor that watches Carillon from outside, by result.',
    'result',
  );
  readonly incidents = this.gauge(
    'carillon_incidents_open',
    EXECUTOR,
    'Open incidents of monitors and rules in the shards of this replica, by reason: failed, missed and long, or the condition of the rule.',
    'reason',
  );
  readonly monitors = this.gauge(
    'carillon_monitors',
    EXECUTOR,
    'Monitors that were pinged at least once, in the shards of this replica, by state.',
    'state',
  );
  readonly watchLag = this.gauge(
    'carillon_watch_lag_seconds',
    EXECUTOR,
    'Longest waiting time of a monitor, ping or rule in the shards of this replica, by kind. monitor: since the time at which it was due to be checked; ping: since it was received; rule: since the start of its last complete pass over its jobs.',
    'kind',
  );
  readonly failuresGrouped = this.counter(
    'carillon_failures_grouped_total',
    EXECUTOR,
    'Failed runs that were counted in an error group.',
  );
  readonly errorGroupsOpened = this.counter(
    'carillon_error_groups_new_total',
    EXECUTOR,
    'Error groups that were created, because a failure fits no stored group.',
  );
  readonly failuresLag = this.gauge(
    'carillon_failures_lag_seconds',
    EXECUTOR,
    'Longest time for which a failed run in the shards of this replica has been waiting to be counted in an error group.',
  );
  readonly usageLag = this.gauge(
    'carillon_usage_lag_seconds',
    EXECUTOR,
    'Age of the oldest end of a run that the usage ledger has not counted: usually up to two minutes, seven in a large installation. 0 in executors that do not count.',
  );
  readonly usageStorageLate = this.gauge(
    'carillon_usage_storage_late_seconds',
    EXECUTOR,
    'For how long the next page of the hourly measurement of job storage has been due: usually some seconds; it grows while pages fail. 0 in executors that do not measure.',
  );
  readonly jobsPausedByRules = this.counter(
    'carillon_jobs_paused_by_rules_total',
    API,
    'Jobs that rules have paused because of repeated failures.',
  );
  readonly pings = this.counter(
    'carillon_pings_total',
    API,
    'Pings of monitors, by result: start, success and fail were accepted; unknown and limited were refused.',
    'result',
  );
  readonly triggerDeliveries = this.counter(
    'carillon_trigger_deliveries_total',
    API,
    'Deliveries to triggers, by result: started a run, repeated, skipped by a condition, refused; unknown, unsigned or limited.',
    'result',
  );
  readonly redeliveries = this.counter(
    'carillon_redeliveries_total',
    EXECUTOR,
    'Notices that were delivered again by request, by event.',
    'on',
  );

  // Secrets that are kept outside.

  readonly identityTokens = this.counter(
    'carillon_identity_tokens_total',
    GIVERS,
    'Identity tokens of attempts, by outcome: given with a start or with the call that ends an attempt, renewed by the attempt, refused.',
    'outcome',
  );
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

  // What is kept elsewhere: the archive of old runs, backups, and logs and audit that are shipped.

  readonly runsArchived = this.counter(
    'carillon_archived_runs_total',
    EXECUTOR,
    'Runs that were moved into the archive.',
  );
  readonly bytesArchived = this.counter(
    'carillon_archived_bytes_total',
    EXECUTOR,
    'Compressed bytes of the runs that were moved into the archive.',
  );
  readonly archiveFailures = this.counter(
    'carillon_archive_failures_total',
    EXECUTOR,
    'Packs that could not be archived and are tried again, by the cause of the failure: store or other.',
    'what',
  );
  readonly archiveOldest = this.gauge(
    'carillon_archive_oldest_seconds',
    EXECUTOR,
    'Seconds since the time at which the longest waiting run, of jobs in the shards of this replica, should have been archived; 0 if none waits.',
  );
  readonly archiveGivenUp = this.counter(
    'carillon_archive_given_up_total',
    EXECUTOR,
    'Runs that were removed without being archived, because the archive had not accepted them for COLD_STORE_MAX_WAIT_DAYS.',
  );
  readonly lastBackup = this.gauge(
    'carillon_last_backup_timestamp_seconds',
    SCHEDULER,
    'When the last complete backup by npm run backup was begun, in seconds since the epoch; 0 if there is none.',
  );
  readonly backupsScheduled = this.gauge(
    'carillon_backups_scheduled',
    SCHEDULER,
    '1 where BACKUPS says that npm run backup makes backups by a schedule; otherwise 0.',
  );
  readonly lastDrill = this.gauge(
    'carillon_last_restore_drill_timestamp_seconds',
    SCHEDULER,
    'When the last restore drill that found no fault (npm run restore -- --drill) ended, in seconds since the epoch; 0 if there was none.',
  );
  readonly exportLines = this.counter(
    'carillon_log_export_lines_total',
    EXECUTOR,
    'Lines of logs and entries of the audit that the target of LOG_EXPORT_URL has taken; some of them more than once.',
  );
  readonly exportLost = this.counter(
    'carillon_log_export_lost_total',
    EXECUTOR,
    'Lines of logs and entries of the audit that are not shipped for good, by reason: refused (by the target) or removed (by retention, before they were shipped).',
    'reason',
  );
  readonly exportLag = this.gauge(
    'carillon_log_export_lag_seconds',
    EXECUTOR,
    'Age of the oldest end of a run, or entry of the audit, that is not shipped: usually up to two minutes. 0 in executors that do not ship.',
  );

  // Requests to the Kubernetes API.

  readonly kubernetesRequests = this.counter(
    'carillon_k8s_requests_total',
    CLUSTER,
    'Requests to the Kubernetes API.',
    'verb',
    'code',
  );
  readonly kubernetesWait = this.histogram(
    'carillon_k8s_request_wait_seconds',
    CLUSTER,
    {
      help: 'Time for which requests to the Kubernetes API waited for the rate limit KUB_QPS, by lane.',
      buckets: SHORT_SECONDS,
    },
    'lane',
  );
  readonly kubernetesSeconds = this.histogram(
    'carillon_k8s_request_seconds',
    CLUSTER,
    { help: 'Time until the Kubernetes API answered, by verb.', buckets: SHORT_SECONDS },
    'verb',
  );
  readonly kubernetesWatchRestarts = this.counter(
    'carillon_k8s_watch_restarts_total',
    CLUSTER,
    'Watches of the Kubernetes API that were interrupted and opened again.',
  );

  // Requests to the API.

  readonly httpRequestDuration = this.histogram(
    'carillon_http_request_duration_seconds',
    API,
    { help: 'Time to answer an HTTP request.', buckets: HTTP_SECONDS },
    'route',
    'method',
    'status',
  );
  readonly httpRequestsActive = this.gauge(
    'carillon_http_requests_active',
    API,
    'HTTP requests to this replica, by kind (callback, change, read) and state: being served or waiting.',
    'kind',
    'state',
  );
  readonly authenticationFailures = this.counter(
    'carillon_authentication_failures_total',
    API,
    'Requests that were refused because of their credentials, by cause; signIn: a failed sign-in at the OIDC issuer.',
    'cause',
  );
}
