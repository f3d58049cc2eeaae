import { asJobId } from '#common/domain/ids.js';
import type { RunCursor, RunOrder } from '#common/mongo/run-filter.js';
import type { Run } from '#common/run/run.js';
import { type Caller } from '../access/core/access.js';
import type { CursorKey } from '../http/core/cursor.js';
import { placeFrom, showPage } from '../http/page.js';
import type { RequestContext } from '../http/route.js';
import { Serves, type Handlers } from '../http/serves.js';
import { RunDetailsReader } from './run-details.js';
import { RunLists, type RunQuestion } from './run-lists.js';
import { runRoutes } from './run.routes.js';
import { toRunView, type RunView } from './run.view.js';
import { tenantsToList } from '../access/require-access.js';

type Routes = typeof routes;

/** Characters of `completedIndexes` and `failedIndexes` in a list; a single run has all of them, some 300,000 at worst. */
const MAX_LISTED_INDEX_TEXT = 1_000;

const { listRuns } = runRoutes;
const routes = { listRuns };

@Serves(routes)
export class RunListController {
  constructor(
    private readonly lists: RunLists,
    private readonly details: RunDetailsReader,
  ) {}

  readonly handlers: Handlers<typeof routes> = {
    listRuns: async ({ caller, query }) => {
      const order = query.sort === 'createdAt' ? 'oldestFirst' : 'newestFirst';
      const question = questionOf(caller, query);
      const [page, total] = await Promise.all([
        this.lists.page(question, placeIn(query.cursor, order), query.limit, order),
        query.total === true ? this.lists.total(question) : undefined,
      ]);
      const details = await this.details.ofMany(page.items);
      const view = (run: Run): RunView =>
        toRunView(details.get(run.id) ?? { run, shape: null, tables: new Map() }, MAX_LISTED_INDEX_TEXT);
      return { body: { ...showPage(page, view, (run) => keyOf(run, order)), ...(total && { total }) } };
    },
  };
}

/** The cursors of the two orders differ in form: a cursor of the other order is refused, because it would lead to a wrong place. */
const keyOf = ({ createdAt, id }: Run, order: RunOrder): CursorKey =>
  order === 'newestFirst' ? [createdAt, id] : [id, createdAt];

const placeIn = (cursor: string | undefined, order: RunOrder): RunCursor | null =>
  placeFrom(cursor, order === 'newestFirst' ? { createdAt: 'n', id: 's' } : { id: 's', createdAt: 'n' });

function questionOf(caller: Caller, query: RequestContext<Routes['listRuns']>['query']): RunQuestion {
  const { tenant, job, state = null, phase = null, trigger = null, errorGroup = null } = query;
  const { from = null, to = null, archived, failed } = query;
  const tenants = tenantsToList(caller, tenant, 'viewer');
  const ofJob = job === undefined ? null : asJobId(job);
  return { tenants, job: ofJob, state, phase, trigger, errorGroup, from, to, archived, failed };
}
