import type { StoredJob } from '#common/domain/definitions.js';
import type { JobId } from '#common/domain/ids.js';
import type { JobVersion } from '#common/mongo/jobs.store.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { RunQueries } from '#common/mongo/run-queries.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { maySeeJobSecrets, type Caller } from '../access/core/access.js';
import type { Secrets } from './core/job-secrets.js';
import { withHiddenWebhooks } from './core/webhooks.js';
import { hidden, toJobVersionView, toJobView, type JobVersionView, type JobView } from './job.view.js';
import type { SecretKeeper } from './secret-keeper.js';

interface Shown {
  readonly spec: StoredJob['spec'];
  readonly secrets: Secrets;
}

/** Shows jobs with what the scheduler and their runs say, and their secrets only to whom they belong. */
export class JobPresenter {
  constructor(
    private readonly queries: RunQueries,
    private readonly schedules: Pick<SchedulesStore, 'loadMany'>,
    private readonly runs: Pick<RunsStore, 'lastSuccess'>,
    private readonly keeper: SecretKeeper,
  ) {}

  async showOne(caller: Caller, job: StoredJob): Promise<JobView> {
    const show = await this.showing(caller, [job.id]);
    return show(job);
  }

  /** A function that shows any of the jobs. */
  async showing(caller: Caller, ids: readonly JobId[]): Promise<(job: StoredJob) => JobView> {
    const [schedules, counts, successes] = await Promise.all([
      this.schedules.loadMany(ids),
      this.queries.countUnfinished(ids),
      Promise.all(ids.map(async (id) => [id, await this.runs.lastSuccess(id)] as const)),
    ]);
    const newest = new Map(successes);
    return (job) => {
      const { spec, secrets } = this.shownTo(caller, job, job);
      return toJobView({ ...job, spec }, secrets, {
        schedule: schedules.get(job.id),
        counts: counts.get(job.id),
        lastSuccess: newest.get(job.id) ?? null,
      });
    };
  }

  showVersion(caller: Caller, job: StoredJob, version: JobVersion): JobVersionView {
    const { spec, secrets } = this.shownTo(caller, job, version);
    return toJobVersionView({ ...version, spec }, secrets, version.version === job.version);
  }

  /** The content of the job, or of a version of it, as far as the caller may see it. */
  private shownTo(caller: Caller, job: StoredJob, { spec, sealed }: Pick<StoredJob, 'spec' | 'sealed'>): Shown {
    const secrets = this.keeper.open(sealed);
    if (maySeeJobSecrets(caller, { tenant: job.tenant, owners: job.spec.owners ?? [] })) return { spec, secrets };
    const notify = spec.notify && withHiddenWebhooks(spec.notify);
    return { spec: { ...spec, ...(notify && { notify }) }, secrets: hidden(secrets) };
  }
}
