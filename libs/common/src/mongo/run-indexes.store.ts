/** Chunks of runs with many indexes: written by the executor alone, each once; a run refers to those that are its own. */
import { mongo } from 'mongoose';
import type { RunId } from '../domain/ids.js';
import { chunkKeysOf, type ChunkKey, type ChunkWrite, type StoredChunks } from '../run/stored-tables.js';
import type { Run } from '../run/run.js';
import type { Mongo } from './mongo.js';
import { type StoredDocument, byKeys, insertIgnoringExisting } from './document.js';

export interface RunIndexesDocument extends StoredDocument {
  readonly run: RunId;
  readonly packed: mongo.Binary;
}

/** The key of a chunk. */
export const chunkIdOf = (run: RunId, { generation, task, no, version }: ChunkKey): string =>
  `${run}/${generation}/${task}/${no}/${version}`;

export type ChunksOfRun = ReadonlyMap<string, StoredChunks>;

/** The chunks that the run refers to; null where one of them is missing. */
export function chunksOf(
  run: Pick<Run, 'id' | 'generation' | 'tasks'>,
  bytes: ReadonlyMap<string, Uint8Array>,
): ChunksOfRun | null {
  const byTask = new Map<string, Map<number, Uint8Array>>();
  for (const key of chunkKeysOf(run)) {
    const chunk = bytes.get(chunkIdOf(run.id, key));
    if (!chunk) return null;
    const task = byTask.get(key.task) ?? new Map<number, Uint8Array>();
    byTask.set(key.task, task.set(key.no, chunk));
  }
  return byTask;
}

export class RunIndexesStore {
  private readonly chunks;

  constructor(mongo: Mongo) {
    this.chunks = mongo.collection<RunIndexesDocument>('runIndexes');
  }

  /** Saves chunks that nothing refers to yet. */
  async add(run: RunId, writes: readonly ChunkWrite[]): Promise<void> {
    const documents = writes.map(({ bytes, ...key }) => ({
      _id: chunkIdOf(run, key),
      run,
      packed: new mongo.Binary(Buffer.from(bytes)),
    }));
    await insertIgnoringExisting(this.chunks, documents);
  }

  /**
   * The chunks that the run refers to, by task and number. Null: one of them was removed, because the run has been saved since
   * it was read; read it again.
   */
  async of(run: Pick<Run, 'id' | 'generation' | 'tasks'>): Promise<ChunksOfRun | null> {
    return (await this.ofRuns([run])).get(run.id) ?? null;
  }

  /** The same for several runs in one query; a run with a missing chunk is left out. */
  async ofRuns(runs: readonly Pick<Run, 'id' | 'generation' | 'tasks'>[]): Promise<ReadonlyMap<RunId, ChunksOfRun>> {
    const keys = runs.flatMap((run) => chunkKeysOf(run).map((key) => chunkIdOf(run.id, key)));
    const documents = await byKeys(this.chunks, keys, { run: { $in: runs.map(({ id }) => id) } });
    const bytes = new Map(documents.map(({ _id, packed }) => [_id, new Uint8Array(packed.buffer)]));
    return new Map(
      runs.flatMap((run) => {
        const chunks = chunksOf(run, bytes);
        return chunks ? [[run.id, chunks] as const] : [];
      }),
    );
  }

  async remove(run: RunId, keys: readonly ChunkKey[]): Promise<void> {
    if (keys.length > 0) await this.chunks.deleteMany({ run, _id: { $in: keys.map((key) => chunkIdOf(run, key)) } });
  }
}
