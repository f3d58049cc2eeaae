import type { Backfill } from '#common/domain/backfill.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';
import { MAX_BACKFILLS_LISTED, MAX_OPEN_BACKFILLS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { BackfillsStore } from '#common/mongo/backfills.store.js';
import { notFound } from '../access/require-access.js';
import { timeText, timeTextOrNull } from '../http/page.js';
import { plainId } from '../http/derived-id.js';
import { Serves, type Handlers } from '../http/serves.js';
import { JobService } from '../jobs/job.service.js';
import { backfillRoutes as routes, type BackfillView } from './backfill.routes.js';
import { SchedulerPort } from '../scheduler-port.js';

@Serves(routes)
export class BackfillController {
  constructor(
    private readonly jobs: JobService,
    private readonly scheduler: SchedulerPort,
    private readonly backfills: BackfillsStore,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    /** The backfill's id follows from the request's seed, so a repeat is the same backfill. */
    startBackfill: async (request) => {
      const { caller, params, body, mutation } = request;
      const job = await this.jobs.find(caller, params.id, 'operator');
      const id = plainId(mutation.seed, 'backfill');
      const { dryRun, concurrencyPolicy = null, maxPerMinute, downstream } = body;
      if (!dryRun) {
        await this.requireRoom(job, id);
        const detail = `backfill ${id} from ${body.from} to ${body.to}`;
        await mutation.record({ tenant: job.tenant, object: `job/${job.id}`, detail });
      }
      const slots = await this.scheduler.backfill({
        backfill: id,
        job: job.id,
        requestedBy: caller.name,
        from: Date.parse(body.from),
        to: Date.parse(body.to),
        dryRun,
        concurrencyPolicy,
        maxPerMinute,
        ...(downstream && { downstream }),
      });
      const view = dryRun ? null : toBackfillView(await this.find(job, id));
      return { body: { backfill: view, slots: slots.map(timeText) } };
    },

    listBackfills: async ({ caller, params }) => {
      const job = await this.jobs.find(caller, params.id, 'viewer');
      const all = await this.backfills.ofJob(job.id, MAX_BACKFILLS_LISTED);
      return { body: { items: all.filter((each) => each.createdAt >= ownSince(job)).map(toBackfillView) } };
    },

    getBackfill: async ({ caller, params }) => {
      const job = await this.jobs.find(caller, params.id, 'viewer');
      return { body: toBackfillView(await this.find(job, params.backfill)) };
    },

    cancelBackfill: async (request) => {
      const { caller, params, mutation } = request;
      const job = await this.jobs.find(caller, params.id, 'operator');
      const { id } = await this.find(job, params.backfill);
      await mutation.record({ tenant: job.tenant, object: `job/${job.id}`, detail: `cancel backfill ${id}` });
      await this.scheduler.cancelBackfill(id, caller.name);
      return { body: toBackfillView(await this.find(job, id)) };
    },
  };

  /** The repeat of a request that has begun a backfill needs no room. Throws QUOTA_EXCEEDED. */
  private async requireRoom(job: StoredJob, id: string): Promise<void> {
    const newest = await this.backfills.ofJob(job.id, MAX_BACKFILLS_LISTED);
    const open = newest.filter(({ finishedAt }) => finishedAt === null);
    if (open.length < MAX_OPEN_BACKFILLS || newest.some((each) => each.id === id)) return;
    const detail = `the job has ${MAX_OPEN_BACKFILLS} active backfills, which is the limit (MAX_OPEN_BACKFILLS): cancel one, or wait until one ends`;
    throw new AppError('QUOTA_EXCEEDED', detail);
  }

  private async find(job: StoredJob, id: string): Promise<Backfill> {
    const backfill = await this.backfills.load(id);
    if (backfill?.job !== job.id || backfill.createdAt < ownSince(job)) throw notFound(`backfill ${id}`);
    return backfill;
  }
}

function toBackfillView(backfill: Backfill): BackfillView {
  const { id, job, state, message, concurrencyPolicy, maxPerMinute, requestedBy, total, made } = backfill;
  return {
    id,
    job,
    state,
    message,
    concurrencyPolicy,
    maxPerMinute,
    requestedBy,
    from: timeText(backfill.from),
    to: timeText(backfill.to),
    slots: { total, made },
    downstream: backfill.downstream ?? false,
    createdAt: timeText(backfill.createdAt),
    finishedAt: timeTextOrNull(backfill.finishedAt),
  };
}
