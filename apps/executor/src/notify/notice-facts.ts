/** Reads the facts by which the notices of a job are decided: the job, its newest runs and its newest gaps. */
import type { NotifyRule } from '#common/spec/notify.js';
import type { StoredJob, RunSpec } from '#common/spec/definitions.js';
import type { JobId } from '#common/domain/ids.js';
import { NOTICE_RUNS } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import type { GapsStore } from '#common/mongo/gaps.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { hasSecrets } from '#common/secrets/run-secrets.js';
import type { NoticeFacts } from './core/decide-notices.js';

export interface NoticeSources {
  readonly jobs: { load(id: JobId): Promise<StoredJob | null> };
  readonly runs: Pick<RunReads, 'newestOf' | 'newestEnded'>;
  readonly gaps: Pick<GapsStore, 'newestOf'>;
  readonly specs: { getMany(hashes: readonly Run['spec'][]): Promise<ReadonlyMap<string, RunSpec>> };
}

const GAPS = 10;

export class NoticeFactsReader {
  constructor(
    private readonly sources: NoticeSources,
    /** The environment of the service gives some secrets to workers. */
    private readonly everyWorkerHasSecrets: boolean,
  ) {}

  /** Null if there is no such job. */
  async read(id: JobId): Promise<NoticeFacts | null> {
    const { jobs, runs, gaps, specs } = this.sources;
    const [job, newest] = await Promise.all([jobs.load(id), runs.newestOf(id, NOTICE_RUNS)]);
    if (job === null) return null;
    const rulesNow = job.deletedAt === null ? (job.spec.notify ?? []) : [];
    const snapshots = await specs.getMany(newest.map(({ spec }) => spec));
    const watched = newest.map((run) => {
      const spec = snapshots.get(run.spec);
      const keepsWords = spec === undefined || this.everyWorkerHasSecrets || hasSecrets(run, spec);
      return { run, rules: spec?.job.notify ?? [], keepsWords };
    });
    const rules = [...rulesNow, ...watched.flatMap((each) => each.rules)];
    return {
      job: id,
      tenant: job.tenant,
      jobName: job.spec.name,
      rules: rulesNow,
      runs: watched,
      successes: needs(rules, 'long') ? await this.successesOf(id) : [],
      gaps: needs(rulesNow, 'missed') ? await gaps.newestOf(id, GAPS) : [],
    };
  }

  private async successesOf(id: JobId): Promise<NoticeFacts['successes']> {
    const ended = await this.sources.runs.newestEnded(id, 'FINISHED', NOTICE_RUNS);
    return ended.flatMap(({ id: run, started, finished }) =>
      started === null || finished === null ? [] : [{ run, seconds: (finished - started) / 1_000 }],
    );
  }
}

const needs = (rules: readonly NotifyRule[], event: NotifyRule['on'][number]): boolean =>
  rules.some(({ on }) => on.includes(event));
