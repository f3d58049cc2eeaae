/** Runs of several indexes on the process engine: the environment of each index, how many run at once, and that a kill loses nothing. */
import { jest } from '@jest/globals';
import { indexTexts } from '#common/run/stored-tables.js';
import { RunIndexesStore } from '#common/mongo/run-indexes.store.js';
import { crewOfThisFile } from './support/crew.js';

jest.setTimeout(240_000);

const here = crewOfThisFile();

const inOrder = (a: { index: number; attempt: number }, b: { index: number; attempt: number }): number =>
  a.index - b.index || a.attempt - b.attempt;

test('each index of a matrix gets its cell, and a cell that fails at first is tried again alone', async () => {
  const script =
    'test "$TASK_INDEX_OS$TASK_INDEX_GO" = "${task.index_matrix.os}${task.index_matrix.go}" || exit 9; ' +
    'test "$JOB_COMPLETION_INDEX.$TASK_ATTEMPT" = 4.1 && exit 3; exit 0';
  const run = await here.world.begin(['sh', '-c', script], {
    job: {
      parallelism: { withMatrix: { os: ['linux', 'mac'], go: ['1', '2', '3'] }, maxActive: 4 },
      maxAttempts: 2,
    },
  });
  const ended = await here.world.ended(run.id);
  expect(ended).toMatchObject({ phase: 'Completed', reason: 'AllIndexesSucceeded' });
  expect(ended.tasks).toMatchObject([{ name: 'main', indexes: 6, succeeded: 6, failed: 0, pending: 0 }]);
  const attempts = (await here.world.attempts(run.id)).sort(inOrder).map(({ index, attempt }) => `${index}.${attempt}`);
  expect(attempts).toEqual(['0.1', '1.1', '2.1', '3.1', '4.1', '4.2', '5.1']);
});

test('a task waits for the task that it depends on, with its own command and environment', async () => {
  const run = await here.world.begin(['false'], {
    job: {
      tasks: [
        {
          name: 'work',
          replicas: 2,
          command: ['sh', '-c', 'test "$ROLE$TASK_NAME" = mework'],
          env: { ROLE: 'me' },
          dependsOn: [{ task: 'prepare', condition: 'Complete' }],
        },
        { name: 'prepare', replicas: 2, command: ['true'] },
      ],
    },
  });
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Completed' });
  const attempts = await here.world.attempts(run.id);
  const prepared = Math.max(...attempts.filter(({ task }) => task === 'prepare').map(({ end }) => end.at));
  const begun = attempts.flatMap(({ task, startedAt }) => (task === 'work' ? [startedAt ?? 0] : []));
  expect(begun).toHaveLength(2);
  expect(Math.min(...begun)).toBeGreaterThanOrEqual(prepared);
});

test('a run whose indexes are stored in chunks loses and duplicates nothing when its executor is killed', async () => {
  const run = await here.world.begin(['sh', '-c', 'test $((JOB_COMPLETION_INDEX % 100)) != 7'], {
    job: { parallelism: { withCount: 300, maxActive: 8 }, onFailure: 'WaitForRemaining' },
  });
  await here.world.reaches(run.id, 'a third done', ({ tasks: [task] }) => (task?.succeeded ?? 0) >= 100);
  await here.crew.killExecutor();
  await here.crew.nextExecutor();
  const ended = await here.world.ended(run.id, 120_000);
  expect(ended).toMatchObject({ phase: 'Failed', reason: 'FailedIndexes' });
  expect(ended.tasks).toMatchObject([{ indexes: 300, succeeded: 297, failed: 3, pending: 0 }]);
  const attempts = await here.world.attempts(run.id);
  expect(new Set(attempts.map(({ index }) => index)).size).toBe(300);
  expect(attempts).toHaveLength(300);
  const chunks = await new RunIndexesStore(here.world.mongo).of(ended);
  expect(indexTexts(ended.tasks[0]!, chunks?.get('main'))).toEqual({
    completedIndexes: '0-6,8-106,108-206,208-299',
    failedIndexes: '7,107,207',
  });
});
