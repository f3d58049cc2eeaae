/** Brings commands to their runs: those that a message told of, and by sweeping those that none did. */
import type { Clock } from '#common/clock/clock.js';
import type { RunCommand } from '#common/domain/definitions.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import type { Instant } from '#common/domain/run.js';
import type { RunTurns } from '../turns/run-turns.js';

export interface CommandReader {
  ofRuns(runs: readonly RunId[]): Promise<RunCommand[]>;
  since(shards: readonly number[], since: Instant): Promise<RunCommand[]>;
}

/** Commands are read again for this long after their time: clocks differ, and a write may have taken a while. */
const OVERLAP_MS = 60_000;
/** Of a shard that is new here commands are read this far back: nobody may have been there to take them. */
const LOOK_BACK_MS = 7 * 86_400_000;
const MAX_REMEMBERED = 20_000;

export class CommandSweep {
  private readonly taken = new Set<string>();
  /** Commands on runs that wait for their place: the scheduler's, unless it admits the run before it has read them. */
  private readonly postponed = new Map<string, RunCommand>();
  /** Up to when the commands of a shard were read. */
  private readonly readUpTo = new Map<number, Instant>();

  constructor(
    private readonly commands: CommandReader,
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
    await this.take([...this.postponed.values()]);
    const now = this.clock.now();
    const known = [...owned].filter((shard) => this.readUpTo.has(shard));
    const fresh = [...owned].filter((shard) => !this.readUpTo.has(shard));
    await this.read(known, now - OVERLAP_MS);
    await this.read(fresh, now - LOOK_BACK_MS);
    for (const shard of owned) this.readUpTo.set(shard, now);
  }

  /** Reads page by page; a page begins where the last one ended, so what stands on the seam is read twice. */
  private async read(shards: readonly number[], from: Instant): Promise<void> {
    if (shards.length === 0) return;
    let since = from;
    for (;;) {
      const page = await this.commands.since(shards, since);
      await this.take(page);
      const last = page.at(-1)?.at ?? since;
      if (last === since) return;
      since = last;
    }
  }

  private async take(commands: readonly RunCommand[]): Promise<void> {
    const open = commands.filter(({ id }) => !this.taken.has(id));
    await Promise.all(
      open.map(async (command) => {
        const [answer] = await this.turns.submit(asRunId(command.run), [{ type: 'command', command }]);
        if (answer === 'notYet') this.postpone(command);
        else {
          this.postponed.delete(command.id);
          this.remember(command.id);
        }
      }),
    );
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
