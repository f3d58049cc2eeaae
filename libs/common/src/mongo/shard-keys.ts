/**
 * By what each collection would be divided among the shards of a MongoDB cluster. Everywhere the `_id` is unique, and that is what
 * keeps work from being done twice; a cluster keeps it so only where documents of one `_id` always are on one of its shards. So each key is
 * the `_id`, or a field that follows from it; and each further unique index begins with it.
 */
import type { CollectionName } from './collections.js';

export type ShardKey =
  /** Spread by the field, or by a hash of it. `follows`: how the field follows from the `_id`. */
  | { readonly field: string; readonly kind: 'hashed' | 'ranged'; readonly follows?: string }
  /** On one shard: small, or with a unique index that no such key begins. */
  | { readonly whole: string };

const byId: ShardKey = { field: '_id', kind: 'hashed' };
const byRun: ShardKey = { field: 'run', kind: 'hashed', follows: 'its `_id` begins with the id of the run' };
const small: ShardKey = { whole: 'small' };

export const SHARD_KEYS = {
  jobs: { field: 'tenant', kind: 'ranged', follows: 'the id of a job begins with its tenant' },
  jobVersions: byId,
  schedules: byId,
  gaps: byId,
  backfills: byId,
  specs: byId,
  runs: byId,
  runIndexes: byRun,
  attempts: byRun,
  runEvents: byRun,
  logs: byRun,
  jobStorage: byId,
  notices: byId,
  heldSecrets: byRun,
  commands: byId,
  inbox: byId,
  idempotency: byId,
  incidents: byId,
  pings: byId,
  monitorStates: byId,
  ruleStates: byId,
  triggerDeliveries: byId,
  limits: byId,
  limitHolders: byId,
  errorGroups: byId,
  requests: byId,
  coldRuns: byId,
  coldPacks: byId,
  bulks: byId,
  audit: { whole: 'its unique index is of chain and number, its `_id` of neither' },
  triggers: { whole: 'its unique index is of `uid`, its `_id` of the name; small' },
  monitors: { whole: 'its unique index is of the hash of an address; small' },
  workers: small,
  workerVersions: small,
  calendars: small,
  channels: small,
  rules: small,
  tenants: small,
  tokens: small,
  auditHeads: small,
  holds: small,
  members: small,
  migrations: small,
  instance: small,
  secretKeys: small,
} as const satisfies Record<CollectionName, ShardKey>;

/** The same table with plain types. */
export const shardKeyOf = (name: CollectionName): ShardKey => SHARD_KEYS[name];
