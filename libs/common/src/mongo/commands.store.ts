/**
 * Commands on runs: saved by the api before they are answered, applied by the run's owner, which notes their ids in the run and
 * then marks them here. A run remembers only the last few; the mark keeps an older one from being applied again.
 */
import type { RunId } from '../domain/ids.js';
import type { RunCommand } from '../spec/definitions.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, inShards, isAny, insertIgnoringExisting } from './document.js';

interface CommandDocument extends Omit<RunCommand, 'id'>, StoredDocument {
  readonly expireAt: Date;
  /** Set once its run has applied it, or never will. */
  readonly taken?: true;
}

/** A command is kept this long, so that a repeated request finds the same command; the audit keeps it longer. */
const KEPT_MS = 7 * 86_400_000;
const MAX_BATCH = 500;

export class CommandsStore {
  private readonly commands;

  constructor(mongo: Mongo) {
    this.commands = mongo.collection<CommandDocument>('commands');
  }

  /** Saves the command; a repeat with the same id changes nothing. */
  async add(command: RunCommand): Promise<void> {
    const { id, ...rest } = command;
    await insertIgnoringExisting(this.commands, [{ _id: id, ...rest, expireAt: new Date(command.at + KEPT_MS) }]);
  }

  /** Whether the command was saved, by this request or one that it repeats. */
  async has(id: string): Promise<boolean> {
    return isAny(this.commands, { _id: id });
  }

  /** Marks commands as taken: they are not returned any more. */
  async markTaken(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.commands.updateMany({ _id: { $in: [...ids] } }, { $set: { taken: true } });
  }

  /** The untaken commands of the runs, oldest first. */
  async ofRuns(runs: readonly RunId[]): Promise<RunCommand[]> {
    if (runs.length === 0) return [];
    return this.read({ run: { $in: [...runs] } });
  }

  /** The untaken commands of the shards that were saved since `since`, oldest first: for the sweep. */
  async since(shards: readonly number[], since: number): Promise<RunCommand[]> {
    return this.read({ ...inShards(shards), at: { $gte: since } });
  }

  private async read(filter: Record<string, unknown>): Promise<RunCommand[]> {
    const open = { ...filter, taken: { $ne: true as const } };
    return this.commands
      .find(open, { sort: { at: 1 }, limit: MAX_BATCH })
      .map(({ _id, expireAt: _expireAt, taken: _taken, ...rest }) => ({ id: _id, ...rest }))
      .toArray();
  }
}
