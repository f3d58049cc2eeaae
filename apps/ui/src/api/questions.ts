/** The queries of pages to the API, each with its cache key. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answered, api, ok, orNull, type Schemas } from './client.js';
import { serverNow } from './server-time.js';
import { mayBeSignedIn, takeOver } from './session.js';
import type { operations } from '#client/api-types.js';

export type QueryOf<Name extends keyof operations> = NonNullable<operations[Name]['parameters']['query']>;
type ListParts = 'cursor' | 'limit' | 'sort' | 'total';
export type JobSort = NonNullable<QueryOf<'listJobs'>['sort']>;
export type RunSort = NonNullable<QueryOf<'listRuns'>['sort']>;
export type JobFilter = Omit<QueryOf<'listJobs'>, ListParts>;
export type RunFilter = Omit<QueryOf<'listRuns'>, ListParts>;

const DAY_MS = 86_400_000;
/** The items of a page of a list. */
export const PAGE = 50;
/** The largest page: for choices and lists that are short in practice. */
const ALL = 500;

interface PageOf<T> {
  readonly items: T[];
  readonly nextCursor: string | null;
}

/** A list by pages; `ask` is given the cursor. */
export const paged = <T, P extends PageOf<T> = PageOf<T>>(
  key: readonly unknown[],
  ask: (cursor: { cursor?: string }) => Promise<P>,
) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam }) => ask(pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

export const itemsOf = <T>(data: { readonly pages: readonly PageOf<T>[] }): T[] =>
  data.pages.flatMap(({ items }) => items);

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
  paged<Schemas['Job']>(['jobs', filter, sort], (cursor) =>
    ok(api.GET('/jobs', { params: { query: { ...filter, ...cursor, sort, limit: PAGE } } })),
  );

/** The edit of a job sends no event: pages of jobs read again this often what others have changed. */
export const EDITS_AGAIN_MS = 10_000;

/** Totals are counted or estimated from many documents: they may be older than the list. */
const TOTAL_AGAIN_MS = 30_000;
const counted = {
  staleTime: TOTAL_AGAIN_MS,
  refetchInterval: TOTAL_AGAIN_MS,
  placeholderData: keepPreviousData,
} as const;
const ONLY_TOTAL = { total: 'true', limit: 1 } as const;

export const jobsTotal = (filter: JobFilter) => ({
  ...counted,
  queryKey: ['totals', 'jobs', filter],
  queryFn: async () => (await ok(api.GET('/jobs', { params: { query: { ...filter, ...ONLY_TOTAL } } }))).total ?? null,
});

export const runsTotal = (filter: RunFilter) => ({
  ...counted,
  queryKey: ['totals', 'runs', filter],
  queryFn: async () => (await ok(api.GET('/runs', { params: { query: { ...filter, ...ONLY_TOTAL } } }))).total ?? null,
});

export const runsList = (filter: RunFilter, limit = PAGE, sort: RunSort = '-createdAt') =>
  paged<Schemas['Run']>(['runs', filter, limit, sort], (cursor) =>
    ok(api.GET('/runs', { params: { query: { ...filter, ...cursor, sort, limit } } })),
  );

const ofId = (id: string) => ({ params: { path: { id } } });

export interface Versioned<T> {
  readonly value: T;
  /** The etag is sent back with a change, so that no other change is overwritten. */
  readonly etag: string | null;
}

export const oneJob = (id: string) =>
  queryOptions({
    queryKey: ['job', id],
    queryFn: async (): Promise<Versioned<Schemas['Job']>> => {
      const { body, response } = await answered(api.GET('/jobs/{id}', ofId(id)));
      return { value: body, etag: response.headers.get('etag') };
    },
  });

export const slotsOf = (id: string, query: QueryOf<'listSlots'>) =>
  queryOptions({
    queryKey: ['job', id, 'slots', query],
    queryFn: () => ok(api.GET('/jobs/{id}/slots', { params: { path: { id }, query } })),
    placeholderData: keepPreviousData,
  });

/** The slots of one answer, and the number of answers that are read: a slot per minute for three days. */
const SLOTS = 1_000;
const SLOT_ANSWERS = 5;

/** Slots between two instants, the latest first; truncated if there are too many. */
/** A slot without a run sends no event. */
const SLOTS_AGAIN_MS = 30_000;

/** The slots of the last days until now. */
export const pastSlotsOf = ({ id, createdAt }: Pick<Schemas['Job'], 'id' | 'createdAt'>, days: number) =>
  queryOptions({
    queryKey: ['job', id, 'past-slots', days],
    placeholderData: keepPreviousData,
    refetchInterval: SLOTS_AGAIN_MS,
    queryFn: async () => {
      const to = serverNow();
      // The job had no slots before it was created.
      const from = Math.max(to - days * DAY_MS, Date.parse(createdAt));
      const found: Schemas['ListSlotsAnswer']['slots'] = [];
      for (let read = 0, next = from; read < SLOT_ANSWERS; read++) {
        const query = { from: new Date(next).toISOString(), count: SLOTS };
        const { slots } = await ok(api.GET('/jobs/{id}/slots', { params: { path: { id }, query } }));
        const past = slots.filter(({ nominal }) => Date.parse(nominal) <= to);
        found.push(...past);
        if (past.length < SLOTS) return { slots: found.reverse(), isWhole: true };
        next = Date.parse(past.at(-1)?.nominal ?? '') + 1;
      }
      return { slots: found.reverse(), isWhole: false };
    },
  });

export const gapsOf = (id: string, query: QueryOf<'listGaps'>) =>
  queryOptions({
    queryKey: ['job', id, 'gaps', query],
    queryFn: () => ok(api.GET('/jobs/{id}/gaps', { params: { path: { id }, query } })),
  });

export const graphOf = (id: string, depth: number) =>
  queryOptions({
    queryKey: ['graph', id, depth],
    queryFn: () => ok(api.GET('/jobs/{id}/graph', { params: { path: { id }, query: { depth } } })),
  });

export const versionsOf = (id: string) =>
  paged<Schemas['JobVersion']>(['job', id, 'versions'], (cursor) =>
    ok(api.GET('/jobs/{id}/versions', { params: { path: { id }, query: { ...cursor, limit: 20 } } })),
  );

export const backfillsOf = (id: string) =>
  queryOptions({
    queryKey: ['job', id, 'backfills'],
    queryFn: () => ok(api.GET('/jobs/{id}/backfills', ofId(id))),
  });

export const storageOf = (id: string) =>
  queryOptions({
    queryKey: ['job', id, 'storage'],
    queryFn: async () => ({ value: await orNull(api.GET('/jobs/{id}/storage', ofId(id))) }),
  });

export const storageVersionsOf = (id: string) =>
  paged<Schemas['StorageVersion']>(['job', id, 'storage', 'versions'], (cursor) =>
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
const LOOKED_AT = 100;
export const rerunsOf = ({ id, job, createdAt }: Schemas['Run']) =>
  queryOptions({
    queryKey: ['recent', 'reruns-of', id],
    queryFn: async () => {
      const query = { job, trigger: 'manual', from: createdAt, limit: LOOKED_AT } as const;
      const { items } = await ok(api.GET('/runs', { params: { query } }));
      return items.filter(({ rerunOf }) => rerunOf === id);
    },
  });

export const limitsOf = (tenant: string) =>
  queryOptions({
    queryKey: ['limits', tenant],
    queryFn: () => ok(api.GET('/tenants/{id}/limits', ofId(tenant))),
  });

/** The most active runs of a job that are shown: a longer list would not be read. */
const UNDER_WAY = 20;
export const runsUnderWay = (job: string) =>
  queryOptions({
    queryKey: ['recent', 'under-way', job],
    queryFn: () => ok(api.GET('/runs', { params: { query: { job, state: 'RUNNING', limit: UNDER_WAY } } })),
  });

/** When the next attempt of a waiting index begins; only the first hundred waiting indexes are considered. */
export const nextTryOf = (id: string) =>
  queryOptions({
    queryKey: ['run', id, 'next-try'],
    queryFn: async () => {
      const query = { state: 'backoff', limit: 100 } as const;
      const { items } = await ok(api.GET('/runs/{id}/indexes', { params: { path: { id }, query } }));
      return items.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []).sort()[0] ?? null;
    },
  });

export const attemptsOf = (id: string, query: QueryOf<'listAttempts'> = {}) =>
  paged<Schemas['Attempt']>(['run', id, 'attempts', query], (cursor) =>
    ok(api.GET('/runs/{id}/attempts', { params: { path: { id }, query: { limit: 200, ...query, ...cursor } } })),
  );

export const eventsOf = (id: string) =>
  paged<Schemas['RunTransition']>(['run', id, 'events'], (cursor) =>
    ok(api.GET('/runs/{id}/events', { params: { path: { id }, query: { ...cursor, limit: 200 } } })),
  );

/** A pending delivery changes without a live event, so it is read again. */
const DELIVERIES_AGAIN_MS = 5_000;
export const deliveriesOf = (of: 'jobs' | 'runs', id: string) => ({
  ...paged<Schemas['Delivery']>(['deliveries', of, id], (cursor) => {
    const asked = { params: { path: { id }, query: { ...cursor, limit: PAGE } } };
    return ok(of === 'jobs' ? api.GET('/jobs/{id}/deliveries', asked) : api.GET('/runs/{id}/deliveries', asked));
  }),
  refetchInterval: DELIVERIES_AGAIN_MS,
});

export const workersList = () =>
  queryOptions({
    queryKey: ['workers'],
    queryFn: () => ok(api.GET('/workers', { params: { query: { limit: ALL } } })),
  });

export const oneWorker = (id: string) =>
  queryOptions({
    queryKey: ['workers', id],
    queryFn: async (): Promise<Versioned<Schemas['Worker']>> => {
      const { body, response } = await answered(api.GET('/workers/{id}', ofId(id)));
      return { value: body, etag: response.headers.get('etag') };
    },
  });

const JOBS_OF_WORKER = 20;
export const jobsOfWorker = (worker: string) =>
  queryOptions({
    queryKey: ['jobs', 'of-worker', worker],
    queryFn: () => ok(api.GET('/jobs', { params: { query: { worker, limit: JOBS_OF_WORKER } } })),
  });

export const tenantsList = () =>
  queryOptions({
    queryKey: ['tenants'],
    queryFn: () => ok(api.GET('/tenants', { params: { query: { limit: ALL } } })),
    staleTime: 60_000,
  });

export const calendarsList = (tenant?: string) =>
  queryOptions({
    queryKey: ['calendars', tenant],
    queryFn: () => ok(api.GET('/calendars', { params: { query: { limit: ALL, ...(tenant && { tenant }) } } })),
  });

export const channelsList = (tenant?: string) =>
  queryOptions({
    queryKey: ['channels', tenant],
    queryFn: () => ok(api.GET('/channels', { params: { query: { limit: ALL, ...(tenant && { tenant }) } } })),
  });

/** Monitors and rules have no live events: they are polled. */
const MONITORS_AGAIN_MS = 5_000;

export const monitorsList = () =>
  queryOptions({
    queryKey: ['monitors'],
    refetchInterval: MONITORS_AGAIN_MS,
    queryFn: () => ok(api.GET('/monitors', { params: { query: { limit: ALL } } })),
  });

export const rulesList = () =>
  queryOptions({
    queryKey: ['rules'],
    refetchInterval: MONITORS_AGAIN_MS,
    queryFn: () => ok(api.GET('/rules', { params: { query: { limit: ALL } } })),
  });

export const oneRule = (tenant: string, id: string) =>
  queryOptions({
    queryKey: ['rules', tenant, id],
    queryFn: async (): Promise<Versioned<Schemas['Rule']>> => {
      const params = { path: { id }, query: { tenant } };
      const { body, response } = await answered(api.GET('/rules/{id}', { params }));
      return { value: body, etag: response.headers.get('etag') };
    },
  });

export const triggersList = () =>
  queryOptions({
    queryKey: ['triggers'],
    queryFn: () => ok(api.GET('/triggers', { params: { query: { limit: ALL } } })),
  });

/** The newest. */
export const triggerMessages = (tenant: string, id: string) =>
  queryOptions({
    queryKey: ['triggers', tenant, id],
    refetchInterval: MONITORS_AGAIN_MS,
    queryFn: () =>
      ok(api.GET('/triggers/{id}/deliveries', { params: { path: { id }, query: { tenant, limit: PAGE } } })),
  });

/** The newest. */
export const incidentsList = () =>
  queryOptions({
    queryKey: ['incidents'],
    refetchInterval: MONITORS_AGAIN_MS,
    queryFn: () => ok(api.GET('/incidents', { params: { query: { limit: PAGE } } })),
  });

export type ErrorFilter = Omit<QueryOf<'listErrors'>, ListParts>;
export type ErrorSort = NonNullable<QueryOf<'listErrors'>['sort']>;

export const errorsList = (filter: ErrorFilter, sort: ErrorSort = '-lastSeen') => ({
  ...paged<Schemas['ErrorGroup']>(['errors', filter, sort], (cursor) =>
    ok(api.GET('/errors', { params: { query: { ...filter, ...cursor, sort, limit: PAGE } } })),
  ),
  refetchInterval: MONITORS_AGAIN_MS,
});

export type SuccessFilter = Omit<QueryOf<'listLastSuccesses'>, ListParts>;

/** A success sends no event for this list: it is polled. */
const SUCCESSES_AGAIN_MS = 30_000;
/** Polled sooner while nothing is shown: the API was busy, or the first job was created a moment ago. */
const NONE_AGAIN_MS = 5_000;
export const lastSuccesses = (filter: SuccessFilter, limit = PAGE) => ({
  ...paged<Schemas['ListLastSuccessesAnswer']['items'][number]>(['last-successes', filter, limit], (cursor) =>
    ok(api.GET('/last-successes', { params: { query: { ...filter, ...cursor, limit } } })),
  ),
  refetchInterval: ({
    state: { data },
  }: {
    readonly state: { readonly data?: { readonly pages: readonly PageOf<unknown>[] } | undefined };
  }) => (itemsOf(data ?? { pages: [] }).length === 0 ? NONE_AGAIN_MS : SUCCESSES_AGAIN_MS),
});

export const oneError = (id: string) =>
  queryOptions({
    queryKey: ['errors', id],
    refetchInterval: MONITORS_AGAIN_MS,
    queryFn: () => ok(api.GET('/errors/{id}', ofId(id))),
  });

export const tokensList = () =>
  paged<Schemas['Token']>(['tokens'], (cursor) =>
    ok(api.GET('/tokens', { params: { query: { ...cursor, limit: PAGE } } })),
  );
