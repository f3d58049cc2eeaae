/**
 * Removes jobs from the failing ones that have succeeded since, whose failed run is not kept any more, or that were deleted or archived.
 * Readers check the same, so a removal that comes late or is repeated changes nothing that is shown.
 */
import type { JobId } from '#common/domain/ids.js';
import { isFailing, type FailingJobsStore } from '#common/mongo/failing-jobs.store.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';

const PAGE = 200;
/** Pages in one turn: the pause between turns leaves the lane to other work. */
const PAGES_PER_TURN = 20;

export class RecoverySweep {
  private after: JobId | null = null;

  constructor(
    private readonly stores: {
      readonly failing: Pick<FailingJobsStore, 'ofShards' | 'remove'>;
      readonly runs: Pick<RunReads, 'existing'>;
      readonly jobs: Pick<JobsStore, 'present'>;
    },
    private readonly owned: () => ReadonlySet<number>,
  ) {}

  /** Checks further jobs. Returns how many it has removed. */
  async step(): Promise<number> {
    let removed = 0;
    for (let page = 0; page < PAGES_PER_TURN; page++) {
      removed += await this.checkPage();
      if (this.after === null) break;
    }
    return removed;
  }

  private async checkPage(): Promise<number> {
    const { failing, runs, jobs } = this.stores;
    const page = await failing.ofShards([...this.owned()], this.after, PAGE);
    this.after = page.length === PAGE ? (page.at(-1)?.job ?? null) : null;
    const [kept, present] = await Promise.all([
      runs.existing(page.map(({ run }) => run)),
      jobs.present(page.map(({ job }) => job)),
    ]);
    const over = page.filter((each) => !isFailing(each) || !kept.has(each.run) || !present.has(each.job));
    await failing.remove(over);
    return over.length;
  }
}
