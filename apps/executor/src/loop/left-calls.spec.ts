import { asAttemptId, asRunId } from '#common/domain/ids.js';
import type { Member } from '#common/mongo/members.store.js';
import type { Run } from '#common/run/run.js';
import { aPlan } from '#testing/builders/run-builder.js';
import { command, ended, first, RunStory } from '#testing/run-story.js';
import { LostCalls, stopLeftCalls } from './left-calls.js';

const story = (): RunStory => new RunStory(aPlan({ engine: 'webservice', answersEnd: true })).begun();

/** What is done about the call of a run, as it is stored. */
async function done(run: Run | null, isMine = false): Promise<string[]> {
  const acts: string[] = [];
  const engines = {
    underWay: () => [first],
    cleanUp: (_engine: string, attempt: string) => {
      acts.push(`drop ${attempt}`);
      return Promise.resolve();
    },
  };
  const effects = {
    perform: (_run: Run, { type, attempt }: { readonly type: string; readonly attempt: string }) => {
      acts.push(`${type} ${attempt}`);
    },
  };
  const load = () => Promise.resolve(new Map(run ? [[run.id, run]] : []));
  await stopLeftCalls({ engines, effects, isMine: () => isMine }, { load });
  return acts;
}

test('a call for a run of another executor is stopped when the run says so, and dropped when its attempt has ended', async () => {
  expect(await done(story().run)).toEqual([]);
  const stopping = story().after(10, command('abort')).run;
  expect(await done(stopping)).toEqual([`stop ${first}`]);
  expect(await done(stopping, true)).toEqual([]);
  const over = story();
  over.after(10, ended(first, over.now));
  expect(await done(over.run)).toEqual([`drop ${first}`]);
  expect(await done(null)).toEqual([`drop ${asAttemptId(first)}`]);
});

test('runs whose calls were made by a replica that has gone are looked at once, also by an executor that owns their shards', async () => {
  const { run } = story();
  const over = story();
  over.after(10, ended(first, over.now));
  const looked: string[] = [];
  let replicas = ['replica-1', 'replica-2'];
  let asOf = story().now;
  const unended = [
    run,
    { ...over.run, id: asRunId('over') },
    { ...run, id: asRunId('pods'), engine: 'kubernetes' as const },
  ];
  const lost = new LostCalls(
    {
      members: () => replicas.map((replica) => ({ replica }) as Member),
      endedLeases: () => ({ silent: new Map(), asOf }),
    },
    { unended },
    { wake: (id) => looked.push(id) },
  );
  await lost.step();
  replicas = ['replica-1'];
  await lost.step();
  expect(looked).toEqual([]);
  replicas = [];
  await lost.step();
  // The claim may still be younger than what was read of the members.
  expect(looked).toEqual([]);
  asOf += 10_000;
  await lost.step();
  await lost.step();
  expect(looked).toEqual([run.id]);
  // Its shard is taken over only now.
  unended.push({ ...run, id: asRunId('taken-over') });
  await lost.step();
  await lost.step();
  expect(looked).toEqual([run.id, 'taken-over']);
});
