/** Submits commands to their runs: announced ones at the message, and all others by sweeping. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#common/clock/clock.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/run/run.js';
import { Failures } from '#common/runtime/continuing.js';
import { KeyedLock } from '#common/runtime/keyed-lock.js';
import type { RunQueue } from '../loop/run-queue.js';

export interface CommandStore {
  ofRuns(runs: readonly RunId[]): Promise<RunCommand[]>;
  since(shards: readonly number[], since: Instant): Promise<RunCommand[]>;
  markTaken(ids: readonly string[]): Promise<void>;
}

/** A command may be stored this much later than its time: clocks differ, and a write takes a while. */
const OVERLAP_MS = 60_000;
/** For a shard that this replica has just got, commands are read this far back: it may have had no owner. */
const LOOK_BACK_MS = 7 * 86_400_000;
const MAX_REMEMBERED = 20_000;
/**
 * Commands of one run that are submitted and marked together: fewer than a run remembers, so a crash between the two repeats
 * none.
 */
const MAX_UNMARKED = 16;

export class CommandSweep {
  private readonly taken = new LRUCache<string, true>({ max: MAX_REMEMBERED });
  /**
   * Commands of one run are submitted one group after the other, so that those not yet marked stay within the memory of the run.
   */
  private readonly busy = new KeyedLock<string>();
  /**
   * Commands on queued runs, which the scheduler applies unless it admits the run before it has read them; and commands that
   * could not be submitted.
   */
  private readonly postponed = new LRUCache<string, RunCommand>({ max: MAX_REMEMBERED });
  /** Before which instant all commands of a shard were read; it stays where it is while reads fail. */
  private readonly readUpTo = new Map<number, Instant>();

  constructor(
    private readonly commands: CommandStore,
    private readonly queue: Pick<RunQueue, 'submit'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Clock,
  ) {}

  /** Submits the commands that wait for one run. */
  async takeFor(run: RunId): Promise<void> {
    await this.take(await this.commands.ofRuns([run]));
  }

  /** Returns how many commands there were, including those that were read before. */
  async step(): Promise<number> {
    const owned = this.owned();
    for (const shard of this.readUpTo.keys()) if (!owned.has(shard)) this.readUpTo.delete(shard);
    for (const { id, shard } of [...this.postponed.values()]) if (!owned.has(shard)) this.postponed.delete(id);
    const failures = new Failures();
    const waiting = this.oldestFirst();
    await failures.during(() => this.take(waiting));
    const read = [...owned].filter((shard) => this.readUpTo.has(shard));
    const fresh = [...owned].filter((shard) => !this.readUpTo.has(shard));
    const readTo = Math.min(...read.map((shard) => this.readUpTo.get(shard) ?? 0));
    const count = await this.read(read, readTo - OVERLAP_MS, failures);
    const before = await this.read(fresh, this.clock.now() - LOOK_BACK_MS, failures);
    failures.throwFirst();
    return waiting.length + count + before;
  }

  /** Reads page by page; each page begins at the last instant of the one before, so commands of that instant are read twice. */
  private async read(shards: readonly number[], from: Instant, failures: Failures): Promise<number> {
    if (shards.length === 0) return 0;
    const startedAt = this.clock.now();
    let count = 0;
    let since: Instant;
    let last = from;
    do {
      since = last;
      const page = await this.commands.since(shards, since);
      await failures.during(() => this.take(page));
      count += page.length;
      last = page.at(-1)?.at ?? since;
    } while (last !== since);
    // Commands that could not be submitted are among the postponed ones.
    for (const shard of shards) this.readUpTo.set(shard, startedAt);
    return count;
  }

  private async take(commands: readonly RunCommand[]): Promise<void> {
    const byRun = new Map<string, RunCommand[]>();
    for (const command of commands) byRun.set(command.run, [...(byRun.get(command.run) ?? []), command]);
    const failures = new Failures();
    failures.addAll(
      await Promise.allSettled(
        [...byRun].map(([run, own]) => this.busy.run(run, () => this.bringAll(asRunId(run), own))),
      ),
    );
    failures.throwFirst();
  }

  private async bringAll(run: RunId, commands: readonly RunCommand[]): Promise<void> {
    const open = commands.filter(({ id }) => !this.taken.has(id));
    for (let from = 0; from < open.length; from += MAX_UNMARKED) {
      try {
        await this.bring(run, open.slice(from, from + MAX_UNMARKED));
      } catch (error) {
        for (const command of open.slice(from)) this.postpone(command);
        throw error;
      }
    }
  }

  private async bring(run: RunId, commands: readonly RunCommand[]): Promise<void> {
    const answers = await this.queue.submit(
      run,
      commands.map((command) => ({ type: 'command', command })),
    );
    for (const command of commands.filter((_, at) => answers[at] === 'notYet')) this.postpone(command);
    const done = commands.flatMap(({ id }, at) => (answers[at] === 'notYet' ? [] : [id]));
    await this.commands.markTaken(done);
    for (const id of done) {
      this.postponed.delete(id);
      this.taken.set(id, true);
    }
  }

  private oldestFirst(): RunCommand[] {
    return [...this.postponed.rvalues()].filter((command) => command !== undefined);
  }

  private postpone(command: RunCommand): void {
    // Postponed commands keep their position: the commands of one run stay in order.
    if (!this.postponed.has(command.id)) this.postponed.set(command.id, command);
  }
}
