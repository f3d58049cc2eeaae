import { asReplicaId, asRunId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { systemClock } from '#common/clock/clock.js';
import { createLogger } from '#common/logging/logger.js';
import type { AttemptRecord, Instant, Run } from '#common/run/run.js';
import { noLedger } from '#testing/everything-counted.js';
import { allOwn, WholeParts } from '#testing/whole-parts.js';
import { aPlan, aRun, aSpec, T0 } from '#testing/builders/run-builder.js';
import { end, ended, failed, first, second, started } from '#testing/run-story.js';
import type { Claimer } from '../run/context.js';
import type { Answer, Input } from '../run/inputs.js';
import type { RunPlan } from '../run/plan.js';
import { CountableEnds } from '../usage/countable-ends.js';
import { DecisionWriter, type DecisionStores, RunReconciler, FactGatherer } from './reconcile-run.js';
import { PostCommit, type PreparedStarts } from './post-commit.js';
import { RunLoader } from './run-loader.js';
import { RunStarts } from './run-starts.js';
import { Sealer } from './sealer.js';
import { SignsOfLife } from './signs-of-life.js';
import { StartQueue } from './start-queue.js';

const nothing = (): void => undefined;
const SEALED = { ok: true, sealed: true, complete: true, reason: null } as const;
const OPEN = { ...SEALED, sealed: false, complete: false, reason: 'StillReading' } as const;

/** One executor around the reconciler of one stored run, with engines that do nothing. */
class Executor {
  run: Run;
  now = T0;
  saves = 0;
  reads = 0;
  /** The number of contexts that were made for decisions. */
  contexts = 0;
  lease: number | null = 1;
  /** As the queue of runs says it after a decision that has failed. */
  afterFailure = false;
  readonly records = new Map<AttemptId, AttemptRecord>();
  readonly asked: AttemptId[] = [];
  lastSign: Instant | null = null;
  collector: typeof SEALED | typeof OPEN = SEALED;
  /** The reads for starts. */
  preparing: Promise<PreparedStarts> = Promise.resolve(new Map());
  /** The attempts that were started after their claim had been saved. */
  readonly begun: AttemptId[] = [];
  /** Called before a run is saved, so that another writer can save it first. */
  beforeSave = nothing;
  readonly starts = new StartQueue(nothing, systemClock, new WholeParts(systemClock));
  private readonly reconciler: RunReconciler;
  private readonly loader: RunLoader;

  constructor(plan: RunPlan, run: Run = aRun(plan)) {
    this.run = run;
    const startClaimed = ({ live }: Run): void => void this.begun.push(...live.map(({ id }) => id));
    const get = (): Promise<Run> => {
      this.reads += 1;
      return Promise.resolve(this.run);
    };
    this.loader = new RunLoader({ get }, { of: () => Promise.resolve(new Map()) });
    this.reconciler = new RunReconciler({
      loader: this.loader,
      writer: this.writer(),
      starts: new RunStarts(
        this.starts,
        { maxActivePerEngine: { process: 2, webservice: null, kubernetes: null } },
        () => true,
      ),
      facts: this.facts(plan),
      postCommit: new PostCommit({
        starter: { prepare: () => this.preparing, startClaimed, forget: nothing },
        effects: { perform: nothing, cleanUp: nothing },
        observers: [],
        watchers: [],
        wakeSoon: nothing,
      }),
    });
  }

  decide(...inputs: readonly Input[]): Promise<readonly Answer[]> {
    return this.decideOn(this.run.id, ...inputs);
  }

  decideOn(run: RunId, ...inputs: readonly Input[]): Promise<readonly Answer[]> {
    return this.reconciler.reconcile(run, {
      inputs,
      repeatEffects: false,
      urgent: false,
      afterFailure: this.afterFailure,
    });
  }

  /** A first decision on the run that its dispatch contained. */
  async decideOnSent(made: Run): Promise<void> {
    this.loader.keep({ run: made, chunks: new Map(), tables: null });
    await this.reconciler.reconcile(made.id, {
      inputs: [],
      repeatEffects: false,
      urgent: false,
      afterFailure: false,
    });
  }

  private facts(plan: RunPlan): FactGatherer {
    const self: Omit<Claimer, 'lease'> = { replica: asReplicaId('replica-1'), incarnation: 'incarnation-1', host: 'h' };
    const basis = { spec: aSpec({ tenant: 'ibm', name: 'j', worker: 'w' }), plan, tenant: null };
    return new FactGatherer({
      plans: { of: () => Promise.resolve(basis) },
      texts: { hide: (_run, _spec, inputs) => Promise.resolve(inputs) },
      sealer: new Sealer(
        { request: () => Promise.resolve(this.collector as never) },
        { waiting: (_, attempts) => Promise.resolve(new Set(attempts)) },
        createLogger('test', 'silent'),
      ),
      signs: new SignsOfLife(
        {
          lastSign: (attempt) => {
            this.asked.push(attempt);
            return Promise.resolve(this.lastSign);
          },
        },
        { verify: () => Promise.resolve([]) },
      ),
      surroundings: () => {
        this.contexts += 1;
        return {
          now: this.now,
          self: { ...self, lease: this.lease },
          engines: ['process', 'webservice'],
          ranUntil: null,
          sealHoldMs: 60_000,
          priorities: {},
          alive: null,
          nonce: `nonce-${this.contexts}`,
        };
      },
    });
  }

  private writer(): DecisionWriter {
    const { records } = this;
    const stores: DecisionStores = {
      runs: {
        save: (next, expectedRev) => {
          this.beforeSave();
          if (this.run.rev !== expectedRev) return Promise.resolve(false);
          this.saves += 1;
          this.run = next;
          return Promise.resolve(true);
        },
      },
      attempts: {
        recordEnd: (record) => {
          const isFirst = !records.has(record.id);
          if (isFirst) records.set(record.id, record);
          return Promise.resolve(isFirst);
        },
        recordLog: () => Promise.resolve(),
        ofIds: (ids) => Promise.resolve(ids.flatMap((id) => records.get(id) ?? [])),
        get: (id) => Promise.resolve(records.get(id) ?? null),
      },
      events: { add: () => Promise.resolve() },
      indexes: { add: () => Promise.resolve(), remove: () => Promise.resolve() },
    };
    return new DecisionWriter(stores, new CountableEnds(noLedger, { now: () => this.now }));
  }
}

const retries = aPlan({
  tasks: [{ ...aPlan().tasks[0]!, maxAttempts: 2, retry: { ...aPlan().tasks[0]!.retry, maxAttempts: 2 } }],
});

test('a granted start is claimed by the decision that requested it', async () => {
  const executor = new Executor(aPlan());
  await executor.decide();
  expect(executor.run.live).toMatchObject([{ id: first, state: 'claimed', claim: { lease: 1 } }]);
  expect([executor.contexts, executor.saves, executor.starts.depth]).toEqual([1, 1, 0]);
});

test('a run that its dispatch contains is claimed without a read', async () => {
  const executor = new Executor(aPlan());
  await executor.decideOnSent(executor.run);
  expect(executor.run.live).toMatchObject([{ id: first, state: 'claimed' }]);
  expect([executor.reads, executor.saves]).toEqual([0, 1]);
});

test('a run that its dispatch contains and that is stale is read before it is claimed', async () => {
  const executor = new Executor(aPlan());
  const sent = executor.run;
  await executor.decide();
  await executor.decide(ended(first, T0));
  const another = new Executor(aPlan(), executor.run);
  await another.decideOnSent(sent);
  expect(another.run).toBe(executor.run);
  expect([another.reads, another.saves, another.begun]).toEqual([1, 0, []]);
});

test('the values for a start are read while its claim is saved, and the start waits for them', async () => {
  const executor = new Executor(aPlan());
  let haveRead: (prepared: PreparedStarts) => void = nothing;
  executor.preparing = new Promise((resolve) => (haveRead = resolve));
  let decided = Promise.resolve<readonly Answer[]>([]);
  await new Promise<void>((resolve) => {
    executor.beforeSave = resolve;
    decided = executor.decide();
  });
  expect(executor.begun).toEqual([]);
  haveRead(new Map());
  await decided;
  expect(executor.begun).toEqual([first]);
});

test('a run without a grant waits in the start queue, and leaves it when this replica may not claim', async () => {
  const executor = new Executor(aPlan());
  const limits = [{ key: 'engine/process', maxActive: 2, maxPerSecond: null }];
  const share = { tenant: 'ibm', weight: 1, group: null, groupWeight: 1 };
  executor.starts.setUsage(asRunId('other'), { limits, share }, allOwn(2));
  await executor.decide();
  expect([executor.run.reason, executor.starts.depth]).toEqual(['WaitingForCapacity', 1]);
  executor.lease = null;
  await executor.decide();
  expect(executor.starts.depth).toBe(0);
});

test('the end of an attempt, the seal of its output and the end of the run are one decision and one write', async () => {
  const executor = new Executor(aPlan());
  await executor.decide();
  await executor.decide(started(first, T0));
  const { contexts, saves } = executor;
  expect(await executor.decide(ended(first, T0 + 5))).toEqual(['done']);
  expect(executor.run).toMatchObject({ phase: 'Completed', live: [] });
  expect(executor.records.get(first)).toMatchObject({ end: { result: 'succeeded' }, logComplete: true });
  expect([executor.contexts - contexts, executor.saves - saves]).toEqual([1, 1]);
});

test('a seal that is still missing is a pending effect of the saved end', async () => {
  const executor = new Executor(aPlan());
  await executor.decide();
  await executor.decide(started(first, T0));
  executor.collector = OPEN;
  await executor.decide(ended(first, T0 + 5));
  expect(executor.run).toMatchObject({ phase: 'Completing', effects: [{ type: 'seal', attempt: first }] });
  expect(executor.records.get(first)).toMatchObject({ logComplete: null });
});

test('the end that is saved first is kept, even if another end is reported', async () => {
  const executor = new Executor(retries);
  await executor.decide();
  await executor.decide(started(first, T0));
  const { id: run, tenant } = executor.run;
  const known = { task: 'main', index: 0, generation: 0, attempt: 1, startedAt: T0, node: null };
  executor.records.set(first, {
    ...known,
    id: first,
    run,
    tenant,
    end: end(T0 + 3),
    logComplete: true,
    logReason: null,
  });
  await executor.decide(failed(first, T0 + 5, 1));
  expect(executor.run).toMatchObject({ phase: 'Completed', live: [] });
  expect(executor.records.get(first)).toMatchObject({ end: { result: 'succeeded' } });
});

test('a decision that lost the compare-and-set is repeated on the run that another replica has written', async () => {
  const executor = new Executor(retries);
  await executor.decide();
  await executor.decide(started(first, T0));
  executor.beforeSave = () => {
    executor.beforeSave = nothing;
    executor.run = { ...executor.run, rev: executor.run.rev + 1, commands: ['theirs'] };
  };
  await executor.decide(failed(first, T0, 1));
  expect(executor.run).toMatchObject({ commands: ['theirs'], live: [{ id: second, state: 'claimed' }] });
  expect([...executor.records.keys()]).toEqual([first]);
});

test('an end that a failed decision has recorded counts in the next one, although nobody reports it again', async () => {
  const executor = new Executor(aPlan());
  await executor.decide();
  await executor.decide(started(first, T0));
  executor.beforeSave = () => {
    executor.beforeSave = nothing;
    throw new Error('the connection was cut');
  };
  await expect(executor.decide(ended(first, T0 + 5))).rejects.toThrow('cut');
  expect([executor.run.phase, executor.records.size]).toEqual(['Running', 1]);
  executor.afterFailure = true;
  await executor.decide();
  expect(executor.run).toMatchObject({ phase: 'Completed', live: [] });
});

test('an attempt is stopped for its silence only after its stored signs of life were read', async () => {
  const executor = new Executor(aPlan({ engine: 'webservice', idleTimeoutMs: 10_000 }));
  await executor.decide();
  await executor.decide(started(first, T0));
  executor.now = T0 + 15_000;
  executor.lastSign = T0 + 9_000;
  await executor.decide();
  expect([executor.asked, executor.run.live[0]?.state]).toEqual([[first], 'started']);
  // The sign that was read is stored.
  executor.now = T0 + 18_000;
  await executor.decide();
  expect(executor.asked).toEqual([first]);
  executor.now = T0 + 20_000;
  await executor.decide();
  expect([executor.asked, executor.run.live[0]?.stop?.reason]).toEqual([[first, first], 'idleTimeout']);
});

test('inputs for a run that does not exist are not current', async () => {
  const executor = new Executor(aPlan());
  expect(await executor.decideOn(asRunId('another'), started(first, T0))).toEqual(['notCurrent']);
});
