/** Commands on runs: saved by the api before they are answered, applied by the run's owner, which notes their ids in the run. */
import type { RunId } from '../domain/ids.js';
import type { RunCommand } from '../domain/definitions.js';
import { insertIgnoringExisting } from './insert-many.js';
import type { DocumentCollection, Mongo, StoredDocument } from './mongo.js';

interface CommandDocument extends Omit<RunCommand, 'id'>, StoredDocument {
  readonly expireAt: Date;
}

/** A command is kept this long for those who ask who did what; the audit keeps it longer. */
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

  /** The commands of the runs, oldest first. */
  async ofRuns(runs: readonly RunId[]): Promise<RunCommand[]> {
    if (runs.length === 0) return [];
    return this.read({ run: { $in: [...runs] } });
  }

  /** The commands of the shards saved since `since`, oldest first: what the sweep looks through. */
  async since(shards: readonly number[], since: number): Promise<RunCommand[]> {
    return this.read({ shard: { $in: [...shards] }, at: { $gte: since } });
  }

  private async read(filter: Record<string, unknown>): Promise<RunCommand[]> {
    const documents = await this.commands.find(filter, { sort: { at: 1 }, limit: MAX_BATCH }).toArray();
    return documents.map(({ _id, expireAt: _expireAt, ...rest }) => ({ id: _id, ...rest }));
  }
}
