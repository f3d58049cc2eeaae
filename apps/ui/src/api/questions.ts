/** The queries of pages to the API, each with its cache key. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations } from '#client/api-types.js';
import { DAY_MS } from '../parts/time-text.js';
import { answered, api, ofDefinition, ofId, ok, orNull, type Schemas } from './client.js';
import { serverNow } from './server-time.js';
import { fetchJson, mayBeSignedIn, takeOver } from './session.js';

export type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
type ListParts = 'cursor' | 'limit' | 'sort' | 'total';
export type JobSort = NonNullable<QueryOf<'listJobs'>['sort']>;
export type RunSort = NonNullable<QueryOf<'listRuns'>['sort']>;
export type JobFilter = Omit<QueryOf<'listJobs'>, ListParts>;
export type RunFilter = Omit<QueryOf<'listRuns'>, ListParts>;

/** The items of a page of a list. */
export const PAGE = 50;
/** The largest page: for choices and lists that are short in practice. */
const ALL = 500;
const WHOLE = { params: { query: { limit: ALL } } } as const;

interface PageOf<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** A list by pages; `read` requests the page at a cursor. */
export const paged = <P extends PageOf<unknown>>(
  key: readonly unknown[],
  read: (cursor: { cursor?: string }) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const itemsOf = <T>(data: { readonly pages: readonly PageOf<T>[] } | undefined): T[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

/** null: nobody is signed in. Without anything that may be accepted the API is not asked: its refusal would be audited. */
export const whoAmI = () =>
  queryOptions({
    queryKey: ['me'],
    queryFn: async (): Promise<Schemas['Caller'] | null> => {
      await takeOver();
      return (await mayBeSignedIn()) ? ok(api.GET('/me')) : null;
    },
    retry: false,
  });

export const jobsList = (filter: JobFilter, sort: JobSort = 'name') =>
  paged(['jobs', filter, sort], (cursor) =>
    ok(api.GET('/jobs', { params: { query: { ...filter, ...cursor, sort, limit: PAGE } } })),
  );

/** The edit of a job sends no event: pages of jobs read again this often what others have changed. */
export const EDITS_AGAIN_MS = 10_000;

/** Totals are counted or estimated from many documents: they may be older than the list. */
const TOTAL_AGAIN_MS = 30_000;
const totalOf = (
  list: 'jobs' | 'runs',
  filter: object,
  read: () => Promise<Pick<Schemas['ListJobsAnswer'], 'total'>>,
) =>
  queryOptions({
    queryKey: ['totals', list, filter],
    queryFn: async () => (await read()).total ?? null,
    staleTime: TOTAL_AGAIN_MS,
    refetchInterval: TOTAL_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
const ONLY_TOTAL = { total: 'true', limit: 1 } as const;

export const jobsTotal = (filter: JobFilter) =>
  totalOf('jobs', filter, () => ok(api.GET('/jobs', { params: { query: { ...filter, ...ONLY_TOTAL } } })));

export const runsTotal = (filter: RunFilter) =>
  totalOf('runs', filter, () => ok(api.GET('/runs', { params: { query: { ...filter, ...ONLY_TOTAL } } })));

export const runsList = (filter: RunFilter, limit = PAGE, sort: RunSort = '-createdAt') =>
  paged(['runs', filter, limit, sort], (cursor) =>
    ok(api.GET('/runs', { params: { query: { ...filter, ...cursor, sort, limit } } })),
  );

export interface Versioned<T> {
  readonly value: T;
  /** The etag is sent back with a change, so that no other change is overwritten. */
  readonly etag: string | null;
}

/** An object with its etag. */
async function versioned<T>(request: Parameters<typeof answered<T>>[0]): Promise<Versioned<T>> {
  const { body, response } = await answered(request);
  return { value: body, etag: response.headers.get('etag') };
}

/** A question and its cache key. */
const question = <T>(queryKey: readonly unknown[], queryFn: () => Promise<T>) => queryOptions({ queryKey, queryFn });

export const oneJob = (id: string) => question(['job', id], () => versioned(api.GET('/jobs/{id}', ofId(id))));

export const slotsOf = (id: string, query: QueryOf<'listSlots'>) =>
  queryOptions({
    queryKey: ['job', id, 'slots', query],
    queryFn: () => ok(api.GET('/jobs/{id}/slots', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
  });

/** The slots of one answer, and the number of answers that are read: a slot per minute for three days. */
const SLOTS = 1_000;
const SLOT_ANSWERS = 5;

/** A slot without a run sends no event. */
const SLOTS_AGAIN_MS = 30_000;

/** The slots of the last days until now, the latest first; truncated if there are too many. */
export const pastSlotsOf = ({ id, createdAt }: Pick<Schemas['Job'], 'id' | 'createdAt'>, days: number) =>
  queryOptions({
    queryKey: ['job', id, 'past-slots', days],
    placeholderData: keepPreviousData,
    refetchInterval: SLOTS_AGAIN_MS,
    queryFn: async () => {
      const to = serverNow();
      // The job had no slots before it was created.
      const from = Math.max(to - days * DAY_MS, Date.parse(createdAt));
      const all: Schemas['ListSlotsAnswer']['slots'] = [];
      for (let read = 0, next = from; read < SLOT_ANSWERS; read++) {
        const query = { from: new Date(next).toISOString(), count: SLOTS };
        const { slots } = await ok(api.GET('/jobs/{id}/slots', { params: { path: { id }, query } }));
        const past = slots.filter(({ nominal }) => Date.parse(nominal) <= to);
        all.push(...past);
        if (past.length < SLOTS) return { slots: all.reverse(), isWhole: true };
        next = Date.parse(past.at(-1)?.nominal ?? '') + 1;
      }
      return { slots: all.reverse(), isWhole: false };
    },
  });

export const gapsOf = (id: string) => question(['job', id, 'gaps'], () => ok(api.GET('/jobs/{id}/gaps', ofId(id))));

export const graphOf = (id: string, depth: number) =>
  question(['graph', id, depth], () => ok(api.GET('/jobs/{id}/graph', { params: { path: { id }, query: { depth } } })));

export const versionsOf = (id: string) =>
  paged(['job', id, 'versions'], (cursor) =>
    ok(api.GET('/jobs/{id}/versions', { params: { path: { id }, query: { ...cursor, limit: 20 } } })),
  );

export const backfillsOf = (id: string) =>
  question(['job', id, 'backfills'], () => ok(api.GET('/jobs/{id}/backfills', ofId(id))));

export const storageOf = (id: string) =>
  question(['job', id, 'storage'], async () => ({ value: await orNull(api.GET('/jobs/{id}/storage', ofId(id))) }));

export const storageVersionsOf = (id: string) =>
  paged(['job', id, 'storage', 'versions'], (cursor) =>
    ok(api.GET('/jobs/{id}/storage/versions', { params: { path: { id }, query: { ...cursor, limit: 10 } } })),
  );

/** While a run takes requests, it is read repeatedly: no event reports a new request. */
const GATHERING_MS = 2_000;
export const oneRun = (id: string) =>
  queryOptions({
    queryKey: ['run', id],
    queryFn: () => ok(api.GET('/runs/{id}', ofId(id))),
    refetchInterval: ({ state }) => (state.data?.requests?.open === true ? GATHERING_MS : false),
  });

/** The runs of the job that repeat this run, among the newest runs that were started by hand since. */
const NEWEST_MANUAL = 100;
export const rerunsOf = ({ id, job, createdAt }: Schemas['Run']) =>
  question(['recent', 'reruns-of', id], async () => {
    const query = { job, trigger: 'manual', from: createdAt, limit: NEWEST_MANUAL } as const;
    const { items } = await ok(api.GET('/runs', { params: { query } }));
    return items.filter(({ rerunOf }) => rerunOf === id);
  });

export const limitsOf = (tenant: string) =>
  question(['limits', tenant], () => ok(api.GET('/tenants/{id}/limits', ofId(tenant))));

/** The most active runs of a job that are shown: a longer list would not be read. */
const UNDER_WAY = 20;
export const runsUnderWay = (job: string) =>
  question(['recent', 'under-way', job], () =>
    ok(api.GET('/runs', { params: { query: { job, state: 'RUNNING', limit: UNDER_WAY } } })),
  );

/** When the next attempt of a waiting index begins; only the first hundred waiting indexes are considered. */
export const nextTryOf = (id: string) =>
  question(['run', id, 'next-try'], async () => {
    const query = { state: 'backoff', limit: 100 } as const;
    const { items } = await ok(api.GET('/runs/{id}/indexes', { params: { path: { id }, query } }));
    return items.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0] ?? null;
  });

export const attemptsOf = (id: string, query: QueryOf<'listAttempts'> = {}) =>
  paged(['run', id, 'attempts', query], (cursor) =>
    ok(api.GET('/runs/{id}/attempts', { params: { path: { id }, query: { limit: 200, ...query, ...cursor } } })),
  );

export const eventsOf = (id: string) =>
  paged(['run', id, 'events'], (cursor) =>
    ok(api.GET('/runs/{id}/events', { params: { path: { id }, query: { ...cursor, limit: 200 } } })),
  );

/** A pending delivery changes without a live event, so it is read again. */
const DELIVERIES_AGAIN_MS = 5_000;
export const deliveriesOf = (of: 'jobs' | 'runs' | 'incidents', id: string) => ({
  ...paged(['deliveries', of, id], (cursor) =>
    ok(api.GET(`/${of}/{id}/deliveries`, { params: { path: { id }, query: { ...cursor, limit: PAGE } } })),
  ),
  refetchInterval: DELIVERIES_AGAIN_MS,
});

export const workersList = () => question(['workers'], () => ok(api.GET('/workers', WHOLE)));

export const oneWorker = (id: string) => question(['workers', id], () => versioned(api.GET('/workers/{id}', ofId(id))));

const JOBS_OF_WORKER = 20;
export const jobsOfWorker = (worker: string) =>
  question(['jobs', 'of-worker', worker], () =>
    ok(api.GET('/jobs', { params: { query: { worker, limit: JOBS_OF_WORKER } } })),
  );

export const tenantsList = () =>
  queryOptions({ queryKey: ['tenants'], queryFn: () => ok(api.GET('/tenants', WHOLE)), staleTime: 60_000 });

export const calendarsList = (tenant?: string) =>
  question(['calendars', tenant], () => ok(api.GET('/calendars', { params: { query: { limit: ALL, tenant } } })));

export const channelsList = (tenant?: string) =>
  question(['channels', tenant], () => ok(api.GET('/channels', { params: { query: { limit: ALL, tenant } } })));

const POLL_MS = 5_000;
/** What has no live events, such as monitors and rules. */
const polled = <T>(queryKey: readonly unknown[], queryFn: () => Promise<T>) =>
  queryOptions({ queryKey, queryFn, refetchInterval: POLL_MS });

export const monitorsList = () => polled(['monitors'], () => ok(api.GET('/monitors', WHOLE)));

export const rulesList = () => polled(['rules'], () => ok(api.GET('/rules', WHOLE)));

export const oneRule = (tenant: string, id: string) =>
  question(['rules', tenant, id], () => versioned(api.GET('/rules/{id}', ofDefinition({ id, tenant }))));

export const triggersList = () => question(['triggers'], () => ok(api.GET('/triggers', WHOLE)));

/** The newest. */
export const triggerMessages = (tenant: string, id: string) =>
  polled(['triggers', tenant, id], () =>
    ok(api.GET('/triggers/{id}/deliveries', { params: { path: { id }, query: { tenant, limit: PAGE } } })),
  );

export type IncidentFilter = Omit<QueryOf<'listIncidents'>, ListParts>;

export const incidentsList = (filter: IncidentFilter) => ({
  ...paged(['incidents', 'list', filter], (cursor) =>
    ok(api.GET('/incidents', { params: { query: { ...filter, ...cursor, limit: PAGE } } })),
  ),
  refetchInterval: POLL_MS,
});

/** The open incidents that the overview lists. */
const OPEN_INCIDENTS = 5;
/** Also read in a hidden tab, whose title says how many are open. */
const OPEN_AGAIN_MS = 15_000;
export const incidentsOpen = () =>
  queryOptions({
    queryKey: ['incidents', 'open'],
    refetchInterval: OPEN_AGAIN_MS,
    refetchIntervalInBackground: true,
    queryFn: () =>
      ok(api.GET('/incidents', { params: { query: { state: 'open', limit: OPEN_INCIDENTS, total: 'true' } } })),
  });

export const oneIncident = (id: string) => polled(['incidents', id], () => ok(api.GET('/incidents/{id}', ofId(id))));

export const changesBefore = (id: string) =>
  question(['incident-changes', id], () => ok(api.GET('/incidents/{id}/changes', ofId(id))));

export type ErrorFilter = Omit<QueryOf<'listErrors'>, ListParts>;
export type ErrorSort = NonNullable<QueryOf<'listErrors'>['sort']>;

export const errorsList = (filter: ErrorFilter, sort: ErrorSort = '-lastSeen') => ({
  ...paged(['errors', filter, sort], (cursor) =>
    ok(api.GET('/errors', { params: { query: { ...filter, ...cursor, sort, limit: PAGE } } })),
  ),
  refetchInterval: POLL_MS,
});

export type SuccessFilter = Omit<QueryOf<'listLastSuccesses'>, ListParts>;

/** A success sends no event for this list: it is polled. */
const SUCCESSES_AGAIN_MS = 30_000;
/** Polled sooner while nothing is shown: the API was busy, or the first job was created a moment ago. */
const NONE_AGAIN_MS = 5_000;
export const lastSuccesses = (filter: SuccessFilter, limit = PAGE) => ({
  ...paged(['last-successes', filter, limit], (cursor) =>
    ok(api.GET('/last-successes', { params: { query: { ...filter, ...cursor, limit } } })),
  ),
  refetchInterval: ({
    state: { data },
  }: {
    readonly state: { readonly data?: { readonly pages: readonly PageOf<unknown>[] } | undefined };
  }) => (itemsOf(data).length === 0 ? NONE_AGAIN_MS : SUCCESSES_AGAIN_MS),
});

export const oneError = (id: string) => polled(['errors', id], () => ok(api.GET('/errors/{id}', ofId(id))));

export const tokensList = () =>
  paged(['tokens'], (cursor) => ok(api.GET('/tokens', { params: { query: { ...cursor, limit: PAGE } } })));

export type AuditFilter = Omit<QueryOf<'listAudit'>, 'cursor' | 'limit'>;
export type AuditEntry = Schemas['ListAuditAnswer']['items'][number];

export const auditList = (filter: AuditFilter) =>
  paged(['audit', filter], (cursor) =>
    ok(api.GET('/audit', { params: { query: { ...filter, ...cursor, limit: PAGE } } })),
  );

export type UsageFilter = Omit<QueryOf<'listUsage'>, 'cursor' | 'limit'>;
export type UsagePage = Schemas['ListUsageAnswer'];
export type Usage = UsagePage['items'][number];

/** Runs are counted every few seconds. */
const USAGE_AGAIN_MS = 60_000;
export const usageList = (filter: UsageFilter) => ({
  ...paged(['usage', filter], (cursor) =>
    ok(api.GET('/usage', { params: { query: { ...filter, ...cursor, limit: PAGE } } })),
  ),
  refetchInterval: USAGE_AGAIN_MS,
});

export interface Readiness {
  readonly ready: boolean;
  /** "ok", or the problem. */
  readonly checks?: Readonly<Record<string, string>>;
}

/** Whether the API and its dependencies are available. */
export const readiness = (refetchInterval: number) =>
  queryOptions({
    queryKey: ['health'],
    refetchInterval,
    retry: false,
    queryFn: () => fetchJson<Readiness>('readyz'),
  });
