/** The queries of the pages of administration, each with its cache key. */
import { api, ok, type Schemas } from './client.js';
import { PAGE, paged, type QueryOf } from './questions.js';

export type AuditFilter = Omit<QueryOf<'listAudit'>, 'cursor' | 'limit'>;
export type AuditEntry = Schemas['ListAuditAnswer']['items'][number];

export const auditList = (filter: AuditFilter) =>
  paged<AuditEntry>(['audit', filter], (cursor) =>
    ok(api.GET('/audit', { params: { query: { ...filter, ...cursor, limit: PAGE } } })),
  );

export type UsageFilter = Omit<QueryOf<'listUsage'>, 'cursor' | 'limit'>;
export type UsagePage = Schemas['ListUsageAnswer'];
export type Usage = UsagePage['items'][number];

/** Runs are counted every few seconds. */
const USAGE_AGAIN_MS = 60_000;
export const usageList = (filter: UsageFilter) => ({
  ...paged<Usage, UsagePage>(['usage', filter], (cursor) =>
    ok(api.GET('/usage', { params: { query: { ...filter, ...cursor, limit: PAGE } } })),
  ),
  refetchInterval: USAGE_AGAIN_MS,
});
