import { Serves, type Handlers } from '../http/serves.js';
import { JobBatches } from './job-batches.js';
import { jobBatchRoutes as routes } from './job.routes.js';

@Serves(routes)
export class JobBatchController {
  constructor(private readonly batches: JobBatches) {}

  readonly handlers: Handlers<typeof routes> = {
    jobBatch: async (request) => {
      const items = await this.batches.create(request, request.body.jobs);
      const created = items.filter((item) => 'id' in item).length;
      return { body: { created, refused: items.length - created, items } };
    },
  };
}
