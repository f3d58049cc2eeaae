import type { AttemptId } from '#common/domain/ids.js';
import { aPlan, aTask, T0 } from '#testing/builders/run-builder.js';
import { first, second, onlySecond, replica2, end, ended, failed, sealed, RunStory } from '#testing/run-story.js';
import type { Input } from './inputs.js';

describe('deadlines', () => {
  test('an attempt that exists but does not run by its start deadline is stopped by force and counts as failed', () => {
    const story = new RunStory(aPlan({ engine: 'kubernetes' })).after(0);
    story.after(5, { type: 'startResult', attempt: first, result: { type: 'created', node: null } });
    expect(story.run.wakeAt).toBeLessThanOrEqual(T0 + 900_000);
    story.now = T0;
    story.after(900_000);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 0 }]);
    story.after(10, ended(first, story.now + 10, { result: 'deletedByUs', exitCode: null, reason: 'Deleted' }));
    expect(story.run).toMatchObject({ phase: 'Failed', reason: 'IndexFailed' });
    expect(story.last?.records).toMatchObject([{ end: { result: 'deadline', reason: 'StartDeadlineExceeded' } }]);
  });

  test('a start in doubt that the engine can check is stopped by force, and is replaced only after its end', () => {
    const plan = aPlan({ startDeadlineMs: 50_000, tasks: [aTask({ retry: { maxAttempts: 2 } })] });
    const doubt: Input = {
      type: 'startResult',
      attempt: first,
      result: { type: 'inDoubt', reason: 'SpoolUnavailable', message: 'disk full' },
    };
    const story = new RunStory(plan).after(0).after(60_000, doubt);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 0 }]);
    expect(story.after(60_000).run.live).toMatchObject([{ id: first, state: 'stopping' }]);
    story.after(5, ended(first, story.now, { result: 'failed', exitCode: 137 })).after(1, sealed(first));
    expect(story.run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  });

  test('an attempt that can never start is stopped at once with the reason, and has ended when its engine reports its end', () => {
    const why = { reason: 'ImageRunsAsRoot', message: 'its image runs as root: do this' };
    const story = new RunStory(aPlan({ engine: 'kubernetes', tasks: [aTask({ retry: { maxAttempts: 2 } })] })).after(0);
    const waits = { type: 'waiting', attempt: first, ...why, cannotStart: 'startRefused' } as const;
    story.after(1_000, { type: 'observed', observation: waits });
    expect(story.run).toMatchObject({ phase: 'Pending', ...why });
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 0 }]);
    // Neither a repeated report nor the result of the start changes the decision.
    story.after(1, { type: 'observed', observation: waits });
    story.after(1, { type: 'startResult', attempt: first, result: { type: 'created', node: null } });
    expect(story.run.live).toMatchObject([{ id: first, state: 'stopping', stop: { reason: 'cannotStart' } }]);
    story.after(10, ended(first, story.now + 10, { result: 'deletedByUs', exitCode: null, reason: 'Stopped' }));
    expect(story.last?.records).toMatchObject([{ end: { result: 'startRefused', ...why } }]);
    // The end counts as a failure of the attempt for the retry rule.
    story.after(1, sealed(first));
    expect(story.run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  });

  test('the events of a pod contain its name, in the history of the run and in the record of the attempt', () => {
    const retry = { maxAttempts: 2, delayMs: 1_000 };
    const story = new RunStory(aPlan({ engine: 'kubernetes', tasks: [aTask({ retry })] })).after(0);
    const made = (attempt: AttemptId, name: string): Input => ({
      type: 'startResult',
      attempt,
      result: { type: 'created', node: null, name },
    });
    const waits = { type: 'waiting', attempt: first, reason: 'ErrImagePull', message: 'not found' } as const;
    story.after(1, made(first, 'pod-1')).after(1, { type: 'observed', observation: waits });
    const runs = { type: 'started', attempt: first, at: story.now, node: 'n1', name: 'pod-1' } as const;
    story.after(1, { type: 'observed', observation: runs });
    story
      .after(1, failed(first, story.now, 3))
      .after(1, sealed(first))
      .after(1_000);
    expect(story.run.live).toMatchObject([{ id: second }]);
    // The creator of the pod may have died before it noted the name: the end contains the name as well.
    const over = { type: 'ended', attempt: second, startedAt: story.now, node: 'n1', name: 'pod-2' } as const;
    story.after(1, {
      type: 'observed',
      observation: { ...over, end: end(story.now, { result: 'failed', exitCode: 3 }) },
    });
    expect(story.last?.records).toMatchObject([{ id: second, pod: 'pod-2' }]);
    story.after(1, sealed(second));
    const history = story.run.transitions.map(({ phase, pod }) => [phase, pod]);
    expect(history).toEqual(
      expect.arrayContaining([
        ['Pending', 'pod-1'],
        ['Running', 'pod-1'],
        ['Backoff', 'pod-1'],
        ['Running', 'pod-2'],
        ['Failed', 'pod-2'],
      ]),
    );
  });

  test('an attempt that was not sent by its start deadline ends by that deadline, not as refused', () => {
    const story = new RunStory(aPlan({ engine: 'kubernetes' })).after(0);
    story.after(900_000);
    const result = { type: 'refused', retryable: true, reason: 'Withdrawn', message: 'it waited too long' } as const;
    story.after(10, { type: 'startResult', attempt: first, result });
    expect(story.last?.records).toMatchObject([
      {
        end: {
          result: 'deadline',
          reason: 'StartDeadlineExceeded',
          message: expect.stringContaining('too long') as string,
        },
      },
    ]);
  });

  test('an attempt that exceeds its timeout is stopped, then by force, and does not succeed by its exit code', () => {
    const story = new RunStory(aPlan({ timeoutMs: 60_000 })).begun();
    expect(story.run.wakeAt).toBe(T0 + 60_000);
    story.after(60_000);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: false, graceSeconds: 30 }]);
    expect(story.run.wakeAt).toBe(story.now + 30_000);
    story.after(30_000);
    expect(story.run.effects).toEqual([{ type: 'stop', attempt: first, force: true, graceSeconds: 30 }]);
    story.after(10, ended(first, story.now), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Failed' });
    expect(story.last?.records).toMatchObject([{ end: { result: 'deadline', reason: 'TimeoutExceeded' } }]);
  });

  test('the run deadline ends the run as Failed, once its attempt has ended', () => {
    const story = new RunStory(aPlan({ activeDeadlineMs: 10_000 })).begun().after(10_000);
    expect(story.run).toMatchObject({ phase: 'Terminating', reason: 'DeadlineExceeded' });
    story.after(100, failed(first, story.now, 143), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });

  test('processes of a host without heartbeats for a minute are lost', () => {
    const hostless = { ...onlySecond, hosts: new Set(['host-2']) };
    const self = { ...replica2, host: 'host-2' };
    const story = new RunStory(aPlan()).begun();
    story.with({ alive: hostless, self }, 30_000);
    expect(story.run.phase).toBe('Running');
    story.with({ alive: hostless, self }, 40_000);
    expect(story.last?.records).toMatchObject([{ end: { result: 'nodeLost', reason: 'HostLost' } }]);
  });
});
