import type { Bulk } from '#common/domain/bulk.js';
import { MAX_OPEN_BULKS } from '#common/domain/limits.js';
import { AppError } from '#common/errors/app-error.js';
import { BulksStore } from '#common/mongo/bulks.store.js';
import { isAdmin, type Caller } from '../access/core/access.js';
import { KeptCredentials } from '../access/kept-credentials.js';
import { notFound } from '../access/require-access.js';
import { timeText, timeTextOrNull } from '../http/page.js';
import { plainId } from '../http/derived-id.js';
import type { RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { BulkQuery } from './bulk-query.js';
import { BulkRunner } from './bulk-runner.js';
import { bulkRoutes as routes, FIRST_SHOWN, kindOf, type BulkView } from './bulk.routes.js';
import { ended } from './core/bulk-progress.js';

type Routes = typeof routes;

const MAX_CANCEL_TRIES = 20;

@Serves(routes)
export class BulkController {
  constructor(
    private readonly bulks: BulksStore,
    private readonly query: BulkQuery,
    private readonly credentials: KeptCredentials,
    private readonly runner: BulkRunner,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    /** The id of the operation follows from the request's seed, so a repeat is the same bulk operation. */
    startBulk: async (request) => {
      const { caller, body, mutation } = request;
      const ids = await this.query.ids(caller, body, mutation.askedAt);
      const answer = { total: ids.length, first: ids.slice(0, FIRST_SHOWN) };
      if (body.dryRun) return { body: { bulk: null, ...answer } };
      const id = plainId(mutation.seed, 'bulk');
      const stored = await this.bulks.load(id);
      if (stored)
        return { body: { bulk: toBulkView(stored), ...answer, total: stored.total }, location: `/bulk/${id}` };
      await this.requireRoom(caller);
      const bulk = this.newBulk(request, id, ids.length);
      const tenant = ('jobs' in body ? body.jobs.tenant : body.runs.tenant) ?? null;
      await mutation.record({ tenant, object: `bulk/${id}`, detail: `${body.action} ${ids.length} ${bulk.kind}` });
      await this.bulks.insert(bulk, ids);
      this.runner.hasten();
      return { body: { bulk: toBulkView(bulk), ...answer }, location: `/bulk/${id}` };
    },

    getBulk: async ({ caller, params }) => ({ body: toBulkView(await this.find(caller, params.id)) }),

    cancelBulk: async (request) => {
      const { caller, params, mutation } = request;
      await this.find(caller, params.id);
      await mutation.record({ tenant: null, object: `bulk/${params.id}` });
      // The replica that executes the operation may save its progress at the same time.
      for (let tries = 0; tries < MAX_CANCEL_TRIES; tries++) {
        const bulk = await this.find(caller, params.id);
        if (bulk.finishedAt !== null) return { body: toBulkView(bulk) };
        const cancelled = ended(bulk, 'Cancelled', `cancelled by ${caller.name}`, mutation.askedAt);
        if (await this.bulks.save(cancelled)) return { body: toBulkView(cancelled) };
      }
      throw new AppError('CONFLICT', 'the bulk operation made progress while it was being cancelled; try again');
    },
  };

  private async find(caller: Caller, id: string): Promise<Bulk> {
    const bulk = await this.bulks.load(id);
    if (!bulk || !(isAdmin(caller) || bulk.subject === caller.subject)) throw notFound(`bulk operation ${id}`);
    return bulk;
  }

  private async requireRoom({ subject }: Caller): Promise<void> {
    if ((await this.bulks.countOpen(subject, MAX_OPEN_BULKS)) < MAX_OPEN_BULKS) return;
    throw new AppError(
      'QUOTA_EXCEEDED',
      `you have ${MAX_OPEN_BULKS} bulk operations in progress: wait until one of them ends`,
    );
  }

  private newBulk(request: RequestContext<Routes['startBulk']>, id: string, total: number): Bulk {
    const { caller, credential, address, body, mutation } = request;
    const { askedAt } = mutation;
    const isDone = total === 0;
    return {
      id,
      rev: 0,
      kind: kindOf(body),
      action: body.action,
      given: withoutIds(body),
      subject: caller.subject,
      requestedBy: caller.name,
      address,
      createdAt: askedAt,
      total,
      position: 0,
      refused: 0,
      refusals: [],
      message: '',
      leaseUntil: askedAt,
      credential: isDone ? null : this.credentials.keep(credential),
      state: isDone ? 'Completed' : 'Running',
      finishedAt: isDone ? askedAt : null,
    };
  }
}

/** The body without the query: its ids are in the list of the operation's objects. */
function withoutIds(body: RequestContext<Routes['startBulk']>['body']): string {
  const everything = { tenant: 'any' };
  const ofRuns = { ...everything, ...(body.action === 'redrive' && { errorGroup: 'any' }) };
  return JSON.stringify('jobs' in body ? { ...body, jobs: everything } : { ...body, runs: ofRuns });
}

function toBulkView(bulk: Bulk): BulkView {
  const { id, kind, action, state, message, total, position, refused, refusals, requestedBy } = bulk;
  return {
    id,
    kind,
    action,
    state,
    message,
    total,
    done: position,
    refused,
    requestedBy,
    refusals: refusals.map((each) => ({ ...each })),
    createdAt: timeText(bulk.createdAt),
    finishedAt: timeTextOrNull(bulk.finishedAt),
  };
}
