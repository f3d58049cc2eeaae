import { Controller } from '@nestjs/common';
import { asJobId } from '#common/domain/ids.js';
import type { Run } from '#common/run/run.js';
import { tenantsWith, type Caller } from '../access/core/access.js';
import { requireRole } from '../access/require-access.js';
import { placeFrom, showPage } from '../http/page.js';
import type { AnswerOf, RequestContext } from '../http/route.js';
import { Req, Serves } from '../http/serves.js';
import { RunDetailsReader } from './run-details.js';
import { RunLists, type RunQuestion } from './run-lists.js';
import { runRoutes as routes } from './run.routes.js';
import { toRunView, type RunView } from './run.view.js';

type Routes = typeof routes;

/** Characters of `completedIndexes` and `failedIndexes` in a list; a run by itself has all of them, some 300,000 at worst. */
const MAX_LISTED_INDEX_TEXT = 1_000;

@Controller()
export class RunListController {
  constructor(
    private readonly lists: RunLists,
    private readonly details: RunDetailsReader,
  ) {}

  @Serves(routes.listRuns)
  async list(@Req() { caller, query }: RequestContext<Routes['listRuns']>): Promise<AnswerOf<Routes['listRuns']>> {
    if (query.tenant !== undefined) requireRole(caller, query.tenant, 'viewer');
    const [createdAt, id] = placeFrom(query.cursor, 'ns') ?? [];
    const question = questionOf(caller, query);
    const after = createdAt === undefined ? null : { createdAt: Number(createdAt), id: String(id) };
    const [page, total] = await Promise.all([
      this.lists.page(question, after, query.limit),
      query.total === true ? this.lists.total(question) : undefined,
    ]);
    const details = await this.details.ofMany(page.items);
    const shown = (run: Run): RunView =>
      toRunView(details.get(run.id) ?? { run, shape: null, tables: new Map() }, MAX_LISTED_INDEX_TEXT);
    return { body: { ...showPage(page, shown, (run) => [run.createdAt, run.id]), ...(total && { total }) } };
  }
}

function questionOf(caller: Caller, query: RequestContext<Routes['listRuns']>['query']): RunQuestion {
  const { tenant, job, state = null, phase = null, trigger = null, from = null, to = null } = query;
  const tenants = tenant === undefined ? tenantsWith(caller, 'viewer') : [tenant];
  return { tenants, job: job === undefined ? null : asJobId(job), state, phase, trigger, from, to };
}
