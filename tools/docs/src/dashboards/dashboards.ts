/** The dashboards of deploy/grafana, one per question that an operator asks. */
import { figure, lines, ofService, quantiles, rates, type Dashboard } from './panel.js';

const overview: Dashboard = {
  name: 'overview',
  title: 'overview',
  variables: [],
  panels: [
    figure('Ready services', 'short', 'sum(carillon_ready)'),
    figure('Overdue schedules', 'short', 'sum(carillon_schedules_overdue)'),
    figure('Missed slots, last hour', 'short', 'sum(increase(carillon_slots_total{outcome="missed"}[1h]))'),
    figure(
      'Lateness p99',
      's',
      'histogram_quantile(0.99, sum by (le) (rate(carillon_schedule_lateness_seconds_bucket[$__rate_interval])))',
    ),
    figure('Log lag', 's', 'max(carillon_log_lag_seconds)'),
    figure('Largest clock skew', 's', 'max(abs(carillon_clock_skew_seconds))'),
    ...['slots', 'starts', 'api', 'logs'].map((slo) =>
      figure(`Error budget left: ${slo}`, 'percentunit', `min(carillon:slo_budget_left:ratio30d{slo="${slo}"})`),
    ),
    rates('Slots by outcome', 'carillon_slots_total', 'outcome'),
    quantiles('Lateness of slots', 'carillon_schedule_lateness_seconds'),
    rates('Runs that ended, by state', 'carillon_runs_total', 'state'),
    lines('Runs under way, by phase', 'short', ['{{phase}}', 'sum by (phase) (carillon_runs_active)']),
    quantiles('From recorded to started', 'carillon_run_start_seconds'),
    quantiles('Duration of runs', 'carillon_run_duration_seconds'),
    rates('Attempts by result', 'carillon_attempts_total', 'engine', 'result'),
    rates('Runs by engine and trigger', 'carillon_runs_total', 'engine', 'trigger'),
    lines('Unavailable dependencies', 'short', ['{{dependency}}', 'sum by (dependency) (1 - carillon_dependency_up)']),
    rates('Requests by status', 'carillon_http_request_duration_seconds_count', 'status'),
  ],
};

const scheduling: Dashboard = {
  name: 'scheduling',
  title: 'scheduling and admission',
  variables: [],
  panels: [
    figure('Schedules', 'short', 'sum(carillon_schedules)'),
    figure('Overdue schedules', 'short', 'sum(carillon_schedules_overdue)'),
    figure('Runs that wait for admission', 'short', 'sum(carillon_queue_depth{queue="admission"})'),
    figure('Open backfills', 'short', 'sum(carillon_backfills_open)'),
    figure('Fullest tenant quota', 'percentunit', 'max(carillon_limit_use_ratio{kind="tenant"})'),
    figure('Fullest group', 'percentunit', 'max(carillon_limit_use_ratio{kind="group"})'),
    rates('Slots by outcome', 'carillon_slots_total', 'outcome'),
    quantiles('Lateness of slots', 'carillon_schedule_lateness_seconds'),
    lines('Schedules by replica', 'short', ['{{instance}}', 'carillon_schedules']),
    lines('Shards by replica', 'short', ['{{service}} {{instance}}', ofService('carillon_shards_owned', 'scheduler')]),
    lines('Limits that are full while runs wait', 'short', ['{{kind}}', 'sum by (kind) (carillon_limits_full)']),
    lines('Use of the fullest limit', 'percentunit', ['{{kind}}', 'max by (kind) (carillon_limit_use_ratio)']),
    lines('Dispatches that no executor has taken', 'short', [
      '{{stream}}',
      'max by (stream) (carillon_stream_messages{stream="DISPATCH"})',
    ]),
    lines('Runs that wait for admission', 'short', ['{{instance}}', 'carillon_queue_depth{queue="admission"}']),
  ],
};

const executor: Dashboard = {
  name: 'executor',
  title: 'executor and Kubernetes',
  variables: [],
  panels: [
    lines('Runs under way, by phase', 'short', ['{{phase}}', 'sum by (phase) (carillon_runs_active)']),
    lines('Longest time in a phase', 's', ['{{phase}}', 'max by (phase) (carillon_run_phase_age_seconds)']),
    quantiles('From recorded to started', 'carillon_run_start_seconds'),
    rates('Attempts by result', 'carillon_attempts_total', 'engine', 'result'),
    lines('Queues', 'short', ['{{queue}} {{instance}}', 'carillon_queue_depth{queue=~"starts|turns"}']),
    lines('Stalled start queue', 's', ['{{instance}}', 'carillon_start_queue_unmoved_seconds']),
    lines('Attempts of limited workers', 'short', ['{{state}}', 'sum by (state) (carillon_worker_parts)']),
    rates('Reconciliations', 'carillon_job_sync_total', 'completion_mode', 'result'),
    quantiles('Duration of a reconciliation', 'carillon_job_sync_duration_seconds'),
    rates('Runs that finished, by completion mode', 'carillon_job_finished_total', 'completion_mode', 'result'),
    rates('Found by sweeps instead of messages', 'carillon_sweeps_total', 'sweep'),
    rates('Requests to workers and webhooks', 'carillon_outbound_request_seconds_count', 'purpose', 'status'),
    lines('Calls under way', 'short', ['{{instance}}', 'carillon_calls_under_way']),
    quantiles('Duration of requests to workers', 'carillon_outbound_request_seconds', '{purpose="worker"}'),
    rates('Notices', 'carillon_notices_total', 'on', 'result'),
    lines(
      'Retention',
      'short',
      ['to be removed', 'sum(carillon_retention_backlog)'],
      ['removed in 5 min', 'sum(increase(carillon_runs_removed_total[5m]))'],
    ),
    lines(
      'Archive',
      'short',
      ['archived in 5 min', 'sum(increase(carillon_archived_runs_total[5m]))'],
      ['failures in 5 min', 'sum(increase(carillon_archive_failures_total[5m]))'],
      ['age of the oldest, in seconds', 'max(carillon_archive_oldest_seconds)'],
    ),
    rates('Kubernetes requests', 'carillon_k8s_requests_total', 'verb', 'code'),
    quantiles('Duration of Kubernetes requests', 'carillon_k8s_request_seconds', '{verb!="watch"}'),
    quantiles('Wait of Kubernetes requests for KUB_QPS', 'carillon_k8s_request_wait_seconds'),
    rates('Restarted watches', 'carillon_k8s_watch_restarts_total', 'instance'),
  ],
};

const output: Dashboard = {
  name: 'logs',
  title: 'logs and callbacks',
  variables: [],
  panels: [
    rates('Log lines', 'carillon_log_lines_total', 'instance'),
    lines('Log text', 'Bps', ['{{instance}}', 'sum by (instance) (rate(carillon_log_bytes_total[$__rate_interval]))']),
    lines('Log lag', 's', ['{{instance}}', 'carillon_log_lag_seconds']),
    rates('Attempts with incomplete logs', 'carillon_logs_incomplete_total', 'reason'),
    lines('Stored callbacks that wait', 'short', ['{{instance}}', 'carillon_inbox_waiting']),
    lines('Oldest stored callback', 's', ['{{instance}}', 'carillon_inbox_oldest_seconds']),
    rates('Dropped callbacks', 'carillon_callbacks_dropped_total', 'kind', 'code'),
    lines('Shards by replica', 'short', ['{{instance}}', ofService('carillon_shards_owned', 'log-collector')]),
  ],
};

const api: Dashboard = {
  name: 'api',
  title: 'API',
  variables: [],
  panels: [
    rates('Requests by status', 'carillon_http_request_duration_seconds_count', 'status'),
    quantiles('Response time', 'carillon_http_request_duration_seconds'),
    lines('Response time, p99 by route', 's', [
      '{{method}} {{route}}',
      'histogram_quantile(0.99, sum by (le, route, method) (rate(carillon_http_request_duration_seconds_bucket[$__rate_interval])))',
    ]),
    rates('Requests by route', 'carillon_http_request_duration_seconds_count', 'method', 'route'),
    lines('Requests under way', 'short', [
      '{{kind}} {{state}}',
      'sum by (kind, state) (carillon_http_requests_active)',
    ]),
    rates('Failed authentications', 'carillon_authentication_failures_total', 'cause'),
  ],
};

const dependencies: Dashboard = {
  name: 'dependencies',
  title: 'database and broker',
  variables: ['service'],
  panels: [
    lines('Database operations, p99 by collection', 's', [
      '{{collection}}',
      `histogram_quantile(0.99, sum by (le, collection) (${ofService('rate(carillon_database_operation_seconds_bucket[$__rate_interval])')}))`,
    ]),
    lines('Database operations', 'ops', [
      '{{collection}}',
      `sum by (collection) (${ofService('rate(carillon_database_operation_seconds_count[$__rate_interval])')})`,
    ]),
    lines('Database operations that failed', 'ops', [
      '{{result}}',
      'sum by (result) (rate(carillon_database_operation_seconds_count{result!="ok"}[$__rate_interval]))',
    ]),
    lines('Database connections', 'short', [
      '{{service}} {{state}}',
      `sum by (service, state) (${ofService('carillon_database_connections')})`,
    ]),
    lines(
      'Operations and their limit',
      'short',
      ['under way {{instance}}', ofService('carillon_database_operations')],
      ['limit {{instance}}', ofService('carillon_database_operations_limit')],
    ),
    lines('Operations that wait', 'short', [
      '{{service}} {{lane}}',
      `sum by (service, lane) (${ofService('carillon_database_operations_waiting')})`,
    ]),
    rates('Operations that were refused', 'carillon_database_operations_refused_total', 'lane'),
    lines('Clock skew', 's', ['{{instance}}', ofService('carillon_clock_skew_seconds')]),
    lines('Dependencies', 'short', ['{{dependency}} {{instance}}', ofService('carillon_dependency_up')]),
    lines('Connections to NATS that were lost', 'short', [
      '{{instance}}',
      ofService('increase(carillon_nats_connections_lost_total[5m])'),
    ]),
    lines('Messages in streams', 'short', ['{{stream}}', 'max by (stream) (carillon_stream_messages)']),
    rates('Redelivered messages', 'carillon_messages_redelivered_total', 'stream'),
    rates('Messages that were not handled', 'carillon_messages_dropped_total', 'contract', 'reason'),
    rates('Refused by NATS', 'carillon_nats_refusals_total', 'instance'),
    lines('Stored secrets by key', 'short', ['{{key}} {{state}}', 'max by (key, state) (carillon_secret_values)']),
  ],
};

const OF_TENANT = '{tenant=~"$tenant"}';
const tenants: Dashboard = {
  name: 'tenants',
  title: 'tenants and workers',
  variables: ['tenant'],
  panels: [
    rates('Runs that ended, by state', `carillon_tenant_runs_total${OF_TENANT}`, 'tenant', 'state'),
    rates('Slots by outcome', `carillon_tenant_slots_total${OF_TENANT}`, 'tenant', 'outcome'),
    lines('Runs under way', 'short', ['{{tenant}}', `sum by (tenant) (carillon_tenant_runs_active${OF_TENANT})`]),
    lines('Share of failed runs', 'percentunit', [
      '{{tenant}}',
      'sum by (tenant) (rate(carillon_tenant_runs_total{tenant=~"$tenant", state="FAILED"}[$__rate_interval]))' +
        ` / sum by (tenant) (rate(carillon_tenant_runs_total${OF_TENANT}[$__rate_interval]))`,
    ]),
    lines('Jobs that have not succeeded, by age', 'short', [
      '{{tenant}} {{age}}',
      `sum by (tenant, age) (carillon_jobs_without_success${OF_TENANT})`,
    ]),
    rates('Attempts by worker and result', 'carillon_worker_attempts_total', 'worker', 'result'),
  ],
};

const services: Dashboard = {
  name: 'services',
  title: 'services and processes',
  variables: ['service'],
  panels: [
    lines('Ready', 'short', ['{{service}} {{instance}}', ofService('carillon_ready')]),
    lines('Replicas that each replica sees', 'short', ['{{service}} {{instance}}', ofService('carillon_members')]),
    lines('Shards', 'short', ['{{service}} {{instance}}', ofService('carillon_shards_owned')]),
    lines('Redistributions of shards in 5 min', 'short', [
      '{{service}} {{instance}}',
      ofService('increase(carillon_shard_sharings_total[5m])'),
    ]),
    lines('CPU', 'percentunit', [
      '{{service}} {{instance}}',
      ofService('rate(process_cpu_seconds_total[$__rate_interval])'),
    ]),
    lines('Memory', 'bytes', ['{{service}} {{instance}}', ofService('process_resident_memory_bytes')]),
    lines('Event loop lag, p99', 's', ['{{service}} {{instance}}', ofService('nodejs_eventloop_lag_p99_seconds')]),
    lines('Documents of newer versions', 'short', [
      '{{collection}}',
      `max by (collection) (${ofService('carillon_newer_documents')})`,
    ]),
    lines('Versions', 'short', ['{{service}} {{version}}', 'count by (service, version) (carillon_build_info)']),
  ],
};

export const DASHBOARDS: readonly Dashboard[] = [
  overview,
  scheduling,
  executor,
  output,
  api,
  dependencies,
  tenants,
  services,
];
