import fc from 'fast-check';
import { POLICY_ACTIONS } from '#common/spec/tasks.js';
import { asAttemptId } from '#common/domain/ids.js';
import { T0 } from '#testing/builders/run-builder.js';
import { JobStory } from '#testing/job-story.js';
import { spendRestarts, strongestOf } from './actions.js';
import type { Input } from './inputs.js';
import { intentOf, type Intent } from './policies.js';

describe('the intents of policy actions', () => {
  const at = { task: 'worker', index: 2, message: 'worker/2: PodFailed' };
  const intents = (...actions: (typeof POLICY_ACTIONS)[number][]): Intent[] =>
    actions.map((action) => intentOf(action, at));

  it('widen an action that is narrower than its cause to the scope of the cause', () => {
    expect(intentOf('RestartPod', { ...at, index: null })).toMatchObject({ type: 'restartTask', task: 'worker' });
    expect(intentOf('RestartTask', { ...at, task: null, index: null })).toMatchObject({ type: 'restartRun' });
    expect(intentOf('RestartPod', { ...at, task: null, index: null })).toMatchObject({ type: 'restartRun' });
  });

  it.each<[string, (typeof POLICY_ACTIONS)[number][], object[]]>([
    [
      'an ending overrides everything else',
      ['RestartPod', 'RestartJob', 'AbortJob'],
      [{ type: 'end', phase: 'Aborted' }],
    ],
    [
      'a bad ending overrides a good one',
      ['CompleteJob', 'TerminateJob', 'AbortJob'],
      [{ type: 'end', phase: 'Terminated' }],
    ],
    [
      'a restart of the run overrides restarts of parts',
      ['RestartPod', 'RestartJob', 'RestartTask'],
      [{ type: 'restartRun' }],
    ],
    [
      'a restart of the task overrides restarts of its indexes',
      ['RestartPod', 'RestartTask', 'RestartPod'],
      [{ type: 'restartTask' }],
    ],
    ['repeated restarts of an index count once', ['RestartPod', 'RestartPod'], [{ type: 'restartIndex', index: 2 }]],
    ['no action gives no intent', [], []],
  ])('are combined if several apply at once: %s', (_case, actions, expected) => {
    expect(strongestOf(intents(...actions))).toMatchObject(expected);
    expect(strongestOf(intents(...actions))).toHaveLength(expected.length);
  });

  it('do not depend on the order of the actions', () => {
    const intent = fc
      .record({
        action: fc.constantFrom(...POLICY_ACTIONS),
        task: fc.option(fc.constantFrom('ps', 'worker')),
        index: fc.option(fc.nat({ max: 2 })),
      })
      .map(({ action, task, index }) => intentOf(action, { task, index, message: `${task}/${index}` }));
    fc.assert(
      fc.property(fc.array(intent, { maxLength: 6 }), fc.nat(), (given, turn) => {
        const rotated = given.map((_, at) => given[(at + turn) % given.length]!);
        expect(strongestOf(rotated.reverse())).toEqual(strongestOf(given));
      }),
    );
  });

  it('V17: count restarts up to maxRetry; one more ends the run', () => {
    const restart = strongestOf(intents('RestartJob'));
    const first = spendRestarts(0, 2, restart);
    const second = spendRestarts(first.retries, 2, restart);
    const third = spendRestarts(second.retries, 2, restart);
    expect([first, second].map(({ retries, intents: [intent] }) => [retries, intent?.type])).toEqual([
      [1, 'restartRun'],
      [2, 'restartRun'],
    ]);
    expect(third).toMatchObject({
      retries: 2,
      intents: [{ type: 'end', phase: 'Failed', reason: 'MaxRetryExceeded' }],
    });
  });

  it('V29: end the run at the limit and restart below it', () => {
    const restart = strongestOf(intents('RestartTask'));
    expect(spendRestarts(3, 3, restart).intents[0]?.type).toBe('end');
    expect(spendRestarts(1, 3, restart).intents[0]?.type).toBe('restartTask');
    expect(spendRestarts(0, 0, restart).intents[0]?.type).toBe('end');
  });

  it('delay each further restart longer, and do not count endings as restarts', () => {
    const restart = strongestOf(intents('RestartPod'));
    expect([0, 1, 2].map((retries) => spendRestarts(retries, 9, restart).delayMs)).toEqual([1_000, 2_000, 4_000]);
    expect(spendRestarts(3, 3, intents('AbortJob'))).toMatchObject({
      retries: 3,
      delayMs: 0,
      intents: [{ phase: 'Aborted' }],
    });
  });
});

describe('a policy of a run', () => {
  const psWorker = {
    tasks: [
      { name: 'ps', replicas: 1 },
      { name: 'worker', replicas: 2 },
    ],
  };

  test('is Running once its gang is ready, and is restarted as a whole by a policy, with growing delays', () => {
    const policies = [{ event: 'PodFailed', action: 'RestartJob' } as const];
    const story = new JobStory({ ...psWorker, policies, maxRetry: 1 }).after(0);
    expect(story.live).toEqual(['ps/0.1', 'worker/0.1', 'worker/1.1']);
    story.started().after(0);
    expect(story.run.phase).toBe('Running');
    story.ends(1, 'worker/1.1');
    expect(story.run).toMatchObject({ phase: 'Restarting', reason: 'RestartedByPolicy', retries: 1 });
    story.ends(143, 'ps/0.1', 'worker/0.1');
    expect(story.run).toMatchObject({ phase: 'Restarting', wakeAt: T0 + 1_000, live: [] });
    story.after(1_000);
    expect(story.run).toMatchObject({ phase: 'Pending', generation: 1 });
    expect(story.live).toHaveLength(3);
    story.started().ends(1, 'worker/0.1');
    expect(story.run).toMatchObject({ ending: { phase: 'Failed', reason: 'MaxRetryExceeded' } });
  });

  test.each(['RestartPod', 'RestartTask', 'RestartJob'] as const)(
    '%s does not call a worker earlier than it asked for, whether the action is delayed or not',
    (action) => {
      for (const timeoutSeconds of [0, 60]) {
        const policies = [{ event: 'PodFailed', action, timeoutSeconds } as const];
        const story = new JobStory({ policies }).after(0).started();
        const end = { result: 'failed', at: T0, exitCode: null, reason: 'Http500', message: '', retryAt: T0 + 120_000 };
        const observation = {
          type: 'ended',
          attempt: asAttemptId('job-1/0/main/0/1'),
          startedAt: null,
          node: null,
          end,
        };
        story.after(0, { type: 'observed', observation } as Input);
        story.after(0, { type: 'sealed', attempt: observation.attempt, complete: true, reason: null });
        expect(story.after(119_999).live).toEqual([]);
        story.after(1).after(1_000);
        expect(story.live).toHaveLength(1);
      }
    },
  );

  test('may be ended by an exit code, and a delayed action keeps its time over a crash', () => {
    const policies = [{ exitCode: 3, action: 'AbortJob', timeoutSeconds: 60 } as const];
    const story = new JobStory({ ...psWorker, policies }).after(0).started().ends(3, 'worker/0.1');
    expect(story.run.delayed).toMatchObject([{ task: 'worker', index: 0, action: 'AbortJob', dueAt: T0 + 60_000 }]);
    expect(story.run.ending).toBeNull();
    expect(story.after(60_000).run).toMatchObject({ ending: { phase: 'Aborted', reason: 'AbortedByPolicy' } });
  });

  test('has a task that fails after too many in-place restarts of its containers, all together', () => {
    const tasks = [
      {
        name: 'worker',
        replicas: 2,
        maxRestarts: 3,
        policies: [{ event: 'TaskFailed', action: 'TerminateJob' } as const],
      },
    ];
    const story = new JobStory({ tasks }).after(0).started();
    const restarted = (index: number, restarts: number): Input => ({
      type: 'observed',
      observation: { type: 'restarted', attempt: asAttemptId(`job-1/0/worker/${index}/1`), restarts },
    });
    expect(story.after(0, restarted(0, 1), restarted(1, 1)).run.ending).toBeNull();
    expect(story.after(0, restarted(0, 2)).run.ending).toMatchObject({ phase: 'Terminated' });
  });
});
