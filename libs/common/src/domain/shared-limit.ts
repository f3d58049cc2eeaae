/** A limit that several jobs share: a group of the tenant, or the tenant's quota. */
import type { JobId, RunId, TenantId } from './ids.js';
import type { Instant } from '../run/run.js';
import type { Waits } from './priority.js';

export interface SharedPermit extends Waits {
  readonly run: RunId;
  readonly job: JobId;
  readonly since: Instant;
  /** The `grant` of its `Permit` in the job; 0 for a run that is older than the limit of its job. */
  readonly grant: number;
  /** The group of its job; none if absent. */
  readonly group?: string;
}

/** One document of `limits`. The number of permits is in the tenant's definition, not in this document. */
export interface SharedLimit {
  readonly key: string;
  readonly tenant: TenantId;
  readonly rev: number;
  readonly holders: readonly SharedPermit[];
  /** Runs that get the next permits, in their order as of the last addition; they hold none yet. */
  readonly waiting: readonly SharedPermit[];
  /** True if more runs wait than `waiting` lists, all of them behind these; the sweep finds them. */
  readonly overflow: boolean;
}

/** Prefix of the permit of the job in the list `holds` of a run. */
export const JOB_PERMIT = 'job:';

/** True if the group of the job may have changed since its runs began to wait. */
export const mayBeUnder = (job: { tenant: TenantId; concurrency: { group: string | null } }, key: string): boolean =>
  key === tenantLimitKey(job.tenant) ||
  (job.concurrency.group !== null && key === groupLimitKey(job.tenant, job.concurrency.group));

/** The group of a job's permits; nothing where it has none. */
export const groupOf = (job: { concurrency: { group: string | null } } | undefined): Pick<SharedPermit, 'group'> =>
  job === undefined || job.concurrency.group === null ? {} : { group: job.concurrency.group };

export const groupLimitKey = (tenant: TenantId, group: string): string => `group:${tenant}/${group}`;
export const tenantLimitKey = (tenant: TenantId): string => `tenant:${tenant}`;
