import { MAX_OVERVIEW_RUNS } from '#common/domain/limits.js';
import { asJobId } from '#common/domain/ids.js';
import { ownSince } from '#common/spec/definitions.js';
import { JobsStore } from '#common/mongo/jobs.store.js';
import { RunReads } from '#common/mongo/run-reads.js';
import type { RunGlance } from '#common/run/run-glance.js';
import { judgeAccess } from '../access/core/access.js';
import { requireRole, tenantOf, tenantsToList } from '../access/require-access.js';
import { timeText, timeTextOrNull } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { toGapView } from '../schedules/schedule.routes.js';
import { OverviewReader, type Overview } from './overview-reader.js';
import { overviewRoutes as routes } from './overview.routes.js';

type Routes = typeof routes;
type View = AnswerOf<Routes['getOverview']>['body'];

@Serves(routes)
export class OverviewController {
  constructor(
    private readonly reader: OverviewReader,
    private readonly runs: RunReads,
    private readonly jobs: JobsStore,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    getOverview: async ({ caller, query }) => {
      const tenants = tenantsToList(caller, query.tenant, 'viewer');
      return { body: toView(await this.reader.read(tenants, query.hours)) };
    },

    getScheduleLoad: async ({ caller, query }) => {
      const tenant = tenantOf(caller, query.tenant);
      requireRole(caller, tenant, 'viewer');
      const { now, isPartial, minutes, hours, busiest } = await this.reader.load(tenant);
      const instant = ({ at, jobs }: { at: number; jobs: number }): { at: string; jobs: number } => ({
        at: timeText(at),
        jobs,
      });
      return {
        body: {
          at: timeText(now),
          isPartial,
          minutes: [...minutes],
          hours: hours.map(instant),
          busiest: busiest.map(instant),
        },
      };
    },

    listRecentRuns: async ({ caller, query }) => {
      const ids = [...new Set([query.job].flat())].map(asJobId);
      const jobs = [...(await this.jobs.loadMany(ids)).values()];
      // A deleted job may belong to a former tenant whose id was given to another one.
      const present = jobs.filter(({ deletedAt }) => deletedAt === null);
      const readable = present.filter(({ tenant }) => judgeAccess(caller, tenant, 'viewer') === 'granted');
      const items = readable.map(async (job) => {
        const runs = await this.runs.glancesOf({ job: job.id }, ownSince(job) - 1, query.count);
        return { job: job.id, runs: runs.map(toGlance) };
      });
      return { body: { items: await Promise.all(items) } };
    },
  };
}

const toGlance = (run: RunGlance) => ({
  id: run.id,
  state: run.state,
  phase: run.phase,
  reason: run.reason,
  scheduledFor: timeTextOrNull(run.scheduledFor),
  createdAt: timeText(run.createdAt),
  started: timeTextOrNull(run.started),
  finished: timeTextOrNull(run.finished),
});

const ofJob = ({ job, jobName, tenant }: Pick<RunGlance, 'job' | 'jobName' | 'tenant'>) => ({ job, jobName, tenant });

const toRun = (run: RunGlance) => ({
  ...toGlance(run),
  ...ofJob(run),
  phaseSince: timeText(run.phaseSince),
  message: run.message,
});

const endedView = ({ since, until, periodMs, periods }: Overview['ended']): View['ended'] => ({
  since: timeTextOrNull(since),
  until: timeTextOrNull(until),
  periodSeconds: periodMs / 1_000,
  periods: periods.map(({ at, counts }) => {
    const { finished, failed, aborted, slots = null, late = null, latenessMs = 0, latenessMaxMs = 0 } = counts;
    const hasStarts = slots !== null && slots > 0;
    return {
      at: timeText(at),
      finished,
      failed,
      aborted,
      slots,
      late,
      latenessMean: hasStarts ? latenessMs / slots / 1_000 : null,
      latenessMax: hasStarts ? latenessMaxMs / 1_000 : null,
    };
  }),
});

function toView(seen: Overview): View {
  const { now, since, countedSince, isPartial, unfinished, ended, hours, waiting, long, missed, next, tenants } = seen;
  return {
    at: timeText(now),
    since: timeText(since),
    countedSince: timeText(countedSince),
    isPartial,
    active: Math.min(MAX_OVERVIEW_RUNS, unfinished.pending + unfinished.running),
    ...unfinished,
    ended: endedView(ended),
    hours: hours.map((hour) => ({ ...hour, at: timeText(hour.at) })),
    failingJobs: seen.failingJobs,
    failing: seen.failing.map(({ last, failures }) => ({ ...toRun(last), failures })),
    waiting: waiting.map(toRun),
    long: long.map(({ run, usualMs }) => ({ ...toRun(run), usualSeconds: usualMs / 1_000 })),
    missed: missed.map((gap) => ({ ...ofJob(gap), ...toGapView(gap) })),
    next: next.map((slot) => ({ ...ofJob(slot), at: timeText(slot.at) })),
    tenants: tenants.map((share) => ({ ...share })),
  };
}
