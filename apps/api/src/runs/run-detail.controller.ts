import { GraphReader } from '../graph/graph-reader.js';
import { Serves, type Handlers } from '../http/serves.js';
import { RunDetailsReader } from './run-details.js';
import { RunReader } from './run.reader.js';
import { runRoutes } from './run.routes.js';
import { RunWaits } from './run-waits.js';
import { toRunDetailView } from './run.view.js';

const { getRun } = runRoutes;
const routes = { getRun };

@Serves(routes)
export class RunDetailController {
  constructor(
    private readonly reader: RunReader,
    private readonly details: RunDetailsReader,
    private readonly graphs: GraphReader,
    private readonly waits: RunWaits,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    getRun: async ({ caller, params }) => {
      const stored = await this.reader.find(caller, params.id, 'viewer');
      const details = await this.details.of(stored);
      const [spec, dependents, waits] = await Promise.all([
        this.details.spec(details.run),
        this.graphs.dependentsOf(caller, details.run),
        this.waits.of(details.run),
      ]);
      return { body: toRunDetailView(details, spec, { dependents, waits }), rev: details.run.rev };
    },
  };
}
