import type { RunId, SpecHash } from '#common/domain/ids.js';
import { shapeOf, type RunShape } from '#common/run/run-shape.js';
import { chunkKeysOf, loadTable, type StoredChunks } from '#common/run/stored-tables.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import { AppError } from '#common/errors/app-error.js';
import { tasksInDoubt, type RunDetails } from './core/task-views.js';

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
 * succeeded and failed indexes are left out; a single run shows all of them.
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
    for (const { run, shape } of plain.values()) {
      const count = tasksInDoubt(run, shape).size === 0 ? 0 : chunkKeysOf(run).length;
      if (count > 0 && count <= left) read.push(run);
      left -= count;
    }
    const chunks = await this.sources.chunks.ofRuns(read);
    return new Map(
      [...plain].map(([id, { run, shape }]) => {
        const tables = tablesOf(run, tasksInDoubt(run, shape), chunks.get(id) ?? new Map());
        return [id, { run, shape, tables }];
      }),
    );
  }

  async of(run: Run): Promise<RunDetails> {
    return this.details(run, await this.spec(run), tasksInDoubt);
  }

  /** The details with the index tables of all tasks that have begun. */
  async whole(run: Run): Promise<RunDetails> {
    return this.details(run, await this.spec(run), ({ tasks }) => new Set(tasks.map(({ name }) => name)));
  }

  async spec(run: Run): Promise<RunSpec | undefined> {
    return (await this.sources.specs.getMany([run.spec])).get(run.spec);
  }

  private async details(
    first: Run,
    spec: RunSpec | undefined,
    wantedOf: (run: Run, shape: RunShape | null) => ReadonlySet<string>,
  ): Promise<RunDetails> {
    let run: Run | null = first;
    for (let reads = 0; run !== null && reads < MAX_READS; reads++) {
      const shape = shapeFor(run, spec);
      const wanted = wantedOf(run, shape);
      const isStored = run.tasks.some(({ name, chunks }) => wanted.has(name) && chunks !== undefined);
      const chunks = isStored ? await this.chunksOf(run) : new Map<string, StoredChunks>();
      if (chunks !== undefined) return { run, shape, tables: tablesOf(run, wanted, chunks) };
      run = await this.sources.runs.get(first.id);
    }
    throw new AppError('UNAVAILABLE', `run ${first.id} changes too often to be read; try again`);
  }

  private async chunksOf(run: Run): Promise<ChunksOfRun | undefined> {
    if (run.archivedAt !== undefined) return this.sources.archive.chunksOf(run);
    return (await this.sources.chunks.ofRuns([run])).get(run.id);
  }
}

const shapeFor = (run: Run, spec: RunSpec | undefined): RunShape | null =>
  spec ? shapeOf(spec.job, run.overrides, run.change) : null;

/** The views of the wanted tasks, as far as their stored tables were read. */
function tablesOf(run: Run, wanted: ReadonlySet<string>, chunks: ChunksOfRun): RunDetails['tables'] {
  const read = run.tasks.filter(({ name, chunks: stored }) => wanted.has(name) && (!stored || chunks.has(name)));
  return new Map(read.map((task) => [task.name, loadTable(task, chunks.get(task.name))]));
}
