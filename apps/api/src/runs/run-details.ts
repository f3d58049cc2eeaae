import type { RunId, SpecHash } from '#common/domain/ids.js';
import { shapeOf, type RunShape } from '#common/run/run-shape.js';
import { chunkKeysOf, loadTable, type StoredChunks } from '#common/run/stored-tables.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/definitions.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunDetails } from './core/task-views.js';

type ChunksOfRun = ReadonlyMap<string, StoredChunks>;

export interface DetailSources {
  readonly specs: { getMany(hashes: readonly SpecHash[]): Promise<ReadonlyMap<SpecHash, RunSpec>> };
  /** A run that was saved again since it was read is not among them. */
  readonly chunks: { ofRuns(runs: readonly Run[]): Promise<ReadonlyMap<RunId, ChunksOfRun>> };
  readonly runs: { get(id: RunId): Promise<Run | null> };
  readonly archive: { chunksOf(run: Run): Promise<ChunksOfRun> };
}

/** A run that is saved repeatedly meanwhile is read at most this often. */
const MAX_READS = 10;
/**
 * Chunks of indexes that are read for one page of runs: those of ten runs of 100,000 indexes. For further runs of the page, the lists of
 * succeeded and failed indexes are left out, and retries that have ended are not counted; a single run shows all of them.
 */
const MAX_LISTED_CHUNKS = 256;

export class RunDetailsReader {
  constructor(private readonly sources: DetailSources) {}

  /** The details that a page of runs shows. */
  async ofMany(runs: readonly Run[]): Promise<ReadonlyMap<RunId, RunDetails>> {
    const specs = await this.sources.specs.getMany(runs.map(({ spec }) => spec));
    const plain = new Map(runs.map((run) => [run.id, { run, shape: shapeFor(run, specs.get(run.spec)) }]));
    const read: Run[] = [];
    let left = MAX_LISTED_CHUNKS;
    for (const { run } of plain.values()) {
      const count = chunkKeysOf(run).length;
      if (count > 0 && count <= left) read.push(run);
      left -= count;
    }
    const chunks = await this.sources.chunks.ofRuns(read);
    return new Map(
      [...plain].map(([id, { run, shape }]) => [
        id,
        { run, shape, tables: tablesOf(run, chunks.get(id) ?? new Map()) },
      ]),
    );
  }

  /** The details with the index tables of all tasks that have begun. */
  async of(first: Run): Promise<RunDetails> {
    const spec = await this.spec(first);
    let run: Run | null = first;
    for (let reads = 0; run !== null && reads < MAX_READS; reads++) {
      const isStored = run.tasks.some(({ chunks }) => chunks !== undefined);
      const chunks = isStored ? await this.chunksOf(run) : new Map<string, StoredChunks>();
      if (chunks !== undefined) return { run, shape: shapeFor(run, spec), tables: tablesOf(run, chunks) };
      run = await this.sources.runs.get(first.id);
    }
    throw new AppError('UNAVAILABLE', `run ${first.id} changes too often to be read; try again`);
  }

  async spec(run: Run): Promise<RunSpec | undefined> {
    return (await this.sources.specs.getMany([run.spec])).get(run.spec);
  }

  private async chunksOf(run: Run): Promise<ChunksOfRun | undefined> {
    if (run.archivedAt !== undefined) return this.sources.archive.chunksOf(run);
    return (await this.sources.chunks.ofRuns([run])).get(run.id);
  }
}

const shapeFor = (run: Run, spec: RunSpec | undefined): RunShape | null =>
  spec ? shapeOf(spec.job, run.overrides, run.change) : null;

/** The tables of the tasks, as far as they were read. */
function tablesOf(run: Run, chunks: ChunksOfRun): RunDetails['tables'] {
  const read = run.tasks.filter(({ name, chunks: stored }) => !stored || chunks.has(name));
  return new Map(read.map((task) => [task.name, loadTable(task, chunks.get(task.name))]));
}
