import fc from 'fast-check';
import { worlds } from '#testing/long-form.js';
import { asJobId, asRunId, asTenantId, fnv1a } from '../domain/ids.js';
import { HOLDER_BUCKETS } from '../domain/limits.js';
import type { SharedLimit, SharedPermit } from '../domain/shared-limit.js';
import { retryOnConflict } from '../runtime/retry-on-conflict.js';
import { limitDocumentsOf, LimitTables } from '../../../../test/simulation/support/limit-tables.js';
import type { LimitDocuments } from './limit-documents.js';
import { LimitsStore } from './limits.store.js';

const KEY = 'group:acme/g';
const MAX_RECENT = 2;
/** The limit has two buckets. */
const RUNS = Array.from({ length: 5_000 }, (_, i) => `run-${i}`)
  .filter((run) => fnv1a(run) % HOLDER_BUCKETS < 2)
  .slice(0, 6);

const permit = (run: string, grant = 1): SharedPermit => ({
  run: asRunId(run),
  job: asJobId('job'),
  since: 0,
  grant,
});
const limitOf = (...holders: SharedPermit[]): SharedLimit => ({
  key: KEY,
  tenant: asTenantId('acme'),
  rev: 1,
  holders,
  waiting: [],
  overflow: false,
});

interface Change {
  readonly run: string;
  /** Null: the permit is released. */
  readonly grant: number | null;
}

const changed = (holders: readonly SharedPermit[], { run, grant }: Change): SharedPermit[] => {
  const others = holders.filter((each) => each.run !== asRunId(run));
  return grant === null ? others : [...others, permit(run, grant)];
};

const idsOf = (holders: readonly SharedPermit[] = []): string[] =>
  holders.map(({ run, grant }) => `${run} ${grant}`).sort();

const changes = fc.array(
  fc.record({
    run: fc.constantFrom(...RUNS),
    grant: fc.option(fc.integer({ min: 1, max: 9 }), { freq: 2 }),
  }),
  { minLength: 1, maxLength: 25 },
);
/** The changes of one process, in order; after how many operations it stands still, and for how many operations of others; when it dies. */
interface Life {
  readonly changes: readonly Change[];
  readonly stalls: { readonly after: number; readonly for: number } | null;
  readonly diesAfter: number | null;
}
const moment = fc.nat({ max: 80 });
const life: fc.Arbitrary<Life> = fc.record({
  changes,
  stalls: fc.option(fc.record({ after: moment, for: fc.nat({ max: 60 }) }), { freq: 4 }),
  diesAfter: fc.option(moment, { freq: 1 }),
});
const lives = fc.array(life, { minLength: 1, maxLength: 4 });

class Death extends Error {}

/** Several processes change one limit, with their operations in any order. Fails as soon as the documents differ from the model. */
class World {
  private readonly tables = new LimitTables(() => undefined);
  private expected: readonly SharedPermit[] = [];
  private operations = 0;
  private working = 0;
  private readonly stalled = new Set<{ readonly until: number; readonly wake: () => void }>();

  constructor(private readonly scheduler: fc.Scheduler) {
    const first = { ...limitOf(), waiting: [], recent: [], folded: 0 };
    const { holders: _holders, ...head } = first;
    this.tables.putHead(head, null);
  }

  async run({ changes: wanted, stalls, diesAfter }: Life): Promise<void> {
    let done = 0;
    let current: Change | null = null;
    this.working++;
    const one = async <T>(apply: () => T): Promise<T> => {
      if (done === stalls?.after) await this.stall(stalls.for);
      await this.scheduler.schedule(Promise.resolve());
      if (done++ === diesAfter) throw new Death();
      const result = apply();
      this.operations++;
      this.wakeStalled();
      this.check();
      return result;
    };
    const many = <T, R>(items: readonly T[], write: (item: T) => R): Promise<R[]> =>
      Promise.all(items.map((item) => one(() => write(item))));
    const documents: LimitDocuments = limitDocumentsOf({ one, many }, this.tables);
    const watched: LimitDocuments = {
      ...documents,
      replaceHead: (head, expectedRev) =>
        one(() => {
          const won = this.tables.putHead(head, expectedRev);
          if (won && current) this.expected = changed(this.expected, current);
          return won;
        }),
    };
    const store = new LimitsStore(watched, MAX_RECENT);
    try {
      for (current of wanted) await retryOnConflict(1_000, 'contended', () => this.attempt(store, current!));
    } catch (error) {
      if (!(error instanceof Death)) throw error;
    } finally {
      this.working--;
      this.wakeStalled();
    }
  }

  private stall(operations: number): Promise<void> {
    let resolve: () => void = () => undefined;
    const promise = new Promise<void>((done) => (resolve = done));
    this.stalled.add({
      until: this.operations + operations,
      wake: resolve,
    });
    this.wakeStalled();
    return promise;
  }

  private wakeStalled(): void {
    for (const each of this.stalled) {
      if (this.operations < each.until && this.stalled.size < this.working) continue;
      this.stalled.delete(each);
      each.wake();
    }
  }

  check(): void {
    const whole = this.tables.whole.get(KEY);
    if (idsOf(whole?.holders).join() !== idsOf(this.expected).join())
      throw new Error(`${idsOf(whole?.holders).join()} instead of ${idsOf(this.expected).join()}`);
  }

  private async attempt(store: LimitsStore, change: Change): Promise<true | null> {
    const limit = (await store.load(KEY))!;
    const next = { ...limit, holders: changed(limit.holders, change), rev: limit.rev + 1 };
    return (await store.save(next, limit.rev)) ? true : null;
  }
}

test('wherever a process dies or stands still, each saved change is made once, and no other change is made', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), lives, async (scheduler, all) => {
      const world = new World(scheduler);
      const work = Promise.all(all.map((each) => world.run(each)));
      await scheduler.waitFor(work);
      // A process that starts afterwards finds all permits, and can continue.
      const last = world.run({ changes: [{ run: 'last', grant: 1 }], stalls: null, diesAfter: null });
      await scheduler.waitFor(last);
      world.check();
    }),
    { numRuns: worlds(1_000) },
  );
});

test('a limit with few holders is one document, however often its permits change', async () => {
  const tables = new LimitTables(null);
  const store = new LimitsStore(
    limitDocumentsOf(
      { one: (apply) => Promise.resolve(apply()), many: (items, write) => Promise.resolve(items.map(write)) },
      tables,
    ),
  );
  await store.insert(limitOf());
  for (let i = 0; i < 1_000; i++) {
    const limit = (await store.load(KEY))!;
    const holders = [...limit.holders.slice(limit.holders.length < 10 ? 0 : 1), permit(`run-${i}`)];
    expect(await store.save({ ...limit, holders, rev: limit.rev + 1 }, limit.rev)).toBe(true);
  }
  expect(tables.bucketsSince(KEY, 0)).toEqual([]);
  expect((await store.load(KEY))!.holders).toHaveLength(10);
});

test('a change of a limit with many holders writes a small part of it', async () => {
  const tables = new LimitTables(null);
  let characters = 0;
  const documents = limitDocumentsOf(
    { one: (apply) => Promise.resolve(apply()), many: (items, write) => Promise.resolve(items.map(write)) },
    tables,
  );
  const store = new LimitsStore({
    ...documents,
    replaceHead: (head, rev) => ((characters += JSON.stringify(head).length), documents.replaceHead(head, rev)),
    writeBuckets: (writes) => ((characters += JSON.stringify(writes).length), documents.writeBuckets(writes)),
  });
  const many = Array.from({ length: 10_000 }, (_, i) => permit(`acme.nightly-report-${1_700_000_000 + i}`));
  await store.insert(limitOf(...many));
  const turn = async (i: number): Promise<void> => {
    const limit = (await store.load(KEY))!;
    const holders = [...limit.holders.slice(1), permit(`acme.nightly-report-${1_800_000_000 + i}`)];
    expect(await store.save({ ...limit, holders, rev: limit.rev + 1 }, limit.rev)).toBe(true);
  };
  await turn(0);
  characters = 0;
  for (let i = 1; i <= 256; i++) await turn(i);
  expect((await store.load(KEY))!.holders).toHaveLength(10_000);
  const whole = JSON.stringify(many).length;
  expect(characters / 256).toBeLessThan(whole / 25);
});
