/** Documents that fill every collection, so that an index is worth its while, and the values by which they are asked for. */
import type { Document } from 'bson';
import { COLLECTION_NAMES, indexesOf, type CollectionName } from '#common/mongo/collections.js';

/** Documents in each collection. */
const FILLED = 4_000;
const EPOCH = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const STATES = ['FINISHED', 'FINISHED', 'FINISHED', 'FAILED', 'ABORTED', 'RUNNING', 'QUEUED'];

type Maker = (i: number) => unknown;

/** How the fields that indexes name are filled. What only few documents have is left out of the others. */
const FIELDS: Readonly<Record<string, Maker>> = {
  tenant: (i) => `tenant-${i % 10}`,
  name: (i) => `name-${i}`,
  live: () => true,
  worker: (i) => `worker-${i % 20}`,
  updatedAt: (i) => EPOCH + i,
  job: (i) => `job-${i % 40}`,
  version: (i) => i % 9,
  at: (i) => EPOCH + i,
  run: (i) => `run-${i % 200}`,
  shard: (i) => i % 64,
  service: (i) => (i % 2 === 0 ? 'executor' : 'log-collector'),
  nextSlotAt: (i) => EPOCH + i,
  busy: (i) => (i % 10 === 0 ? true : undefined),
  admitAt: (i) => (i % 10 === 0 ? EPOCH + i : undefined),
  gapOpen: (i) => (i % 10 === 0 ? true : undefined),
  from: (i) => EPOCH + i,
  state: (i) => STATES[i % STATES.length],
  createdAt: (i) => EPOCH + i,
  open: (i) => (i % 10 === 0 ? true : undefined),
  wakeAt: (i) => (i % 10 === 0 ? EPOCH + i : undefined),
  buryAt: (i) => (i % 10 === 1 ? new Date(EPOCH + i) : undefined),
  expireAt: () => new Date(Date.now() + DAY_MS),
  firstAt: (i) => EPOCH + i,
};

/** The middle of the values of a field; undefined for one that no index names. */
export const middleOf = (field: string): unknown => {
  const middle = FILLED / 2;
  return FIELDS[field]?.(middle) ?? FIELDS[field]?.(middle + 1);
};

export const FILLING: ReadonlyMap<CollectionName, () => Document[]> = new Map(
  COLLECTION_NAMES.map((name) => [name, () => Array.from({ length: FILLED }, (_, i) => documentOf(name, i))]),
);

function documentOf(name: CollectionName, i: number): Document {
  const fields = new Set(indexesOf(name).flatMap((index) => Object.keys(index.key)));
  for (const { partialFilterExpression } of indexesOf(name))
    for (const field of Object.keys(partialFilterExpression ?? {})) fields.add(field);
  fields.delete('_id');
  const values = [...fields].map((field) => {
    const make = FIELDS[field];
    if (!make) throw new Error(`say in ${import.meta.filename} how ${name}.${field} is filled`);
    return [field, make(i)] as const;
  });
  const _id = `job-${i % 40}/run-${i % 200}/0/main/${i}`;
  return { _id, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)), pad: 'x'.repeat(200) };
}
