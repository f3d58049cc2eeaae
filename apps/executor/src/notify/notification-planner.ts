/** Decides the notices of jobs and saves them: at once for jobs whose runs change, and in a sweep over all jobs with rules. */
import { createHash } from 'node:crypto';
import type { Clock } from '#common/clock/clock.js';
import type { NotifyRule } from '#common/spec/notify.js';
import { readable, type SecretBox } from '#common/crypto/secret-box.js';
import { openWebhook } from '#common/crypto/call-address.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { JobId } from '#common/domain/ids.js';
import { NOTICE_RUNS } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import type { RunSpec } from '#common/spec/run-spec.js';
import type { NoticesStore } from '#common/mongo/notices.store.js';
import { decideNotices, type NoticeFacts } from './core/decide-notices.js';
import { forEachContinuing } from '#common/runtime/continuing.js';
import { hasSecrets } from '#common/secrets/run-secrets.js';
import type { RunObserver, Saved } from '../loop/post-commit.js';

export interface NoticeBooks {
  readonly notices: Pick<NoticesStore, 'add' | 'newestRuns' | 'newestEnded' | 'newestGaps'>;
  readonly jobs: {
    load(id: JobId): Promise<StoredJob | null>;
    thatNotify(shards: readonly number[], after: JobId | null, limit: number): Promise<JobId[]>;
  };
  readonly specs: { getMany(hashes: readonly Run['spec'][]): Promise<ReadonlyMap<string, RunSpec>> };
}

/** Jobs that wait to be evaluated; the sweep finds those beyond. */
const MAX_WAITING = 10_000;
const JOBS_PER_SWEEP = 500;
const GAPS = 10;

export class NotificationPlanner implements RunObserver {
  private readonly waiting = new Set<JobId>();
  private last: JobId | null = null;

  constructor(
    private readonly books: NoticeBooks,
    private readonly owned: () => ReadonlySet<number>,
    private readonly context: {
      readonly uiBase: string;
      readonly secrets: Pick<SecretBox, 'open'>;
      readonly clock: Clock;
      /** The environment of the service gives some secrets to workers. */
      readonly everyWorkerHasSecrets: boolean;
    },
  ) {}

  observe({ before, decision, basis }: Saved): void {
    const { notify = [] } = basis.spec.job;
    const isNews = decision.next.phase !== before.phase;
    if (notify.length > 0 && isNews && this.waiting.size < MAX_WAITING) this.waiting.add(decision.next.job);
  }

  /** Evaluates the jobs whose runs have changed. */
  async look(): Promise<void> {
    const jobs = [...this.waiting];
    for (const job of jobs) this.waiting.delete(job);
    await forEachContinuing(jobs, (job) => this.lookAt(job));
  }

  /** Evaluates the next jobs with rules, changed or not: time passes, slots are missed, and a change may have been lost. */
  async sweep(): Promise<void> {
    const shards = [...this.owned()];
    if (shards.length === 0) return;
    const jobs = await this.books.jobs.thatNotify(shards, this.last, JOBS_PER_SWEEP);
    this.last = jobs.length < JOBS_PER_SWEEP ? null : (jobs.at(-1) ?? null);
    await forEachContinuing(jobs, (job) => this.lookAt(job));
  }

  private async lookAt(id: JobId): Promise<void> {
    const facts = await this.factsOf(id);
    if (facts === null) return;
    const { uiBase, secrets, clock } = this.context;
    const digest = (webhook: string): string => digestOf(openWebhook(secrets, webhook));
    await this.books.notices.add(decideNotices(facts, { now: clock.now(), uiBase, digest }));
  }

  /**
   * Rules whose address can be read. The notices of an unreadable one are decided under the same ids once its key is back; other
   * rules do not wait for that.
   */
  private heard(rules: readonly NotifyRule[] = []): readonly NotifyRule[] {
    return rules.filter(({ webhook }) => readable(() => openWebhook(this.context.secrets, webhook)) !== null);
  }

  private async factsOf(id: JobId): Promise<NoticeFacts | null> {
    const { notices, jobs, specs } = this.books;
    const [job, runs] = await Promise.all([jobs.load(id), notices.newestRuns(id, NOTICE_RUNS)]);
    if (job === null) return null;
    const rulesNow = job.deletedAt === null ? this.heard(job.spec.notify) : [];
    const snapshots = await specs.getMany(runs.map(({ spec }) => spec));
    const watched = runs.map((run) => {
      const spec = snapshots.get(run.spec);
      const keepsWords = spec === undefined || this.context.everyWorkerHasSecrets || hasSecrets(run, spec);
      return { run, rules: this.heard(spec?.job.notify), keepsWords };
    });
    const rules = [...rulesNow, ...watched.flatMap((each) => each.rules)];
    return {
      job: id,
      tenant: job.tenant,
      jobName: job.spec.name,
      rules: rulesNow,
      runs: watched,
      successes: needs(rules, 'long') ? await this.successesOf(id) : [],
      gaps: needs(rulesNow, 'missed') ? await notices.newestGaps(id, GAPS) : [],
    };
  }

  private async successesOf(id: JobId): Promise<NoticeFacts['successes']> {
    const ended = await this.books.notices.newestEnded(id, 'FINISHED', NOTICE_RUNS);
    return ended.flatMap(({ id: run, started, finished }) =>
      started === null || finished === null ? [] : [{ run, seconds: (finished - started) / 1_000 }],
    );
  }
}

const needs = (rules: readonly NotifyRule[], event: NotifyRule['on'][number]): boolean =>
  rules.some(({ on }) => on.includes(event));

const DIGEST_LENGTH = 12;
const digestOf = (webhook: string): string =>
  createHash('sha256').update(webhook).digest('base64url').slice(0, DIGEST_LENGTH);
