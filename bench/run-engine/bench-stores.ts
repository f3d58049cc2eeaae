/** The stores of the benchmark: in memory, or those of an executor. */
import type { RunId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunEventsStore } from '#common/mongo/run-events.store.js';
import { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { RunsStore } from '#common/mongo/runs.store.js';
import { SpecsStore } from '#common/mongo/specs.store.js';

export interface BenchStores {
  readonly runs: Pick<RunsStore, 'insertRuns' | 'save'>;
  readonly reads: Pick<RunReads, 'get'>;
  readonly specs: Pick<SpecsStore, 'put' | 'get'>;
  readonly attempts: Pick<AttemptsStore, 'recordEnd' | 'recordLog' | 'get' | 'ofIds'>;
  readonly events: Pick<RunEventsStore, 'add'>;
  readonly indexes: Pick<RunIndexesStore, 'add' | 'remove' | 'of'>;
}

/** Only runs and their snapshots are kept; the rest is not read. */
export function memoryStores(): BenchStores {
  const runs = new Map<RunId, Run>();
  const specs = new Map<string, RunSpec>();
  const done = Promise.resolve();
  return {
    runs: {
      insertRuns: (fresh) => {
        for (const run of fresh) runs.set(run.id, run);
        return Promise.resolve(new Set(fresh.map(({ id }) => id)));
      },
      save: (next) => {
        runs.set(next.id, next);
        return Promise.resolve(true);
      },
    },
    reads: {
      get: (id) => Promise.resolve(runs.get(id) ?? null),
    },
    specs: {
      put: (spec) => {
        specs.set(spec.hash, spec);
        return done;
      },
      get: (hash) => Promise.resolve(specs.get(hash) ?? null),
    },
    attempts: {
      recordEnd: () => Promise.resolve(true),
      recordLog: () => done,
      get: () => Promise.resolve(null),
      ofIds: () => Promise.resolve([]),
    },
    events: { add: () => done },
    indexes: { add: () => done, remove: () => done, of: () => Promise.resolve(new Map()) },
  };
}

export const mongoStores = (mongo: Mongo): BenchStores => ({
  runs: new RunsStore(mongo),
  reads: new RunReads(mongo),
  specs: new SpecsStore(mongo),
  attempts: new AttemptsStore(mongo),
  events: new RunEventsStore(mongo),
  indexes: new RunIndexesStore(mongo),
});
