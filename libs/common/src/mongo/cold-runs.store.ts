/** Reads of archived runs. `ColdPacksStore` writes them. */
import { MAX_COUNTED_TOTAL } from '../domain/limits.js';
import type { RunId } from '../domain/ids.js';
import type { ColdPlace } from '../cold/pack-reader.js';
import { stateOf } from '../run/phase.js';
import type { Instant, Run } from '../run/run.js';
import type { Page } from '../runtime/paged-scan.js';
import { BatchedReads } from './batched-operations.js';
import { fromColdRun, type ColdRunDocument } from './cold-run.js';
import { ANY_NUMBER } from './index-order.js';
import type { Mongo } from './mongo.js';
import {
  areOpenOfAll,
  conditionsOf,
  countedParts,
  hintFor,
  isOfOneTenant,
  mergedParts,
  type RunCursor,
  type RunFilter,
  type RunOrder,
  type RunPage,
} from './run-filter.js';

export interface FoundColdRun {
  readonly place: ColdPlace;
  readonly archivedAt: Instant;
  readonly run: Run;
}

const IN_ORDER = { createdAt: ANY_NUMBER };

export class ColdRunsStore {
  private readonly runs;
  private readonly single;

  constructor(mongo: Mongo) {
    this.runs = mongo.collection<ColdRunDocument>('coldRuns');
    this.single = new BatchedReads(this.runs);
  }

  /** Requests at about the same time share a query. */
  async find(id: RunId): Promise<FoundColdRun | null> {
    const document = await this.single.get(id);
    return document && { place: document.place, archivedAt: document.archivedAt, run: fromColdRun(document) };
  }

  /** As `RunReads.list`. */
  async list(
    filter: RunFilter,
    after: RunCursor | null,
    limit: number,
    order: RunOrder = 'newestFirst',
  ): Promise<Page<Run>> {
    return mergedParts(filter, { after, limit, order }, (part, page) => this.part(part, page));
  }

  /** As `RunReads.countUpTo`. */
  async countUpTo(filter: RunFilter, upTo = MAX_COUNTED_TOTAL): Promise<number> {
    return countedParts(filter, upTo, async (part, limit) =>
      areOpenOfAll(part)
        ? 0
        : this.runs.countDocuments({ $and: conditionsIn(part, null, 'newestFirst') }, { limit, ...hintIn(part) }),
    );
  }

  private async part(filter: RunFilter, { after, limit, order }: RunPage): Promise<Run[]> {
    // None of them is archived.
    if (areOpenOfAll(filter)) return [];
    const way = order === 'newestFirst' ? -1 : 1;
    return this.runs
      .find(
        { $and: conditionsIn(filter, after, order) },
        { sort: { createdAt: way, _id: way }, limit, ...hintIn(filter) },
      )
      .map(fromColdRun)
      .toArray();
  }
}

/** A phase belongs to one state, by which there is an index. */
function conditionsIn(filter: RunFilter, after: RunCursor | null, order: RunOrder): Record<string, unknown>[] {
  const { phase, state } = filter;
  const byState = phase === null || state !== null ? filter : { ...filter, state: stateOf(phase) };
  return [IN_ORDER, ...conditionsOf(byState, after, order)];
}

function hintIn(filter: RunFilter): ReturnType<typeof hintFor> {
  const { sampled, state, phase, trigger, errorGroup } = filter;
  if (errorGroup !== null) return hintFor(filter);
  if (sampled === undefined) return isOfOneTenant(filter) ? {} : hintFor(filter);
  const isByState = state !== null || phase !== null;
  const isByTrigger = trigger !== null && !isByState;
  return {
    hint: { tenant: 1, ...(isByTrigger && { trigger: 1 }), ...(isByState && { state: 1 }), createdAt: -1, _id: -1 },
  };
}
