/**
 * The cost of a permit under a shared limit with many holders: one run after the other releases the oldest permit and takes one, each
 * with a read and a write of its own. Once in the stored form of the product, and once with all holders in a single document.
 */
import { performance } from 'node:perf_hooks';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { MAX_RECENT_HOLDERS } from '#common/domain/limits.js';
import { groupLimitKey, type SharedPermit } from '#common/domain/shared-limit.js';
import { MongoLimitDocuments, type LimitDocuments } from '#common/mongo/limit-documents.js';
import { LimitsStore } from '#common/mongo/limits.store.js';
import { optionsOf } from '#testing/command-options.js';
import { summarize } from '../percentiles.js';
import { Stage } from '../stage.js';

const TENANT = asTenantId('bench');
const KIB = 1_024;

export async function permits(root: string, args: readonly string[]): Promise<Record<string, unknown>> {
  const values = optionsOf('bench -- permits', args, {
    holders: { type: 'string', default: '10,1000,10000' },
    changes: { type: 'string', default: '1000' },
  });
  const stage = await Stage.prepare(root);
  try {
    const rows = [];
    for (const holders of values.holders.split(',').map(Number))
      for (const how of ['in pieces', 'whole'] as const)
        rows.push(await measured(stage, { holders, how, changes: Number(values.changes) }));
    return { database: stage.database, changes: Number(values.changes), rows };
  } finally {
    await stage.close();
  }
}

interface Part {
  readonly holders: number;
  readonly how: 'in pieces' | 'whole';
  readonly changes: number;
}

async function measured(stage: Stage, { holders, how, changes }: Part): Promise<Record<string, unknown>> {
  const written = { characters: 0 };
  const documents = counting(new MongoLimitDocuments(stage.mongo), written);
  const store = new LimitsStore(documents, how === 'whole' ? Infinity : MAX_RECENT_HOLDERS);
  const key = groupLimitKey(TENANT, `${how}-${holders}`);
  const filled = Array.from({ length: holders }, (_, i) => permitOf(i));
  await store.insert({ key, tenant: TENANT, rev: 1, holders: filled, waiting: [], overflow: false });
  let next = holders;
  const change = async (): Promise<void> => {
    const limit = await store.load(key);
    if (limit === null) throw new Error(`the limit ${key} is gone`);
    const rest = limit.holders.filter(({ run }) => run !== runOf(next - holders));
    await store.save({ ...limit, holders: [...rest, permitOf(next++)], rev: limit.rev + 1 }, limit.rev);
  };
  // The first change folds all holders with which the limit was filled.
  for (let i = 0; i < 2; i++) await change();
  written.characters = 0;
  const began = performance.now();
  const cpu = stage.databaseCpuSeconds();
  const own = process.cpuUsage();
  const times: number[] = [];
  for (let i = 0; i < changes; i++) {
    const at = performance.now();
    await change();
    times.push(performance.now() - at);
  }
  const { p50, p99, max } = summarize(times);
  const used = process.cpuUsage(own);
  return {
    holders,
    how,
    ms: { p50: round(p50), p99: round(p99), max: round(max) },
    perSecond: round((changes / (performance.now() - began)) * 1_000),
    kilobytesWritten: round(written.characters / changes / KIB),
    databaseCpuMs: round(((stage.databaseCpuSeconds() - cpu) / changes) * 1_000),
    schedulerCpuMs: round((used.user + used.system) / 1_000 / changes),
  };
}

const round = (value: number): number => Number(value.toFixed(2));
const runOf = (i: number): SharedPermit['run'] => asRunId(`bench.nightly-report-${i % 50}-${1_800_000_000 + i}`);
const permitOf = (i: number): SharedPermit => ({
  run: runOf(i),
  job: asJobId(`bench.nightly-report-${i % 50}`),
  since: Date.now(),
  grant: 1_000 + i,
});

/** Counts the written characters; this cost of the measuring process is the same in both cases. */
const counting = (documents: LimitDocuments, written: { characters: number }): LimitDocuments => ({
  head: (key) => documents.head(key),
  heads: (after, limit) => documents.heads(after, limit),
  bucketsSince: (key, rev) => documents.bucketsSince(key, rev),
  insertHead: (head) => documents.insertHead(head),
  replaceHead: (head, expectedRev) => {
    written.characters += JSON.stringify(head).length;
    return documents.replaceHead(head, expectedRev);
  },
  writeBuckets: (writes) => {
    written.characters += JSON.stringify(writes).length;
    return documents.writeBuckets(writes);
  },
});
