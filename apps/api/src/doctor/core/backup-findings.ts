/** The doctor's findings about backups, and about drills of their restore. */
import { error, fine, warning, type Finding } from './finding.js';

export interface Backups {
  /** What `BACKUPS` says; null: nothing. */
  readonly plan: 'scheduled' | 'elsewhere' | null;
  /** Since the last complete backup by `npm run backup` was begun; null if there is none. */
  readonly backupAgeMs: number | null;
  /** Since the last restore drill without a problem; null if there was none. */
  readonly drillAgeMs: number | null;
}

const DAY_MS = 86_400_000;
/** As the alerts CarillonBackupOld and CarillonRestoreDrillOld. */
const OLD_BACKUP_MS = 2 * DAY_MS;
const OLD_DRILL_MS = 45 * DAY_MS;
const PAGE = 'See docs/operations.md, "Backup and restore"';

const daysOf = (ms: number): string => `${(ms / DAY_MS).toFixed(1)} days`;

export function backupFindings({ plan, backupAgeMs, drillAgeMs }: Backups): Finding[] {
  if (plan === 'elsewhere') return [fine('backups', 'Backups are made by other means (BACKUPS=elsewhere).')];
  if (backupAgeMs === null)
    return plan === null
      ? [warning('backups', 'No backup is made.', `${PAGE}. Where other means make backups, set BACKUPS=elsewhere.`)]
      : [error('backups', 'Backups are scheduled, and none is there.', 'See the runbook, CarillonBackupMissing.')];
  const text = `The last complete backup was begun ${daysOf(backupAgeMs)} ago.`;
  return [
    backupAgeMs > OLD_BACKUP_MS ? error('backups', text, 'See the runbook, CarillonBackupOld.') : fine('backups', text),
    drillFinding(drillAgeMs),
  ];
}

function drillFinding(ageMs: number | null): Finding {
  if (ageMs === null)
    return warning('backups', 'No restore drill has shown that a backup can be restored.', `${PAGE}, Restore drill.`);
  const text = `The last restore drill without a problem was ${daysOf(ageMs)} ago.`;
  return ageMs > OLD_DRILL_MS
    ? warning('backups', text, 'See the runbook, CarillonRestoreDrillOld.')
    : fine('backups', text);
}
