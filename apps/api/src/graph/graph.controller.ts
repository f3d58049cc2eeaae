import { Serves, type Handlers } from '../http/serves.js';
import { sortableId } from '../http/derived-id.js';
import { JobService } from '../jobs/job.service.js';
import { RunReader } from '../runs/run.reader.js';
import { SchedulerPort } from '../scheduler-port.js';
import { GraphReader } from './graph-reader.js';
import { graphRoutes as routes } from './graph.routes.js';

@Serves(routes)
export class GraphController {
  constructor(
    private readonly jobs: JobService,
    private readonly runs: RunReader,
    private readonly graphs: GraphReader,
    private readonly scheduler: SchedulerPort,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    jobGraph: async (request) => {
      const { caller, params, query } = request;
      const job = await this.jobs.find(caller, params.id, 'viewer');
      return { body: await this.graphs.around(caller, job.id, query.depth) };
    },

    /** The chain's key follows from the request's seed, so a repeat finds the same runs. */
    runDependents: async (request) => {
      const { caller, params, mutation } = request;
      const run = await this.runs.find(caller, params.id, 'operator');
      const key = sortableId(mutation.seed, 'dependents', mutation.askedAt);
      await mutation.record({ tenant: run.tenant, object: `run/${run.id}`, detail: `dependents ${key}` });
      const outcomes = await this.scheduler.runDependents({ run: run.id, key, requestedBy: caller.name });
      const seen = await this.graphs.visibleOf(
        caller,
        outcomes.map(({ job }) => job),
      );
      return {
        body: {
          dependents: outcomes
            .filter(({ job }) => seen.has(job))
            .map(({ unmet, ...each }) => ({ ...each, unmet: unmet.map((i) => `after.${i}`) })),
        },
      };
    },
  };
}
