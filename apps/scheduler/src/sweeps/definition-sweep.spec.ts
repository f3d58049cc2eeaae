import { pino } from 'pino';
import type { StoredWorker } from '#common/spec/definitions.js';
import { asJobId, asWorkerId, type JobId } from '#common/domain/ids.js';
import { ALL_SHARDS, shardOf, shards as installation } from '#testing/shards.js';
import type { JobPoint, JobStamp } from '#common/mongo/jobs.store.js';
import type { SyncedVersions } from '#common/mongo/schedules.store.js';
import type { BatchedSync } from '../definitions/batched-sync.js';
import { DefinitionSweep, RetriedSyncs } from './definition-sweep.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const W = asWorkerId('w');

/** Jobs as the API has written them, and the versions that are synchronised. */
class Books {
  now = 100 * HOUR;
  reads = 0;
  /** Jobs whose synchronisation fails. */
  readonly refused = new Set<JobId>();
  readonly synced = new Map<JobId, SyncedVersions>();
  private readonly jobs = new Map<JobId, JobStamp>();
  private worker = { id: W, version: 1, updatedAt: 0 };

  write(name: string, updatedAt = this.now): JobId {
    const id = asJobId(name);
    const rev = (this.jobs.get(id)?.rev ?? 0) + 1;
    this.jobs.set(id, { id, rev, version: rev, updatedAt, workers: [W] });
    return id;
  }

  editWorker(): void {
    this.worker = { ...this.worker, version: this.worker.version + 1, updatedAt: this.now };
  }

  isCurrent(id: JobId): boolean {
    const { jobRev, workerVersion } = this.synced.get(id) ?? {};
    return jobRev === this.jobs.get(id)?.rev && workerVersion === this.worker.version;
  }

  sweep(): DefinitionSweep {
    const read = (jobs: JobStamp[]): Promise<JobStamp[]> => {
      this.reads++;
      return Promise.resolve(jobs);
    };
    const inOrder = (): JobStamp[] =>
      [...this.jobs.values()].sort((a, b) => a.updatedAt - b.updatedAt || (a.id < b.id ? -1 : 1));
    const isBehind = ({ at, id }: JobPoint, job: JobStamp): boolean =>
      job.updatedAt > at || (job.updatedAt === at && (id === null || job.id > id));
    return new DefinitionSweep(
      {
        jobs: {
          writtenAfter: (shards, after, limit) =>
            read(
              inOrder()
                .filter((job) => shards.includes(shardOf(job.id)) && isBehind(after, job))
                .slice(0, limit),
            ),
          newestFirst: (shard, before, limit) =>
            read(
              inOrder()
                .reverse()
                .filter((job) => shardOf(job.id) === shard)
                .filter((job) => before === null || (job.id !== before.id && !isBehind(before, job)))
                .slice(0, limit),
            ),
          stamps: (ids) => read(inOrder().filter(({ id }) => ids.includes(id))),
          ofWorker: (_, after) =>
            Promise.resolve(
              [...this.jobs.keys()]
                .sort()
                .filter((id) => after === null || id > after)
                .slice(0, 500),
            ),
        },
        workers: {
          loadMany: () => Promise.resolve(new Map([[W, this.worker as unknown as StoredWorker]])),
          writtenSince: (since) => Promise.resolve(this.worker.updatedAt >= since ? [this.worker] : []),
        },
        schedules: { syncedVersions: () => Promise.resolve(this.synced) },
      },
      new RetriedSyncs({ sync: (id: JobId) => Promise.resolve(this.sync(id)) } as unknown as BatchedSync, log),
      {
        clock: { now: () => this.now, monotonic: () => this.now, after: () => () => undefined },
        shardCount: installation.count,
      },
    );
  }

  private sync(id: JobId): { ok: boolean; detail?: string } {
    if (this.refused.has(id)) return { ok: false, detail: 'refused' };
    const job = this.jobs.get(id);
    if (job) this.synced.set(id, { jobRev: job.rev, jobVersion: job.version, workerVersion: this.worker.version });
    return { ok: true };
  }
}

const log = pino({ level: 'silent' });

/** Runs one pass over everything. */
async function runUntilIdle(sweep: DefinitionSweep, books: Books, shards = ALL_SHARDS): Promise<void> {
  for (let before = -1; before !== books.reads;) {
    before = books.reads;
    await sweep.all.run(shards);
  }
}

test('a write without a message is synchronised, even if its timestamp is some seconds behind', async () => {
  const books = new Books();
  const sweep = books.sweep();
  await sweep.recent.run(ALL_SHARDS);
  books.now += 2_000;
  const behind = books.write('behind', books.now - 10_000);
  const written = books.write('written');
  await sweep.recent.run(ALL_SHARDS);
  expect([behind, written].filter((job) => !books.isCurrent(job))).toEqual([]);
});

test('all writes of one moment are synchronised, even if they exceed a page', async () => {
  const books = new Books();
  const jobs = Array.from({ length: 3_000 }, (_, i) => books.write(`job-${i}`));
  const sweep = books.sweep();
  for (let turn = 0; turn < 2; turn++) await sweep.recent.run(ALL_SHARDS);
  expect(jobs.filter((job) => !books.isCurrent(job))).toEqual([]);
});

test('a write is synchronised whose API process stalled for minutes before it sent it', async () => {
  const books = new Books();
  const sweep = books.sweep();
  await runUntilIdle(sweep, books);
  await sweep.late.run(ALL_SHARDS);
  books.now += MINUTE;
  const job = books.write('late', books.now - 4 * MINUTE);
  await sweep.recent.run(ALL_SHARDS);
  expect(books.isCurrent(job)).toBe(false);
  await sweep.late.run(ALL_SHARDS);
  expect(books.isCurrent(job)).toBe(true);
});

test('a new shard of this replica is read as a whole, and a shard of others is not read', async () => {
  const books = new Books();
  const jobs = Array.from({ length: 400 }, (_, i) => books.write(`job-${i}`, books.now - 30 * HOUR));
  const sweep = books.sweep();
  const few = ALL_SHARDS.slice(0, 10);
  const ofFew = (id: JobId): boolean => shardOf(id) < 10;
  await runUntilIdle(sweep, books, few);
  expect(jobs.filter((job) => books.isCurrent(job))).toEqual(jobs.filter(ofFew));
  await runUntilIdle(sweep, books);
  expect(jobs.filter((job) => !books.isCurrent(job))).toEqual([]);
});

test('a shard that went away and came back is read again', async () => {
  const books = new Books();
  const sweep = books.sweep();
  await runUntilIdle(sweep, books);
  await sweep.all.run([]);
  const job = books.write('meanwhile', books.now - HOUR);
  await runUntilIdle(sweep, books);
  expect(books.isCurrent(job)).toBe(true);
});

test('in shards with more than a page of jobs the newest come first, and all of them come', async () => {
  const books = new Books();
  const shard = shardOf('job-0');
  const names = Array.from({ length: 60_000 }, (_, i) => `job-${i}`).filter((name) => shardOf(name) === shard);
  const jobs = names.slice(0, 700).map((name, i) => books.write(name, i));
  const sweep = books.sweep();
  await sweep.all.run(ALL_SHARDS.filter((each) => each === shard));
  expect(jobs.filter((job) => books.isCurrent(job))).toEqual(jobs.slice(200));
  await runUntilIdle(sweep, books, [shard]);
  expect(jobs.filter((job) => !books.isCurrent(job))).toEqual([]);
});

test('a shard that was read is not read again within an hour', async () => {
  const books = new Books();
  const sweep = books.sweep();
  books.write('job');
  await runUntilIdle(sweep, books);
  const { reads } = books;
  books.now += HOUR - 1;
  await sweep.all.run(ALL_SHARDS);
  expect(books.reads).toBe(reads);
  const late = books.write('of a wrong clock', 1);
  books.now += 1;
  await runUntilIdle(sweep, books);
  expect(books.isCurrent(late)).toBe(true);
});

test('the jobs of an edited worker are synchronised again, once', async () => {
  const books = new Books();
  const jobs = Array.from({ length: 1_200 }, (_, i) => books.write(`job-${i}`, 1));
  const sweep = books.sweep();
  await runUntilIdle(sweep, books);
  books.editWorker();
  await sweep.ofWorkers.run(ALL_SHARDS);
  expect(jobs.filter((job) => !books.isCurrent(job))).toEqual([]);
  const { reads } = books;
  await sweep.ofWorkers.run(ALL_SHARDS);
  expect(books.reads).toBe(reads);
});

test('a failed synchronisation is tried again', async () => {
  const books = new Books();
  const sweep = books.sweep();
  const job = books.write('job');
  books.refused.add(job);
  await runUntilIdle(sweep, books);
  books.now += 10 * MINUTE;
  await sweep.retried.run(ALL_SHARDS);
  books.refused.clear();
  expect(books.isCurrent(job)).toBe(false);
  await sweep.retried.run(ALL_SHARDS);
  expect(books.isCurrent(job)).toBe(true);
});
