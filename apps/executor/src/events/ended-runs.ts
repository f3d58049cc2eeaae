import { EVENT_RUNS_READ } from '#common/domain/limits.js';
import type { Instant } from '#common/domain/instant.js';
import type { ChangePlace } from '#common/mongo/event-log.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { TenantsStore } from '#common/mongo/tenants.store.js';
import { endsOf, type EndEvent } from '#common/run/end-event.js';

export interface ChangeRange {
  readonly from: ChangePlace;
  readonly until: Instant;
  /** Older ends are left out. */
  readonly since: Instant;
}

interface EndsPage {
  readonly ends: readonly EndEvent[];
  /** Where the next page begins. */
  readonly place: ChangePlace;
  readonly isLast: boolean;
}

/** The ends of runs of some tenants, page by page in the order of the changes of all runs. */
export class EndedRuns {
  constructor(
    private readonly runs: Pick<RunReads, 'changedBetween' | 'load'>,
    private readonly tenants: Pick<TenantsStore, 'beginnings'>,
    private readonly perPage = EVENT_RUNS_READ,
  ) {}

  async page({ from, until, since }: ChangeRange, tenants: ReadonlySet<string>): Promise<EndsPage> {
    const marks = await this.runs.changedBetween(from, until, this.perPage);
    const last = marks.at(-1);
    const place = last === undefined ? from : { changedAt: last.changedAt, id: last.id };
    const wanted = marks.filter(({ tenant }) => tenants.has(tenant));
    const ends = wanted.length === 0 ? [] : await this.endsOf(wanted, since);
    return { ends, place, isLast: marks.length < this.perPage };
  }

  private async endsOf(
    marks: readonly Pick<Awaited<ReturnType<RunReads['changedBetween']>>[number], 'id' | 'tenant'>[],
    since: Instant,
  ): Promise<EndEvent[]> {
    const runs = await this.runs.load(marks.map(({ id }) => id));
    const begins = await this.tenants.beginnings();
    return marks.flatMap(({ id, tenant }) => {
      const run = runs.get(id);
      // Another tenant may have the id of a removed one now.
      return run && run.createdAt >= (begins.get(tenant) ?? 0) ? endsOf(run, since) : [];
    });
  }
}
