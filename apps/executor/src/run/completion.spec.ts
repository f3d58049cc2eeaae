import fc from 'fast-check';
import type { ParallelSpec } from '#common/spec/tasks.js';
import { rangesBelow, sizeOfRanges, inRanges } from '#common/spec/index-ranges.js';
import type { WatchedSet } from '#common/run/index-table.js';
import { judgeRun, type TaskCounts, type Verdict } from './completion.js';
import { normaliseTasks, runRules, watchedBy, type ParallelJob } from '#common/spec/normal-task.js';
import { blockedTasks } from '#common/run/waves.js';
import { worlds } from '#testing/long-form.js';

/** The known results of a task: the indexes that succeeded and failed, and the counted failures of attempts (one per failed index). */
interface Got {
  readonly ok?: readonly number[];
  readonly bad?: readonly number[];
  readonly failures?: number;
}

function judge(job: ParallelJob, got: Got | Readonly<Record<string, Got>>): Verdict | null {
  const tasks = normaliseTasks(job);
  const rules = runRules(job, tasks);
  const byTask: Readonly<Record<string, Got>> = job.tasks ? (got as Record<string, Got>) : { main: got };
  const counts = new Map<string, TaskCounts>(
    tasks.map(({ name }) => {
      const { ok = [], bad = [], failures = bad.length } = byTask[name] ?? {};
      return [name, { succeeded: ok.length, failed: bad.length, failures }];
    }),
  );
  const { ok = [], bad = [] } = byTask['main'] ?? {};
  const watched = watchedBy(rules).map((ranges): WatchedSet => ({
    ranges,
    size: sizeOfRanges(rangesBelow(ranges, tasks[0]!.indexes)),
    succeeded: ok.filter((index) => inRanges(ranges, index)).length,
    failed: bad.filter((index) => inRanges(ranges, index)).length,
  }));
  const progress = new Map([...counts].map(([name, count]) => [name, { ...count, ready: 0 }]));
  return judgeRun({ tasks, rules, counts, watched, blocked: blockedTasks(tasks, progress) });
}

const completed = (reason: Verdict['reason']): object => ({ phase: 'Completed', reason });
const failed = (reason: Verdict['reason']): object => ({ phase: 'Failed', reason });

function check(job: ParallelJob, got: Got | Readonly<Record<string, Got>>, verdict: object | null): void {
  if (verdict === null) expect(judge(job, got)).toBeNull();
  else expect(judge(job, got)).toMatchObject(verdict);
}

const count = (withCount: number, more: ParallelSpec = {}): ParallelSpec => ({
  ...more,
  parallelism: { withCount, ...more.parallelism },
});
const any = { completionStrategy: 'AnySuccessful' } as const;
const rules = (...given: NonNullable<ParallelSpec['successPolicy']>['rules']): ParallelSpec['successPolicy'] => ({
  rules: given,
});

describe('the verdict on a run with parallelism', () => {
  it.each<[string, ParallelSpec, Got, object | null]>([
    ['Furiko 64: one index without an attempt', count(1), {}, null],
    ['Furiko 67: one index, which succeeded', count(1), { ok: [0] }, completed('AllIndexesSucceeded')],
    ['Furiko 68: two indexes, one of which runs', count(2), {}, null],
    ['Furiko 69: one of two indexes succeeded, and all have to', count(2), { ok: [0] }, null],
    [
      'Furiko 69: one of two indexes succeeded, and any one is enough',
      count(2, { parallelism: any }),
      { ok: [0] },
      completed('AnyIndexSucceeded'),
    ],
    [
      'Furiko 71: one index succeeded, another starts, and any one is enough',
      count(2, { parallelism: any }),
      { ok: [1] },
      completed('AnyIndexSucceeded'),
    ],
    ['Furiko 72: one index failed, and all have to succeed', count(2), { bad: [0] }, failed('IndexFailed')],
    ['Furiko 72: one index failed, and any one is enough', count(2, { parallelism: any }), { bad: [0] }, null],
    ['Furiko 73: one index failed and waits for its retry', count(2), { failures: 1 }, null],
    [
      'Furiko 75: both indexes failed, and any one is enough',
      count(2, { parallelism: any }),
      { bad: [0, 1] },
      failed('FailedIndexes'),
    ],
    [
      'Furiko 76: two of three indexes succeeded, and the third failed in two of three attempts',
      count(3),
      { ok: [0, 1], failures: 2 },
      null,
    ],
    [
      'Furiko 100: one of three indexes succeeded, and any one is enough',
      count(3, { parallelism: any }),
      { ok: [2] },
      completed('AnyIndexSucceeded'),
    ],
    [
      'Furiko 114: the third index failed, and all have to succeed',
      count(3),
      { bad: [2] },
      { ...failed('IndexFailed'), remaining: 'TerminateRemaining' },
    ],
    ['Furiko 114: the third index failed, and any one is enough', count(3, { parallelism: any }), { bad: [2] }, null],
  ])('%s', (_case, job, got, verdict) => {
    check(job, got, verdict);
  });

  it('waits for the last index if the job waits for the remaining ones', () => {
    const job = count(4, { onFailure: 'WaitForRemaining' });
    check(job, { bad: [1] }, null);
    check(job, { ok: [0, 2], bad: [1] }, null);
    check(job, { ok: [0, 2, 3], bad: [1] }, failed('FailedIndexes'));
  });

  it('decides about attempts that still run', () => {
    check(count(3, { parallelism: any }), { ok: [0] }, { remaining: 'TerminateRemaining' });
    check(
      count(3, { parallelism: any, onSuccess: 'WaitForRemaining' }),
      { ok: [0] },
      { remaining: 'WaitForRemaining' },
    );
  });
});

describe('the verdict on a run with completions', () => {
  const six: ParallelSpec = { completions: 6 };
  it.each<[string, ParallelSpec, Got, object | null]>([
    [
      'K3: all indexes succeeded, one of them after a failure',
      { completions: 4 },
      { ok: [0, 1, 2, 3], failures: 1 },
      completed('AllIndexesSucceeded'),
    ],
    ['K10: no index is to be completed', { completions: 0 }, {}, completed('AllIndexesSucceeded')],
    [
      'K12: index 0 fails, and the others succeed',
      { completions: 3, onFailure: 'WaitForRemaining' },
      { bad: [0], ok: [1, 2], failures: 3 },
      failed('FailedIndexes'),
    ],
    [
      'K13: the limit of the run is reached before that of the index',
      { completions: 3, backoffLimit: 2 },
      { failures: 3 },
      failed('BackoffLimitExceeded'),
    ],
    ['K13: the failures equal the limit', { completions: 3, backoffLimit: 2 }, { failures: 2 }, null],
    [
      'K14: one more index failed than allowed',
      { completions: 3, maxFailedIndexes: 1 },
      { bad: [0, 1] },
      failed('MaxFailedIndexesExceeded'),
    ],
    ['K14: as many indexes failed as allowed', { completions: 3, maxFailedIndexes: 1 }, { bad: [0] }, null],
    [
      'K14: as many indexes failed as allowed, and all have ended',
      { completions: 3, maxFailedIndexes: 1 },
      { bad: [0], ok: [1, 2] },
      failed('FailedIndexes'),
    ],
    [
      'K15: one index failed, and none may fail',
      { completions: 2, maxFailedIndexes: 0 },
      { bad: [0] },
      failed('MaxFailedIndexesExceeded'),
    ],
    [
      'K16: the odd indexes fail, each after two attempts',
      { completions: 4, onFailure: 'WaitForRemaining' },
      { ok: [0, 2], bad: [1, 3], failures: 4 },
      failed('FailedIndexes'),
    ],
    [
      'K18: the one index that the rule needs has succeeded',
      { completions: 2, successPolicy: rules({ succeededIndexes: '1' }) },
      { ok: [1] },
      completed('SuccessPolicy'),
    ],
    [
      'K18: an index that the rule does not need has succeeded',
      { completions: 2, successPolicy: rules({ succeededIndexes: '1' }) },
      { ok: [0] },
      null,
    ],
    [
      'K19: any one index has succeeded',
      { completions: 2, successPolicy: rules({ succeededCount: 1 }) },
      { ok: [1] },
      completed('SuccessPolicy'),
    ],
    [
      'K20: two indexes of a set are needed, and one of two successes is outside of it',
      { ...six, successPolicy: rules({ succeededIndexes: '0,2', succeededCount: 2 }) },
      { ok: [0, 1] },
      null,
    ],
    [
      'K20: two indexes of a set are needed and have succeeded',
      { ...six, successPolicy: rules({ succeededIndexes: '0,2', succeededCount: 2 }) },
      { ok: [0, 2] },
      completed('SuccessPolicy'),
    ],
    [
      'K20: one index of a set is needed and has succeeded',
      { ...six, successPolicy: rules({ succeededIndexes: '0,2', succeededCount: 1 }) },
      { ok: [2] },
      completed('SuccessPolicy'),
    ],
    [
      'K21: a limit is reached at the same time as a rule matches',
      { completions: 2, backoffLimit: 0, successPolicy: rules({ succeededIndexes: '1' }) },
      { ok: [1], failures: 1 },
      failed('BackoffLimitExceeded'),
    ],
    [
      'K21: no rule can match any longer',
      { completions: 2, successPolicy: rules({ succeededIndexes: '1' }) },
      { bad: [1] },
      failed('IndexFailed'),
    ],
    [
      'a rule can still match without the index that failed',
      { completions: 2, successPolicy: rules({ succeededIndexes: '1' }) },
      { bad: [0] },
      null,
    ],
    [
      'the second of two rules matches',
      { ...six, successPolicy: rules({ succeededIndexes: '0-1' }, { succeededCount: 3 }) },
      { ok: [0, 2, 3] },
      completed('SuccessPolicy'),
    ],
    [
      'K33: backoffLimit 1, the second failure',
      { completions: 1, backoffLimit: 1 },
      { failures: 2 },
      failed('BackoffLimitExceeded'),
    ],
    [
      'K35: backoffLimit 0, one of a hundred fails',
      { completions: 100, backoffLimit: 0 },
      { failures: 1 },
      failed('BackoffLimitExceeded'),
    ],
  ])('%s', (_case, job, got, verdict) => {
    check(job, got, verdict);
  });

  const queue: ParallelSpec = { completions: null, completionMode: 'NonIndexed', parallelism: { maxActive: 5 } };
  it.each<[string, ParallelSpec, Got, object | null]>([
    ['K4: a work queue whose attempts failed and are tried again', queue, { failures: 2 }, null],
    [
      'K4: the first success of a work queue starts no further attempts and lets the others end',
      queue,
      { ok: [3], failures: 2 },
      { ...completed('WorkQueueSucceeded'), remaining: 'WaitForRemaining' },
    ],
    ['K6: paused', { ...queue, parallelism: { maxActive: 0 } }, {}, null],
    ['a slot of a work queue has failed permanently', queue, { bad: [0] }, failed('IndexFailed')],
    [
      'a work queue with completions is complete after that number of successes',
      { completions: 3, completionMode: 'NonIndexed' },
      { ok: [0, 1, 2] },
      completed('AllIndexesSucceeded'),
    ],
  ])('%s', (_case, job, got, verdict) => {
    check(job, got, verdict);
  });
});

describe('the verdict on a run with tasks', () => {
  const psWorker = (more: Partial<ParallelSpec> = {}): ParallelSpec => ({
    tasks: [
      { name: 'ps', replicas: 2 },
      { name: 'worker', replicas: 3 },
    ],
    ...more,
  });

  it.each<[string, ParallelSpec, Record<string, Got>, object | null]>([
    [
      '1.3: all indexes succeeded',
      psWorker(),
      { ps: { ok: [0, 1] }, worker: { ok: [0, 1, 2] } },
      completed('AllIndexesSucceeded'),
    ],
    [
      '1.3 (a): by default one failure is too many',
      psWorker(),
      { ps: { ok: [0] }, worker: { bad: [1] } },
      failed('IndexFailed'),
    ],
    [
      '1.3 (c): minAvailable is reached, but other indexes have not ended',
      psWorker({ minAvailable: 3 }),
      { ps: { ok: [0, 1] }, worker: { ok: [0] } },
      null,
    ],
    [
      '1.3 (c): minAvailable is reached, and all indexes have ended',
      psWorker({ minAvailable: 3 }),
      { ps: { ok: [0, 1] }, worker: { ok: [0], bad: [1, 2] } },
      completed('MinAvailableSucceeded'),
    ],
    [
      '1.3 (d): minAvailable is not reached',
      psWorker({ minAvailable: 4 }),
      { ps: { ok: [0] }, worker: { ok: [0], bad: [1, 2] } },
      failed('FailedIndexes'),
    ],
    [
      '1.3 (a): one task does not reach its own minimum',
      {
        tasks: [
          { name: 'ps', replicas: 2, minAvailable: 2 },
          { name: 'worker', replicas: 3, minAvailable: 1 },
        ],
      },
      { ps: { ok: [0], bad: [1] }, worker: { ok: [0, 1, 2] } },
      failed('FailedIndexes'),
    ],
    [
      '1.3 (a): each task reaches its own minimum',
      {
        tasks: [
          { name: 'ps', replicas: 2, minAvailable: 2 },
          { name: 'worker', replicas: 3, minAvailable: 1 },
        ],
      },
      { ps: { ok: [0, 1] }, worker: { ok: [1], bad: [0, 2] } },
      completed('MinAvailableSucceeded'),
    ],
    [
      'V19: minSuccess is reached while other indexes run',
      psWorker({ minSuccess: 2 }),
      { ps: {}, worker: { ok: [0, 2] } },
      completed('MinSuccessReached'),
    ],
    [
      '1.3 (b): minSuccess can no longer be reached',
      psWorker({ minSuccess: 4 }),
      { ps: { bad: [0, 1] }, worker: {} },
      failed('FailedIndexes'),
    ],
    ['1.3 (b): minSuccess can still be reached', psWorker({ minSuccess: 4 }), { ps: { bad: [0] }, worker: {} }, null],
    [
      'V22: all tasks are scaled to zero',
      {
        tasks: [
          { name: 'ps', replicas: 0 },
          { name: 'worker', replicas: 0 },
        ],
      },
      {},
      null,
    ],
    [
      'a task without indexes among others',
      {
        tasks: [
          { name: 'ps', replicas: 0 },
          { name: 'worker', replicas: 1 },
        ],
      },
      { worker: { ok: [0] } },
      completed('AllIndexesSucceeded'),
    ],
    [
      'a task that depends on a failed task will never start',
      {
        tasks: [
          { name: 'prepare', replicas: 2 },
          { name: 'work', replicas: 2, dependsOn: [{ task: 'prepare', condition: 'Complete' }] },
        ],
        maxFailedIndexes: 5,
      },
      { prepare: { ok: [0], bad: [1] } },
      failed('DependencyFailed'),
    ],
  ])('%s', (_case, job, got, verdict) => {
    check(job, got, verdict);
  });
});

const someJob: fc.Arbitrary<ParallelSpec> = fc
  .record({
    total: fc.integer({ min: 1, max: 6 }),
    strategy: fc.constantFrom('AllSuccessful', 'AnySuccessful'),
    backoffLimit: fc.option(fc.nat({ max: 6 })),
    maxFailedIndexes: fc.option(fc.nat({ max: 6 })),
    minSuccess: fc.option(fc.integer({ min: 1, max: 6 })),
    minAvailable: fc.option(fc.integer({ min: 1, max: 6 })),
    onFailure: fc.constantFrom('TerminateRemaining', 'WaitForRemaining'),
    onSuccess: fc.constantFrom('TerminateRemaining', 'WaitForRemaining'),
    rule: fc.option(fc.record({ index: fc.nat({ max: 5 }), count: fc.integer({ min: 1, max: 6 }) })),
  })
  .map(({ total, strategy, rule, ...limits }) => ({
    ...limits,
    parallelism: { withCount: total, completionStrategy: strategy as 'AllSuccessful' },
    onFailure: limits.onFailure as 'TerminateRemaining',
    onSuccess: limits.onSuccess as 'TerminateRemaining',
    minSuccess: limits.minSuccess === null ? null : Math.min(limits.minSuccess, total),
    minAvailable: limits.minAvailable === null ? null : Math.min(limits.minAvailable, total),
    ...(rule && {
      successPolicy: {
        rules: [
          { succeededIndexes: `0-${Math.min(rule.index, total - 1)}` },
          { succeededCount: Math.min(rule.count, total) },
        ],
      },
    }),
  }));

/** Every index ends once, with success or failure, in any order. */
const someEnds = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });

describe('the verdict, for any rules and any ends', () => {
  it('is given at the latest when every index has ended', () => {
    fc.assert(
      fc.property(someJob, someEnds, (job, ends) => {
        const total = job.parallelism?.withCount ?? 0;
        const indexes = Array.from({ length: total }, (_, index) => index);
        const got = { ok: indexes.filter((at) => ends[at]), bad: indexes.filter((at) => !ends[at]) };
        expect(judge(job, got)).not.toBeNull();
      }),
      { numRuns: worlds(500) },
    );
  });

  it('depends on the results, not on their order', () => {
    fc.assert(
      fc.property(someJob, someEnds, fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), (job, ends, order) => {
        // Without a limit a run cannot satisfy both the rules for completion and those for failure.
        fc.pre(job.backoffLimit === null && job.maxFailedIndexes === null);
        const total = job.parallelism?.withCount ?? 0;
        const firstVerdict = (indexes: readonly number[]): Verdict | null => {
          for (let ended = 0; ended <= indexes.length; ended++) {
            const seen = indexes.slice(0, ended);
            const verdict = judge(job, { ok: seen.filter((at) => ends[at]), bad: seen.filter((at) => !ends[at]) });
            if (verdict) return verdict;
          }
          return null;
        };
        const one = firstVerdict(order.filter((at) => at < total));
        const other = firstVerdict([0, 1, 2, 3, 4, 5].filter((at) => at < total));
        expect(one?.phase).toBe(other?.phase);
      }),
      { numRuns: worlds(500) },
    );
  });

  it('is never Completed without a success', () => {
    fc.assert(
      fc.property(someJob, someEnds, (job, ends) => {
        const total = job.parallelism?.withCount ?? 0;
        const ok = Array.from({ length: total }, (_, index) => index).filter((at) => ends[at]);
        expect(judge(job, { ok })?.phase === 'Completed' && ok.length === 0).toBe(false);
      }),
    );
  });
});
