/** Evaluates jobs for notices: jobs whose runs change at once, and all jobs with rules in a sweep. */
import type { Clock } from '#common/clock/clock.js';
import type { JobId } from '#common/domain/ids.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { NOTICE_RUNS } from '#common/domain/limits.js';
import type { Notice } from '#common/run/notice.js';
import { decideNotices } from './core/decide-notices.js';
import { apartCrowded, gatherNotices, idsToLookUp, MINUTE_MS } from './core/gather-notices.js';
import type { NoticeAddresses } from './notice-addresses.js';
import type { NoticeFactsReader } from './notice-facts.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import type { RunObserver, Saved } from '../loop/post-commit.js';

interface NotifyingJobs {
  thatNotify(shards: readonly number[], after: JobId | null, limit: number): Promise<JobId[]>;
}

/** Jobs that wait to be evaluated; the sweep finds the others. */
const MAX_WAITING = 10_000;
const JOBS_PER_SWEEP = 500;

/** Decides the notices of a job and saves them. */
export class JobNotices {
  constructor(
    private readonly facts: NoticeFactsReader,
    private readonly notices: Pick<NoticesStore, 'add' | 'stored'>,
    private readonly addresses: NoticeAddresses,
    private readonly context: { readonly uiBase: string; readonly clock: Clock; readonly shardCount: number },
  ) {}

  async planFor(id: JobId): Promise<void> {
    const facts = await this.facts.read(id);
    if (facts === null) return;
    const { uiBase, clock, shardCount } = this.context;
    const digest = (webhook: string): string => this.addresses.digest(webhook, facts.tenant);
    const now = clock.now();
    const decided = decideNotices(facts, { now, uiBase, shardCount, digest });
    const told = await this.gathered(id, decided, { now, isCut: facts.runs.length >= NOTICE_RUNS });
    const news = await this.addresses.withoutRepeated(told);
    await this.notices.add(news);
    this.addresses.note(news);
  }

  private async gathered(
    job: JobId,
    decided: readonly Notice[],
    circumstances: Parameters<typeof gatherNotices>[2],
  ): Promise<Notice[]> {
    const { crowds, others } = apartCrowded(decided);
    if (crowds.length === 0) return others;
    const stored = await this.notices.stored(job, circumstances.now - MINUTE_MS, crowds.flatMap(idsToLookUp));
    return [...others, ...crowds.flatMap((crowd) => gatherNotices(crowd, stored, circumstances))];
  }
}

export class NotificationPlanner implements RunObserver {
  private readonly waiting = new Set<JobId>();
  private last: JobId | null = null;

  constructor(
    private readonly notices: JobNotices,
    private readonly jobs: NotifyingJobs,
    private readonly owned: () => ReadonlySet<number>,
  ) {}

  observe({ before, decision, basis }: Saved): void {
    const { notify = [] } = basis.spec.job;
    const isNews = decision.next.phase !== before.phase;
    if (notify.length > 0 && isNews && this.waiting.size < MAX_WAITING) this.waiting.add(decision.next.job);
  }

  /** Evaluates the jobs whose runs have changed. */
  async look(): Promise<number> {
    const jobs = [...this.waiting];
    for (const job of jobs) this.waiting.delete(job);
    await forEachContinuing(jobs, (job) => this.notices.planFor(job));
    return jobs.length;
  }

  /** Evaluates the next jobs with rules, changed or not: time passes, slots are missed, and a change may have been lost. */
  async sweep(): Promise<void> {
    const shards = [...this.owned()];
    if (shards.length === 0) return;
    const jobs = await this.jobs.thatNotify(shards, this.last, JOBS_PER_SWEEP);
    this.last = jobs.length < JOBS_PER_SWEEP ? null : (jobs.at(-1) ?? null);
    await forEachContinuing(jobs, (job) => this.notices.planFor(job));
  }
}
