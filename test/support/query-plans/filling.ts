/** Documents that fill every collection, so that an index is worth using, and the values by which they are queried. */
import type { Document } from 'bson';
import { COLLECTION_NAMES, indexesOf, type CollectionName } from '#common/mongo/collections.js';

/** Documents in each collection. */
const FILLED = 4_000;
const EPOCH = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const STATES = ['FINISHED', 'FINISHED', 'FINISHED', 'FAILED', 'ABORTED', 'RUNNING', 'QUEUED'];

type Maker = (i: number) => unknown;
const anInstant: Maker = (i) => EPOCH + i;

/** The values of fields that are not instants. A field that only few documents have is left out of the others. */
const FIELDS: Readonly<Record<string, Maker>> = {
  tenant: (i) => `tenant-${i % 10}`,
  name: (i) => `name-${i}`,
  chain: (i) => `tenant-${i % 10}`,
  live: () => true,
  terms: (i) => [`term-${i % 20}`, 'of-all'],
  worker: (i) => `worker-${i % 20}`,
  taskWorkers: (i) => (i % 10 === 0 ? `worker-${i % 20}` : undefined),
  notifies: (i) => (i % 10 === 0 ? true : undefined),
  job: (i) => `job-${i % 40}`,
  version: (i) => i % 9,
  run: (i) => (i % 2 === 0 ? 'run-0' : `run-${i % 200}`),
  shard: (i) => (i % 2 === 0 ? 0 : i % 64),
  limit: (i) => `group:tenant-${i % 10}/g`,
  service: (i) => (i % 2 === 0 ? 'executor' : 'log-collector'),
  busy: (i) => (i % 10 === 0 ? true : undefined),
  admitAt: (i) => (i % 10 === 0 ? EPOCH + i : undefined),
  gapOpen: (i) => (i % 10 === 0 ? true : undefined),
  archived: (i) => (i % 10 === 0 ? true : undefined),
  pauses: (i) => (i % 10 === 0 ? true : undefined),
  ends: (i) => (i % 10 === 0 ? true : undefined),
  moved: (i) => (i % 10 === 0 ? true : undefined),
  expected: (i) => (i % 10 === 0 ? true : undefined),
  since: (i) => (i % 10 === 0 ? EPOCH + i : undefined),
  namespace: (i) => (i % 10 === 0 ? `namespace-${i}` : undefined),
  state: (i) => STATES[i % STATES.length],
  phase: (i) => (i % 10 === 0 ? 'Failed' : 'Completed'),
  trigger: (i) => (i % 10 === 0 ? 'manual' : 'schedule'),
  open: (i) => (i % 10 === 0 ? true : undefined),
  wakeAt: (i) => (i % 10 === 0 ? EPOCH + i : undefined),
  removeAt: (i) => (i % 10 === 1 ? new Date(EPOCH + i) : undefined),
  expireAt: () => new Date(Date.now() + DAY_MS),
  ungrouped: (i) => (i % 10 === 0 ? true : undefined),
  grouped: (i) => (i % 10 === 0 ? true : undefined),
  errorGroup: (i) => (i % 10 === 0 ? `group-${i % 20}` : undefined),
  count: (i) => i % 100,
  kind: (i) => (i % 2 === 0 ? 'tenant' : 'job'),
  month: (i) => (i % 4 < 2 ? '2026-11' : '2026-12'),
  gathering: (i) => (i % 10 === 0 ? true : undefined),
  dated: (i) => (i % 10 === 1 ? true : undefined),
  toArchive: (i) => (i % 10 === 1 ? true : undefined),
  jobShard: (i) => (i % 10 === 1 ? i % 64 : undefined),
  pack: (i) => `pack-${i % 200}`,
  // A field without an index that is queried beside an indexed one.
  active: () => true,
  rule: () => 'cron',
  task: () => 'main',
  index: (i) => i % 3,
  attemptNumber: () => 1,
  taskIndex: (i) => `main/${i % 3}`,
};

/** The middle of the values of a field; undefined for a field without values. */
export const middleOf = (field: string): unknown => {
  const middle = FILLED / 2;
  const make = FIELDS[field] ?? (INDEXED.has(field) && field !== '_id' ? anInstant : undefined);
  const value = make?.(middle) ?? make?.(middle + 1);
  // Of an array one element is queried.
  return Array.isArray(value) ? (value as unknown[])[0] : value;
};

const INDEXED: ReadonlySet<string> = new Set(
  COLLECTION_NAMES.flatMap((name) => indexesOf(name).flatMap(({ key }) => Object.keys(key))),
);

export const FILLING: ReadonlyMap<CollectionName, () => Document[]> = new Map(
  COLLECTION_NAMES.map((name) => [name, () => Array.from({ length: FILLED }, (_, i) => documentOf(name, i))]),
);

function documentOf(name: CollectionName, i: number): Document {
  const indexed = indexesOf(name).flatMap(({ key, partialFilterExpression = {} }) =>
    Object.keys({ ...key, ...partialFilterExpression }),
  );
  const fields = new Set([...indexed, ...Object.keys(FIELDS)]);
  const values = [...fields].map((field) => [field, (FIELDS[field] ?? anInstant)(i)] as const);
  const filled = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  return { ...filled, _id: `job-${i % 40}/run-${i % 200}/0/main/${i}`, pad: 'x'.repeat(200) };
}
