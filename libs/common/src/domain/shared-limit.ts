/** A limit that several jobs share: a group of the tenant, or the tenant's quota. */
import type { JobId, RunId, TenantId } from './ids.js';
import type { Instant } from '../run/run.js';
import type { Waits } from './priority.js';

export interface SharedPermit extends Waits {
  readonly run: RunId;
  readonly job: JobId;
  readonly since: Instant;
  /** Of the permit in its job for which it was taken (`Permit`); 0 for a run that was under way before the limit was its job's. */
  readonly grant: number;
  /** The group of its job; none if absent. */
  readonly group?: string;
}

/** One document of `limits`. How many permits there are belongs to the tenant's definition, not to this document. */
export interface SharedLimit {
  readonly key: string;
  readonly tenant: TenantId;
  readonly rev: number;
  readonly holders: readonly SharedPermit[];
  /** Runs that get the next permits, in their order when one of them last joined; they hold none meanwhile. */
  readonly waiting: readonly SharedPermit[];
  /** More runs wait than `waiting` lists, all of them later in turn; the sweep looks for them. */
  readonly overflow: boolean;
}

/** Prefix that marks the permit of the job among the permits that a run names in `holds`. */
export const JOB_PERMIT = 'job:';

/** The group of the job may have changed since its runs began to wait. */
export const mayBeUnder = (job: { tenant: TenantId; concurrency: { group: string | null } }, key: string): boolean =>
  key === tenantLimitKey(job.tenant) ||
  (job.concurrency.group !== null && key === groupLimitKey(job.tenant, job.concurrency.group));

/** The group of a job's permits; nothing where it has none. */
export const groupOf = (job: { concurrency: { group: string | null } } | undefined): Pick<SharedPermit, 'group'> =>
  job === undefined || job.concurrency.group === null ? {} : { group: job.concurrency.group };

export const groupLimitKey = (tenant: TenantId, group: string): string => `group:${tenant}/${group}`;
export const tenantLimitKey = (tenant: TenantId): string => `tenant:${tenant}`;
