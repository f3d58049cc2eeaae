/** Reads of archived runs. `ColdPacksStore` writes them. */
import { MAX_COUNTED_TOTAL } from '../domain/limits.js';
import type { RunId } from '../domain/ids.js';
import type { ColdPlace } from '../cold/pack-reader.js';
import { stateOf } from '../run/phase.js';
import type { Instant, Run } from '../run/run.js';
import { scanPage, type Page } from '../runtime/paged-scan.js';
import { BatchedReads } from './batched-operations.js';
import { fromColdRun, type ColdRunDocument } from './cold-run.js';
import type { DocumentCollection } from './document.js';
import type { Mongo } from './mongo.js';
import { conditionsOf, inOrder, partsOf, type RunCursor, type RunFilter, type RunOrder } from './run-filter.js';

export interface FoundColdRun {
  readonly place: ColdPlace;
  readonly archivedAt: Instant;
  readonly shown: Run;
}

/** Without a bound DocumentDB does not return them in the order of the index. */
const IN_ORDER = { createdAt: { $gt: 0 } };

export class ColdRunsStore {
  private readonly runs: DocumentCollection<ColdRunDocument>;
  private readonly single: BatchedReads<ColdRunDocument>;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<ColdRunDocument>('coldRuns');
    this.single = new BatchedReads(this.runs);
  }

  /** Requests at about the same time share a query. */
  async find(id: RunId): Promise<FoundColdRun | null> {
    const document = await this.single.get(id);
    return document && { place: document.place, archivedAt: document.archivedAt, shown: fromColdRun(document) };
  }

  /** As `RunReads.list`. */
  async list(
    filter: RunFilter,
    after: RunCursor | null,
    limit: number,
    order: RunOrder = 'newestFirst',
  ): Promise<Page<Run>> {
    const parts = partsOf(filter);
    const keep = (run: Run): boolean => run.createdAt >= (filter.begins.get(run.tenant) ?? 0);
    const read = async (last: Run | null, size: number): Promise<Run[]> => {
      const found = await Promise.all(parts.map((part) => this.part(part, last ?? after, size, order)));
      return found.flat().sort(inOrder(order)).slice(0, size);
    };
    return scanPage(read, keep, limit);
  }

  /** As `RunReads.countUpTo`. */
  async countUpTo(filter: RunFilter, upTo = MAX_COUNTED_TOTAL): Promise<number> {
    let count = 0;
    for (const part of partsOf(filter)) {
      if (count >= upTo) return count;
      count += await this.runs.countDocuments(
        { $and: conditionsIn(part, null, 'newestFirst') },
        { limit: upTo - count },
      );
    }
    return count;
  }

  private async part(filter: RunFilter, after: RunCursor | null, limit: number, order: RunOrder): Promise<Run[]> {
    const way = order === 'newestFirst' ? -1 : 1;
    const options = { sort: { createdAt: way, _id: way }, limit } as const;
    return (await this.runs.find({ $and: conditionsIn(filter, after, order) }, options).toArray()).map(fromColdRun);
  }
}

/** A phase belongs to one state, by which there is an index. */
function conditionsIn(filter: RunFilter, after: RunCursor | null, order: RunOrder): Record<string, unknown>[] {
  const { phase, state } = filter;
  const byState = phase === null || state !== null ? filter : { ...filter, state: stateOf(phase) };
  return [IN_ORDER, ...conditionsOf(byState, after, order)];
}
