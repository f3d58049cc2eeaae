import { MAX_OUTCOME_RUNS } from '#common/domain/limits.js';
import { RunOutcomes } from '#common/mongo/overview-runs.store.js';
import { ownSince } from '#common/spec/definitions.js';
import { Serves, type Handlers } from '../http/serves.js';
import { JobService } from '../jobs/job.service.js';
import { daysOf } from './core/outcomes.js';
import { outcomeRoutes as routes } from './overview.routes.js';

const DAY_MS = 86_400_000;

@Serves(routes)
export class OutcomesController {
  constructor(
    private readonly jobs: JobService,
    private readonly outcomes: RunOutcomes,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    countOutcomes: async ({ caller, params, query }) => {
      const job = await this.jobs.find(caller, params.id, 'viewer');
      // Older runs may belong to a former job with the same id.
      const since = Math.max(Date.now() - query.days * DAY_MS, ownSince(job) - 1);
      const counted = await this.outcomes.byDay(job.id, since, query.timezone, MAX_OUTCOME_RUNS);
      const runs = counted.reduce((sum, { count }) => sum + count, 0);
      return { body: { isPartial: runs === MAX_OUTCOME_RUNS, days: daysOf(counted) } };
    },
  };
}
