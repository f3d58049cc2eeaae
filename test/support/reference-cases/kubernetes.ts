/* eslint jest/no-standalone-expect: off -- each case is run inside a test, of cases.spec.ts */
/** The acceptance cases of Kubernetes' Jobs, K1 to K47. p is there `parallelism`, here `maxActive`; N is `completions`. */
import { createHash } from 'node:crypto';
import { runChange } from '#common/spec/tasks.js';
import { asJobId, asRunId, asTenantId } from '#common/domain/ids.js';
import { IndexText, parseIndexRanges, rangesBelow, unpackIndexes } from '#common/spec/index-ranges.js';
import { podName } from '../../../apps/executor/src/engines/kubernetes/core/pod-name.js';
import { CaseCluster } from '../case-cluster.js';
import { CaseRun, problemsOf, type CaseJob } from '../case-run.js';
import type { KubeObject } from '../fake-api-server/kube-object.js';
import type { ReferenceCase } from '../reference-case.js';
import { until } from '../until.js';

const indexed = (completions: number, maxActive: number | null, rest: CaseJob = {}): CaseJob => ({
  completions,
  parallelism: { maxActive },
  ...rest,
});
/** Every index is run to its end, as with a limit per index there. */
const perIndex = (completions: number, limit: number, rest: CaseJob = {}): CaseJob => ({
  completions,
  maxAttempts: limit + 1,
  onFailure: 'WaitForRemaining',
  ...rest,
});
const queue = (maxActive: number, rest: CaseJob = {}): CaseJob => ({
  completionMode: 'NonIndexed',
  parallelism: { maxActive },
  ...rest,
});

export const KUBERNETES_CASES: readonly ReferenceCase[] = [
  {
    no: 'K1',
    says: 'N=4, p=3: indexes 0, 1, 2 are active',
    holds: (): void => {
      expect(new CaseRun(indexed(4, 3)).go().active).toEqual([0, 1, 2]);
    },
  },
  {
    no: 'K2',
    says: 'then 1 succeeds: 0, 2, 3 are active, completed is "1"',
    holds: (): void => {
      const run = new CaseRun(indexed(4, 3)).go().does('well', 1);
      expect([run.active, run.completed]).toEqual([[0, 2, 3], '1']);
    },
  },
  {
    no: 'K3',
    says: 'then 2 fails: it is tried again, and at the end completed is "0-3" with one failure',
    holds: (): void => {
      const run = new CaseRun(indexed(4, 3, { maxAttempts: 2 })).go().does('well', 1).does(1, 2);
      expect(run.active).toEqual([0, 2, 3]);
      expect(run.liveAt(2).attempt).toBe(2);
      run.does('well', 0, 2, 3);
      expect([run.run.phase, run.completed, run.failures]).toEqual(['Completed', '0-3', 1]);
    },
  },
  {
    no: 'K4',
    says: 'a queue, p=5: two fail and are replaced; one succeeds and no more are started; the rest end and it is Completed',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(queue(5, { maxAttempts: 2 })).go().does(1, 0, 1);
      expect(run.active).toHaveLength(5);
      run.does('well', 0);
      expect([run.active, run.starts.length, run.run.phase]).toEqual([[1, 2, 3, 4], 7, 'Completing']);
      run.does('well', 1, 2).does(1, 3, 4);
      expect([run.run.phase, run.starts.length]).toEqual(['Completed', 7]);
    },
  },
  {
    no: 'K5',
    says: 'p=5, then 2, then 4: what is active follows, nothing has failed',
    holds: (): void => {
      const run = new CaseRun(indexed(9, 5)).go();
      expect(run.change({ parallelism: { maxActive: 2 } }).active).toHaveLength(2);
      expect(run.change({ parallelism: { maxActive: 4 } }).active).toHaveLength(4);
      expect([run.failures, run.failed]).toEqual([0, '']);
    },
  },
  {
    no: 'K6',
    says: 'p=0: nothing is active, and the run goes on when it is told to',
    holds: (): void => {
      const run = new CaseRun(indexed(3, 0)).go();
      expect([run.active, run.run.phase, run.run.reason]).toEqual([[], 'Pending', 'Paused']);
      expect(run.change({ parallelism: { maxActive: 3 } }).active).toEqual([0, 1, 2]);
    },
  },
  {
    no: 'K7',
    says: 'N grows from 3 to 4: completed is "0-3"',
    holds: (): void => {
      const run = new CaseRun(indexed(3, null)).go().change({ completions: 4 }).does('well', 0, 1, 2, 3);
      expect([run.run.phase, run.completed]).toEqual(['Completed', '0-3']);
    },
  },
  {
    no: 'K8',
    says: 'N shrinks from 3 to 1 after failures: they stay counted, the run completes',
    holds: (): void => {
      const run = new CaseRun(indexed(3, null, { maxAttempts: 3 })).go().does(1, 0, 1).change({ completions: 1 });
      run.does('well', 0);
      expect([run.run.phase, run.completed, run.failures]).toEqual(['Completed', '0', 2]);
    },
  },
  {
    no: 'K9',
    says: 'index 2 is done, N goes 3, 2, 3: index 2 is run again',
    holds: (): void => {
      const run = new CaseRun(indexed(3, null)).go().does('well', 2).change({ completions: 2 });
      expect(run.completed).toBe('');
      run.change({ completions: 3 });
      expect(run.active).toEqual([0, 1, 2]);
    },
  },
  {
    no: 'K10',
    says: 'N shrinks to 0: Completed',
    holds: (): void => {
      const run = new CaseRun(indexed(2, null)).go().change({ completions: 0 });
      expect([run.run.phase, run.active]).toEqual(['Completed', []]);
    },
  },
  {
    no: 'K11',
    says: 'N changes alone: it is taken',
    differs: true,
    holds: (): void => {
      expect(new CaseRun(indexed(2, 2)).go().change({ completions: 5 }).active).toEqual([0, 1]);
    },
  },
  {
    no: 'K12',
    says: 'two retries per index, index 0 fails three times, the others succeed: failed is "0", FailedIndexes',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(perIndex(3, 2)).go().does('well', 1, 2).does(1, 0).does(1, 0);
      expect([run.run.phase, run.failed]).toEqual(['Running', '']);
      run.does(1, 0);
      expect([run.run.phase, run.run.reason, run.failed, run.completed]).toEqual([
        'Failed',
        'FailedIndexes',
        '0',
        '1,2',
      ]);
    },
  },
  {
    no: 'K13',
    says: 'backoffLimit 2 under a higher limit per index: BackoffLimitExceeded first',
    holds: (): void => {
      const run = new CaseRun(perIndex(2, 9, { backoffLimit: 2 })).go().does(1, 0).does(1, 0).does(1, 0);
      expect(run.run.reason).toBe('BackoffLimitExceeded');
      expect(run.does('well', 1).run.phase).toBe('Failed');
    },
  },
  {
    no: 'K14',
    says: 'maxFailedIndexes 1, two indexes fail: MaxFailedIndexesExceeded, the third attempt is stopped',
    holds: (): void => {
      const run = new CaseRun({ completions: 3, maxFailedIndexes: 1 }).go().does(1, 0).does(1, 1);
      expect([run.run.phase, run.run.reason, run.failed, run.active]).toEqual([
        'Failed',
        'MaxFailedIndexesExceeded',
        '0,1',
        [],
      ]);
      expect(run.starts).toHaveLength(3);
    },
  },
  {
    no: 'K15',
    says: 'maxFailedIndexes 0, index 0 fails: failed is "0", with one failure',
    holds: (): void => {
      const run = new CaseRun({ completions: 2, maxFailedIndexes: 0 }).go().does(1, 0);
      expect([run.run.phase, run.failed, run.failures]).toEqual(['Failed', '0', 1]);
    },
  },
  {
    no: 'K16',
    says: 'N=4, odd indexes fail with one retry: failed "1,3", completed "0,2", four failures, two successes',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(perIndex(4, 1)).go().does('well', 0, 2).does(1, 1, 3).does(1, 1, 3);
      expect([run.run.phase, run.failed, run.completed, run.failures]).toEqual(['Failed', '1,3', '0,2', 4]);
    },
  },
  {
    no: 'K17',
    says: 'exit code 13 is not tried again though tries are left: that index has failed once, the others go on',
    holds: (): void => {
      const run = new CaseRun(perIndex(2, 3, { retry: { notOnExitCodes: [13] } })).go().does(13, 0);
      expect([run.failed, run.failures, run.active, run.run.phase]).toEqual(['0', 1, [1], 'Running']);
    },
  },
  {
    no: 'K18',
    says: 'success means index 1 of 2: it is done, index 0 is stopped, then Completed',
    holds: (): void => {
      const run = new CaseRun({ completions: 2, successPolicy: { rules: [{ succeededIndexes: '1' }] } }).go();
      run.stopping = false;
      run.does('well', 1);
      expect([run.run.phase, run.run.reason, run.terminating]).toEqual(['Completing', 'SuccessPolicy', 1]);
      run.does('deletedByUs', 0);
      expect([run.run.phase, run.completed, run.failed]).toEqual(['Completed', '1', '']);
    },
  },
  {
    no: 'K19',
    says: 'one success of any index completes',
    holds: (): void => {
      const job: CaseJob = { completions: 3, successPolicy: { rules: [{ succeededCount: 1 }] } };
      expect(new CaseRun(job).go().does('well', 2).run.phase).toBe('Completed');
    },
  },
  {
    no: 'K20',
    says: 'two successes within "0,2": a success of 1 does not help',
    holds: (): void => {
      const rules = [{ succeededIndexes: '0,2', succeededCount: 2 }];
      const run = new CaseRun({ completions: 4, successPolicy: { rules } }).go().does('well', 1, 0);
      expect(run.run.phase).toBe('Running');
      expect(run.does('well', 2).run.phase).toBe('Completed');
    },
  },
  {
    no: 'K21',
    says: 'the limit is hit before the rule matches: Failed; and a rule that nothing can match any more fails at once',
    differs: true,
    holds: (): void => {
      const successPolicy = { rules: [{ succeededIndexes: '0' }] };
      const job: CaseJob = { completions: 2, successPolicy, backoffLimit: 0, maxAttempts: 2 };
      expect(new CaseRun(job).go().does(1, 0).run.reason).toBe('BackoffLimitExceeded');
      expect(new CaseRun({ completions: 2, successPolicy }).go().does(1, 0).run.reason).toBe('IndexFailed');
    },
  },
  {
    no: 'K22',
    says: 'exit code 5 ends the run: decided at once, final when the other attempts have ended',
    holds: (): void => {
      const run = new CaseRun({ completions: 3, policies: [{ exitCode: 5, action: 'TerminateJob' }] }).go();
      run.stopping = false;
      run.does(5, 0);
      expect([run.run.phase, run.run.reason, run.terminating]).toEqual(['Terminating', 'TerminatedByPolicy', 2]);
      expect(run.does('deletedByUs', 1, 2).run.phase).toBe('Terminated');
    },
  },
  {
    no: 'K23',
    says: 'an eviction is answered by RestartPod: the run completes all the same, and maxRetry paid for it',
    differs: true,
    holds: (): void => {
      const policies = [{ event: 'PodEvicted', action: 'RestartPod' }] as const;
      const run = new CaseRun({ backoffLimit: 0, policies: [...policies] }).go().does('evicted', 0).go(1);
      expect(run.does('well', 0).run).toMatchObject({ phase: 'Completed', retries: 1 });
    },
  },
  {
    no: 'K24',
    says: 'a failure with exit code 10 counts once',
    holds: (): void => {
      const run = new CaseRun({ maxAttempts: 2 }).go().does(10, 0);
      expect([run.failures, run.liveAt(0).attempt]).toEqual([1, 2]);
    },
  },
  {
    no: 'K25',
    says: 'a rule that does not match leaves the failure to be counted',
    holds: (): void => {
      const run = new CaseRun({ policies: [{ exitCode: 5, action: 'TerminateJob' }] }).go().does(6, 0);
      expect([run.run.phase, run.failures]).toEqual(['Failed', 1]);
    },
  },
  {
    no: 'K26',
    says: 'two attempts are made to end: their replacements begin when they have ended, and not before',
    differs: true,
    holds: (): void => {
      const policies = [{ event: 'PodFailed', action: 'RestartTask' }] as const;
      const run = new CaseRun({ completions: 3, policies: [...policies] }).go();
      run.stopping = false;
      run.does(1, 0).go(60);
      expect([run.active, run.terminating]).toEqual([[0], 2]);
      run.does('deletedByUs', 1, 2).go(60);
      expect([run.active, run.terminating]).toEqual([[0, 1, 2], 0]);
    },
  },
  {
    no: 'K27',
    says: 'the text form of index sets',
    differs: true,
    holds: (): void => {
      const text = new IndexText();
      for (const index of [0, 2, 4, 5, 7, 8, 10, 11, 12]) text.add(index, index);
      expect(text.toString()).toBe('0,2,4,5,7,8,10-12');
      const some = (count: number): unknown => rangesBelow(unpackIndexes('0-5,8-10'), count);
      expect(some(8)).toEqual([[0, 5]]);
      expect(some(10)).toEqual([
        [0, 5],
        [8, 9],
      ]);
      expect(parseIndexRanges('0,1-foo,bar')).toMatchObject({ ok: false });
      const run = new CaseRun(indexed(6, null, { onFailure: 'WaitForRemaining' }))
        .go()
        .does('well', 0, 1, 2, 5)
        .does(1, 4);
      expect([run.completed, run.failed]).toEqual(['0-2,5', '4']);
    },
  },
  {
    no: 'K28',
    says: 'the lowest free indexes first',
    holds: (): void => {
      const run = new CaseRun(indexed(12, 10, { onFailure: 'WaitForRemaining' })).go();
      run.does('well', 2, 4, 9);
      run.change({ parallelism: { maxActive: 8 } });
      expect(run.active).toEqual([0, 1, 3, 5, 6, 7, 8, 10]);
      expect(run.does(1, 1, 7).active).toEqual([0, 3, 5, 6, 8, 10, 11]);
      expect(run.starts.slice(0, 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => `main/${index}.1`));
    },
  },
  {
    no: 'K29',
    says: 'one attempt per index: what does not run yet makes way before what runs',
    holds: (): void => {
      const run = new CaseRun(indexed(2, 2));
      run.placing = 'waits';
      run
        .go()
        .begins(1)
        .change({ parallelism: { maxActive: 1 } });
      expect(run.active).toEqual([1]);
    },
  },
  {
    no: 'K30',
    says: 'held back by startAfter: no attempts and no start; then both',
    differs: true,
    holds: (): void => {
      const run = new CaseRun({}, {});
      run.run = { ...run.run, startAfter: run.now + 5_000 };
      expect([run.go().active, run.run.started]).toEqual([[], null]);
      expect(run.go(5).active).toEqual([0]);
      expect(run.run.started).toBe(run.now);
    },
  },
  {
    no: 'K31',
    says: 'aborted while running: the attempts end and none of them has failed; resumed, it goes on',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(indexed(3, null)).go().does('well', 1).command('abort');
      expect([run.run.phase, run.active, run.failures]).toEqual(['Aborted', [], 0]);
      run.command('resume');
      expect([run.active, run.completed]).toEqual([[0, 2], '1']);
    },
  },
  {
    no: 'K32',
    says: 'nothing but its numbers changes of a run',
    differs: true,
    holds: (): void => {
      const fields = [
        { nodeSelector: {} },
        { image: 'other' },
        { podTemplate: {} },
        { tasks: [{ name: 'a', policies: [] }] },
      ];
      for (const field of fields) expect(runChange.safeParse(field).success).toBe(false);
      expect(runChange.safeParse({ parallelism: { maxActive: 2 }, completions: 3 }).success).toBe(true);
    },
  },
  {
    no: 'K33',
    says: 'backoffLimit 1 with two tries, always failing: exactly two attempts, Failed',
    differs: true,
    holds: (): void => {
      const run = new CaseRun({ backoffLimit: 1, maxAttempts: 9 }).go().does(1, 0).does(1, 0);
      expect([run.run.phase, run.starts.length]).toEqual(['Failed', 2]);
    },
  },
  {
    no: 'K34',
    says: 'the delay doubles from failure to failure of an index',
    differs: true,
    holds: (): void => {
      const retry = { backoff: 'exponential', delaySeconds: 10 } as const;
      const run = new CaseRun({ maxAttempts: 3, retry }).go().does(1, 0);
      expect([run.go(9).active, run.go(1).active]).toEqual([[], [0]]);
      run.does(1, 0);
      expect([run.go(19).active, run.go(1).active]).toEqual([[], [0]]);
    },
  },
  {
    no: 'K35',
    says: 'backoffLimit 0, p=100, one fails: Failed, and nothing is left to be done',
    holds: (): void => {
      const run = new CaseRun(indexed(100, 100, { backoffLimit: 0 })).go();
      expect(run.active).toHaveLength(100);
      run.does(1, 50);
      expect(run.run).toMatchObject({ phase: 'Failed', reason: 'BackoffLimitExceeded', live: [], effects: [] });
    },
  },
  {
    no: 'K36',
    says: 'a deadline of one second: DeadlineExceeded, the attempts are gone',
    holds: (): void => {
      const run = new CaseRun({ completions: 2, activeDeadlineSeconds: 1 }).go().go(1);
      expect(run.run).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded', live: [] });
    },
  },
  {
    no: 'K37',
    says: 'the executor was away when an attempt failed, backoffLimit 0: Failed all the same',
    holds: (): void => {
      const run = new CaseRun({ backoffLimit: 0, maxAttempts: 3 }).go();
      const of = run.liveAt(0);
      const end = { result: 'failed', at: run.now, exitCode: 1, reason: 'Exited', message: '' } as const;
      run.hears({ type: 'found', found: { type: 'ended', attempt: of.id, startedAt: run.now, node: null, end }, of });
      expect(run.run).toMatchObject({ phase: 'Failed', reason: 'BackoffLimitExceeded' });
    },
  },
  {
    no: 'K38',
    says: '56 failures and 54 successes, ten starts at a time: each counted once over several decisions',
    holds: (): void => {
      const run = new CaseRun(perIndex(110, 0, { parallelism: { maxActive: 10 } }));
      run.grant = 10;
      run.go();
      for (let index = 0; index < 110; index++) run.does(index < 56 ? 1 : 'well', index);
      expect([run.run.phase, run.failures, run.failed, run.completed]).toEqual(['Failed', 56, '0-55', '56-109']);
    },
  },
  {
    no: 'K39',
    says: 'a run that is gone takes its pods with it, running or ended, and nothing holds them; also after a restart',
    differs: true,
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        for (const id of ['deleted', 'deleted-while-away']) {
          const run = new CaseRun(indexed(2, null), { id: asRunId(id) });
          run.placing = 'waits';
          cluster.script = { runMs: 5, exitCode: 1 };
          await cluster.start(run.go(), 0);
          await until('an end', () => cluster.heard.some(({ type }) => type === 'ended'));
          cluster.script = {};
          await cluster.start(run, 1);
          const held = cluster.api.pods().map(({ metadata }) => metadata.finalizers);
          expect(held).toEqual([['carillon.dev/result'], ['carillon.dev/result']]);
          cluster.forget(run);
          if (id === 'deleted-while-away') await cluster.restart();
          await cluster.sweep();
          await cluster.podsLeft(0);
          cluster.heard = [];
        }
        expect(cluster.api.pods()).toEqual([]);
      }),
  },
  {
    no: 'K40',
    says: 'as K23, told by the exit code 137 that an eviction leaves',
    differs: true,
    holds: (): void => {
      const policies = [{ exitCode: 137, action: 'RestartPod' }] as const;
      const run = new CaseRun({ backoffLimit: 0, policies: [...policies] }).go();
      run.does({ result: 'evicted', exitCode: 137 }, 0).go(1);
      expect(run.does('well', 0).run.phase).toBe('Completed');
    },
  },
  {
    no: 'K41',
    says: 'nobody else manages a run',
    differs: true,
    holds: (): void => {
      expect(problemsOf({ managedBy: 'example.com/other' })).toMatchObject([
        { message: expect.stringMatching(/managedBy/) as string },
      ]);
      expect(problemsOf({})).toEqual([]);
    },
  },
  {
    no: 'K42',
    says: 'final only when the last attempt has ended',
    holds: (): void => {
      const run = new CaseRun(indexed(2, null)).go();
      run.stopping = false;
      run.does(1, 0);
      expect(run.run).toMatchObject({ phase: 'Terminating', finished: null });
      expect(run.go(120).run.phase).toBe('Terminating');
      expect(run.does('deletedByUs', 1).run).toMatchObject({ phase: 'Failed', finished: run.now });
    },
  },
  {
    no: 'K43',
    says: 'counts of failures come from the run, not from marks on pods: what a pod says of them is not read',
    holds: (): void => {
      const run = new CaseRun({ maxAttempts: 2 }).go().does(1, 0);
      expect(run.liveAt(0).attempt).toBe(2);
    },
  },
  {
    no: 'K44',
    says: 'a long name is cut, the index stays',
    holds: (): void => {
      const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
      const key = { run: asRunId('r'), generation: 0, task: 'main', index: 99_999, attempt: 1 };
      const name = podName({ tenant: asTenantId('t'), job: asJobId('j'), slug: 'x'.repeat(200), key }, 0, digest);
      expect(name).toMatch(/^x+-99999-[0-9a-z]{8}$/);
      expect(name).toHaveLength(63);
    },
  },
  {
    no: 'K45',
    says: 'a pod is taken for an attempt by its id alone: labels make none ours, and whoever has the name keeps it',
    differs: true,
    holds: (): Promise<void> =>
      CaseCluster.during(async (cluster) => {
        const run = new CaseRun();
        run.placing = 'waits';
        await cluster.start(run.go(), 0);
        const [own] = cluster.api.pods();
        const { name, labels } = own!.metadata;
        await cluster.restart();
        cluster.api.store.remove('pods', own!);
        const orphan = { metadata: { name, labels }, spec: own!.spec, status: { phase: 'Running' } };
        const { uid } = cluster.api.store.create('pods', 'workers', orphan as unknown as KubeObject).metadata;
        await cluster.restart();
        expect(await cluster.start(run, 0)).toMatchObject({
          type: 'created',
          name: expect.not.stringMatching(`^${name}$`) as string,
        });
        cluster.forget(run);
        await cluster.sweep();
        await cluster.podsLeft(1);
        expect(cluster.api.pods()).toMatchObject([{ metadata: { name, uid, labels } }]);
        expect(cluster.api.pods()[0]!.metadata).not.toHaveProperty('finalizers');
      }),
  },
  {
    no: 'K46',
    says: 'a run that has ended is kept for its time and then removed; an unfinished one is not',
    differs: true,
    holds: (): void => {
      const run = new CaseRun({ retention: { maxAgeSeconds: 100 } }).go();
      expect(run.run.expireAt).toBeNull();
      run.go(50).does('well', 0);
      expect(run.run.expireAt).toBe(run.now + 100_000);
    },
  },
  {
    no: 'K47',
    says: 'p=2, N=5, one succeeded: one more is started; a start that is refused is tried again; a surplus is stopped',
    differs: true,
    holds: (): void => {
      const run = new CaseRun(indexed(5, 2)).go().does('well', 0);
      expect([run.active, run.starts.length]).toEqual([[1, 2], 3]);
      run.stopping = false;
      run.change({ parallelism: { maxActive: 1 } });
      expect([run.active, run.terminating]).toEqual([[1], 1]);
      run.does('well', 1);
      expect(run.active).toEqual([]);
      expect(run.does('deletedByUs', 2).active).toHaveLength(1);
      const refused = new CaseRun(indexed(5, 2));
      refused.placing = 'refused';
      expect([refused.go().run.phase, refused.active]).toEqual(['Pending', [0, 1]]);
      refused.placing = 'runs';
      expect([refused.go(60).run, refused.failures]).toMatchObject([{ phase: 'Running', tasks: [{ running: 2 }] }, 0]);
    },
  },
];
