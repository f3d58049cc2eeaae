/**
 * Two replicas ship at once, over stores and a target that answer in any order, while runs end, retention removes runs, entries are added to the
 * audit, and the target is away now and then. Each process may die between any two steps. In the end the target has each line at least once,
 * under one id, except those that are counted as lost.
 */
import fc from 'fast-check';
import type { ChainedEntry } from '#common/domain/audit.js';
import { asAttemptId, asJobId, asRunId, asTenantId, type RunId } from '#common/domain/ids.js';
import { USAGE_LAG_MS } from '#common/domain/limits.js';
import type { LogCursor } from '#common/mongo/log-export.store.js';
import type { StoredLine } from '#common/run/output.js';
import { KilledProcesses, type Perform } from '#testing/killed-processes.js';
import { worlds } from '#testing/long-form.js';
import { AuditBatches, LogBatches, type BatchSizes, type ExportStores } from './batches.js';
import type { ExportLine } from './core/export-line.js';
import type { Verdict } from './core/verdict.js';
import { Exporter } from './exporter.js';
import { UnshippedLogs } from './unshipped-logs.js';

const T0 = Date.parse('2026-11-30T12:00:00Z');
/** Small ones, so that runs end within a batch and batches within a run. */
const SIZES: BatchSizes = { lines: 3, runs: 2, entries: 2 };
const AWAY: Verdict = { type: 'later', problem: 'away', retryAt: null };
const TAKEN: Verdict = { type: 'taken', refused: 0, problem: null };

interface EndedRun {
  readonly at: number;
  readonly run: RunId;
  readonly lines: readonly StoredLine[];
}

class World {
  readonly processes = new KilledProcesses();
  now = T0;
  isAway = false;
  sent = 0;
  /** What the target has, by id. */
  readonly received = new Map<string, Set<string>>();
  /** All lines that ever were, by id. */
  readonly written = new Map<string, string>();
  /** Runs whose lines retention counted as lost. */
  readonly lost = new Set<string>();
  private runs: EndedRun[] = [];
  private ended = 0;
  private readonly chains = new Map<string, ChainedEntry[]>();
  private cursor: LogCursor | null = null;
  private readonly shipped = new Map<string, number>();

  /** A run ends; its log has these numbers of lines in its attempts. */
  end(attempts: readonly number[]): void {
    const run = asRunId(`r${String(this.ended++).padStart(4, '0')}`);
    const lines = attempts.flatMap((count, i) =>
      Array.from({ length: count }, (_, j): StoredLine => {
        const attempt = asAttemptId(`${run}/0/main/${i}/1`);
        return { attempt, seq: j + 1, at: this.now, stream: 'stdout', text: `${attempt} says ${j + 1}` };
      }),
    );
    for (const { attempt, seq, text } of lines) this.written.set(`${attempt}/${seq}`, text);
    this.runs.push({ at: this.now, run, lines });
  }

  record(chain: string): void {
    const entries = this.chains.get(chain) ?? [];
    const seq = entries.length + 1;
    const entry = { id: `${chain}-${seq}`, at: this.now, chain, seq, tenant: chain } as unknown as ChainedEntry;
    this.chains.set(chain, [...entries, entry]);
    this.written.set(`audit/${entry.id}`, JSON.stringify(entry));
  }

  /** Retention removes the oldest run. */
  async expire(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const old = await on(() => this.runs.find(({ at }) => at <= this.now - 2 * USAGE_LAG_MS));
      if (old === undefined) return;
      let isCounted = false;
      const metrics = {
        exportLost: {
          inc: (_labels: object, lines: number) => {
            isCounted ||= lines > 0;
          },
        },
      };
      const unshipped = new UnshippedLogs(this.storesOver(on), metrics as never, { error: () => undefined } as never);
      await unshipped.count([{ run: old.run, isKeyed: false, ended: old.at }]);
      await on(() => {
        if (isCounted) this.lost.add(old.run);
        this.runs = this.runs.filter(({ run }) => run !== old.run);
      });
    });
  }

  async ship(diesAt: number | null): Promise<void> {
    await this.processes.live(diesAt, async (on) => {
      const stores = this.storesOver(on);
      const clock = { now: () => this.now };
      const sources = [
        new AuditBatches(stores, this.auditOver(on), () => undefined, SIZES),
        new LogBatches(stores, clock, () => undefined, SIZES),
      ];
      let isPaused = false;
      const health = {
        get mayTry() {
          return !isPaused;
        },
        took: () => undefined,
        failed: () => {
          isPaused = true;
        },
      };
      const target = { send: (lines: readonly ExportLine[]) => on(() => this.receive(lines)) };
      await new Exporter(sources, target, health, () => true).step();
    });
  }

  private receive(lines: readonly ExportLine[]): Verdict {
    if (this.isAway) return AWAY;
    this.sent += lines.length;
    for (const { id, text } of lines) this.received.set(id, (this.received.get(id) ?? new Set()).add(text));
    return TAKEN;
  }

  private auditOver(on: Perform): { chained(chain: string, after: number, limit: number): Promise<ChainedEntry[]> } {
    return {
      chained: async (chain, after, limit) =>
        on(() => (this.chains.get(chain) ?? []).filter(({ seq }) => seq > after).slice(0, limit)),
    };
  }

  private storesOver(on: Perform): ExportStores {
    const { shipped, chains } = this;
    const linesIn = (id: RunId): readonly StoredLine[] => this.runs.find(({ run }) => run === id)?.lines ?? [];
    const stored = { tenant: asTenantId('ibm'), job: asJobId('j1'), jobName: 'billing' };
    return {
      cursor: async () => on(() => this.cursor),
      begin: async (at) =>
        on(() => {
          for (const [chain, entries] of chains) if (!shipped.has(chain)) shipped.set(chain, entries.length);
          this.cursor ??= { at, run: asRunId(''), line: null, rev: 1 };
        }),
      moveCursor: async (next) =>
        on(() => {
          if (this.cursor?.rev !== next.rev - 1) return false;
          this.cursor = next;
          return true;
        }),
      endedRuns: async ({ at, run, line }, until, limit) =>
        on(() => {
          const runs = this.runs
            .filter((each) => each.at <= until)
            .filter(
              (each) => each.at > at || (each.at === at && (each.run > run || (line !== null && each.run === run))),
            )
            .slice(0, limit);
          const last = runs.at(-1);
          return {
            runs: runs.map((each) => ({ ...stored, at: each.at, run: each.run })),
            next: last === undefined ? null : { at: last.at, run: last.run },
          };
        }),
      linesOf: async function* (run, after) {
        const lines = await on(() => linesIn(run));
        for (const line of lines)
          if (
            after === null ||
            line.attempt > after.attempt ||
            (line.attempt === after.attempt && line.seq > after.seq)
          )
            yield [line];
      },
      countLines: async (runs) =>
        on(() => this.runs.filter(({ run }) => runs.includes(run)).reduce((sum, { lines }) => sum + lines.length, 0)),
      chainEnds: async function* () {
        for (const [chain, entries] of await on(() => [...chains])) yield { chain, seq: entries.length };
      },
      shippedChains: async () => on(() => new Map(shipped)),
      moveChain: async (chain, from, to) =>
        on(() => {
          if ((shipped.get(chain) ?? 0) !== from) return false;
          shipped.set(chain, to);
          return true;
        }),
    };
  }
}

const kind = <T extends string>(name: T) => ({ kind: fc.constant(name) });
const diesAt = fc.option(fc.nat(40), { freq: 2 });
const move = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ...kind('end'), attempts: fc.array(fc.nat(5), { maxLength: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ ...kind('record'), chain: fc.constantFrom('', 'ibm', 'shop') }) },
  { weight: 2, arbitrary: fc.record({ ...kind('expire'), diesAt: fc.option(fc.nat(7)) }) },
  { weight: 3, arbitrary: fc.record({ ...kind('ship'), diesAt }) },
  { weight: 1, arbitrary: fc.record({ ...kind('outage'), isAway: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ ...kind('pass'), ms: fc.constantFrom(0, 1, 40_000, 100_000) }) },
  { weight: 20, arbitrary: fc.record({ ...kind('release'), which: fc.nat(5) }) },
);
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

async function play(moves: readonly Move[]): Promise<World> {
  const world = new World();
  const begun: Promise<void>[] = [];
  const all = async (work: Promise<void>): Promise<void> => {
    await world.processes.releaseAll();
    await work;
  };
  // What is there before the first time is not shipped.
  await all(world.ship(null));
  for (const each of moves) {
    if (each.kind === 'end') world.end(each.attempts);
    if (each.kind === 'record') world.record(each.chain);
    if (each.kind === 'expire') begun.push(world.expire(each.diesAt));
    if (each.kind === 'ship') begun.push(world.ship(each.diesAt));
    if (each.kind === 'outage') world.isAway = each.isAway;
    if (each.kind === 'pass') world.now += each.ms;
    if (each.kind === 'release') await world.processes.release(each.which);
  }
  await world.processes.releaseAll();
  await Promise.all(begun);
  // In the end one replica keeps running, and the target works.
  world.isAway = false;
  world.now += 2 * USAGE_LAG_MS;
  for (let i = 0; i < 2; i++) await all(world.ship(null));
  return world;
}

test('the target has each line under one id, except those of runs that were removed first, which are counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 200, size: 'max' }), async (moves) => {
      const world = await play(moves);
      const missing = [...world.written.keys()].filter((id) => !world.received.has(id));
      expect(missing.filter((id) => !world.lost.has(id.split('/')[0] ?? ''))).toEqual([]);
      for (const [id, texts] of world.received) expect([...texts]).toEqual([world.written.get(id)]);
    }),
    { numRuns: worlds(100) },
  );
});

test('without a removal and with a target that works, each line is sent once', async () => {
  const world = await play([
    { kind: 'end', attempts: [4, 0, 2] },
    { kind: 'end', attempts: [] },
    { kind: 'record', chain: 'ibm' },
    { kind: 'end', attempts: [5] },
  ]);
  expect(world.received.size).toBe(12);
  expect(world.sent).toBe(12);
});

test('wherever the process dies, at most one batch is sent again', async () => {
  for (let diesAt = 0; diesAt < 60; diesAt++) {
    const world = await play([{ kind: 'end', attempts: [4, 3, 6] }]);
    world.end([4, 3, 6]);
    world.now += 2 * USAGE_LAG_MS;
    for (const each of [diesAt, null]) {
      const shipped = world.ship(each);
      await world.processes.releaseAll();
      await shipped;
    }
    expect(world.received.size).toBe(26);
    expect(world.sent).toBeLessThanOrEqual(26 + SIZES.lines);
  }
});
