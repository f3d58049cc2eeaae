/**
 * Every collection: its name and its indexes; ARCHITECTURE.md names its one writer. Only features that MongoDB 6 and DocumentDB
 * both have.
 */

import { EXCEPTIONAL_PHASES } from '../run/phase.js';
import { UNSCHEDULED } from '../run/trigger.js';

/**
 * Changed options make a second index of the same key, and the first is removed by the release after it. A query that names its index by the
 * key is refused while there are two: an index that is named in a `hint` gets a further field instead.
 */
export interface IndexSpec {
  readonly key: Readonly<Record<string, 1 | -1>>;
  readonly unique?: true;
  readonly partialFilterExpression?: Readonly<Record<string, unknown>>;
  /** TTL: removed this long after the date in the field. */
  readonly expireAfterSeconds?: number;
}

const ttl = (field: string): IndexSpec => ({ key: { [field]: 1 }, expireAfterSeconds: 0 });

export const COLLECTIONS = {
  jobs: [
    { key: { tenant: 1, name: 1 }, unique: true, partialFilterExpression: { live: true } },
    // Lists are in this order; not every server can serve it from a unique index.
    { key: { live: 1, tenant: 1, name: 1 } },
    { key: { live: 1, archived: 1, tenant: 1, name: 1 } },
    { key: { terms: 1, tenant: 1, name: 1 }, partialFilterExpression: { live: true } },
    { key: { worker: 1, live: 1, _id: 1 } },
    { key: { taskWorkers: 1, live: 1, _id: 1 } },
    { key: { shard: 1, updatedAt: 1, _id: 1 } },
    { key: { shard: 1, _id: 1 }, partialFilterExpression: { notifies: true } },
    { key: { ends: 1, _id: 1 }, partialFilterExpression: { ends: true } },
  ],
  jobVersions: [{ key: { job: 1, version: -1 } }],
  workers: [{ key: { updatedAt: 1 } }],
  workerVersions: [{ key: { worker: 1, savedAt: -1 } }],
  calendars: [],
  channels: [{ key: { events: 1, _id: 1 }, partialFilterExpression: { events: true } }],
  monitors: [{ key: { pingHash: 1 }, unique: true }],
  monitorStates: [
    { key: { shard: 1, checkAt: 1 }, partialFilterExpression: { timed: true } },
    { key: { shard: 1, _id: 1 } },
    { key: { shard: 1, state: 1 } },
  ],
  pings: [{ key: { shard: 1, at: 1 }, partialFilterExpression: { open: true } }, ttl('expireAt')],
  rules: [{ key: { shard: 1, _id: 1 } }, { key: { pauses: 1, _id: 1 }, partialFilterExpression: { pauses: true } }],
  ruleStates: [{ key: { shard: 1, _id: 1 } }],
  triggers: [{ key: { uid: 1 }, unique: true }, { key: { hears: 1 } }],
  triggerDeliveries: [{ key: { uid: 1, at: -1, _id: -1 } }, ttl('expireAt')],
  incidents: [
    { key: { shard: 1, wakeAt: 1 }, partialFilterExpression: { timed: true } },
    { key: { shard: 1, reason: 1 }, partialFilterExpression: { live: true } },
    { key: { tenant: 1, openedAt: -1, _id: -1 } },
    { key: { tenant: 1, state: 1, openedAt: -1, _id: -1 } },
    { key: { uid: 1, openedAt: -1, _id: -1 } },
    { key: { uid: 1, state: 1, openedAt: -1, _id: -1 } },
    { key: { openedAt: -1, _id: -1 } },
    { key: { state: 1, openedAt: -1, _id: -1 } },
    ttl('expireAt'),
  ],
  errorGroups: [
    { key: { tenant: 1, lastAt: -1, _id: -1 } },
    { key: { tenant: 1, count: -1, _id: -1 } },
    { key: { lastAt: -1, _id: -1 } },
    { key: { count: -1, _id: -1 } },
    { key: { 'jobs.job': 1 } },
    { key: { 'mute.at': 1 } },
    ttl('expireAt'),
  ],
  failingJobs: [{ key: { tenant: 1, at: -1, _id: -1 } }, { key: { at: -1, _id: -1 } }, { key: { shard: 1, _id: 1 } }],
  usage: [
    { key: { kind: 1, month: 1, tenant: 1, _id: 1 } },
    { key: { kind: 1, month: 1, _id: 1 } },
    { key: { tenant: 1 } },
    { key: { through: 1 } },
    ttl('expireAt'),
  ],
  usageProgress: [],
  usageEarlyEnds: [{ key: { at: 1 } }],
  tenants: [{ key: { namespace: 1 } }, { key: { since: 1 } }],
  tokens: [{ key: { 'roles.tenant': 1 } }, ttl('expireAt')],
  audit: [
    { key: { tenant: 1, at: -1, _id: -1 } },
    { key: { at: -1, _id: -1 } },
    { key: { tenant: 1, action: 1, at: -1, _id: -1 } },
    { key: { action: 1, at: -1, _id: -1 } },
    { key: { object: 1, at: -1, _id: -1 } },
    { key: { chain: 1, seq: 1 }, unique: true },
    ttl('expireAt'),
  ],
  auditHeads: [],
  logExports: [],
  commands: [{ key: { run: 1, at: 1 } }, { key: { shard: 1, at: 1 } }, ttl('expireAt')],
  inbox: [
    { key: { service: 1, shard: 1, at: 1 } },
    { key: { service: 1, attempt: 1, at: 1 } },
    { key: { run: 1 } },
    ttl('expireAt'),
  ],
  idempotency: [ttl('expireAt')],
  schedules: [
    { key: { shard: 1, nextSlotAt: 1, _id: 1 } },
    { key: { tenant: 1, nextSlotAt: 1, _id: 1 } },
    { key: { nextSlotAt: 1, _id: 1 } },
    { key: { shard: 1, admitAt: 1 }, partialFilterExpression: { busy: true } },
    { key: { shard: 1, busy: 1, _id: 1 }, partialFilterExpression: { busy: true } },
    { key: { follows: 1, _id: 1 }, partialFilterExpression: { following: true } },
    { key: { shard: 1, deadlineAt: 1 }, partialFilterExpression: { awaited: true } },
    { key: { shard: 1, gapOpen: 1, _id: 1 }, partialFilterExpression: { gapOpen: true } },
    { key: { shard: 1, moved: 1, _id: 1 }, partialFilterExpression: { moved: true } },
    { key: { lastSuccessFinish: 1, _id: 1 }, partialFilterExpression: { expected: true } },
    { key: { tenant: 1, lastSuccessFinish: 1, _id: 1 }, partialFilterExpression: { expected: true } },
    { key: { form: 1 }, partialFilterExpression: { formed: true } },
  ],
  gaps: [{ key: { job: 1, from: -1 } }, { key: { tenant: 1, to: -1 } }, { key: { to: -1 } }],
  backfills: [
    { key: { job: 1, createdAt: -1 } },
    { key: { shard: 1, nextAt: 1 }, partialFilterExpression: { open: true } },
    ttl('expireAt'),
  ],
  bulks: [
    { key: { leaseUntil: 1 }, partialFilterExpression: { open: true } },
    { key: { subject: 1 }, partialFilterExpression: { open: true } },
    ttl('expireAt'),
  ],
  limits: [],
  limitHolders: [{ key: { limit: 1, rev: 1 } }],
  workerLimits: [],
  holds: [],
  specs: [],
  runs: [
    { key: { tenant: 1, createdAt: -1, _id: -1 }, partialFilterExpression: { listed: true } },
    { key: { tenant: 1, state: 1, createdAt: -1, _id: -1 }, partialFilterExpression: { listed: true } },
    { key: { tenant: 1, phase: 1, createdAt: -1, _id: -1 }, partialFilterExpression: { listed: true } },
    // The last field of these is compared in the index: the search for a rare phase or trigger reads no documents of others.
    { key: { tenant: 1, trigger: 1, createdAt: -1, _id: -1, phase: 1 }, partialFilterExpression: { listed: true } },
    { key: { createdAt: -1, _id: -1 }, partialFilterExpression: { listed: true } },
    {
      key: { phase: 1, createdAt: -1, _id: -1, trigger: 1 },
      partialFilterExpression: { listed: true, phase: { $in: EXCEPTIONAL_PHASES } },
    },
    {
      key: { trigger: 1, createdAt: -1, _id: -1, phase: 1 },
      partialFilterExpression: { listed: true, trigger: { $in: UNSCHEDULED } },
    },
    { key: { job: 1, createdAt: -1, _id: -1, trigger: 1 }, partialFilterExpression: { listed: true } },
    { key: { job: 1, state: 1, createdAt: -1, _id: -1 }, partialFilterExpression: { listed: true } },
    { key: { shard: 1, wakeAt: 1, _id: 1 }, partialFilterExpression: { open: true } },
    { key: { changedAt: 1, _id: 1 }, partialFilterExpression: { listed: true } },
    { key: { shard: 1, finished: 1 }, partialFilterExpression: { dependentsPending: true } },
    { key: { shard: 1, ungrouped: 1, finished: 1 }, partialFilterExpression: { ungrouped: true } },
    { key: { errorGroup: 1, createdAt: -1, _id: -1 }, partialFilterExpression: { grouped: true } },
    { key: { job: 1, cause: 1 }, partialFilterExpression: { followed: true } },
    { key: { shard: 1, removeAt: 1 }, partialFilterExpression: { dated: true } },
    { key: { jobShard: 1, removeAt: 1 }, partialFilterExpression: { toArchive: true } },
    { key: { job: 1, removeAt: 1 }, partialFilterExpression: { toArchive: true } },
    { key: { shard: 1, startAfter: 1 }, partialFilterExpression: { gathering: true } },
    { key: { form: 1 }, partialFilterExpression: { formed: true } },
    ttl('expireAt'),
  ],
  requests: [ttl('expireAt')],
  runIndexes: [{ key: { run: 1 } }],
  attempts: [{ key: { run: 1, _id: 1 } }],
  runEvents: [{ key: { run: 1, at: 1, _id: 1 } }],
  coldRuns: [
    { key: { tenant: 1, createdAt: -1, _id: -1 } },
    { key: { tenant: 1, state: 1, createdAt: -1, _id: -1 } },
    { key: { tenant: 1, trigger: 1, createdAt: -1, _id: -1 } },
    { key: { createdAt: -1, _id: -1 } },
    {
      key: { phase: 1, createdAt: -1, _id: -1, trigger: 1 },
      partialFilterExpression: { phase: { $in: EXCEPTIONAL_PHASES } },
    },
    {
      key: { trigger: 1, createdAt: -1, _id: -1, phase: 1 },
      partialFilterExpression: { trigger: { $in: UNSCHEDULED } },
    },
    { key: { job: 1, createdAt: -1, _id: -1 } },
    { key: { job: 1, state: 1, createdAt: -1, _id: -1 } },
    { key: { errorGroup: 1, createdAt: -1, _id: -1 }, partialFilterExpression: { grouped: true } },
    { key: { pack: 1 } },
  ],
  coldPacks: [{ key: { shard: 1, removeAt: 1 } }],
  logs: [{ key: { run: 1, firstAt: 1 } }, { key: { run: 1, taskIndex: 1, firstAt: 1 } }],
  jobStorage: [{ key: { job: 1 } }],
  notices: [
    { key: { shard: 1, nextTryAt: 1 }, partialFilterExpression: { open: true } },
    { key: { job: 1, decidedAt: -1, _id: -1 } },
    { key: { run: 1, decidedAt: -1, _id: -1 } },
    { key: { incident: 1, decidedAt: -1, _id: -1 } },
    ttl('expireAt'),
  ],
  eventLog: [{ key: { tenant: 1, seq: 1 } }, ttl('expireAt')],
  eventCursors: [],
  heldSecrets: [{ key: { shard: 1, nextAt: 1 }, partialFilterExpression: { open: true } }, { key: { run: 1, _id: 1 } }],
  instance: [],
  members: [],
  migrations: [],
  secretKeys: [],
} as const satisfies Record<string, readonly IndexSpec[]>;

export type CollectionName = keyof typeof COLLECTIONS;
export const COLLECTION_NAMES = Object.keys(COLLECTIONS) as CollectionName[];

/** The same table with plain types, for the code that makes the indexes. */
export const indexesOf = (name: CollectionName): readonly IndexSpec[] => COLLECTIONS[name];
