/**
 * Commands on runs: saved by the api before they are answered, applied by the run's owner, which notes their ids in the run and
 * then marks them here. A run remembers the last few only; that mark keeps an old one from being applied again.
 */
import type { RunId } from '../domain/ids.js';
import type { RunCommand } from '../spec/definitions.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { Mongo } from './mongo.js';
import type { DocumentCollection, StoredDocument } from './document.js';

interface CommandDocument extends Omit<RunCommand, 'id'>, StoredDocument {
  readonly expireAt: Date;
  /** Set once its run has it, or will never have it. */
  readonly taken?: true;
}

/** A command is kept this long, so that a request that is repeated is the same command; the audit keeps it longer. */
const KEPT_MS = 7 * 86_400_000;
const MAX_BATCH = 500;

export class CommandsStore {
  private readonly commands: DocumentCollection<CommandDocument>;

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
    return (await this.commands.findOne({ _id: id }, { projection: { _id: 1 } })) !== null;
  }

  /** They are not given out again. */
  async markTaken(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.commands.updateMany({ _id: { $in: [...ids] } }, { $set: { taken: true } });
  }

  /** The commands of the runs that nobody has taken, oldest first. */
  async ofRuns(runs: readonly RunId[]): Promise<RunCommand[]> {
    if (runs.length === 0) return [];
    return this.read({ run: { $in: [...runs] } });
  }

  /** The commands of the shards that nobody has taken, saved since `since`, oldest first: what the sweep looks through. */
  async since(shards: readonly number[], since: number): Promise<RunCommand[]> {
    return this.read({ shard: { $in: [...shards] }, at: { $gte: since } });
  }

  private async read(filter: Record<string, unknown>): Promise<RunCommand[]> {
    const open = { ...filter, taken: { $ne: true as const } };
    const documents = await this.commands.find(open, { sort: { at: 1 }, limit: MAX_BATCH }).toArray();
    return documents.map(({ _id, expireAt: _expireAt, taken: _taken, ...rest }) => ({ id: _id, ...rest }));
  }
}
