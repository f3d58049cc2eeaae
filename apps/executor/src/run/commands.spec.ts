import type { RunCommandName } from '#common/spec/definitions.js';
import { aPlan, T0 } from '#testing/builders/run-builder.js';
import { first, ended, failed, sealed, command, RunStory } from '#testing/run-story.js';

describe('commands', () => {
  test.each<[RunCommandName, string, string]>([
    ['abort', 'Aborting', 'Aborted'],
    ['kill', 'Aborting', 'Aborted'],
    ['terminate', 'Terminating', 'Terminated'],
    ['complete', 'Completing', 'Completed'],
  ])('%s leads through %s to %s, with actor and reason, after the attempt has ended', (name, on, final) => {
    const story = new RunStory(aPlan()).begun().after(10, command(name));
    expect(story.run).toMatchObject({ phase: on, message: 'because', commands: [`c-${name}`] });
    expect(story.run.transitions.at(-1)).toMatchObject({ actor: 'anna', message: 'because' });
    expect(story.run.effects).toMatchObject([{ type: 'stop', force: name === 'kill' }]);
    story.after(10, failed(first, story.now + 10, 143), sealed(first));
    expect(story.run.phase).toBe(final);
  });

  test('are applied once', () => {
    const story = new RunStory(aPlan()).begun().after(10, command('abort'));
    expect(story.after(10, command('abort')).last?.changed).toBe(false);
  });

  test('keep the first ending; a later command is recorded as ignored, and kill removes the grace period', () => {
    const story = new RunStory(aPlan()).begun().after(10, command('terminate')).after(10, command('abort'));
    expect(story.run.transitions.at(-1)).toMatchObject({ reason: 'CommandIgnored', actor: 'anna' });
    expect(story.run.effects).toMatchObject([{ type: 'stop', force: false }]);
    story.after(10, command('kill'));
    expect(story.run.effects).toMatchObject([{ type: 'stop', force: true }]);
    story.after(10, failed(first, story.now, 137), sealed(first));
    expect(story.run.phase).toBe('Terminated');
  });

  test('abort at once a run that was never started', () => {
    const story = new RunStory(aPlan()).with({ grant: 0 }, 0).after(10, command('abort'));
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'AbortedByCommand' });
  });

  test.each([
    ['abort', 'notYet'],
    ['change', 'notYet'],
    ['restart', 'conflict'],
    ['resume', 'conflict'],
  ] as const)('%s for a run that waits for its admission is left to the scheduler: %s', (name, answer) => {
    const story = new RunStory(aPlan());
    story.run = { ...story.run, phase: 'Queued' };
    const before = story.run;
    expect(story.after(10, command(name)).run).toBe(before);
    expect(story.last?.answers).toEqual([answer]);
  });

  test.each(['abort', 'kill', 'terminate', 'complete', 'restart', 'resume'] as const)(
    '%s never changes a completed run',
    (name) => {
      const story = new RunStory(aPlan()).begun().after(10, ended(first, T0 + 20), sealed(first));
      const before = story.run;
      expect(story.after(10, command(name)).run).toBe(before);
      expect(story.last?.answers).toEqual(['conflict']);
    },
  );

  test('are refused by a run whose end, or whose last deadline, is part of the same decision', () => {
    const over = new RunStory(aPlan()).begun().after(10, command('abort'), ended(first, T0 + 20), sealed(first));
    expect(over.run.phase).toBe('Completed');
    expect(over.last?.answers).toEqual(['conflict', 'done', 'done']);
    const refused = new RunStory(aPlan({ startDeadlineMs: 60_000 })).after(0).after(0, {
      type: 'startResult',
      attempt: first,
      result: { type: 'refused', retryable: true, reason: 'Busy', message: 'no room' },
    });
    expect(refused.after(60_000, command('abort')).run).toMatchObject({ phase: 'Failed', reason: 'IndexFailed' });
    expect(refused.last?.answers).toEqual(['conflict']);
  });
});
