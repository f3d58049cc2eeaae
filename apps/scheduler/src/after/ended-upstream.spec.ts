import type { RunId } from '#common/domain/ids.js';
import { asRunId } from '#common/domain/ids.js';
import { MAX_UPSTREAM_RUNS_AT_ONCE } from '#common/domain/limits.js';
import { createLogger } from '#common/logging/logger.js';
import type { Run } from '#common/run/run.js';
import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { EndedUpstream } from './ended-upstream.js';

const runs = (count: number): Run[] =>
  Array.from({ length: count }, (_, i) => aRun(aPlan(), { id: asRunId(`up-${i}`), rev: 3 + i }));

class Scheduler {
  readonly log: string[] = [];
  failing: RunId | null = null;
  readonly ended = new EndedUpstream(
    {
      runs: {
        markDependentsDecided: (id, rev) => {
          this.log.push(`mark ${id} at ${rev}`);
          return Promise.resolve(true);
        },
      },
      reads: { pendingDependents: (ids) => Promise.resolve(runs(2).filter(({ id }) => ids.includes(id))) },
    },
    {
      runAfter: ({ id }) => {
        this.log.push(`decide ${id}`);
        return id === this.failing ? Promise.reject(new Error('the database is away')) : Promise.resolve([]);
      },
    },
    createLogger('test', 'silent'),
  );
}

test('the mark is cleared after the decision, at the revision of that decision', async () => {
  const scheduler = new Scheduler();
  await scheduler.ended.decideIds([asRunId('up-1'), asRunId('decided-already')]);
  expect(scheduler.log).toEqual(['decide up-1', 'mark up-1 at 4']);
});

test('a run whose decision fails keeps its mark, is named in the error, and does not block others', async () => {
  const scheduler = new Scheduler();
  scheduler.failing = asRunId('up-0');
  expect(await scheduler.ended.decideAll(runs(2))).toEqual(['up-0']);
  expect(scheduler.log).toEqual(['decide up-0', 'decide up-1', 'mark up-1 at 4']);
});

test('the work of one pass is bounded', async () => {
  const scheduler = new Scheduler();
  await scheduler.ended.decideAll(runs(MAX_UPSTREAM_RUNS_AT_ONCE + 5));
  expect(scheduler.log).toHaveLength(2 * MAX_UPSTREAM_RUNS_AT_ONCE);
});
