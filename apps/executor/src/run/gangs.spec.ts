import { T0 } from '#testing/builders/run-builder.js';
import { JobStory } from '#testing/job-story.js';

describe('a gang of a run', () => {
  const psWorker = {
    tasks: [
      { name: 'ps', replicas: 1 },
      { name: 'worker', replicas: 2 },
    ],
  };

  test('a gang of any size begins in one decision, and only if it is granted as a whole', () => {
    const story = new JobStory({ tasks: [{ name: 'a', replicas: 600 }] });
    story.grants = { grant: 599 };
    expect(story.after(0).run).toMatchObject({ phase: 'Pending', reason: 'WaitingForCapacity', live: [] });
    expect(story.last?.wanted).toEqual({ most: 600, least: 600 });
    story.grants = { grant: 600 };
    expect(story.after(0).run.live).toHaveLength(600);
    expect(story.last?.wanted).toEqual({ most: 0, least: 0 });
  });

  test('a gang requests what its wave still lacks, and other waves request what they can get', () => {
    const story = new JobStory({
      tasks: [
        { name: 'ps', replicas: 2 },
        { name: 'worker', replicas: 3, dependsOn: [{ task: 'ps', condition: 'Ready' }] },
      ],
    });
    story.after(0).started();
    expect(story.run.live.map(({ task }) => task)).toEqual(['ps', 'ps', 'worker', 'worker', 'worker']);
    const short = new JobStory({ tasks: [{ name: 'a', replicas: 3 }], minAvailable: 2 });
    short.grants = { grant: 1 };
    expect(short.after(0).run.live).toEqual([]);
    expect(short.last?.wanted).toEqual({ most: 2, least: 2 });
    short.grants = { grant: 2 };
    expect(short.after(0).run.live).toHaveLength(2);
    short.grants = { grant: 0 };
    short.started();
    expect(short.last?.wanted).toEqual({ most: 1, least: 1 });
  });

  test('a gang that exceeds the capacity fails its run instead of waiting without end', () => {
    const story = new JobStory({ tasks: [{ name: 'a', replicas: 3 }] });
    story.grants = { grant: 2, capacity: 2 };
    expect(story.after(0).run).toMatchObject({ phase: 'Failed', reason: 'GangTooLarge', live: [] });
    expect(story.run.message).toBe(
      '3 attempts must be placed together; the limits of its worker and its executor allow 2 at once',
    );
  });

  test('a gang that does not get all of its places is released and tried again later', () => {
    const story = new JobStory(psWorker).after(0);
    const [ps] = story.run.live;
    story.after(0, { type: 'startResult', attempt: ps!.id, result: { type: 'started', at: T0, node: 'host' } });
    expect(story.run).toMatchObject({ phase: 'Pending', reason: 'GangIncomplete' });
    story.after(120_000);
    expect(story.live).toEqual([]);
    expect(story.run.transitions.map(({ reason }) => reason)).toContain('GangReleased');
  });
});
