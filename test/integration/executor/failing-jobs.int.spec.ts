/** Failing jobs: each failed run is noted before it is counted, and a job that has recovered is removed. */
import { asJobId, asTenantId, asWorkerId } from '#common/domain/ids.js';
import { FailedRunsStore } from '#common/mongo/failed-runs.store.js';
import { FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import type { Run } from '#common/run/run.js';
import { freshMongo } from '#testing/servers.js';
import { ALL_SHARDS } from '#testing/shards.js';
import { FailureSweep } from '../../../apps/executor/src/failures/failure-sweep.js';
import { NotedFailures } from '../../../apps/executor/src/failures/make-failures.js';
import { RecoverySweep } from '../../../apps/executor/src/failures/recovery-sweep.js';
import { storeRun } from '../api/stored-runs.js';

const tenant = asTenantId('ibm');
const T0 = Date.parse('2026-11-21T10:00:00.000Z');

let made: Awaited<ReturnType<typeof freshMongo>>;
let failing: FailingJobsStore;
beforeAll(async () => {
  made = await freshMongo();
  failing = new FailingJobsStore(made.mongo);
});
afterAll(async () => made.drop());

const failed = { tenant, phase: 'Failed', reason: 'ExitCode', finished: T0 } as const;
const names = async (): Promise<string[]> => (await failing.newest(null, 100)).map(({ job }) => job).toSorted();

async function storeJob(id: string, change: { archived?: true; deletedAt?: number } = {}): Promise<void> {
  const { archived, deletedAt = null } = change;
  await new JobsStore(made.mongo).insert(
    {
      id: asJobId(id),
      tenant,
      version: 1,
      rev: 1,
      createdAt: 0,
      updatedAt: 0,
      updatedBy: 'test',
      deletedAt,
      sealed: { secureParameters: null, httpHeaders: {} },
      spec: { tenant, name: id, worker: asWorkerId('w') },
      paused: archived ? { by: 'test', at: 0, note: null, archived } : null,
    },
    'test',
  );
}
const storeFailure = (job: string, change: Partial<Run> = {}): Promise<Run> =>
  storeRun(made.mongo, `${job}-failed`, { ...failed, job: asJobId(job), ...change });

test('a process that dies before it has counted failed runs leaves the job noted, and the next one finds them again', async () => {
  await storeFailure('noted');
  const counted: string[][] = [];
  const sweepThat = (count: () => void): FailureSweep =>
    new FailureSweep(
      {
        runs: new NotedFailures(new FailedRunsStore(made.mongo), failing),
        counter: {
          count: (runs) => {
            counted.push(runs.map(({ id }) => id));
            count();
            return Promise.resolve({ done: runs.length, groups: [] });
          },
        },
        room: { follow: () => Promise.resolve() },
      },
      () => new Set(ALL_SHARDS),
      () => undefined,
    );
  const dies = (): void => {
    throw new Error('killed');
  };
  await expect(sweepThat(dies).step()).rejects.toThrow('killed');
  expect(await names()).toEqual(['noted']);
  await sweepThat(() => undefined).step();
  expect(counted).toEqual([['noted-failed'], ['noted-failed']]);
});

test('only jobs that still fail stay: a success, an archived or deleted job, and a removed run end it', async () => {
  await storeJob('fails');
  await storeJob('recovered');
  await storeJob('put-away', { archived: true });
  await storeJob('deleted', { deletedAt: 1 });
  await storeJob('forgotten');
  await storeJob('failed-later');
  await failing.note(
    await Promise.all(['fails', 'recovered', 'put-away', 'deleted', 'failed-later'].map((job) => storeFailure(job))),
  );
  const gone = { id: 'gone', job: asJobId('forgotten'), tenant, createdAt: T0 } as unknown as Run;
  await failing.note([gone]);
  const ended = { ...failed, phase: 'Completed', createdAt: T0 + 1 } as const;
  await storeRun(made.mongo, 'recovered-2', { ...ended, job: asJobId('recovered') });
  await storeRun(made.mongo, 'failed-later-0', { ...ended, createdAt: T0 - 1, job: asJobId('failed-later') });
  const { mongo } = made;
  const sweep = new RecoverySweep(
    { failing, runs: new RunReads(mongo), jobs: new JobsStore(mongo) },
    () => new Set(ALL_SHARDS),
  );
  // The job of the test before exists no more.
  expect(await sweep.step()).toBe(5);
  expect(await names()).toEqual(['failed-later', 'fails']);
  expect(await sweep.step()).toBe(0);
});

test('a job that fails again while it is removed stays', async () => {
  const [before] = await failing.newest(null, 1);
  const again = await storeRun(made.mongo, 'again', { ...failed, job: before!.job, createdAt: T0 + 5 });
  await failing.note([again]);
  await failing.remove([before!]);
  expect((await failing.newest(['ibm'], 10)).map(({ job, run }) => [job, run])).toContainEqual([before!.job, 'again']);
});
