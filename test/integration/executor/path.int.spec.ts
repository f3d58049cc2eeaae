/** The executor as a process of its own, with a collector beside it: from a dispatched run to its final state. */
import { jest } from '@jest/globals';
import { asJobId } from '#common/domain/ids.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LogReader } from '#common/mongo/log-reader.js';
import { contracts } from '#common/messages/registry.js';
import type { Run } from '#common/run/run.js';
import { until } from '#testing/until.js';
import { crewOfThisFile } from './support/crew.js';

jest.setTimeout(240_000);

const here = crewOfThisFile();

test('a dispatched run of the process engine is started, ends, and is final with its attempt recorded', async () => {
  const run = await here.world.begin(['sh', '-c', 'echo hello; exit 0']);
  const ended = await here.world.ended(run.id);
  expect(ended).toMatchObject({
    phase: 'Completed',
    reason: 'AllIndexesSucceeded',
    exitCode: 0,
    live: [],
    effects: [],
  });
  expect(ended.transitions.map(({ phase }) => phase)).toEqual(['Pending', 'Running', 'Completed']);
  const [attempt] = await here.world.attempts(run.id);
  expect(attempt).toMatchObject({ attempt: 1, end: { result: 'succeeded', exitCode: 0 }, logComplete: true });
});

test('a run that is sent with its dispatch runs like one that is read, and once however often the message comes', async () => {
  const run = await here.world.record(['sh', '-c', 'exit 0']);
  await here.world.dispatch(run.id, run);
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Completed', createdAt: run.createdAt, job: run.job });
  await here.world.dispatch(run.id, run);
  const next = await here.world.record(['sh', '-c', 'exit 0']);
  await here.world.dispatch(next.id, next);
  await here.world.ended(next.id);
  expect(await here.world.attempts(run.id)).toHaveLength(1);
});

test('a failing run is tried again up to its limit, each attempt recorded, and fails with the last exit code', async () => {
  const run = await here.world.begin(['sh', '-c', 'exit 3'], { job: { maxAttempts: 3 } });
  const ended = await here.world.ended(run.id);
  expect(ended).toMatchObject({ phase: 'Failed', reason: 'IndexFailed', exitCode: 3 });
  expect((await here.world.attempts(run.id)).map(({ attempt, end }) => [attempt, end.exitCode])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
});

test('parameters that do not match the schema of the job start nothing, and the error names the field', async () => {
  const parametersSchema = { type: 'object', properties: { rows: { type: 'integer' } } };
  const run = await here.world.begin(['sh', '-c', 'echo started'], {
    job: { parameters: { rows: 'many' }, parametersSchema },
  });
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Failed' });
  expect(await here.world.attempts(run.id)).toMatchObject([
    { startedAt: null, end: { reason: 'ParametersInvalid', message: 'parameters.rows must be integer' } },
  ]);
});

test('the output of attempts that failed, took too long or were killed is stored, and the newest value counts', async () => {
  const says = 'echo "attempt $TASK_ATTEMPT"; echo "[saveJobStorage] $TASK_ATTEMPT"';
  const ends = ['exit 1', 'exec sleep 600', 'kill -9 $$', 'exit 0'];
  const cases = ends.map((end, i) => `${i + 1}) ${end};;`).join(' ');
  const run = await here.world.begin(['sh', '-c', `${says}; case $TASK_ATTEMPT in ${cases} esac`], {
    jobId: 'kept-output',
    job: { maxAttempts: 4, timeoutSeconds: 4 },
  });
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Completed' });
  const attempts = await here.world.attempts(run.id);
  expect(attempts).toMatchObject([
    { end: { result: 'failed' }, logComplete: true },
    { end: { result: 'deadline' }, logComplete: true },
    { end: { result: 'failed' }, logComplete: true },
    { end: { result: 'succeeded' }, logComplete: true },
  ]);
  const lines: string[] = [];
  for await (const block of new LogReader(here.world.mongo).read({ run: run.id }))
    lines.push(...block.map(({ attempt, text }) => `${attempt.slice(-1)}: ${text}`));
  expect(lines).toEqual([1, 2, 3, 4].map((attempt) => `${attempt}: attempt ${attempt}`));
  const versions = await new JobStorageStore(here.world.mongo).versions(asJobId('kept-output'));
  expect(versions.map(({ version, value }) => [version, value])).toEqual(
    [4, 3, 2, 1].map((number) => [number, number]),
  );
});

test("a run gets its job's last success, also that of a run that another replica has ended", async () => {
  const next = async (): Promise<{ readonly run: Run; readonly said: string }> => {
    const begun = await here.world.begin(['sh', '-c', 'echo "last $LAST_SUCCESS_START"'], { jobId: 'in-a-row' });
    const run = await here.world.ended(begun.id);
    const lines: string[] = [];
    for await (const block of new LogReader(here.world.mongo).read({ run: run.id }))
      lines.push(...block.map(({ text }) => text));
    return { run, said: lines.join() };
  };
  const after = (started: number | null): string => `last ${new Date(started ?? NaN).toISOString()}`;
  const first = await next();
  expect(first.said).toBe('last ');
  const second = await next();
  expect(second.said).toBe(after(first.run.started));
  expect((await next()).said).toBe(after(second.run.started));
  const elsewhere = { job: 'in-a-row', started: Date.now() + 3_600_000, finished: Date.now() + 3_600_001 };
  here.world.nats.publish(contracts.jobsSucceeded, {}, { v: 1, successes: [elsewhere] });
  await until('what another replica has said', async () => (await next()).said === after(elsewhere.started));
});

test('a command that does not exist fails with a message that names it', async () => {
  const run = await here.world.begin(['no-such-command']);
  const ended = await here.world.ended(run.id);
  expect(ended).toMatchObject({ phase: 'Failed', exitCode: 127 });
  expect(ended.message).toContain('no-such-command');
});

test('a run that was not dispatched is found by the sweep', async () => {
  const run = await here.world.record(['true']);
  expect(await here.world.ended(run.id)).toMatchObject({ phase: 'Completed' });
});
