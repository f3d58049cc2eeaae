import { JobStory } from '#testing/job-story.js';

describe('a run of several indexes', () => {
  test('starts the lowest indexes first, up to maxActive, and the next ones as places become free', () => {
    const story = new JobStory({ parallelism: { withCount: 5, maxActive: 2 } }).after(0).started();
    expect(story.live).toEqual(['main/0.1', 'main/1.1']);
    story.ends(0, 'main/1.1');
    expect(story.live).toEqual(['main/0.1', 'main/2.1']);
    expect(story.run.tasks).toMatchObject([{ indexes: 5, succeeded: 1, running: 1, pending: 3 }]);
  });

  test('tries a failed index again after its delay, before later indexes', () => {
    const job = { parallelism: { withCount: 3, maxActive: 1 }, maxAttempts: 2, retry: { delaySeconds: 10 } };
    const story = new JobStory(job).after(0).started().ends(1, 'main/0.1').started();
    expect(story.live).toEqual(['main/1.1']);
    story.after(10_000).ends(0, 'main/1.1');
    expect(story.live).toEqual(['main/0.2']);
  });

  test('is paused by maxActive 0, which stops attempts without counting them, and continues when maxActive is raised', () => {
    const story = new JobStory({ parallelism: { withCount: 3, maxActive: 2 } }).after(0).started();
    story.told('change', { parallelism: { maxActive: 0 } });
    expect(story.live).toEqual([]);
    story.after(1_000).ends(143, 'main/0.1', 'main/1.1');
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'Paused', tasks: [{ failed: 0, pending: 3 }] });
    story.told('change', { parallelism: { maxActive: 1 } });
    expect(story.live).toEqual(['main/0.2']);
  });

  test('keeps its successes when it is aborted and resumed, and runs only the other indexes again', () => {
    const story = new JobStory({ parallelism: { withCount: 3, maxActive: 2 } }).after(0).started().ends(0, 'main/0.1');
    story.started().told('kill').ends(137, 'main/1.1', 'main/2.1');
    expect(story.run).toMatchObject({ phase: 'Aborted', tasks: [{ succeeded: 1 }] });
    story.told('resume').admitted();
    expect(story.run).toMatchObject({ generation: 1, tasks: [{ succeeded: 1, failed: 0 }] });
    expect(story.live).toEqual(['main/1.1', 'main/2.1']);
  });

  test('runs only the indexes that have not succeeded in an earlier run', () => {
    const story = new JobStory({ parallelism: { withCount: 5 } });
    story.run = { ...story.run, overrides: { succeededBefore: [{ task: 'main', indexes: '0,2-3' }] } };
    expect(story.after(0).live).toEqual(['main/1.1', 'main/4.1']);
    story.started().ends(0, 'main/1.1', 'main/4.1');
    expect(story.run).toMatchObject({ phase: 'Completed', tasks: [{ succeeded: 5 }] });
  });
});
