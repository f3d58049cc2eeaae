import type { NoticesOf } from '#common/mongo/notices.store.js';
import { AppError } from '#common/errors/app-error.js';
import type { Notice } from '#common/run/notice.js';
import type { Caller } from '../access/core/access.js';
import { notFound } from '../access/require-access.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { IncidentReader } from '../monitors/incident.reader.js';
import { JobService } from '../jobs/job.service.js';
import { RunReader } from '../runs/run.reader.js';
import { Deliveries } from './deliveries.js';
import { deliveryRoutes as routes } from './delivery.routes.js';

type Routes = typeof routes;
type ListAnswer = AnswerOf<Routes['listJobDeliveries']>;

@Serves(routes)
export class DeliveryController {
  constructor(
    private readonly jobs: JobService,
    private readonly runs: RunReader,
    private readonly deliveries: Deliveries,
    private readonly incidents: IncidentReader,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listJobDeliveries: async ({ caller, params, query }) => {
      const job = await this.jobs.find(caller, params.id, 'viewer');
      return this.list({ job: job.id, since: job.createdAt }, query);
    },

    listRunDeliveries: async ({ caller, params, query }) => {
      const run = await this.runs.find(caller, params.id, 'viewer');
      return this.list({ run: run.id, since: run.createdAt }, query);
    },

    listIncidentDeliveries: async ({ caller, params, query }) => {
      const { id, openedAt } = await this.incidents.find(caller, params.id, 'viewer');
      return this.list({ incident: id, since: openedAt }, query);
    },

    redeliver: async ({ caller, params, mutation }) => {
      const notice = await this.deliveries.find(params.id);
      const unknown = notFound(`delivery ${params.id}`);
      // A caller who may not see the notice's object must not learn that the notice exists.
      const { tenant, detail, since } = await this.aboutOf(caller, notice).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'NOT_FOUND' ? unknown : error;
      });
      // The id may have belonged to an earlier job.
      if (notice.decidedAt < since) throw unknown;
      await mutation.record({ tenant, object: `delivery/${params.id}`, detail });
      await this.deliveries.sendAnew(notice);
      return { body: this.deliveries.viewOf(await this.deliveries.find(params.id)) };
    },
  };

  /** The object that the notice is about, if the caller is an operator of its tenant. */
  private async aboutOf(
    caller: Caller,
    { job: id, incident }: Notice,
  ): Promise<{ readonly tenant: string; readonly detail: string; readonly since: number }> {
    if (id === null) {
      const incidentAt = await this.incidents.find(caller, incident ?? '', 'operator');
      return { tenant: incidentAt.tenant, detail: `incident ${incidentAt.id}`, since: incidentAt.openedAt };
    }
    const job = await this.jobs.find(caller, id, 'operator');
    return { tenant: job.tenant, detail: `job ${job.id}`, since: job.createdAt };
  }

  private async list(of: NoticesOf, query: { cursor?: string | undefined; limit: number }): Promise<ListAnswer> {
    const page = await this.deliveries.list(of, placeFrom(query.cursor, { at: 'n', id: 's' }), query.limit);
    return {
      body: showPage(
        page,
        (notice) => this.deliveries.viewOf(notice),
        (notice) => [notice.decidedAt, notice.id],
      ),
    };
  }
}
