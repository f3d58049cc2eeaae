import { Controller } from '@nestjs/common';
import type { AnswerOf, Asked } from '../http/route.js';
import { Ask, Serves } from '../http/serves.js';
import { JobService } from '../jobs/job.service.js';
import { jobRoutes as routes } from '../routes/job.routes.js';
import { SlotPreview } from './slot-preview.js';

type Routes = typeof routes;

@Controller()
export class ScheduleController {
  constructor(
    private readonly jobs: JobService,
    private readonly preview: SlotPreview,
  ) {}

  @Serves(routes.listSlots)
  async slots(@Ask() { caller, params, query }: Asked<Routes['listSlots']>): Promise<AnswerOf<Routes['listSlots']>> {
    const job = await this.jobs.find(caller, params.id, 'viewer');
    return { body: { slots: await this.preview.ofJob(job, { from: query.from, count: query.count }) } };
  }

  @Serves(routes.previewSchedule)
  async previewSchedule(
    @Ask() { body }: Asked<Routes['previewSchedule']>,
  ): Promise<AnswerOf<Routes['previewSchedule']>> {
    const slots = this.preview.ofSchedule({ schedule: body.schedule }, { from: body.from, count: body.count });
    return Promise.resolve({ body: { slots } });
  }
}
