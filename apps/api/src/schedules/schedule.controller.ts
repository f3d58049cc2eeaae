import { ownSince } from '#common/spec/definitions.js';
import { requireRole, tenantOf } from '../access/require-access.js';
import { Serves, type Handlers } from '../http/serves.js';
import { JobService } from '../jobs/job.service.js';
import { scheduleRoutes as routes, toGapView } from './schedule.routes.js';
import { SlotHistory } from './slot-history.js';
import { SlotPreview } from './slot-preview.js';

@Serves(routes)
export class ScheduleController {
  constructor(
    private readonly jobs: JobService,
    private readonly preview: SlotPreview,
    private readonly history: SlotHistory,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listSlots: async ({ caller, params, query }) => {
      const job = await this.jobs.find(caller, params.id, 'viewer');
      const slots = await this.preview.ofJob(job, { from: query.from, count: query.count });
      const outcomes = await this.history.outcomes(
        job.id,
        slots.map(({ nominal }) => Date.parse(nominal)).filter((nominal) => nominal >= ownSince(job)),
      );
      const withOutcome = slots.map((slot) => {
        const outcome = outcomes.get(Date.parse(slot.nominal));
        return outcome === undefined ? slot : { ...slot, outcome };
      });
      return { body: { slots: withOutcome } };
    },

    listGaps: async ({ caller, params, query }) => {
      const job = await this.jobs.find(caller, params.id, 'viewer');
      const from = Math.max(query.from ?? 0, ownSince(job));
      const gaps = await this.history.gaps(job.id, from, query.to ?? Number.MAX_SAFE_INTEGER);
      return { body: { items: gaps.map(toGapView) } };
    },

    previewSchedule: async ({ caller, body }) => {
      const { schedule, from, count } = body;
      if (body.tenant !== undefined) requireRole(caller, body.tenant, 'viewer');
      const excludes = (schedule.exclude ?? []).length > 0;
      const tenant = excludes ? tenantOf(caller, body.tenant) : null;
      return { body: { slots: await this.preview.ofSchedule(schedule, tenant, { from, count }) } };
    },
  };
}
