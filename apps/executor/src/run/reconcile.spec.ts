import { calculateObjectSize } from 'bson';
import { toRunDocument } from '#common/mongo/run-document.js';
import { JobStory } from '#testing/job-story.js';
import { asAttemptId } from '#common/domain/ids.js';
import { MAX_SEAL_HOLD_MS } from '#common/domain/limits.js';
import { aPlan, aRun, aTask, T0 } from '#testing/builders/run-builder.js';
import { first, second, started, ended, failed, sealed, RunStory } from '#testing/run-story.js';
import type { Input } from './inputs.js';

describe('a plain run', () => {
  test('is claimed by one incarnation and requests its start without a change of its phase', () => {
    const { run } = new RunStory(aPlan()).after(0);
    expect(run.phase).toBe('Pending');
    expect(run.live).toMatchObject([{ id: first, state: 'claimed', claim: { incarnation: 'incarnation-1' } }]);
    expect(run.effects).toEqual([{ type: 'start', attempt: first }]);
  });

  test('is Running once its attempt has started, and final in one decision if end and seal arrive together', () => {
    const story = new RunStory(aPlan()).begun();
    expect(story.run).toMatchObject({ phase: 'Running', started: T0, effects: [] });
    story.after(1_000, ended(first, T0 + 1_000), sealed(first));
    expect(story.run).toMatchObject({
      phase: 'Completed',
      reason: 'AllIndexesSucceeded',
      exitCode: 0,
      finished: story.now,
      live: [],
      wakeAt: null,
      expireAt: story.now + 86_400_000,
    });
    expect(story.last?.records).toMatchObject([{ id: first, logComplete: true, end: { result: 'succeeded' } }]);
  });

  test('waits as Completing for its output, and ends with an incomplete log after the hold', () => {
    const story = new RunStory(aPlan()).begun().after(1_000, ended(first, T0 + 1_000));
    expect(story.run).toMatchObject({ phase: 'Completing', effects: [{ type: 'seal', attempt: first }] });
    expect(story.run.wakeAt).toBe(story.now + 60_000);
    story.after(60_000);
    expect(story.run).toMatchObject({ phase: 'Completed', live: [] });
    expect(story.last?.verdicts).toEqual([{ attempt: first, complete: false, reason: 'SealHoldPassed' }]);
  });

  test('waits longer for its output while the collector makes progress, but within a bound', () => {
    const story = new RunStory(aPlan()).begun().after(1_000, ended(first, T0 + 1_000));
    const heldSince = story.now;
    const reading: Input = { type: 'sealing', attempt: first };
    story.after(45_000, reading);
    expect(story.run.wakeAt).toBe(heldSince + 105_000);
    while (story.run.live.length > 0 && story.now < heldSince + 2 * MAX_SEAL_HOLD_MS) story.after(45_000, reading);
    expect(story.now - heldSince).toBeGreaterThanOrEqual(MAX_SEAL_HOLD_MS);
    expect(story.now - heldSince).toBeLessThan(MAX_SEAL_HOLD_MS + 45_000);
    expect(story.last?.verdicts).toEqual([{ attempt: first, complete: false, reason: 'SealHoldPassed' }]);
  });

  test('names the attempt that decided its failure, and the reason', () => {
    const story = new RunStory(aPlan()).begun().after(1_000, failed(first, T0 + 1_000, 3), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Failed', exitCode: 3 });
    expect(story.run.ending?.failed).toEqual({ attempt: first, reason: 'ExitCode' });
  });

  test('waits no longer for output without progress', () => {
    const story = new RunStory(aPlan()).begun().after(1_000, ended(first, T0 + 1_000));
    story.after(45_000, { type: 'sealing', attempt: first }).after(60_000);
    expect(story.run).toMatchObject({ phase: 'Completed', live: [] });
  });

  test('is not started before startAfter, and wakes up then', () => {
    const plan = aPlan();
    const story = new RunStory(plan, aRun(plan, { startAfter: T0 + 5_000, wakeAt: T0 + 5_000 })).after(0);
    expect(story.last?.changed).toBe(false);
    expect(story.after(5_000).run.live).toHaveLength(1);
  });

  test('does not report that it waits for its time after that time', () => {
    const plan = aPlan();
    const waiting = { reason: 'AwaitingStartTime', message: 'The run is not started before then.' };
    const given = aRun(plan, { startAfter: T0 + 5_000, wakeAt: T0 + 5_000, ...waiting });
    const story = new RunStory(plan, given).after(4_999);
    expect(story.run).toMatchObject(waiting);
    expect(story.after(1).run).toMatchObject({ phase: 'Pending', reason: 'Starting', message: '' });
  });

  test('has Running in its history even if the start and the end are observed together', () => {
    const story = new RunStory(aPlan()).after(0);
    story.after(5, started(first, T0 + 1), ended(first, T0 + 5), sealed(first));
    expect(story.run.transitions.map(({ phase }) => phase)).toEqual(['Pending', 'Running', 'Completed']);
  });

  test('reports that it waits for capacity while no start is granted', () => {
    const story = new RunStory(aPlan()).with({ grant: 0 }, 0);
    expect(story.last?.wanted).toEqual({ most: 1, least: 1 });
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'WaitingForCapacity', live: [] });
  });

  test('reports that no executor runs its engine', () => {
    const { run } = new RunStory(aPlan()).with({ engines: ['kubernetes'] }, 0);
    expect(run).toMatchObject({ phase: 'Pending', reason: 'EngineUnavailable' });
  });
});

describe('retries', () => {
  const twice = aPlan({ tasks: [aTask({ retry: { maxAttempts: 2, delayMs: 5_000 } })] });

  test('wait as Backoff from the end of the failed attempt, then start again', () => {
    const story = new RunStory(twice).begun().after(1_000, failed(first, T0 + 900, 3), sealed(first));
    expect(story.run).toMatchObject({ phase: 'Backoff', wakeAt: T0 + 5_900 });
    expect(story.run.message).toContain(new Date(T0 + 5_900).toISOString());
    story.after(4_890);
    expect(story.run).toMatchObject({ phase: 'Pending', live: [{ id: second }] });
    story.after(10, started(second, story.now + 10));
    expect(story.run.phase).toBe('Running');
  });

  test('do not begin before the output of the former attempt is sealed', () => {
    const story = new RunStory(twice)
      .begun()
      .after(1_000, failed(first, T0 + 1_000, 3))
      .after(5_000);
    expect(story.run.live).toMatchObject([{ id: first, state: 'ended' }]);
    story.after(10, sealed(first));
    expect(story.run.live).toMatchObject([{ id: second, state: 'claimed' }]);
  });

  test('end in Failed with the last exit code when no attempt is left', () => {
    const story = new RunStory(twice)
      .begun()
      .after(1_000, failed(first, T0 + 1_000, 3), sealed(first))
      .after(5_000);
    story.after(10, started(second, story.now)).after(10, failed(second, story.now, 4), sealed(second));
    expect(story.run).toMatchObject({
      phase: 'Failed',
      reason: 'IndexFailed',
      exitCode: 4,
      message: 'main/0 failed after 2 attempts: ExitCode: exit code 4',
    });
  });

  test.each<[string, Parameters<typeof aTask>[0], number, string]>([
    ['it is in onExitCodes', { retry: { maxAttempts: 2, onExitCodes: new Set([3]) } }, 3, 'Pending'],
    ['it is not in onExitCodes', { retry: { maxAttempts: 2, onExitCodes: new Set([4]) } }, 3, 'Failed'],
    ['it is in notOnExitCodes', { retry: { maxAttempts: 2, notOnExitCodes: new Set([3]) } }, 3, 'Failed'],
    ['it is not in notOnExitCodes', { retry: { maxAttempts: 2, notOnExitCodes: new Set([4]) } }, 3, 'Pending'],
  ])('depend on the exit code: %s', (_, task, code, phase) => {
    const story = new RunStory(aPlan({ tasks: [aTask(task)] }))
      .begun()
      .after(10, failed(first, T0 + 10, code), sealed(first));
    expect(story.run.phase).toBe(phase);
  });

  test('double their delay up to its cap', () => {
    const retry = { maxAttempts: 10, delayMs: 1_000, exponential: true, maxDelayMs: 3_000 };
    const story = new RunStory(aPlan({ tasks: [aTask({ retry })] }));
    const delays = [1, 2, 3, 4].map((attempt) => {
      const id = asAttemptId(`job-1/0/main/0/${attempt}`);
      story.begun(id).after(0, failed(id, story.now, 1), sealed(id));
      const wait = (story.run.wakeAt ?? 0) - story.now;
      story.now += wait;
      return wait;
    });
    expect(delays).toEqual([1_000, 2_000, 3_000, 3_000]);
  });
});

test('the document of a run stays below a megabyte with the greatest number of live attempts and the longest messages', () => {
  const long = 'x'.repeat(5_000);
  const story = new JobStory({ completions: 100_000, onFailure: 'WaitForRemaining' }).after(0).after(0).started();
  expect(story.run.live).toHaveLength(1_000);
  const ends = story.run.live.map(({ id, index }): Input => ({
    type: 'observed',
    observation: {
      type: 'ended',
      attempt: asAttemptId(id),
      startedAt: T0,
      node: 'a-node-with-a-long-name.of.some.cluster.example.org',
      end: { result: index % 2 ? 'failed' : 'succeeded', at: T0, exitCode: index % 2, reason: 'Exited', message: long },
    },
  }));
  story.after(0, ...ends);
  const transition = {
    at: T0,
    phase: 'Running',
    reason: 'AttemptStarted',
    message: long.slice(0, 2_000),
    actor: 'anna',
  } as const;
  const run = { ...story.run, transitions: Array.from({ length: 64 }, () => transition) };
  expect(run.effects).toHaveLength(256);
  expect(calculateObjectSize(toRunDocument(run))).toBeLessThan(1_000_000);
  expect(story.last?.chunks.map(({ bytes }) => bytes.length < 12_000)).toEqual([true]);
});
