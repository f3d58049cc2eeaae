import { aPlan, T0 } from '#testing/builders/run-builder.js';
import { JobStory } from '#testing/job-story.js';
import { first, failed, sealed, command, RunStory } from '#testing/run-story.js';

describe('a new generation', () => {
  test('resume opens a new generation of an aborted run', () => {
    const story = new RunStory(aPlan())
      .begun()
      .after(10, command('kill'))
      .after(10, failed(first, T0 + 40, 137), sealed(first));
    expect(story.run.phase).toBe('Aborted');
    story.after(10, command('resume'));
    // The permit was released: the scheduler admits the run again, and it then continues.
    const waiting = { phase: 'Queued', generation: 1, finished: null, expireAt: null, wakeAt: null, live: [] };
    expect(story.run).toMatchObject(waiting);
    story.run = { ...story.run, phase: 'Pending' };
    expect(story.after(10).run.live).toMatchObject([{ id: 'job-1/1/main/0/1' }]);
  });

  test('a command that was refused by an aborted run is not applied to the resumed run', () => {
    const late = command('abort', { id: 'late', at: T0 + 1 });
    const story = new RunStory(aPlan()).with({ grant: 0 }, 0).after(10, command('abort')).after(10, late);
    expect(story.run).toMatchObject({ phase: 'Aborted', reason: 'AbortedByCommand' });
    expect(story.last?.answers).toEqual(['conflict']);
    story.after(10, command('resume'));
    story.run = { ...story.run, phase: 'Pending' };
    expect(story.after(10, late).run).toMatchObject({ phase: 'Pending', ending: null });
  });

  test('a command right after a resume waits until the run is admitted', () => {
    const story = new RunStory(aPlan()).with({ grant: 0 }, 0).after(10, command('abort'));
    story.after(10, command('resume', { at: T0 + 1 }), command('kill', { at: T0 + 2 }));
    expect(story.run).toMatchObject({ phase: 'Queued', ending: null });
    expect(story.last?.answers).toEqual(['done', 'notYet']);
  });

  test('a restart stops live attempts and begins again after they have ended', () => {
    const story = new RunStory(aPlan()).begun().after(10, command('restart'));
    expect(story.run).toMatchObject({ phase: 'Restarting', effects: [{ type: 'stop' }] });
    story.after(10, failed(first, story.now, 143), sealed(first));
    expect(story.run).toMatchObject({ generation: 1, retries: 0, live: [{ id: 'job-1/1/main/0/1' }] });
  });
});

describe('a run that restarts', () => {
  const psWorker = {
    tasks: [
      { name: 'ps', replicas: 1 },
      { name: 'worker', replicas: 2 },
    ],
  };

  test.each(['abort', 'terminate', 'complete', 'kill'] as const)('%s is applied during the restart', (command) => {
    const story = new JobStory(psWorker).after(0).started().told('restart');
    expect(story.run.phase).toBe('Restarting');
    story.told(command).ends(143, 'ps/0.1', 'worker/0.1', 'worker/1.1');
    const wanted = { abort: 'Aborted', terminate: 'Terminated', complete: 'Completed', kill: 'Aborted' } as const;
    expect(story.run).toMatchObject({ phase: wanted[command], live: [] });
  });
});
