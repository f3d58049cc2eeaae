/**
 * The order in which a backup reads the collections of running services. Where two documents are written one after the other, the later
 * one is read first: the backup then contains the state that a process leaves which dies between the two writes, and which every
 * service repairs.
 */
import type { CollectionName } from '#common/mongo/collections.js';

export const BACKUP_ORDER = [
  // It has the number of shards of the others: no service works while that changes.
  'instance',
  // What was shipped after it was read is shipped again, with the same ids.
  'logExports',
  // The same is true of events: what was logged or delivered later is logged under the same ids, and delivered again.
  'eventCursors',
  // They are removed once they are applied: they must not be missing where their effect is missing.
  ...(['commands', 'inbox', 'pings'] as const),
  // It states whether its run was started, and is written after the run.
  'triggerDeliveries',
  // The progress of work is written after the work itself.
  ...(['schedules', 'backfills', 'bulks', 'auditHeads', 'monitorStates', 'ruleStates', 'incidents'] as const),
  ...(['jobs', 'workers', 'calendars', 'channels', 'monitors', 'rules', 'triggers', 'tenants'] as const),
  ...(['tokens', 'holds', 'audit'] as const),
  // They are read with the chunks of their indexes (`runIndexes`), the only collection that is read with another.
  'runs',
  // Runs are removed once the progress says that they are counted, and ledgers are written before the progress is. Ledgers that are
  // ahead of it make the keeper count the same windows again.
  ...(['usageProgress', 'usageEarlyEnds', 'usage'] as const),
  // They follow the runs, whose tombstones name packs. Packs come first: a pack drops its rows once they are archived runs.
  ...(['coldPacks', 'coldRuns'] as const),
  // They are written before the run or the definition that refers to them, and after the schedule that decided on them.
  ...(['specs', 'jobVersions', 'workerVersions', 'gaps'] as const),
  // They are stored before the run that takes a request: a scheduler that finds the run missing inserts it.
  'requests',
  // Failures that were counted while the runs were read are counted again after a restore, so that no run names a missing group.
  // A failed run is noted before it is counted, so it is noted again with them.
  ...(['errorGroups', 'failingJobs'] as const),
  // A head may be later than its buckets, never earlier: changes that it no longer lists are repaired like those of ended runs.
  ...(['limitHolders', 'limits'] as const),
  ...([
    'attempts',
    'heldSecrets',
    'runEvents',
    'logs',
    'jobStorage',
    'notices',
    'eventLog',
    'idempotency',
    'secretKeys',
  ] as const),
] as const satisfies readonly CollectionName[];

/** `members`, the lease of `migrations` and the parts of `workerLimits` are valid only as long as their processes live. */
export const READ_OTHERWISE = [
  'runIndexes',
  'members',
  'migrations',
  'workerLimits',
] as const satisfies readonly CollectionName[];
