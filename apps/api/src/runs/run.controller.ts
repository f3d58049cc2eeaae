import type { Run } from '#common/run/run.js';
import { encodeCursor } from '../http/core/cursor.js';
import { placeFrom, showPage } from '../http/page.js';
import { Serves, type Handlers } from '../http/serves.js';
import { runJobRoutes, runRoutes } from './run.routes.js';
import { RunDetailsReader } from './run-details.js';
import { RunReader } from './run.reader.js';
import { RunBatches } from './run-batches.js';
import { RunService } from './run.service.js';
import { toEventView, toRunView, type RunView } from './run.view.js';

const { runBatch, rerunRun, listIndexes, listAttempts, listEvents } = runRoutes;
const routes = { ...runJobRoutes, runBatch, rerunRun, listIndexes, listAttempts, listEvents };

@Serves(routes)
export class RunController {
  constructor(
    private readonly reader: RunReader,
    private readonly service: RunService,
    private readonly details: RunDetailsReader,
    private readonly batches: RunBatches,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    runJob: async (request) => {
      const { id } = request.params;
      const by = { ...request, preparation: this.service.prepare(id) };
      const { run, isDuplicate, inserted: inserted } = await this.service.start(by, id, request.body);
      const { body, location } = await this.accepted(
        inserted ?? (await this.reader.find(request.caller, run, 'viewer')),
      );
      if (!isDuplicate) return { body, location };
      return { body: { ...body, duplicate: true }, location, status: 200 };
    },

    runBatch: async (request) => {
      const items = await this.batches.start(request, request.body.runs);
      const accepted = items.filter((item) => 'run' in item).length;
      return { body: { accepted, refused: items.length - accepted, items } };
    },

    rerunRun: async (request) => {
      const run = await this.service.rerun(request, request.params.id, request.body);
      return this.accepted(await this.reader.find(request.caller, run, 'viewer'));
    },

    listIndexes: async ({ caller, params, query }) => {
      const run = await this.reader.find(caller, params.id, 'viewer');
      const cursor = placeFrom(query.cursor, { task: 'n', index: 'n' });
      const { items, next } = await this.reader.indexes(run, query, { cursor, limit: query.limit });
      return { body: { items, nextCursor: next && encodeCursor([next.task, next.index]) } };
    },

    listAttempts: async ({ caller, params, query }) => {
      const run = await this.reader.find(caller, params.id, 'viewer');
      const place = placeFrom(query.cursor, { after: 's' });
      const page = await this.reader.attempts(run, query, place?.after ?? null, query.limit);
      return {
        body: showPage(
          page,
          (attempt) => attempt,
          (attempt) => [attempt.id],
        ),
      };
    },

    listEvents: async ({ caller, params, query }) => {
      const run = await this.reader.find(caller, params.id, 'viewer');
      const cursor = placeFrom(query.cursor, { at: 'n', skip: 'n' });
      const { items, next } = await this.reader.events(run, cursor, query.limit);
      return { body: { items: items.map(toEventView), nextCursor: next && encodeCursor([next.at, next.skip]) } };
    },
  };

  private async accepted(run: Run): Promise<{ body: { run: RunView }; location: string }> {
    const details = await this.details.of(run);
    return { body: { run: toRunView(details) }, location: `/runs/${encodeURIComponent(run.id)}` };
  }
}
