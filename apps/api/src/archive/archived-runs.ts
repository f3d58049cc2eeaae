import type { ColdBlock, ColdPlace, PackReader, Wanted } from '#common/cold/pack-reader.js';
import type { PartKind } from '#common/cold/pack-format.js';
import type { RunId } from '#common/domain/ids.js';
import { AppError } from '#common/errors/app-error.js';
import type { ColdRunsStore } from '#common/mongo/cold-runs.store.js';
import { chunksOf, type ChunksOfRun } from '#common/mongo/run-indexes.store.js';
import { archivedAttempt, archivedChunk, archivedRun, archivedTransition } from '#common/mongo/run-parts.store.js';
import type { AttemptRecord, Run, Transition } from '#common/run/run.js';
import { MAX_SCANNED_PER_PAGE, type Page } from '#common/runtime/paged-scan.js';

/** Archived runs, and the documents that belong to them. All methods throw UNAVAILABLE while the cold store does not answer. */
export class ArchivedRuns {
  constructor(
    private readonly runs: Pick<ColdRunsStore, 'find'>,
    /** Null if no store is configured. */
    private readonly reader: Pick<PackReader, 'read'> | null,
  ) {}

  /** Whether this installation can archive runs. */
  get isThere(): boolean {
    return this.reader !== null;
  }

  /** The run as lists show it, without a request to the store; null if it is not archived. */
  async listed(id: RunId): Promise<Run | null> {
    return (await this.runs.find(id))?.run ?? null;
  }

  /** The whole run; null if it is not archived. */
  async whole(id: RunId): Promise<Run | null> {
    const stored = await this.runs.find(id);
    if (!stored) return null;
    for await (const { documents } of this.read(stored.place, 'run'))
      for (const document of documents) {
        const run = archivedRun(document);
        if (run.id === id) return { ...run, archivedAt: stored.archivedAt };
      }
    throw new AppError('INTERNAL', `the archive returned another run than ${id}`);
  }

  /** The chunks of its indexes. */
  async chunksOf(run: Run): Promise<ChunksOfRun> {
    const bytes = new Map<string, Uint8Array>();
    for await (const { documents } of this.blocks(run.id, 'chunk'))
      for (const document of documents) {
        const chunk = archivedChunk(document);
        bytes.set(chunk.id, chunk.bytes);
      }
    return chunksOf(run, bytes) ?? new Map();
  }

  /** The same as `AttemptsStore.pageOf`. */
  async pageOf(
    run: RunId,
    keep: (attempt: AttemptRecord) => boolean,
    after: string | null,
    limit: number,
  ): Promise<Page<AttemptRecord>> {
    const items: AttemptRecord[] = [];
    let scanned = 0;
    let lastSeen: AttemptRecord | null = null;
    for await (const { documents } of this.blocks(run, 'attempt')) {
      for (const attempt of documents.map(archivedAttempt)) {
        if (after !== null && attempt.id <= after) continue;
        if (items.length === limit || scanned >= MAX_SCANNED_PER_PAGE) return { items, lastSeen };
        scanned++;
        lastSeen = attempt;
        if (keep(attempt)) items.push(attempt);
      }
    }
    return { items, lastSeen: null };
  }

  /** The same as `RunEventsStore.from`. */
  async from(run: RunId, at: number, limit: number): Promise<Transition[]> {
    const transitions: Transition[] = [];
    for await (const { documents } of this.blocks(run, 'event', { since: at })) {
      for (const event of documents.map(archivedTransition)) if (event.at >= at) transitions.push(event);
      if (transitions.length >= limit) return transitions.slice(0, limit);
    }
    return transitions;
  }

  /** Blocks that may contain the wanted documents. */
  async *blocks(run: RunId, kind: PartKind, wanted: Wanted = {}): AsyncGenerator<ColdBlock, void, undefined> {
    const stored = await this.runs.find(run);
    if (!stored) throw new AppError('NOT_FOUND', `run ${run} is no longer in the archive`);
    yield* this.read(stored.place, kind, wanted);
  }

  private read(place: ColdPlace, kind: PartKind, wanted?: Wanted): AsyncGenerator<ColdBlock, void, undefined> {
    if (this.reader) return this.reader.read(place, kind, wanted);
    throw new AppError(
      'UNAVAILABLE',
      'the run is in the archive, but no archive is configured for this api (COLD_STORE_URL)',
    );
  }
}
