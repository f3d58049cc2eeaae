import { asJobId, asWorkerId, type JobId, type WorkerId } from '#common/domain/ids.js';
import type { StoredWorker } from '#common/spec/definitions.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { BatchedSync } from './batched-sync.js';

const [A, B] = ['a', 'b'].map(asWorkerId) as [WorkerId, WorkerId];
const workerOf = (id: WorkerId, version = 1): StoredWorker =>
  ({ id, version, spec: { name: id, engine: 'process', command: ['true'] } }) as unknown as StoredWorker;

/** One job whose schedule is up to date until a test changes it. */
function world() {
  const state = aSchedule(null, 0, { jobRev: 1, jobVersion: 1, workerVersion: 1 });
  const stored = {
    job: { id: state.job, rev: 1, version: 1, updatedAt: 0, workers: [A] as readonly WorkerId[] },
    workers: new Map([A, B].map((id) => [id, workerOf(id)])),
  };
  const reads: string[] = [];
  let isDown = false;
  let open: () => void = () => undefined;
  let held: Promise<void> = Promise.resolve();
  const read = async <T>(name: string, value: () => T): Promise<T> => {
    reads.push(name);
    await held;
    if (isDown) throw new Error('the database is down');
    return value();
  };
  const slow: JobId[] = [];
  const sync = new BatchedSync(
    {
      jobs: { stamps: () => read('jobs', () => [stored.job]) },
      schedules: { loadMany: () => read('schedules', () => new Map([[state.job, state]])) },
      workers: {
        loadMany: (ids) =>
          read(
            `workers ${ids.join()}`,
            () => new Map(ids.flatMap((id) => [...stored.workers].filter(([own]) => own === id))),
          ),
      },
    },
    {
      sync: (job) => {
        slow.push(job);
        return Promise.resolve({ ok: true, state: { ...state, rev: 2 } });
      },
    },
  );
  const hold = (): void => {
    held = new Promise((resolve) => (open = resolve));
  };
  const letGo = (): void => {
    open();
  };
  const setDown = (now: boolean): void => {
    isDown = now;
  };
  return { sync, state, stored, reads, slow, hold, letGo, setDown };
}

test('a job and its workers are read at the same time once the workers are known', async () => {
  const { sync, state, reads, slow, hold, letGo } = world();
  expect(await sync.sync(state.job)).toEqual({ ok: true, state });
  expect(reads).toEqual(['jobs', 'schedules', 'workers a']);
  reads.length = 0;
  hold();
  const again = sync.sync(state.job);
  await new Promise(setImmediate);
  expect(reads).toEqual(['jobs', 'schedules', 'workers a']);
  letGo();
  expect(await again).toEqual({ ok: true, state });
  expect([reads.length, slow]).toEqual([3, []]);
});

test('a job that now names another worker is compared with that worker', async () => {
  const { sync, state, stored, reads, slow } = world();
  await sync.sync(state.job);
  stored.job = { ...stored.job, workers: [B] };
  reads.length = 0;
  expect(await sync.sync(state.job)).toEqual({ ok: true, state });
  expect(reads).toEqual(['jobs', 'schedules', 'workers a', 'workers b']);
  stored.workers.set(B, workerOf(B, 2));
  reads.length = 0;
  await sync.sync(state.job);
  expect(reads).toEqual(['jobs', 'schedules', 'workers b']);
  expect(slow).toEqual([state.job]);
});

test('an edited or deleted worker is noticed although it was read ahead', async () => {
  const { sync, state, stored, slow } = world();
  await sync.sync(state.job);
  stored.workers.set(A, workerOf(A, 2));
  await sync.sync(state.job);
  stored.workers.delete(A);
  await sync.sync(state.job);
  expect(slow).toEqual([state.job, state.job]);
});

test('a preparation serves only the request that it was made for, and once', async () => {
  const { sync, state, reads } = world();
  await sync.sync(state.job);
  reads.length = 0;
  sync.prepare(state.job, 'first');
  await new Promise(setImmediate);
  expect(await sync.sync(state.job, 'another')).toEqual({ ok: true, state });
  expect(reads).toHaveLength(6);
  expect(await sync.sync(state.job, 'first')).toEqual({ ok: true, state });
  expect(reads).toHaveLength(6);
  await sync.sync(state.job, 'first');
  expect(reads).toHaveLength(9);
});

test('a job that was changed after the preparation of one request is read again for the next', async () => {
  const { sync, state, stored, slow } = world();
  sync.prepare(state.job, 'first');
  await new Promise(setImmediate);
  stored.job = { ...stored.job, rev: 2 };
  sync.prepare(state.job, 'next');
  await sync.sync(state.job, 'next');
  expect(slow).toEqual([state.job]);
});

test('the request reads the job if its preparation has failed, or was made for another job', async () => {
  const { sync, state, reads, setDown } = world();
  setDown(true);
  sync.prepare(state.job, 'first');
  await new Promise(setImmediate);
  setDown(false);
  reads.length = 0;
  expect(await sync.sync(state.job, 'first')).toEqual({ ok: true, state });
  expect(reads.length).toBeGreaterThan(0);
  sync.prepare(asJobId('other'), 'second');
  expect(await sync.sync(state.job, 'second')).toEqual({ ok: true, state });
});
