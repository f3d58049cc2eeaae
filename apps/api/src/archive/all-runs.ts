import type { RunId } from '#common/domain/ids.js';
import type { AttemptsStore } from '#common/mongo/attempts.store.js';
import type { RunEventsStore } from '#common/mongo/run-events.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { AttemptRecord, Run, Transition } from '#common/run/run.js';
import type { Page } from '#common/runtime/paged-scan.js';
import type { ArchivedRuns } from './archived-runs.js';

/** Runs, and the documents that belong to them, from the database or the archive. */
export class AllRuns {
  constructor(
    private readonly live: Pick<RunReads, 'get'>,
    private readonly archived: Pick<ArchivedRuns, 'listed' | 'whole' | 'pageOf' | 'from'>,
    private readonly parts: {
      readonly attempts: Pick<AttemptsStore, 'pageOf'>;
      readonly events: Pick<RunEventsStore, 'from'>;
    },
  ) {}

  /** A run of the database. */
  get(id: RunId): Promise<Run | null> {
    return this.live.get(id);
  }

  /** Any run; an archived run with only the fields that lists show, without a request to the archive. */
  async listed(id: RunId): Promise<Run | null> {
    return (await this.live.get(id)) ?? this.archived.listed(id);
  }

  /** The whole run for a run from a list. Null: it was removed meanwhile. Throws UNAVAILABLE while the archive does not answer. */
  async whole(run: Run): Promise<Run | null> {
    return run.archivedAt === undefined ? run : this.archived.whole(run.id);
  }

  /** The same as `AttemptsStore.pageOf`. */
  pageOf(
    { id, archivedAt }: Run,
    keep: (attempt: AttemptRecord) => boolean,
    after: string | null,
    limit: number,
  ): Promise<Page<AttemptRecord>> {
    return (archivedAt === undefined ? this.parts.attempts : this.archived).pageOf(id, keep, after, limit);
  }

  /** The same as `RunEventsStore.from`. */
  eventsFrom({ id, archivedAt }: Run, at: number, limit: number): Promise<Transition[]> {
    return (archivedAt === undefined ? this.parts.events : this.archived).from(id, at, limit);
  }
}
