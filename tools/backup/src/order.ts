/**
 * The order in which a backup reads the collections of running services. Where two documents are written one after the other, the
 * later one is read first: what a backup holds is then what a process that died between the two writes would have left, which every
 * service repairs.
 */
import type { CollectionName } from '#common/mongo/collections.js';

export const BACKUP_ORDER = [
  // Of which number of shards the others are: no service works while that changes.
  'instance',
  // Removed once they are taken: they must not be missing where what they ask for is.
  ...(['commands', 'inbox', 'pings'] as const),
  // Says whether its run was started, and is written after it.
  'triggerDeliveries',
  // How far the work has got is written after the work itself.
  ...(['schedules', 'backfills', 'bulks', 'auditHeads', 'monitorStates', 'ruleStates', 'incidents'] as const),
  ...(['jobs', 'workers', 'calendars', 'channels', 'monitors', 'rules', 'triggers', 'tenants'] as const),
  ...(['tokens', 'holds', 'audit'] as const),
  // With the chunks of their indexes, the only collection that is read along with another: `runIndexes`.
  'runs',
  // Behind the runs, whose tombstones name packs, and the packs first: a pack forgets its rows once they are archived runs.
  ...(['coldPacks', 'coldRuns'] as const),
  // Written before the run or the definition that refers to them, and after the schedule that decided on them.
  ...(['specs', 'jobVersions', 'workerVersions', 'gaps'] as const),
  // Noted before the run that takes a request is saved: a scheduler that finds the run missing then makes it.
  'requests',
  // What was counted while the runs were read is counted once more after a restore, so that no run names a group which is not there.
  'errorGroups',
  // A head may be later than its buckets, never earlier: changes that it no longer lists are repaired as those of runs that have ended.
  ...(['limitHolders', 'limits'] as const),
  ...(['attempts', 'heldSecrets', 'runEvents', 'logs', 'jobStorage', 'notices', 'idempotency', 'secretKeys'] as const),
] as const satisfies readonly CollectionName[];

/** `members` and the lease of `migrations` live only as long as their processes. */
export const READ_OTHERWISE = ['runIndexes', 'members', 'migrations'] as const satisfies readonly CollectionName[];
