import type { StoredJob } from '#common/domain/definitions.js';
import type { JobId } from '#common/domain/ids.js';
import type { JobVersion } from '#common/mongo/jobs.store.js';
import type { RunsStore } from '#common/mongo/runs.store.js';
import type { RunQueries } from '#common/mongo/run-queries.store.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { maySeeJobSecrets, type Caller } from '../access/core/access.js';
import type { Secrets } from './core/job-secrets.js';
import { hidden, toJobVersionView, toJobView, type JobVersionView, type JobView } from './job.view.js';
import type { SecretKeeper } from './secret-keeper.js';

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
    return (job) =>
      toJobView(job, this.secretsFor(caller, job, job.sealed), {
        schedule: schedules.get(job.id),
        counts: counts.get(job.id),
        lastSuccess: newest.get(job.id) ?? null,
      });
  }

  showVersion(caller: Caller, job: StoredJob, version: JobVersion): JobVersionView {
    return toJobVersionView(version, this.secretsFor(caller, job, version.sealed), version.version === job.version);
  }

  private secretsFor(caller: Caller, job: StoredJob, sealed: StoredJob['sealed']): Secrets {
    const secrets = this.keeper.open(sealed);
    const sees = maySeeJobSecrets(caller, { tenant: job.tenant, owners: job.spec.owners ?? [] });
    return sees ? secrets : hidden(secrets);
  }
}
