import { jest } from '@jest/globals';
import { asAttemptId, asJobId, asRunId, asTenantId, type AttemptId } from '#common/domain/ids.js';
import { ALL_SHARDS } from '#testing/shards.js';
import { NO_PROGRESS, type LogChunk, type LogLine, type StoredLine } from '#common/run/output.js';
import { AppError } from '#common/errors/app-error.js';
import { JobStorageStore } from '#common/mongo/job-storage.store.js';
import { LogReader, type LogRange, type LogSelection } from '#common/mongo/log-reader.js';
import { keysUnder } from '#common/mongo/log-document.js';
import { LogsStore } from '#common/mongo/logs.store.js';
import type { Mongo } from '#common/mongo/mongo.js';
import { RunReads } from '#common/mongo/run-reads.js';
import { recordRun } from '#testing/recorded-run.js';
import { freshMongo, silentLog } from '#testing/servers.js';
import { until } from '#testing/until.js';
import { RetentionSweep } from '../../../apps/log-collector/src/sweeps/retention-sweep.js';

// Enough for a busy machine.
jest.setTimeout(60_000);

let mongo: Mongo;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ mongo, drop } = await freshMongo());
}, 120_000);
afterAll(() => drop());

const line = (seq: number, at: number, text = `line ${seq}`): LogLine => ({ seq, at, stream: 'stdout', text });

function chunk(attempt: string, number: number, lines: readonly LogLine[], more: Partial<LogChunk> = {}): LogChunk {
  const id = asAttemptId(attempt);
  return {
    attempt: id,
    run: asRunId(attempt.split('/')[0]!),
    tenant: asTenantId('ibm'),
    chunk: number,
    through: number,
    firstSeq: lines[0]!.seq,
    lastSeq: lines.at(-1)!.seq,
    firstAt: lines[0]!.at,
    lastAt: lines.at(-1)!.at,
    bytes: lines.reduce((sum, each) => sum + each.text.length, 0),
    progress: { ...NO_PROGRESS, position: String(lines.at(-1)!.seq) },
    callbacks: [],
    seal: null,
    lines,
    ...more,
  };
}

/** Chunks of two lines each, one second apart. */
async function store(attempt: string, chunks: number, from = 0): Promise<void> {
  const logs = new LogsStore(mongo);
  for (let n = 1; n <= chunks; n++) {
    const at = from + n * 1_000;
    await logs.insert(chunk(attempt, n, [line(2 * n - 1, at), line(2 * n, at + 500)]));
  }
}

async function read(selection: LogSelection, range?: LogRange): Promise<StoredLine[]> {
  const lines: StoredLine[] = [];
  for await (const block of new LogReader(mongo).read(selection, range)) lines.push(...block);
  return lines;
}

const seqs = (lines: readonly LogLine[]): number[] => lines.map(({ seq }) => seq);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);

describe('chunks of a log', () => {
  it('are read as they were written', async () => {
    const odd = ['', '  leading', 'é€🙂', 'tab\tand\rreturn', 'nul\0', 'o1 looks like ours'];
    const streams = ['stdout', 'stderr', 'system'] as const;
    const lines = odd.map((text, i) => ({ ...line(i + 1, 1_000 + i * 7, text), stream: streams[i % 3]! }));
    await new LogsStore(mongo).insert(chunk('odd/0/main/0/1', 1, lines, { callbacks: ['#1'] }));
    expect((await read({ run: asRunId('odd') })).map(({ attempt: _, ...rest }) => rest)).toEqual(lines);
    expect(await new LogsStore(mongo).heads(asAttemptId('odd/0/main/0/1'))).toMatchObject([
      { callbacks: ['#1'], seal: null },
    ]);
  });

  it('are stored by one of many writers', async () => {
    const logs = new LogsStore(mongo);
    const writers = Array.from({ length: 20 }, (_, i) =>
      logs.insert(chunk('race/0/main/0/1', 1, [line(1, 1, `${i}`)])),
    );
    const won = (await Promise.all(writers)).map((isIn, i) => (isIn ? `${i}` : null)).filter((text) => text !== null);
    expect((await read({ run: asRunId('race') })).map(({ text }) => text)).toEqual(won);
  });

  it('are merged into one, and the last keeps its position and its seal', async () => {
    const id = asAttemptId('merge/0/main/0/1');
    await store(id, 5);
    const logs = new LogsStore(mongo);
    const heads = await logs.heads(id);
    await logs.seal(heads[4]!, { complete: true, reason: null });
    expect(await logs.merge(heads.slice(1))).toBe(true);
    const after = await logs.heads(id);
    expect(after.map(({ chunk: number, through, firstSeq, lastSeq }) => [number, through, firstSeq, lastSeq])).toEqual([
      [1, 1, 1, 2],
      [2, 5, 3, 10],
    ]);
    expect(after[1]).toMatchObject({
      seal: { complete: true },
      progress: { position: '10' },
      firstAt: 2_000,
      lastAt: 5_500,
    });
    expect(seqs(await read({ run: asRunId('merge') }))).toEqual(upTo(10));
  });

  it('are not merged by an outdated plan', async () => {
    const id = asAttemptId('stale/0/main/0/1');
    await store(id, 4);
    const logs = new LogsStore(mongo);
    const plan = await logs.heads(id);
    expect(await logs.merge(plan.slice(0, 2))).toBe(true);
    expect(await logs.merge(plan.slice(1, 4))).toBe(false);
    expect(await logs.merge(plan.slice(0, 2))).toBe(true);
    expect(seqs(await read({ run: asRunId('stale') }))).toEqual(upTo(8));
  });

  it.each(Array.from({ length: 8 }, (_, i) => i))(
    'merged by three collectors at once lose and duplicate nothing (%i)',
    async (i) => {
      const id = asAttemptId(`rival${i}/0/main/0/1`);
      await store(id, 8);
      const stores = [new LogsStore(mongo), new LogsStore(mongo), new LogsStore(mongo)];
      const heads = await stores[0]!.heads(id);
      await Promise.all([
        stores[0]!.merge(heads),
        stores[1]!.merge(heads.slice(0, 5)),
        stores[2]!.merge(heads.slice(2, 7)),
      ]);
      expect(seqs(await read({ run: asRunId(`rival${i}`) }))).toEqual(upTo(8 * 2));
      const after = await stores[0]!.heads(id);
      expect([after[0]?.firstSeq, after.at(-1)?.lastSeq]).toEqual([1, 16]);
      await stores[0]!.merge(after);
      expect(seqs(await read({ run: asRunId(`rival${i}`) }))).toEqual(upTo(8 * 2));
    },
  );

  it('that a merge did not remove, or that an outdated collector wrote late, do not count', async () => {
    const id = asAttemptId('leftover/0/main/0/1');
    await store(id, 4);
    const logs = new LogsStore(mongo);
    await logs.merge(await logs.heads(id));
    await logs.insert(chunk(id, 3, [line(5, 3_000), line(6, 3_500)]));
    expect(await logs.heads(id)).toHaveLength(1);
    expect(seqs(await read({ run: asRunId('leftover') }))).toEqual(upTo(8));
    expect(seqs(await new LogReader(mongo).tail({ run: asRunId('leftover') }, 5))).toEqual([4, 5, 6, 7, 8]);
  });
});

describe('reading the log of a run', () => {
  const run = asRunId('reading');
  const [a, b]: AttemptId[] = ['reading/0/main/0/1', 'reading/0/side/3/2'].map(asAttemptId);

  beforeAll(async () => {
    await store(a!, 3);
    await store(b!, 3, 250);
    await store('reading-2/0/main/0/1', 1);
  });

  it('merges attempts by time', async () => {
    const lines = await read({ run });
    expect(lines.map(({ at }) => at)).toEqual([...lines.map(({ at }) => at)].sort((x, y) => x - y));
    expect(lines).toHaveLength(12);
  });

  it.each<[string, LogSelection, number]>([
    ['a task', { run, task: 'side' }, 6],
    ['an index', { run, index: 0 }, 6],
    ['an attempt', { run, attempt: 2 }, 6],
    ['an attempt that does not exist', { run, task: 'main', attempt: 2 }, 0],
  ])('gives only %s', async (_, selection, count) => {
    expect(await read(selection)).toHaveLength(count);
  });

  it('begins at the given position', async () => {
    expect((await read({ run }, { since: 2_750 })).map(({ at }) => at)).toEqual([2_750, 3_000, 3_250, 3_500, 3_750]);
    const after = await read(
      { run },
      {
        after: new Map([
          [a!, 6],
          [b!, 3],
        ]),
      },
    );
    expect(after.map(({ attempt, seq }) => [attempt, seq])).toEqual([
      [b, 4],
      [b, 5],
      [b, 6],
    ]);
  });

  it('finds text in any case', async () => {
    expect((await read({ run }, { contains: 'LINE 5' })).map(({ attempt }) => attempt)).toEqual([a, b]);
  });

  it('can be cancelled while nothing is found', async () => {
    const lines = new LogReader(mongo).read({ run }, { contains: 'nowhere' });
    expect(await lines.next()).toEqual({ done: false, value: [] });
    expect(await lines.return(undefined)).toEqual({ done: true, value: undefined });
  });

  it('gives the newest lines', async () => {
    expect((await new LogReader(mongo).tail({ run }, 3)).map(({ at }) => at)).toEqual([3_250, 3_500, 3_750]);
    expect((await new LogReader(mongo).tail({ run }, 2, { contains: 'line 1' })).map(({ at }) => at)).toEqual([
      1_000, 1_250,
    ]);
    expect(await new LogReader(mongo).tail({ run }, 100)).toHaveLength(12);
  });

  it('gives how far each attempt is stored', async () => {
    expect(await new LogReader(mongo).lastSeqs({ run })).toEqual(
      new Map([
        [a, 6],
        [b, 6],
      ]),
    );
  });
});

describe('a run with many chunks among many runs', () => {
  it('is read by the index and in its order, so that nothing has to be sorted', async () => {
    const logs = mongo.collection('logs');
    const documents = Array.from({ length: 20_000 }, (_, i) => {
      const run = i % 4 === 0 ? 'big' : `many${i % 997}`;
      return { _id: `${run}/0/main/0/1/${i}`, run, firstAt: i, packed: 'x'.repeat(500) };
    });
    await logs.insertMany(documents);
    const plan = async (): Promise<string> =>
      JSON.stringify(await logs.find({ run: 'big' }, { sort: { firstAt: 1 } }).explain());
    // A planner may choose otherwise until it has statistics, which come some seconds after many inserts.
    const isByIndex = async (): Promise<boolean> => {
      const text = await plan();
      return text.includes('run_1_firstAt_1') && !text.includes('"SORT"');
    };
    await until('a plan by index', isByIndex, 30_000, 500).catch(() => undefined);
    expect(await plan()).toContain('run_1_firstAt_1');
    expect(await plan()).not.toContain('"SORT"');
    await logs.deleteMany({ run: /^(big|many)/ });
  }, 60_000);
});

describe('retention', () => {
  it('removes the logs of removed runs, shard by shard, and nothing else', async () => {
    const names = ['kept', 'gone', 'gone-1', 'gone.2'];
    for (const name of names) await store(`${name}/0/main/0/1`, 1);
    await recordRun(mongo, 'kept');
    const logs = new LogsStore(mongo);
    const all = new Set(ALL_SHARDS);
    const sweep = (owned: ReadonlySet<number>): RetentionSweep =>
      new RetentionSweep(logs, new RunReads(mongo), () => owned, silentLog);
    await sweep(new Set()).step();
    expect(await read({ run: asRunId('gone') })).toHaveLength(2);
    await sweep(all).step();
    const left = await Promise.all(names.map(async (name) => (await read({ run: asRunId(name) })).length));
    expect(left).toEqual([2, 0, 0, 0]);
  });
});

/** The database, whose first insert waits for something else. */
function withInsertsAfter(first: () => Promise<void>): Mongo {
  let before: Promise<void> | null = null;
  const collection = (name: Parameters<Mongo['collection']>[0]): unknown => {
    const real = mongo.collection(name);
    const insertMany: typeof real.insertMany = async (...args) => {
      await (before ??= first());
      return real.insertMany(...args);
    };
    return new Proxy(real, {
      get: (target, property) => {
        const value: unknown = property === 'insertMany' ? insertMany : Reflect.get(target, property);
        return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
      },
    });
  };
  return { collection } as unknown as Mongo;
}

describe('job storage', () => {
  const owner = (job: string): { job: ReturnType<typeof asJobId>; tenant: ReturnType<typeof asTenantId> } => ({
    job: asJobId(job),
    tenant: asTenantId('ibm'),
  });
  const from = (run: string, number: number): { attempt: AttemptId; line: number } => ({
    attempt: asAttemptId(`${run}/0/main/0/1`),
    line: number,
  });

  it('accepts every one of many saves at once, each as a version of its own', async () => {
    const storage = new JobStorageStore(mongo);
    const saves = Array.from({ length: 15 }, (_, i) =>
      storage.save(owner('racing'), [{ source: from(`run${i}`, 1), at: 1, value: i }]),
    );
    await Promise.all(saves);
    const versions = await storage.versions(asJobId('racing'));
    expect(versions.map(({ version }) => version)).toEqual(upTo(15).reverse());
    expect(new Set(versions.map(({ value }) => value)).size).toBe(15);
  });

  it('accepts every one of hundreds at once, though each has to wait for the earlier ones', async () => {
    const storage = new JobStorageStore(mongo);
    const saves = Array.from({ length: 300 }, (_, i) =>
      storage.save(owner('crowd'), [{ source: from(`run${i}`, 1), at: 1 + i, value: i }]),
    );
    const versions = await Promise.all(saves);
    const kept = await storage.versions(asJobId('crowd'));
    // Of values that are saved together only those become versions that would be kept anyway: the newest.
    expect(kept.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, i) => 299 - i));
    const newest = Math.max(...versions);
    expect(kept.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, i) => newest - i));
    await Promise.all(
      saves.map((_, i) => storage.save(owner('crowd'), [{ source: from(`run${i}`, 1), at: 1 + i, value: i }])),
    );
    expect((await storage.current(asJobId('crowd')))?.version).toBe(newest);
  });

  it('saves a value that was delayed until the number that it had read was used and removed', async () => {
    const jobs = asJobId('held-up');
    const others = new JobStorageStore(mongo);
    const held = withInsertsAfter(async () => {
      for (let i = 0; i < 25; i++)
        await others.save(owner('held-up'), [{ source: from(`run${i}`, 1), at: 1 + i, value: i }]);
    });
    expect(
      await new JobStorageStore(held).save(owner('held-up'), [{ source: from('slow', 1), at: 100, value: 'slow' }]),
    ).toBe(26);
    const versions = await others.versions(jobs);
    expect(versions.map(({ version }) => version)).toEqual(upTo(26).reverse().slice(0, 20));
    expect(versions[0]?.value).toBe('slow');
  });

  it("accepts a person's value though the clocks of the nodes that saved before are ahead", async () => {
    const storage = new JobStorageStore(mongo);
    const ahead = Array.from({ length: 25 }, (_, i) => ({ source: from('ahead', i + 1), at: 9_000_000 + i, value: i }));
    await storage.save(owner('ahead'), ahead);
    expect(await storage.save(owner('ahead'), [{ source: { actor: 'anna' }, at: 5, value: 'mine' }])).toBe(21);
    expect((await storage.current(asJobId('ahead')))?.value).toBe('mine');
  });

  it('keeps only the newest versions', async () => {
    const storage = new JobStorageStore(mongo);
    const values = Array.from({ length: 30 }, (_, i) => ({ source: from('long', i + 1), at: i, value: i }));
    expect(await storage.save(owner('long'), values.slice(0, 5))).toBe(5);
    expect(await storage.save(owner('long'), values)).toBe(25);
    const versions = await storage.versions(asJobId('long'));
    expect([versions.length, versions[0]?.value, versions.at(-1)?.value]).toEqual([20, 29, 10]);
    expect(
      await mongo
        .collection('jobStorage')
        .find({ _id: keysUnder('long') })
        .toArray(),
    ).toHaveLength(20);
    expect(await storage.save(owner('long'), values)).toBe(25);
  });

  it('distinguishes jobs whose ids have the same beginning', async () => {
    const storage = new JobStorageStore(mongo);
    for (const job of ['alike', 'alike-2', 'alike.3', 'alike0']) {
      await storage.save(owner(job), [{ source: { actor: 'anna' }, at: 1, value: job }]);
    }
    expect((await storage.versions(asJobId('alike'))).map(({ value }) => value)).toEqual(['alike']);
    await storage.deleteAll(asJobId('alike'));
    expect(await storage.current(asJobId('alike'))).toBeNull();
    expect((await storage.current(asJobId('alike-2')))?.value).toBe('alike-2');
  });

  it('refuses an edit of a version that is no longer the newest', async () => {
    const storage = new JobStorageStore(mongo);
    const edit = [{ source: { actor: 'anna' }, at: 1, value: 1 }];
    await storage.save(owner('guarded'), edit, 0);
    await expect(storage.save(owner('guarded'), edit, 0)).rejects.toThrow(AppError);
    const rivals = await Promise.allSettled([1, 2, 3].map(() => storage.save(owner('guarded'), edit, 1)));
    expect(rivals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
