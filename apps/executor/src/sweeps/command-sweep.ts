/** Brings commands to their runs: those that a message told of, and by sweeping those that none did. */
import type { Clock } from '#common/clock/clock.js';
import type { RunCommand } from '#common/domain/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/run.js';
import { Failures } from '#common/runtime/continuing.js';
import type { RunTurns } from '../loop/run-queue.js';

export interface CommandBook {
  ofRuns(runs: readonly RunId[]): Promise<RunCommand[]>;
  since(shards: readonly number[], since: Instant): Promise<RunCommand[]>;
  markTaken(ids: readonly string[]): Promise<void>;
}

/** Commands are read again for this long after their time: clocks differ, and a write may have taken a while. */
const OVERLAP_MS = 60_000;
/** Of a shard that is new here commands are read this far back: nobody may have been there to take them. */
const LOOK_BACK_MS = 7 * 86_400_000;
const MAX_REMEMBERED = 20_000;
/** Of one run so many are brought at once, and marked before the next: fewer than it remembers, whoever dies in between. */
const MAX_UNMARKED = 16;

export class CommandSweep {
  private readonly taken = new Set<string>();
  /** Runs to which commands are being brought. */
  private readonly busy = new Map<string, Promise<void>>();
  /**
   * Commands on runs that wait for their place: the scheduler's, unless it admits the run before it has read them. And those
   * that could not be brought.
   */
  private readonly postponed = new Map<string, RunCommand>();
  /** Up to when the commands of a shard were read. */
  private readonly readUpTo = new Map<number, Instant>();

  constructor(
    private readonly commands: CommandBook,
    private readonly turns: Pick<RunTurns, 'submit'>,
    private readonly owned: () => ReadonlySet<number>,
    private readonly clock: Clock,
  ) {}

  /** Takes what waits for one run. */
  async takeFor(run: RunId): Promise<void> {
    await this.take(await this.commands.ofRuns([run]));
  }

  async step(): Promise<void> {
    const owned = this.owned();
    for (const shard of this.readUpTo.keys()) if (!owned.has(shard)) this.readUpTo.delete(shard);
    for (const { id, shard } of this.postponed.values()) if (!owned.has(shard)) this.postponed.delete(id);
    const failures = new Failures();
    await failures.during(() => this.take([...this.postponed.values()]));
    const now = this.clock.now();
    const known = [...owned].filter((shard) => this.readUpTo.has(shard));
    const fresh = [...owned].filter((shard) => !this.readUpTo.has(shard));
    await this.read(known, now - OVERLAP_MS, failures);
    await this.read(fresh, now - LOOK_BACK_MS, failures);
    // What could not be brought is among those that are postponed.
    for (const shard of owned) this.readUpTo.set(shard, now);
    failures.throwFirst();
  }

  /** Reads page by page; a page begins where the last one ended, so what stands on the seam is read twice. */
  private async read(shards: readonly number[], from: Instant, failures: Failures): Promise<void> {
    if (shards.length === 0) return;
    let since = from;
    for (;;) {
      const page = await this.commands.since(shards, since);
      await failures.during(() => this.take(page));
      const last = page.at(-1)?.at ?? since;
      if (last === since) return;
      since = last;
    }
  }

  private async take(commands: readonly RunCommand[]): Promise<void> {
    const byRun = new Map<string, RunCommand[]>();
    for (const command of commands) byRun.set(command.run, [...(byRun.get(command.run) ?? []), command]);
    const failures = new Failures();
    failures.addAll(
      await Promise.allSettled(
        [...byRun].map(([run, own]) => this.inTurn(run, () => this.bringAll(asRunId(run), own))),
      ),
    );
    failures.throwFirst();
  }

  /** One after the other, so that what is brought to a run and not marked yet stays within its memory. */
  private async inTurn(run: string, act: () => Promise<void>): Promise<void> {
    const before = this.busy.get(run) ?? Promise.resolve();
    const done = before.then(act, act);
    this.busy.set(run, done);
    try {
      await done;
    } finally {
      if (this.busy.get(run) === done) this.busy.delete(run);
    }
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
    const answers = await this.turns.submit(
      run,
      commands.map((command) => ({ type: 'command', command })),
    );
    for (const command of commands.filter((_, at) => answers[at] === 'notYet')) this.postpone(command);
    const done = commands.flatMap(({ id }, at) => (answers[at] === 'notYet' ? [] : [id]));
    await this.commands.markTaken(done);
    for (const id of done) {
      this.postponed.delete(id);
      this.remember(id);
    }
  }

  private postpone(command: RunCommand): void {
    this.postponed.set(command.id, command);
    const oldest = this.postponed.keys().next();
    if (this.postponed.size > MAX_REMEMBERED && !oldest.done) this.postponed.delete(oldest.value);
  }

  private remember(id: string): void {
    this.taken.add(id);
    const oldest = this.taken.values().next();
    if (this.taken.size > MAX_REMEMBERED && !oldest.done) this.taken.delete(oldest.value);
  }
}
