/**
 * The shard key by which each collection would be divided among the shards of a MongoDB cluster. Every `_id` is unique, which prevents that
 * work is done twice; a cluster guarantees this only where documents with one `_id` are always on one of its shards. So each key is the
 * `_id`, or a field that follows from it; and each further unique index begins with it.
 */
import type { CollectionName } from './collections.js';

export type ShardKey =
  /** Spread by a hash of the field. `follows`: how the field follows from the `_id`. */
  | { readonly field: string; readonly follows?: string }
  /** On one shard: the collection is small, or has a unique index that does not begin with such a key. */
  | { readonly whole: string };

const byId: ShardKey = { field: '_id' };
const byRun: ShardKey = { field: 'run', follows: 'its `_id` begins with the id of the run' };
const byJob: ShardKey = { field: 'job', follows: 'its `_id` begins with the id of the job' };
const small: ShardKey = { whole: 'small' };

export const SHARD_KEYS = {
  jobs: { whole: 'its unique index is of tenant and name, its `_id` of neither: administrators choose ids freely' },
  jobVersions: byJob,
  schedules: byId,
  gaps: byId,
  backfills: byId,
  specs: byId,
  runs: byId,
  runIndexes: byRun,
  attempts: byRun,
  runEvents: byRun,
  logs: byRun,
  jobStorage: byJob,
  notices: byId,
  eventLog: byId,
  heldSecrets: byRun,
  commands: byId,
  inbox: { field: 'run', follows: 'its `_id` is a hash of its attempt and more' },
  idempotency: byId,
  incidents: byId,
  pings: byId,
  monitorStates: byId,
  ruleStates: byId,
  triggerDeliveries: byId,
  limits: byId,
  limitHolders: { field: 'limit', follows: 'its `_id` ends with the key of the limit' },
  workerLimits: byId,
  errorGroups: byId,
  usage: byId,
  usageProgress: small,
  usageEarlyEnds: byId,
  failingJobs: byId,
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
  logExports: small,
  eventCursors: small,
  holds: small,
  members: small,
  migrations: small,
  instance: small,
  secretKeys: small,
} as const satisfies Record<CollectionName, ShardKey>;

/** The same table with plain types. */
export const shardKeyOf = (name: CollectionName): ShardKey => SHARD_KEYS[name];

/** Queries that all shards of a cluster receive, because they are not by document or run: by all of these fields, and perhaps others. */
interface AskedEverywhere {
  /** Empty: any. */
  readonly collections: readonly CollectionName[];
  /** Empty: no field, or a range of keys. */
  readonly fields: readonly string[];
  readonly why: string;
}

const DUE =
  'due work, and work that a lost message was about: each replica queries it at intervals, independent of the number of runs';

export const ASKED_EVERYWHERE: readonly AskedEverywhere[] = [
  { collections: [], fields: ['shard'], why: DUE },
  { collections: ['runs'], fields: ['jobShard'], why: DUE },
  { collections: ['bulks'], fields: ['open'], why: DUE },
  {
    collections: [],
    fields: [],
    why: 'reads all documents page by page: counts of keys, leftovers of removed runs',
  },
  {
    collections: ['runs'],
    fields: ['listed'],
    why: 'lists and counts for users, the feed of changes, and ends for the usage ledger',
  },
  { collections: ['coldRuns'], fields: ['createdAt'], why: 'the same lists for the archive' },
  { collections: ['schedules'], fields: ['tenant'], why: 'lists of jobs by their next slot or last success' },
  { collections: ['schedules'], fields: ['expected'], why: 'the list of all jobs by their last success' },
  { collections: ['schedules'], fields: ['nextSlotAt'], why: 'the list of all jobs by their next slot' },
  { collections: ['gaps'], fields: ['job'], why: 'slots without runs, on the page of a job' },
  { collections: ['gaps'], fields: ['tenant'], why: 'slots without runs, on the overview' },
  { collections: ['gaps'], fields: ['to'], why: 'slots without runs, on the overview of all tenants' },
  { collections: ['usage'], fields: ['kind'], why: 'the usage of a month' },
  { collections: ['usage'], fields: ['through'], why: 'how far the ledgers are, before a window is counted' },
  { collections: ['usageEarlyEnds'], fields: ['at'], why: 'the ends of a window' },
  { collections: ['failingJobs'], fields: ['tenant'], why: 'failing jobs, on the overview' },
  { collections: ['failingJobs'], fields: ['at'], why: 'failing jobs, on the overview of all tenants' },
  { collections: ['backfills', 'notices'], fields: ['job'], why: 'lists of a job' },
  { collections: ['notices'], fields: ['run'], why: 'the notices of a run' },
  { collections: ['eventLog'], fields: ['tenant'], why: 'the events of a tenant after a place' },
  {
    collections: ['commands'],
    fields: ['run'],
    why: 'requested changes to runs, directly after a request',
  },
];
