import type { Clock } from '#common/clock/clock.js';
import type { StoredJob } from '#common/spec/definitions.js';
import type { JobId } from '#common/domain/ids.js';
import type { JobVersion } from '#common/mongo/jobs.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { SchedulesStore } from '#common/mongo/schedules.store.js';
import { maySeeJobSecrets, type Caller } from '../access/core/access.js';
import { withHiddenQuery } from './core/addresses.js';
import { shownSecrets } from './core/job-secrets.js';
import { withoutAdminMark } from './core/pod-edit.js';
import { withHiddenWebhooks, withUnreadableHidden } from './core/webhooks.js';
import { hidden, toJobVersionView, toJobView } from './job.view.js';
import type { JobVersionView, JobView, ShownContent } from './job.view.js';
import type { SecretKeeper, Unreadable } from './secret-keeper.js';

/** The scheduler learns of a success at once, or from its sweep: a list reads successes only this far back. */
const BOOKS_BEHIND_MS = 60_000;

/** Shows jobs with the facts of the scheduler and of their runs, and their secrets only to callers who may see them. */
export class JobPresenter {
  constructor(
    private readonly runs: Pick<RunReads, 'countUnfinished' | 'lastSuccess' | 'successesSince'>,
    private readonly schedules: Pick<SchedulesStore, 'loadMany' | 'loadReadable'>,
    private readonly keeper: SecretKeeper,
    private readonly clock: Clock,
  ) {}

  async showOne(caller: Caller, job: StoredJob): Promise<JobView> {
    const newest = this.runs.lastSuccess(job.id).then((success) => new Map(success ? [[job.id, success]] : []));
    const show = await this.showing(caller, [job.id], newest);
    return show(job);
  }

  /** A job that has just been made: it has had no run. */
  async showNew(caller: Caller, job: StoredJob): Promise<JobView> {
    const schedule = await this.schedules.loadReadable(job.id);
    return toJobView(job, this.shownTo(caller, job, job), { schedule, counts: undefined, lastSuccess: null });
  }

  /** A function that shows any of the jobs; `newest` are successes that the scheduler may not have stored yet. */
  async showing(
    caller: Caller,
    ids: readonly JobId[],
    newest = this.runs.successesSince(ids, this.clock.now() - BOOKS_BEHIND_MS),
  ): Promise<(job: StoredJob) => JobView> {
    const [schedules, counts, successes] = await Promise.all([
      this.schedules.loadMany(ids),
      this.runs.countUnfinished(ids, Date.now()),
      newest,
    ]);
    return (job) => {
      return toJobView(job, this.shownTo(caller, job, job), {
        schedule: schedules.get(job.id),
        counts: counts.get(job.id),
        lastSuccess: successes.get(job.id) ?? null,
      });
    };
  }

  showVersion(caller: Caller, job: StoredJob, version: JobVersion): JobVersionView {
    return toJobVersionView(version, this.shownTo(caller, job, version), version.version === job.version);
  }

  /** The content of the job, or of a version of it, as far as the caller may see it. */
  private shownTo(caller: Caller, job: StoredJob, content: Pick<StoredJob, 'spec' | 'sealed'>): ShownContent {
    const unreadable: Unreadable[] = [];
    const note = (each: Unreadable): void => void unreadable.push(each);
    const spec = this.keeper.openSpec(content.spec, note);
    const secrets = shownSecrets(this.keeper.open(content.sealed, note), spec.options);
    const isTheirs = maySeeJobSecrets(caller, { tenant: job.tenant, owners: job.spec.owners ?? [] });
    const hide = isTheirs ? withUnreadableHidden : withHiddenWebhooks;
    return {
      spec: {
        ...withoutAdminMark(spec),
        ...(spec.identitySubject !== undefined && { identitySubject: spec.identitySubject }),
        ...(spec.notify && { notify: hide(spec.notify) }),
        ...(spec.url !== undefined && !isTheirs && { url: withHiddenQuery(spec.url) }),
      },
      secrets: isTheirs ? secrets : hidden(secrets),
      unreadable,
    };
  }
}
