import type { RunId, SpecHash } from '#common/domain/ids.js';
import { shapeOf } from '#common/domain/parallel/run-shape.js';
import { loadTable, type StoredChunks } from '#common/domain/parallel/stored-tables.js';
import type { Run } from '#common/domain/run.js';
import type { RunSpec } from '#common/domain/spec.js';
import { AppError } from '#common/errors/app-error.js';
import { needsTable, type RunDetails } from './core/task-views.js';

export interface DetailSources {
  readonly specs: { getMany(hashes: readonly SpecHash[]): Promise<ReadonlyMap<SpecHash, RunSpec>> };
  /** Null: the run was saved anew since it was read. */
  readonly chunks: { of(run: Run): Promise<ReadonlyMap<string, StoredChunks> | null> };
  readonly runs: { load(id: RunId): Promise<Run | null> };
}

/** A run that is saved anew all the time is read so often at most. */
const MAX_READS = 10;

export class RunDetailsReader {
  constructor(private readonly sources: DetailSources) {}

  /** What a page of runs shows. */
  async ofMany(runs: readonly Run[]): Promise<ReadonlyMap<RunId, RunDetails>> {
    const specs = await this.sources.specs.getMany(runs.map(({ spec }) => spec));
    const details = await Promise.all(runs.map((run) => this.details(run, specs.get(run.spec), needsTable)));
    return new Map(details.map((each) => [each.run.id, each]));
  }

  async of(run: Run): Promise<RunDetails> {
    return this.details(run, await this.spec(run), needsTable);
  }

  /** With the tables of all tasks that have begun. */
  async whole(run: Run): Promise<RunDetails> {
    return this.details(run, await this.spec(run), () => true);
  }

  async spec(run: Run): Promise<RunSpec | undefined> {
    return (await this.sources.specs.getMany([run.spec])).get(run.spec);
  }

  private async details(
    first: Run,
    spec: RunSpec | undefined,
    isWanted: (task: Run['tasks'][number]) => boolean,
  ): Promise<RunDetails> {
    let run: Run | null = first;
    for (let reads = 0; run !== null && reads < MAX_READS; reads++) {
      const wanted = run.tasks.filter(isWanted);
      const isStored = wanted.some(({ chunks }) => chunks !== undefined);
      const chunks = isStored ? await this.sources.chunks.of(run) : new Map<string, StoredChunks>();
      if (chunks !== null) {
        const tables = new Map(wanted.map((task) => [task.name, loadTable(task, chunks.get(task.name))]));
        const shape = spec ? shapeOf(spec.job, run.overrides, run.change) : null;
        return { run, shape, tables };
      }
      run = await this.sources.runs.load(first.id);
    }
    throw new AppError('UNAVAILABLE', `run ${first.id} changes too often to be read; ask again`);
  }
}
