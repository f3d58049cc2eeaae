/** Finds the jobs or runs that a bulk operation is to change. */
import { asJobId } from '#common/domain/ids.js';
import { MAX_BULK_OBJECTS, MAX_PAGE_SIZE } from '#common/domain/limits.js';
import type { AppError } from '#common/errors/app-error.js';
import type { Role, StoredJob } from '#common/spec/definitions.js';
import type { JobSearch } from '#common/mongo/job-search.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import type { Run } from '#common/run/run.js';
import { chunked } from '#common/runtime/continuing.js';
import { reachesSomewhere, type Caller } from '../access/core/access.js';
import { RoleNowhere } from '../access/require-access.js';
import { invalidField } from '../http/problem.js';
import type { RunLists } from '../runs/run-lists.js';
import { redriveOf } from '../runs/run.service.js';
import { kindOf, type BulkRequest } from './bulk.routes.js';
import { tenantsToList } from '../access/require-access.js';

/** Jobs whose unfinished runs one query reads. */
const JOBS_AT_ONCE = 500;
const EDITS: ReadonlySet<BulkRequest['action']> = new Set<BulkRequest['action']>(['relabel', 'delete']);
const roleFor = ({ action }: BulkRequest): Role => (EDITS.has(action) ? 'editor' : 'operator');

export class BulkQuery {
  constructor(
    private readonly jobs: Pick<JobSearch, 'list'>,
    private readonly runs: Pick<RunLists, 'page'>,
    private readonly reads: Pick<RunReads, 'existing' | 'unfinishedOf'>,
  ) {}

  /**
   * The ids, in the order of the lists, of objects that the caller may change in this way. Throws FORBIDDEN, and VALIDATION_FAILED for
   * more than `MAX_BULK_OBJECTS`.
   */
  async ids(caller: Caller, request: BulkRequest, now: number): Promise<readonly string[]> {
    const role = roleFor(request);
    const query = 'jobs' in request ? request.jobs : request.runs;
    if (!reachesSomewhere(caller, role)) throw new RoleNowhere(caller, role);
    const tenants = tenantsToList(caller, query.tenant, role);
    const ids = await this.request(tenants, request, now);
    return 'jobs' in request && kindOf(request) === 'runs' ? this.unfinishedRuns(tenants, ids) : ids;
  }

  private async request(
    tenants: readonly string[] | null,
    request: BulkRequest,
    now: number,
  ): Promise<readonly string[]> {
    const { ids, ...filter } = 'jobs' in request ? request.jobs : request.runs;
    const wanted = ids && new Set(ids);
    const isWanted = (id: string): boolean => wanted === undefined || wanted.has(id);
    // Each object is judged in its turn, as if it were requested alone.
    if (wanted && Object.values(filter).every((value) => value === undefined)) return [...wanted];
    return 'jobs' in request
      ? this.jobIds(tenants, request.jobs, isWanted)
      : this.runIds(tenants, request.runs, { isWanted, now, isRedrive: request.action === 'redrive' });
  }

  private async jobIds(
    tenants: readonly string[] | null,
    query: Extract<BulkRequest, { jobs: unknown }>['jobs'],
    isWanted: (id: string) => boolean,
  ): Promise<readonly string[]> {
    const { worker, enabled, q, label } = query;
    // A bulk operation includes archived jobs only if its query names them.
    const filter = { tenants, worker, enabled, q, label, archived: false, keep: ({ id }: StoredJob) => isWanted(id) };
    return collected(
      'jobs',
      async (last: { readonly tenant: string; readonly spec: { readonly name: string } } | null) =>
        this.jobs.list(filter, last && { tenant: last.tenant, name: last.spec.name }, MAX_PAGE_SIZE),
    );
  }

  /** Unfinished runs of the jobs, only of the tenants: the number of runs of other tenants is not revealed. */
  private async unfinishedRuns(tenants: readonly string[] | null, jobs: readonly string[]): Promise<readonly string[]> {
    const ids: string[] = [];
    for (const some of chunked(jobs.map(asJobId), JOBS_AT_ONCE)) {
      ids.push(...(await this.reads.unfinishedOf(some, tenants, MAX_BULK_OBJECTS + 1 - ids.length)));
      if (ids.length > MAX_BULK_OBJECTS) throw tooMany('jobs', ' runs that have not ended');
    }
    return ids;
  }

  /** Runs that are created meanwhile, such as those of a rerun, are not included. */
  private async runIds(
    tenants: readonly string[] | null,
    query: Extract<BulkRequest, { runs: unknown }>['runs'],
    { isWanted, now, isRedrive }: RunChoice,
  ): Promise<readonly string[]> {
    const filter = {
      tenants,
      job: query.job === undefined ? null : asJobId(query.job),
      state: query.state ?? null,
      from: query.from ?? null,
      to: query.to ?? now,
      phase: query.phase ?? null,
      trigger: query.trigger ?? null,
      // A bulk operation on runs does not include archived ones.
      archived: false,
      errorGroup: query.errorGroup ?? null,
    };
    const runs = await collected('runs', async (last: { readonly createdAt: number; readonly id: string } | null) => {
      const page = await this.runs.page(filter, last, MAX_PAGE_SIZE);
      return isRedrive ? { ...page, items: await this.notRedriven(page.items) } : page;
    });
    return runs.filter(isWanted);
  }

  private async notRedriven(runs: readonly Run[]): Promise<readonly Run[]> {
    const existing = await this.reads.existing(runs.map(redriveOf));
    return runs.filter((run) => !existing.has(redriveOf(run)));
  }
}

interface RunChoice {
  readonly isWanted: (id: string) => boolean;
  readonly now: number;
  /** Leaves out the runs that a redrive has run again. */
  readonly isRedrive: boolean;
}

const tooMany = (field: string, of = ''): AppError =>
  invalidField(field, `selects more than ${MAX_BULK_OBJECTS}${of}, which are too many for one operation: select fewer`);

async function collected<T extends { readonly id: string }, P>(
  field: string,
  read: (after: P | null) => Promise<{ readonly items: readonly T[]; readonly lastSeen: (T & P) | null }>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  let after: P | null = null;
  do {
    const page: { readonly items: readonly T[]; readonly lastSeen: (T & P) | null } = await read(after);
    ids.push(...page.items.map(({ id }) => id));
    if (ids.length > MAX_BULK_OBJECTS) {
      throw tooMany(field);
    }
    after = page.lastSeen;
  } while (after !== null);
  return ids;
}
