/** The metrics of notifications: notices, monitors, rules and their incidents. */
import { CommonMetrics } from './common-metrics.js';

const API = ['api'] as const;
const EXECUTOR = ['executor'] as const;

export class NoticeMetrics extends CommonMetrics {
  readonly notices = this.counter(
    'carillon_notices_total',
    EXECUTOR,
    'Tries to deliver notices to webhooks, by outcome.',
    'on',
    'result',
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
}
