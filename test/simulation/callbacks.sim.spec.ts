/**
 * The way of log calls: a worker that repeats each call until it is taken, two apis, collectors between which the attempt moves, and a database.
 * Any answer may be late or lost, also of what has been done; callers give up, and what they asked for goes on. Lines stay in order, each once.
 */
import fc from 'fast-check';
import { CallbackIntake, takeStored } from '../../apps/log-collector/src/callbacks/callback-intake.js';
import { CallbackLogs } from '../../apps/log-collector/src/callbacks/callback-log.js';
import { AttemptEnds } from '../../apps/log-collector/src/callbacks/attempt-ends.js';
import { AttemptLog } from '../../apps/log-collector/src/core/attempt-log.js';
import { AttemptStore } from '../../apps/log-collector/src/output/attempt-store.js';
import { CollectorMessages } from '../../apps/log-collector/src/messages.controller.js';
import { CallbackService } from '../../apps/api/src/callbacks/callback.service.js';
import { asRunId, attemptId } from '#common/domain/ids.js';
import { NOTHING_TO_HIDE } from '#common/domain/secret-mask.js';
import { AppError } from '#common/errors/app-error.js';
import { InboxIntake } from '#common/inbox/inbox-intake.js';
import { createLogger } from '#common/logging/logger.js';
import { Metrics } from '#common/metrics/catalogue.js';
import type { InboxEntry } from '#common/mongo/inbox.store.js';
import type { ChunkHead, LogChunk } from '#common/run/output.js';
import { worlds } from '#testing/long-form.js';
import { Random } from './support/random.js';

const KEY = { run: asRunId('r1'), generation: 0, task: 'main', index: 0, attempt: 1 };
const ATTEMPT = attemptId(KEY);
const MAX_BYTES = 1e9;
/** An owner that has not answered by then counts as silent. */
const PATIENCE_TICKS = 200;
/** By how much the clocks of two apis may differ. */
const SKEW_TICKS = 100;

type AnyOf<T> = T extends abstract new (...parts: infer Parts) => unknown ? Parts : never;

class World {
  ticks = 0;
  readonly chunks: LogChunk[] = [];
  readonly inbox = new Map<string, InboxEntry>();
  private troubled = true;

  constructor(private readonly random: Random) {}

  readonly clock = {
    now: () => this.ticks,
    monotonic: () => this.ticks,
    after: () => () => undefined,
  };

  calm(): void {
    this.troubled = false;
  }

  async pass(ticks: number): Promise<void> {
    for (let i = 0; i < ticks; i++) {
      this.ticks++;
      await Promise.resolve();
    }
  }

  /** A call over a network: it may never arrive, and its answer may be lost. */
  async call<T>(act: () => T | Promise<T>): Promise<T> {
    await this.travel();
    const answer = await act();
    await this.travel();
    return answer;
  }

  private async travel(): Promise<void> {
    await this.pass(
      this.random.chance(0.2) && this.troubled ? this.random.between(20, 250) : this.random.between(1, 4),
    );
    if (this.troubled && this.random.chance(0.1)) throw new AppError('UNAVAILABLE', 'nothing answers');
  }

  readonly logs = {
    heads: async (): Promise<ChunkHead[]> => this.call(() => this.chunks.map(({ lines: _, ...head }) => head)),
    insert: async (chunk: LogChunk): Promise<boolean> =>
      this.call(() => {
        if (this.chunks.some((each) => each.chunk === chunk.chunk)) return false;
        this.chunks.push(chunk);
        return true;
      }),
  };

  readonly inboxStore = {
    put: async (entry: InboxEntry): Promise<void> =>
      this.call(() => {
        if (!this.inbox.has(entry.id)) this.inbox.set(entry.id, entry);
      }),
    heads: async () =>
      this.call(() => [...this.inbox.values()].sort((a, b) => a.at - b.at).map((entry) => ({ ...entry, size: 1 }))),
    waiting: async () => this.call(() => new Set(this.inbox.size > 0 ? [ATTEMPT] : [])),
    remove: async (ids: readonly string[]): Promise<void> =>
      this.call(() => {
        for (const id of ids) this.inbox.delete(id);
      }),
    read: (heads: readonly InboxEntry[]) => this.readInParts(heads),
  };

  private async *readInParts(heads: readonly InboxEntry[]): AsyncGenerator<InboxEntry[], void, undefined> {
    const half = this.random.between(0, heads.length);
    for (const part of [heads.slice(0, half), heads.slice(half)])
      yield await this.call(() => part.filter(({ id }) => this.inbox.has(id)));
  }

  collector(): { readonly messages: CollectorMessages; readonly inbox: InboxIntake } {
    const tools = { log: createLogger('test', 'silent'), metrics: new Metrics('log-collector', '0') };
    const facts = { attempt: ATTEMPT, run: KEY.run, tenant: 't', mask: NOTHING_TO_HIDE };
    const stores = { logs: this.logs, jobStorage: {}, metrics: tools.metrics };
    const outputs = {
      load: () => AttemptStore.load(ATTEMPT, stores as never),
      beginLog: ({ tail }: AttemptStore) => {
        const rules = {
          mask: NOTHING_TO_HIDE,
          maxBytes: MAX_BYTES,
          run: { maxBytes: MAX_BYTES, leftBytes: MAX_BYTES },
        };
        return Promise.resolve({ facts, log: new AttemptLog(tail, rules) });
      },
    };
    const logTools = { outputs, live: { publish: () => undefined }, clock: this.clock };
    const logs = new CallbackLogs(logTools as never, tools.log);
    const ends = new AttemptEnds({ ofIds: () => this.call(() => []) }, this.clock);
    const intake = new CallbackIntake(logs, ends, {} as never, {} as never);
    const { heads, ...others } = this.inboxStore;
    const inboxStore = { ...others, ofAttempts: heads, ofShards: heads } as unknown as AnyOf<typeof InboxIntake>[0];
    const inbox = new InboxIntake(inboxStore, 'log-collector', (entries) => takeStored(intake, entries), tools);
    return { messages: new CollectorMessages(intake, inbox, {} as never), inbox };
  }

  api(owner: () => CollectorMessages): CallbackService {
    type Log = Parameters<CollectorMessages['appendLog']>[0];
    const request = async (_contract: unknown, _to: unknown, payload: Log): Promise<unknown> => {
      const asked = this.call(async () =>
        owner()
          .appendLog(payload)
          .catch(() => ({ ok: false, code: 'UNAVAILABLE', detail: 'later' })),
      );
      return Promise.race([asked, this.givesUp(PATIENCE_TICKS)]);
    };
    const stores = {
      shardCount: 1,
      runs: { liveOf: () => this.call(() => [{ id: ATTEMPT, end: null }]) },
      attempts: { get: () => this.call(() => null) },
    };
    const skew = this.random.between(0, SKEW_TICKS);
    const clock = { ...this.clock, now: () => this.ticks + skew };
    const parts = [{ request, publish: () => undefined }, this.inboxStore, stores, clock];
    return new CallbackService(...(parts as unknown as AnyOf<typeof CallbackService>));
  }

  /** The caller of something that goes on without him. */
  async givesUp(afterTicks: number): Promise<never> {
    await this.pass(afterTicks);
    throw new AppError('UNAVAILABLE', 'the caller does not wait any longer');
  }
}

interface Story {
  readonly seed: number;
  readonly calls: number;
  readonly apis: number;
  readonly isNumbered: boolean;
}

async function logAfter({ seed, calls, apis, isNumbered }: Story): Promise<string[]> {
  const random = new Random(seed);
  const world = new World(random.fork());
  const collectors = [world.collector(), world.collector()] as const;
  const owner = () => (isNumbered ? random.pick(collectors) : collectors[0]).messages;
  const services = Array.from({ length: apis }, () => world.api(owner));
  const sent = async (n: number): Promise<boolean> => {
    const report = { lines: [String(n)], seq: isNumbered ? n : null };
    const taken = random.pick(services).log(KEY, report, `call ${n}`);
    return Promise.race([taken, world.givesUp(random.pick([20, 2 * PATIENCE_TICKS]))]).then(
      () => true,
      () => false,
    );
  };
  const done = new AbortController();
  const sweeping = (async () => {
    while (!done.signal.aborted) {
      await world.pass(random.between(50, 500));
      await random
        .pick(collectors)
        .inbox.sweep(new Set([0]))
        .catch(() => undefined);
    }
  })();
  for (let n = 1; n <= calls; n++) while (!(await sent(n))) await world.pass(random.between(1, 50));
  world.calm();
  await world.pass(1_000);
  done.abort();
  await sweeping;
  await collectors[0].inbox.sweep(new Set([0]));
  return world.chunks.flatMap(({ lines }) => lines.map(({ text }) => text));
}

const stories = (fixed: Partial<Story>): fc.Arbitrary<Story> =>
  fc.record({ seed: fc.integer({ min: 1, max: 1e9 }), calls: fc.integer({ min: 2, max: 12 }) }).map((drawn) => ({
    apis: 1,
    isNumbered: false,
    ...drawn,
    ...fixed,
  }));

test.each([
  ['of an api, with keys', { apis: 1, isNumbered: false }],
  ['of two apis and moving collectors, with numbers', { apis: 2, isNumbered: true }],
] as const)('the lines of calls %s stay in order, each once, whatever is late or lost', async (_name, fixed) => {
  await fc.assert(
    fc.asyncProperty(stories(fixed), async (story) => {
      const wanted = Array.from({ length: story.calls }, (_, i) => String(i + 1));
      expect(await logAfter(story)).toEqual(wanted);
    }),
    { numRuns: worlds(60) },
  );
});
