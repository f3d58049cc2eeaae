import { MAX_RETRY_AFTER_MS } from '#common/domain/limits.js';
import type { LiveAttempt } from '#common/run/run.js';
import { aPlan, aTask, T0 } from '#testing/builders/run-builder.js';
import { first, second, ended, sealed, onlySecond, replica2, RunStory } from '#testing/run-story.js';
import type { StartResult } from '../engines/engine.js';
import type { Input } from './inputs.js';

describe('an attempt that its engine reports as absent', () => {
  const absent = (of: LiveAttempt): Input => ({ type: 'found', found: { type: 'absent', attempt: first }, of });
  const created: Input = { type: 'startResult', attempt: first, result: { type: 'created', node: null } };
  const claimed = (): RunStory => new RunStory(aPlan({ engine: 'kubernetes' })).after(0);
  const only = ({ run }: RunStory): LiveAttempt => run.live[0]!;

  test('has vanished if it existed before', () => {
    const story = claimed().after(5, created);
    story.after(5, absent(only(story)));
    expect(story.last?.records).toMatchObject([{ end: { result: 'deletedByOther', reason: 'Vanished' } }]);
  });

  test('has not vanished if it was created during the check, in either order of the two inputs', () => {
    const story = claimed();
    const together = claimed();
    const asked = only(story);
    story.after(5, created).after(5, absent(asked));
    together.after(5, absent(asked), created);
    expect([only(story).state, only(together).state]).toEqual(['created', 'created']);
  });

  test('is started again if it never existed', () => {
    const story = claimed();
    story.after(5, absent(only(story)));
    expect(story.run.effects).toMatchObject([{ type: 'start', attempt: first }]);
    expect(only(story)).toMatchObject({ state: 'claimed', claim: { at: story.now } });
  });

  test.each(['kubernetes', 'process'] as const)(
    'is left to the replica that has claimed it and is still alive, since that may still start it (%s)',
    (engine) => {
      const story = new RunStory(aPlan({ engine })).after(0);
      const ofOthers = only(story);
      const both = { ...onlySecond, replicas: new Set(['replica-1', 'replica-2']), silent: new Map() };
      story.with({ self: replica2, alive: both }, 5, absent(ofOthers));
      expect(only(story)).toEqual(ofOthers);
      // The replica dies, and no other replica would wake the run.
      expect(story.run.wakeAt).toBe(story.now + 2_000);
      story.with({ self: replica2, alive: onlySecond }, 2_000);
      expect(only(story)).toMatchObject({ state: 'claimed', claim: { replica: 'replica-2' } });
    },
  );
});

describe('web services', () => {
  const web = aPlan({ engine: 'webservice', idleTimeoutMs: 10_000 });
  const status = (state: 'RUNNING' | 'FINISHED' | 'FAILED', at: number, attempt = first): Input => ({
    type: 'status',
    attempt,
    at,
    state,
    message: null,
    exitCode: null,
    progress: null,
  });
  const result = (type: 'refused' | 'inDoubt', retryable = true): Input => ({
    type: 'startResult',
    attempt: first,
    result:
      type === 'refused'
        ? { type, retryable, reason: 'Http503', message: 'answered 503' }
        : { type, reason: 'NoAnswer', message: 'no answer' },
  });

  test('a refused start is claimed and sent again with backoff until the start deadline', () => {
    const story = new RunStory(web).after(0).after(10, result('refused'));
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'StartRefused', effects: [] });
    expect(story.run.wakeAt).toBe(story.now + 1_000);
    story.after(1_000);
    expect(story.run).toMatchObject({ live: [{ state: 'claimed' }], effects: [{ type: 'start' }] });
    story.after(10, result('refused'));
    expect(story.run.wakeAt).toBe(story.now + 2_000);
    story.now = T0;
    story.after(900_000);
    expect(story.run).toMatchObject({ phase: 'Failed' });
    expect(story.last?.records).toMatchObject([{ end: { result: 'startRefused', reason: 'StartDeadlineExceeded' } }]);
  });

  test('a worker that gives the time of the next try is called then, within a bound', () => {
    const asked = (retryAt: number): Input => ({
      type: 'startResult',
      attempt: first,
      result: { type: 'refused', retryable: true, reason: 'Http429', message: 'answered 429', retryAt },
    });
    const story = new RunStory(web).after(0).after(10, asked(T0 + 60_000));
    expect(story.run.wakeAt).toBe(T0 + 60_000);
    story.now = T0;
    story.after(60_000).after(10, asked(T0));
    expect(story.run.wakeAt).toBe(story.now + 2_000);
    const patient = new RunStory({ ...web, startDeadlineMs: 90_000_000 }).after(0).after(10, asked(Infinity));
    expect(patient.run.live).toMatchObject([{ state: 'refused', retryAt: patient.now + MAX_RETRY_AFTER_MS }]);
  });

  test('the time that a worker gave still holds after its start deadline', () => {
    const retryAt = T0 + 1_200_000;
    const result = { type: 'refused', retryable: true, reason: 'Http503', message: 'answered 503', retryAt } as const;
    const retry = { ...aTask().retry, maxAttempts: 2 };
    const story = new RunStory({ ...web, tasks: [aTask({ retry })] }).after(0);
    story.after(10, { type: 'startResult', attempt: first, result });
    story.now = T0;
    story.after(900_000).after(1, sealed(first));
    expect(story.run).toMatchObject({ phase: 'Backoff', wakeAt: retryAt });
  });

  test('a start in doubt is never sent again and ends as StartUnknown', () => {
    const story = new RunStory(web).after(0).after(10, result('inDoubt'));
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'StartInDoubt', effects: [] });
    expect(story.after(60_000).run.effects).toEqual([]);
    story.now = T0;
    story.after(900_000).after(1, sealed(first));
    expect(story.run.phase).toBe('Failed');
    expect(story.run.message).toContain('no callback proved its start');
  });

  test('a start in doubt is sent again if the worker is declared idempotent', () => {
    const story = new RunStory({ ...web, idempotentStart: true }).after(0).after(10, result('inDoubt')).after(1_000);
    expect(story.run.effects).toEqual([{ type: 'start', attempt: first }]);
  });

  test('a callback proves a start in doubt', () => {
    const story = new RunStory(web)
      .after(0)
      .after(10, result('inDoubt'))
      .after(5, status('RUNNING', T0 + 14));
    expect(story.run).toMatchObject({ phase: 'Running', started: T0 + 14 });
  });

  test('the progress that a worker reports is stored with the attempt, and the last one with its end', () => {
    const report = { ...status('RUNNING', T0 + 14), message: 'half way', progress: { percent: 50 } } as Input;
    const story = new RunStory(web).begun().after(4, report);
    expect(story.run.live[0]?.lastStatus).toEqual({ message: 'half way', progress: { percent: 50 } });
    story.after(5, status('RUNNING', T0 + 20));
    expect(story.run.live[0]?.lastStatus).toEqual({ message: 'half way', progress: { percent: 50 } });
    story.after(5, status('FINISHED', T0 + 30));
    expect(story.last?.records[0]).toMatchObject({ id: first, progress: { percent: 50 } });
  });

  describe('after the replica of a start has fallen silent without a result', () => {
    const view = { alive: onlySecond, self: replica2 };
    const inDoubt = (plan = web): RunStory => new RunStory(plan).after(0).with(view, 10_000);
    const of1: Extract<Input, { type: 'startResult' }>['claim'] = { incarnation: 'incarnation-1', at: T0 };
    const startResult = (result: StartResult, claim = of1): Input => ({
      type: 'startResult',
      attempt: first,
      claim,
      result,
    });
    const notSent = startResult({ type: 'notSent', message: 'late' });

    test('the start is in doubt, and no other replica sends it', () => {
      const { run } = inDoubt();
      expect(run.effects).toEqual([]);
      expect(run.live[0]?.doubt).toContain('sends no heartbeats');
    });

    test('the start is claimed again at once when the replica returns and reports that it was not sent', () => {
      const { run } = inDoubt().with(view, 5_000, notSent);
      expect(run.live[0]).toMatchObject({ state: 'claimed', claim: { incarnation: 'incarnation-2', lease: 1 } });
      expect(run.live[0]?.doubt).toBeUndefined();
      expect(run.live[0]?.refusals).toBeUndefined();
      expect(run.effects).toEqual([{ type: 'start', attempt: first }]);
    });

    test('the attempt runs when the replica returns and reports that the start was sent', () => {
      const { run } = inDoubt().with(view, 5_000, startResult({ type: 'started', at: T0 + 9_000, node: null }));
      expect(run).toMatchObject({ phase: 'Running', live: [{ state: 'started' }] });
      expect(run.live[0]?.doubt).toBeUndefined();
    });

    test('the attempt fails at its start deadline if the result remains unknown', () => {
      const story = inDoubt().with(view, 900_000);
      expect(story.last?.records).toMatchObject([{ end: { result: 'startUnknown' } }]);
    });

    test('the claim of a replica that is not known yet, or that has a later lease, is not in doubt', () => {
      const claimed = new RunStory(web).after(0);
      const unseen = { ...onlySecond, silent: new Map<string, number>(), asOf: T0 + 1_000 };
      expect(claimed.with({ ...view, alive: unseen }, 1_000).run.live[0]?.doubt).toBeUndefined();
      const earlier = { ...onlySecond, silent: new Map([['replica-1', 0]]) };
      expect(claimed.with({ ...view, alive: earlier }, 1_000).run.live[0]?.doubt).toBeUndefined();
      expect(
        claimed.with({ ...view, alive: { ...unseen, asOf: T0 + 60_000 } }, 1_000).run.live[0]?.doubt,
      ).toBeDefined();
    });

    test('an idempotent start is claimed again, and a result of the first claim counts only if it started', () => {
      const story = inDoubt({ ...web, idempotentStart: true });
      expect(story.run.live[0]?.claim.incarnation).toBe('incarnation-2');
      expect(story.with(view, 1, notSent).last?.changed).toBe(false);
      const refused = startResult({ type: 'refused', retryable: false, reason: 'Http400', message: '' });
      expect(story.with(view, 1, refused).last?.changed).toBe(false);
      expect(story.with(view, 1, startResult({ type: 'started', at: T0, node: null })).run.phase).toBe('Running');
    });

    test('a replica without a lease claims nothing and checks again after a second', () => {
      const story = new RunStory(web).with({ self: { ...replica2, lease: null } }, 0);
      expect(story.run).toMatchObject({ live: [], reason: 'WaitingForCapacity', wakeAt: T0 + 1_000 });
    });
  });

  test('a final status ends the attempt; its repeat is accepted, and a different status is refused', () => {
    const story = new RunStory(web).begun().after(10, status('FINISHED', T0 + 20));
    expect(story.run.phase).toBe('Completing');
    expect(story.after(1, status('FINISHED', T0 + 21)).last?.answers).toEqual(['done']);
    expect(story.after(1, status('FAILED', T0 + 22)).last?.answers).toEqual(['conflict']);
    expect(story.after(1, sealed(first)).run.phase).toBe('Completed');
    expect(story.after(1, status('FAILED', T0 + 23)).last?.answers).toEqual(['notCurrent']);
  });

  test('the idle timeout aborts the run; signs of life delay it, and are stored only now and then', () => {
    const story = new RunStory(web).begun();
    expect(story.run.wakeAt).toBe(T0 + 10_000);
    story.after(500, { type: 'seen', attempt: first, at: story.now + 500 });
    expect(story.last?.changed).toBe(false);
    const seenAt = story.now + 5_000;
    story.after(5_000, { type: 'seen', attempt: first, at: seenAt });
    expect(story.run.live[0]?.lastSeenAt).toBe(seenAt);
    story.now = T0;
    expect(story.after(10_000).run.effects).toEqual([]);
    story.now = seenAt;
    story.after(10_000);
    expect(story.run.effects).toMatchObject([{ type: 'stop', attempt: first }]);
    story.after(5, ended(first, story.now + 5, { result: 'deletedByUs', exitCode: null })).after(1, sealed(first));
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'IdleTimeout' });
  });

  test('an attempt that exceeded the idle timeout is tried again if the job allows it', () => {
    const plan = { ...web, tasks: [aTask({ retry: { maxAttempts: 2, onIdleTimeout: true } })] };
    const story = new RunStory(plan).begun().after(10_000);
    story.after(5, ended(first, story.now + 5, { result: 'deletedByUs', exitCode: null }), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Pending', live: [{ id: second }] });
  });
});

describe('pods and processes', () => {
  const plan = aPlan({ engine: 'process', idleTimeoutMs: 60_000 });
  const written = (at: number | null): Input => ({ type: 'seen', attempt: first, at });

  test('an output line delays the idle timeout, which ends a silent attempt', () => {
    const story = new RunStory(plan).begun();
    const startedAt = T0;
    expect(story.run.wakeAt).toBe(startedAt + 60_000);
    story.after(60_000, written(startedAt + 50_000));
    expect(story.run).toMatchObject({ phase: 'Running', wakeAt: startedAt + 110_000 });
    story.after(50_000, written(startedAt + 50_000));
    expect(story.run.live).toMatchObject([{ state: 'stopping', stop: { reason: 'idleTimeout' } }]);
    story.after(10, ended(first, story.now, { result: 'failed', exitCode: 143 })).after(1, sealed(first));
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'IdleTimeout' });
  });

  test('an attempt whose last output is unknown continues, and is checked again soon', () => {
    const story = new RunStory(plan).begun();
    for (let times = 0; times < 3; times++) {
      story.after(60_000, written(null));
      expect(story.run).toMatchObject({ phase: 'Running', wakeAt: story.now + 30_000 });
    }
    story.after(30_000);
    expect(story.run.live).toMatchObject([{ stop: { reason: 'idleTimeout' } }]);
  });
});
