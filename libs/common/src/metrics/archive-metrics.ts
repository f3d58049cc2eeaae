/** The metrics of what is kept elsewhere: the archive of old runs, backups, and logs and audit that are shipped. */
import { SecretMetrics } from './secret-metrics.js';

const EXECUTOR = ['executor'] as const;
const SCHEDULER = ['scheduler'] as const;

export class ArchiveMetrics extends SecretMetrics {
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
}
