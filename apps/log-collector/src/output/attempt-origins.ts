/** Reads the run and the job snapshot of an attempt. The runs of attempts that start at about the same time are read together. */
import type { Clock } from '#common/clock/clock.js';
import { parseAttemptId, type AttemptId, type RunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { RunOrigin, RunReads } from '#common/mongo/run-reads.js';
import type { SpecsStore } from '#common/mongo/specs.store.js';
import { Batcher } from '#common/runtime/batcher.js';
import { TtlCache } from '#common/runtime/ttl-cache.js';

type Spec = NonNullable<Awaited<ReturnType<SpecsStore['get']>>>;

const READS = { maxBatch: 200, maxUnderWay: 2, maxWaiting: 10_000 };
/** The attempts of a run start at about the same time. A removed run stays cached for at most this time. */
const KEPT_MS = 5_000;
const MAX_RUNS_KEPT = 5_000;

export class AttemptOrigins {
  private readonly reads: Batcher<RunId, RunOrigin | null>;
  private readonly cache: TtlCache<RunId, RunOrigin>;

  constructor(
    private readonly runs: Pick<RunReads, 'origins'>,
    private readonly specs: Pick<SpecsStore, 'get'>,
    clock: Clock,
  ) {
    this.cache = new TtlCache(MAX_RUNS_KEPT, KEPT_MS, clock);
    this.reads = new Batcher((ids) => this.loadAll(ids), READS);
  }

  /** Throws AppError NOT_FOUND when the run or its snapshot does not exist. */
  async of(attempt: AttemptId): Promise<{ readonly run: RunOrigin; readonly spec: Spec }> {
    const id = parseAttemptId(attempt)?.run;
    const run = id === undefined ? null : (this.cache.get(id) ?? (await this.reads.add(id)));
    if (run === null) throw new AppError('NOT_FOUND', `there is no run of the attempt ${attempt}`);
    const spec = await this.specs.get(run.spec);
    if (spec === null) throw new AppError('NOT_FOUND', `the snapshot of run ${run.id} no longer exists`);
    return { run, spec };
  }

  private async loadAll(ids: readonly RunId[]): Promise<(RunOrigin | null)[]> {
    const runs = await this.runs.origins([...new Set(ids)]);
    for (const [id, run] of runs) this.cache.set(id, run);
    return ids.map((id) => runs.get(id) ?? null);
  }
}
