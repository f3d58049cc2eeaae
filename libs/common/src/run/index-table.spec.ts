import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { INDEX_CHUNK_SIZE, MAX_INDEXES_PER_RUN } from '../domain/limits.js';
import { parseIndexRanges, type IndexRanges } from '../spec/index-ranges.js';
import { IndexTableEdit, type IndexOutcome } from './index-table-edit.js';
import { chunksFor, IndexTable } from './index-table.js';

const SUCCEEDED: IndexOutcome = { type: 'succeeded' };
const FAILED: IndexOutcome = { type: 'failed' };
const retryAt = (notBefore: number): IndexOutcome => ({ type: 'again', notBefore, counts: true });
const uncounted = (notBefore: number): IndexOutcome => ({ type: 'again', notBefore, counts: false });

function changed(table: IndexTable, change: (edit: IndexTableEdit) => void): IndexTable {
  const edit = new IndexTableEdit(table);
  change(edit);
  return edit.finish().table;
}

/** Claims the lowest free indexes. */
function start(table: IndexTable, wanted: number): { table: IndexTable; started: number[] } {
  const started: number[] = [];
  const next = changed(table, (edit) => {
    for (let index = edit.firstFree(); index !== null && started.length < wanted; index = edit.firstFree()) {
      started.push(index);
      edit.claim(index);
    }
  });
  return { table: next, started };
}

/** The table as another process would load it. */
function reloaded(table: IndexTable, count: number, live: readonly number[] = []): IndexTable {
  const chunks = new Map(Array.from({ length: chunksFor(table.count) }, (_, no) => [no, table.encode(no)]));
  return IndexTable.load({ count, chunks, live, watch: table.watched.map(({ ranges }) => ranges) });
}

function ranges(text: string): IndexRanges {
  const parsed = parseIndexRanges(text);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.ranges;
}

describe('a table of indexes', () => {
  it('K1 to K3: starts the lowest free indexes, continues with the next ones, and starts a failed one again', () => {
    const first = start(IndexTable.load({ count: 4 }), 3);
    expect(first.started).toEqual([0, 1, 2]);
    const oneDone = start(
      changed(first.table, (edit) => edit.record(1, 1, SUCCEEDED)),
      1,
    );
    expect(oneDone.started).toEqual([3]);
    expect(oneDone.table.textOf('succeeded')).toBe('1');
    const twoFailed = changed(oneDone.table, (edit) => edit.record(2, 1, uncounted(0)));
    const again = changed(twoFailed, (edit) => {
      edit.promote(0);
      expect(edit.firstFree()).toBe(2);
      expect(edit.claim(2)).toBe(2);
      for (const index of [0, 3]) edit.record(index, 1, SUCCEEDED);
      edit.record(2, 2, SUCCEEDED);
    });
    expect(again.textOf('succeeded')).toBe('0-3');
    expect(again.attemptsOf(2)).toBe(2);
  });

  it.each([
    [
      'K28: succeeded and live indexes are skipped',
      { succeeded: [2, 4, 9], failed: [], live: [3, 5, 8] },
      5,
      [0, 1, 6, 7, 10],
    ],
    [
      'K28: failed indexes are skipped, too',
      { succeeded: [2, 5, 9], failed: [1, 7], live: [3, 6] },
      5,
      [0, 4, 8, 10, 11],
    ],
  ])('%s', (_case, { succeeded, failed, live }, wanted, started) => {
    const table = changed(IndexTable.load({ count: 12 }), (edit) => {
      for (const index of live) edit.claim(index);
      for (const index of succeeded) edit.record(index, 1, SUCCEEDED);
      for (const index of failed) edit.record(index, 1, FAILED);
    });
    expect(start(table, wanted).started).toEqual(started);
  });

  it('K7: grows', () => {
    const done = changed(IndexTable.load({ count: 3 }), (edit) => {
      for (const index of [0, 1, 2]) edit.record(index, 1, SUCCEEDED);
      edit.resize(4);
      expect(edit.firstFree()).toBe(3);
      edit.record(3, 1, SUCCEEDED);
    });
    expect(done.textOf('succeeded')).toBe('0-3');
  });

  it('K9: an index that is cut off and added back runs again, under a new attempt number', () => {
    const done = changed(IndexTable.load({ count: 3 }), (edit) => edit.record(2, 1, SUCCEEDED));
    const cut = changed(done, (edit) => {
      edit.resize(2);
    });
    expect(cut.textOf('succeeded')).toBe('');
    const back = changed(cut, (edit) => {
      edit.resize(3);
      expect(edit.claim(2)).toBe(2);
    });
    expect(back.textOf('succeeded')).toBe('');
  });

  it('K9: loses no success if the run that was shortened was never saved', () => {
    const done = changed(IndexTable.load({ count: 3 }), (edit) => edit.record(2, 1, SUCCEEDED));
    const cut = changed(done, (edit) => {
      edit.resize(2);
    });
    expect(reloaded(cut, 3).textOf('succeeded')).toBe('2');
  });

  it('Furiko 87: does not start an index again until its next try is due', () => {
    const failed = changed(IndexTable.load({ count: 3 }), (edit) => {
      for (const index of [0, 1]) edit.record(index, 1, SUCCEEDED);
      edit.record(2, 1, retryAt(60_000));
    });
    expect(failed.nextDue).toBe(60_000);
    const at = (now: number): number | null => {
      const edit = new IndexTableEdit(failed);
      edit.promote(now);
      return edit.firstFree();
    };
    expect(at(59_999)).toBeNull();
    expect(at(60_000)).toBe(2);
  });

  it('Furiko 84 to 86: starts a failed index again, but not one that has succeeded or failed for good', () => {
    const table = changed(IndexTable.load({ count: 3 }), (edit) => {
      edit.record(0, 1, SUCCEEDED);
      edit.record(1, 1, uncounted(0));
      edit.record(2, 3, FAILED);
    });
    const edit = new IndexTableEdit(table);
    edit.promote(0);
    expect(edit.firstFree()).toBe(1);
    edit.claim(1);
    expect(edit.firstFree()).toBeNull();
  });

  it('counts an end once, however often it is reported', () => {
    const edit = new IndexTableEdit(IndexTable.load({ count: 2 }));
    edit.claim(0);
    expect(edit.record(0, 1, retryAt(5))).toBe(true);
    expect(edit.record(0, 1, retryAt(5))).toBe(false);
    edit.promote(5);
    edit.claim(0);
    expect(edit.record(0, 1, retryAt(5))).toBe(false);
    const { table } = edit.finish();
    expect(table.stateOf(0)).toBe('live');
    expect(table.totals).toMatchObject({ failures: 1, live: 1, waiting: 0 });
  });

  it('K8: keeps the failures of the remaining indexes when it shrinks', () => {
    const table = changed(IndexTable.load({ count: 3 }), (edit) => {
      edit.record(0, 1, retryAt(0));
      edit.resize(1);
    });
    expect(table.totals.failures).toBe(1);
  });

  it('does not change by a decision whose run was never saved: the same end gives the same wait again', () => {
    const claimed = changed(IndexTable.load({ count: 2 }), (edit) => edit.claim(0));
    const decide = (table: IndexTable): IndexTable => changed(table, (edit) => edit.record(0, 1, retryAt(7)));
    const lost = decide(claimed);
    // The chunk that was saved is not the one that the run refers to.
    const again = decide(reloaded(claimed, 2, [0]));
    expect(again.encode(0)).toEqual(lost.encode(0));
    const edit = new IndexTableEdit(again);
    edit.promote(6);
    expect(edit.firstFree()).toBe(1);
    edit.promote(7);
    expect(edit.firstFree()).toBe(0);
    expect(edit.claim(0)).toBe(2);
    expect(edit.finish().table.totals.failures).toBe(1);
  });

  it('treats an index as live though its chunk says that it waits: claims are saved with the run alone', () => {
    const waiting = changed(IndexTable.load({ count: 2 }), (edit) => edit.record(0, 1, retryAt(7)));
    const edit = new IndexTableEdit(reloaded(waiting, 2, [0]));
    edit.promote(7);
    expect([...edit.freeIndexes()]).toEqual([1]);
  });

  it('gives the free indexes from the lowest on, whether they are claimed or skipped', () => {
    const edit = new IndexTableEdit(IndexTable.load({ count: INDEX_CHUNK_SIZE + 40 }));
    for (const index of edit.freeIndexes()) if (index !== 3 && index !== INDEX_CHUNK_SIZE + 33) edit.claim(index);
    expect([...edit.freeIndexes()]).toEqual([3, INDEX_CHUNK_SIZE + 33]);
    expect(edit.firstFree()).toBe(3);
  });

  it.each([0, 1, INDEX_CHUNK_SIZE])(
    'K9: gives no attempt number twice to an index that is cut off while it runs, of %s left',
    (left) => {
      const index = INDEX_CHUNK_SIZE + 7;
      const edit = new IndexTableEdit(IndexTable.load({ count: left, live: [index] }));
      edit.record(index, 1, uncounted(0));
      edit.resize(2 * INDEX_CHUNK_SIZE);
      expect(edit.claim(index)).toBe(2);
    },
  );

  it('does not change the table that it was made from, also if one edit is finished twice', () => {
    const base = IndexTable.load({ count: 2 });
    const edit = new IndexTableEdit(base);
    edit.record(0, 1, SUCCEEDED);
    const first = edit.finish().table;
    edit.record(1, 1, FAILED);
    expect(base.totals).toMatchObject({ succeeded: 0, failed: 0 });
    expect(first.totals).toMatchObject({ succeeded: 1, failed: 0 });
    expect(edit.finish().table.totals).toMatchObject({ succeeded: 1, failed: 1 });
  });

  it('names the chunks that have to be saved', () => {
    const edit = new IndexTableEdit(IndexTable.load({ count: 3 * INDEX_CHUNK_SIZE }));
    edit.claim(0);
    expect(edit.finish().dirty).toEqual([]);
    edit.record(INDEX_CHUNK_SIZE, 1, SUCCEEDED);
    expect(edit.finish().dirty).toEqual([1]);
  });

  it('holds an index until a policy reopens it, or gives it up', () => {
    const held = changed(IndexTable.load({ count: 2 }), (edit) => {
      edit.record(0, 1, uncounted(Infinity));
      edit.record(1, 1, uncounted(Infinity));
      edit.promote(Number.MAX_SAFE_INTEGER);
      expect(edit.firstFree()).toBeNull();
    });
    const after = changed(reloaded(held, 2), (edit) => {
      edit.reopen(0, 10);
      edit.giveUp(1);
      edit.promote(10);
      expect(edit.firstFree()).toBe(0);
    });
    expect(after.textOf('failed')).toBe('1');
  });

  it('reopens failed indexes and does not change successes (RestartTask)', () => {
    const table = changed(IndexTable.load({ count: 2, watch: [ranges('0-1')] }), (edit) => {
      edit.record(0, 1, SUCCEEDED);
      edit.record(1, 1, FAILED);
      for (const index of [0, 1]) edit.reopen(index, 0);
      edit.promote(0);
    });
    expect(table.stateOf(0)).toBe('succeeded');
    expect(table.stateOf(1)).toBe('free');
    expect(table.watched).toMatchObject([{ size: 2, succeeded: 1, failed: 0 }]);
  });

  it('begins everything but its successes again when a run is resumed', () => {
    const table = changed(IndexTable.load({ count: 4 }), (edit) => {
      edit.record(0, 2, SUCCEEDED);
      edit.record(1, 3, FAILED);
      edit.record(2, 1, retryAt(9));
      edit.claim(3);
    }).keepSuccesses();
    expect(table.textOf('succeeded')).toBe('0');
    expect(table.totals).toMatchObject({ free: 3, failed: 0, waiting: 0, live: 0, failures: 0 });
    expect(
      changed(table, (edit) => {
        expect(edit.claim(1)).toBe(1);
      }).stateOf(1),
    ).toBe('live');
  });
});

describe('chunks as bytes', () => {
  it('KEP-2214: stay small when successes and failures alternate over 100,000 indexes', () => {
    const table = changed(IndexTable.load({ count: MAX_INDEXES_PER_RUN }), (edit) => {
      for (let index = 0; index < MAX_INDEXES_PER_RUN; index++) {
        edit.record(index, 1 + (index % 7), index % 2 === 0 ? SUCCEEDED : FAILED);
      }
    });
    const sizes = Array.from({ length: chunksFor(MAX_INDEXES_PER_RUN) }, (_, no) => table.encode(no).length);
    expect(Math.max(...sizes)).toBeLessThan(10 * 1024);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250 * 1024);
    expect(reloaded(table, MAX_INDEXES_PER_RUN).totals).toEqual(table.totals);
  });

  it('are a few bytes if all indexes are untouched, or all are in the same state', () => {
    const empty = IndexTable.load({ count: INDEX_CHUNK_SIZE });
    expect(empty.encode(0).length).toBeLessThan(20);
    const done = changed(empty, (edit) => {
      for (let index = 0; index < INDEX_CHUNK_SIZE; index++) edit.record(index, 1, SUCCEEDED);
    });
    expect(done.encode(0).length).toBeLessThan(540);
  });

  it.each([
    ['of another version', new Uint8Array([9, 0, 0])],
    ['cut short', IndexTable.load({ count: 9 }).encode(0).slice(0, 6)],
    ['empty', new Uint8Array()],
  ])('that are %s are refused', (_case, bytes) => {
    expect(() => IndexTable.load({ count: 9, chunks: new Map([[0, bytes]]) })).toThrow(/chunk of indexes/);
  });
});

// The plain model: one object per index.
interface Naive {
  state: 'open' | 'succeeded' | 'failed';
  attempts: number;
  failures: number;
  due: number;
  live: number | null;
}

class NaiveTable {
  rows: Naive[];
  cutOff: Naive[] = [];

  constructor(count: number) {
    this.rows = Array.from({ length: count }, fresh);
  }

  firstFree(now: number): number | null {
    const at = this.rows.findIndex(({ state, live, due }) => state === 'open' && live === null && due <= now);
    return at < 0 ? null : at;
  }

  claim(index: number): number {
    const row = this.rows[index]!;
    row.due = 0;
    return (row.live = row.attempts + 1);
  }

  end(index: number, outcome: IndexOutcome): void {
    const row = this.rows[index] ?? this.cutOff[index - this.rows.length]!;
    row.attempts = row.live!;
    row.live = null;
    if (index >= this.rows.length) return;
    if (outcome.type === 'again') {
      row.due = outcome.notBefore;
      if (outcome.counts) row.failures += 1;
      return;
    }
    row.state = outcome.type;
    if (outcome.type === 'failed') row.failures += 1;
  }

  resize(count: number): void {
    const all = [...this.rows, ...this.cutOff];
    while (all.length < count) all.push(fresh());
    for (let at = this.rows.length; at < count; at++) Object.assign(all[at]!, { state: 'open', due: 0 });
    this.rows = all.slice(0, count);
    this.cutOff = all.slice(count);
  }
}

const fresh = (): Naive => ({ state: 'open', attempts: 0, failures: 0, due: 0, live: null });

type Step =
  | { type: 'start' }
  | { type: 'end'; pick: number; outcome: IndexOutcome; twice: boolean }
  | { type: 'pass'; ms: number }
  | { type: 'resize'; count: number }
  | { type: 'reload' };

const outcome: fc.Arbitrary<IndexOutcome> = fc.oneof(
  fc.constant(SUCCEEDED),
  fc.constant(FAILED),
  fc.record({ type: fc.constant('again' as const), notBefore: fc.nat({ max: 200 }), counts: fc.boolean() }),
);
const step = (most: number): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Step>({ type: 'start' }) },
    {
      weight: 5,
      arbitrary: fc.record({ type: fc.constant('end' as const), pick: fc.nat(), outcome, twice: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('pass' as const), ms: fc.nat({ max: 60 }) }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('resize' as const), count: fc.nat({ max: most }) }) },
    { weight: 1, arbitrary: fc.constant<Step>({ type: 'reload' }) },
  );

function checkAgainstNaive(count: number, steps: readonly Step[]): void {
  const watch = [ranges('0-2,5,7-30'), ranges(`${Math.max(0, count - 3)}-${count}`)];
  const naive = new NaiveTable(count);
  let table = IndexTable.load({ count, watch });
  let stored = new Map<number, Uint8Array>();
  const live = new Map<number, number>();
  let now = 0;
  for (const one of steps) {
    const edit = new IndexTableEdit(table);
    edit.promote(now);
    expect(edit.firstFree()).toBe(naive.firstFree(now));
    if (one.type === 'start') {
      const index = edit.firstFree();
      if (index !== null) {
        const attempt = edit.claim(index);
        expect(attempt).toBe(naive.claim(index));
        live.set(index, attempt);
      }
    } else if (one.type === 'end' && live.size > 0) {
      const [index, attempt] = [...live][one.pick % live.size]!;
      live.delete(index);
      naive.end(index, one.outcome);
      edit.record(index, attempt, one.outcome);
      if (one.twice) expect(edit.record(index, attempt, one.outcome)).toBe(false);
    } else if (one.type === 'pass') now += one.ms;
    else if (one.type === 'resize') {
      naive.resize(one.count);
      edit.resize(one.count);
    }
    const finished = edit.finish();
    table = finished.table;
    stored = new Map([...stored, ...finished.dirty.map((no) => [no, table.encode(no)] as const)]);
    if (one.type === 'reload') {
      table = IndexTable.load({ count: table.count, chunks: stored, live: [...live.keys()], watch });
    }
  }
  expectSame(table, naive, watch);
}

function indexesOf(table: IndexTable, mark: 'succeeded' | 'failed'): number[] {
  const parsed = parseIndexRanges(table.textOf(mark));
  const ranges = parsed.ok ? parsed.ranges : [];
  return ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

function expectSame(table: IndexTable, naive: NaiveTable, watch: readonly IndexRanges[]): void {
  const { rows } = naive;
  const inState = (state: Naive['state']): number[] =>
    rows.flatMap((row, index) => (row.state === state ? [index] : []));
  expect(indexesOf(table, 'succeeded')).toEqual(inState('succeeded'));
  expect(indexesOf(table, 'failed')).toEqual(inState('failed'));
  expect(rows.map((_, index) => table.attemptsOf(index))).toEqual(rows.map(({ attempts }) => attempts));
  expect(rows.map((_, index) => table.failuresOf(index))).toEqual(rows.map(({ failures }) => failures));
  expect(table.totals).toMatchObject({
    succeeded: inState('succeeded').length,
    failed: inState('failed').length,
    failures: rows.reduce((sum, { failures }) => sum + failures, 0),
    live: rows.filter(({ live }) => live !== null).length,
  });
  const { succeeded, failed, live, waiting, free } = table.totals;
  expect(succeeded + failed + live + waiting + free).toBe(rows.length);
  for (const [at, set] of watch.entries()) {
    const inside = (index: number): boolean => set.some(([first, last]) => index >= first && index <= last);
    expect(table.watched[at]).toEqual({
      ranges: set,
      size: rows.filter((_, index) => inside(index)).length,
      succeeded: inState('succeeded').filter(inside).length,
      failed: inState('failed').filter(inside).length,
    });
  }
}

describe('a table of indexes, for all sequences of changes', () => {
  it('equals a list of objects, through restarts, repeats and changes of size', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 70 }), fc.array(step(70), { maxLength: 60 }), checkAgainstNaive), {
      numRuns: worlds(300),
    });
  });

  it('names the succeeded indexes, wherever ranges begin and end, and across the border of two chunks', () => {
    const count = INDEX_CHUNK_SIZE + 100;
    const place = fc.oneof(fc.nat({ max: 70 }), fc.integer({ min: INDEX_CHUNK_SIZE - 40, max: count - 1 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(place, fc.nat({ max: 70 })), { maxLength: 12 }), (parts) => {
        const text = parts.map(([first, length]) => `${first}-${Math.min(count - 1, first + length)}`).join(',');
        const parsed = parseIndexRanges(text);
        const edit = new IndexTableEdit(IndexTable.load({ count }));
        edit.succeedAll(parsed.ok ? parsed.ranges : []);
        expect(parseIndexRanges(edit.finish().table.textOf('succeeded'))).toEqual(parsed);
      }),
    );
  });

  it('equals a list of objects across the border of two chunks', () => {
    const border = fc.integer({ min: INDEX_CHUNK_SIZE - 2, max: INDEX_CHUNK_SIZE + 2 });
    const fill: Step[] = Array.from({ length: 12 }, () => ({ type: 'start' }));
    fc.assert(
      fc.property(border, fc.array(step(INDEX_CHUNK_SIZE + 3), { maxLength: 12 }), (count, steps) => {
        checkAgainstNaive(count, [...fill, ...steps]);
      }),
      { numRuns: worlds(15) },
    );
  });
});

test('a waiting index states from when on it may be tried again, also after a reload', () => {
  const waiting = changed(IndexTable.load({ count: 3 }), (edit) => {
    edit.record(0, 1, retryAt(7));
    edit.record(1, 1, uncounted(Infinity));
  });
  for (const table of [waiting, reloaded(waiting, 3)])
    expect([0, 1, 2, 9].map((index) => table.dueOf(index))).toEqual([7, null, null, null]);
});
