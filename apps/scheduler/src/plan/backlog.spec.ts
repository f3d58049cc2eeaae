import { asJobId, type JobId } from '#common/domain/ids.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { Backlog } from './backlog.js';

const NOW = 10_000_000;
const SECOND = 1_000;

/** Schedules by job: their shard, and how long their next slot has been due. */
class Book {
  readonly states = new Map<JobId, ScheduleState>();
  reads = 0;

  add(name: string, shard: number, dueForMs: number): void {
    const state = aSchedule({ every: 60 }, 0, { job: asJobId(name), shard, nextSlotAt: NOW - dueForMs });
    this.states.set(state.job, state);
  }

  due = (shards: readonly number[], after: number, until: number, limit: number): Promise<ScheduleState[]> => {
    this.reads++;
    const at = ({ nextSlotAt }: ScheduleState): number => nextSlotAt ?? Infinity;
    const found = [...this.states.values()].filter(
      (state) => shards.includes(state.shard) && at(state) > after && at(state) <= until,
    );
    return Promise.resolve(found.sort((a, b) => at(a) - at(b)).slice(0, limit));
  };

  isAnyDue = async (shards: readonly number[], until: number): Promise<boolean> =>
    (await this.due(shards, -Infinity, until, 1)).length > 0;

  /** Takes batches and plans each of them. */
  async work(backlog: Backlog, shards: readonly number[], size: number): Promise<string[][]> {
    const batches: string[][] = [];
    for (;;) {
      const batch = await backlog.take(shards, NOW, size);
      if (batch.length === 0 && (await backlog.take(shards, NOW, size)).length === 0) return batches;
      for (const { job } of batch) this.states.delete(job);
      batches.push(batch.map(({ job }) => job));
    }
  }
}

test('fresh slots are left to the loop that plans slots on time', async () => {
  const book = new Book();
  book.add('fresh', 1, 4 * SECOND);
  book.add('ahead', 1, -SECOND);
  expect(await new Backlog(book).take([1], NOW, 10)).toEqual([]);
});

test('one query is enough while nothing is late', async () => {
  const book = new Book();
  await new Backlog(book).take([1, 2, 3], NOW, 10);
  expect(book.reads).toBe(1);
});

test('all late slots of the given shards are taken once', async () => {
  const book = new Book();
  for (let i = 0; i < 200; i++) book.add(`job-${i}`, i % 8, (6 + i) * SECOND);
  const owned = [0, 1, 2, 5];
  const expected = [...book.states.values()].filter(({ shard }) => owned.includes(shard)).map(({ job }) => job);
  const taken = (await book.work(new Backlog(book), owned, 7)).flat();
  expect([...taken].sort()).toEqual(expected.sort());
});

test('slots that are about to count as missed precede missed ones, which still get a share', async () => {
  const book = new Book();
  for (let i = 0; i < 40; i++) {
    book.add(`missed-${i}`, i % 4, (600 + i) * SECOND);
    book.add(`late-${i}`, i % 4, (20 + i / 10) * SECOND);
  }
  const batches = await book.work(new Backlog(book), [0, 1, 2, 3], 8);
  const late = batches.map((batch) => batch.filter((job) => job.startsWith('late')).length);
  expect(late.slice(0, 5)).toEqual([6, 6, 6, 6, 6]);
  expect(batches.slice(0, 5).map(({ length }) => length)).toEqual([8, 8, 8, 8, 8]);
});

test('a shard with very many late slots does not block others', async () => {
  const book = new Book();
  for (let i = 0; i < 100; i++) book.add(`many-${i}`, 0, 900 * SECOND);
  book.add('only', 1, 100 * SECOND);
  const batches = await book.work(new Backlog(book), [0, 1], 10);
  expect(batches.findIndex((batch) => batch.includes('only'))).toBeLessThanOrEqual(1);
});
