/** Which jobs a rule watches, and from when on their runs count. */
import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { StoredJob } from '../spec/definitions.js';
import { pausesJobs, type RuleSpec } from '../spec/rule.js';

interface WatchingRule {
  readonly tenant: TenantId;
  /** When it was created, or its jobs or condition last changed. */
  readonly since: Instant;
  readonly spec: RuleSpec;
}

/** A job that was paused or disabled is not expected to run; a job of another tenant is not watched. */
export function isWatched({ tenant, spec: { match } }: WatchingRule, job: StoredJob): boolean {
  if (job.tenant !== tenant || job.deletedAt !== null || job.paused !== null || job.spec.enabled === false)
    return false;
  if (match?.job !== undefined && match.job !== job.id) return false;
  return Object.entries(match?.labels ?? {}).every(([name, value]) => job.spec.labels?.[name] === value);
}

/** A rule that pauses counts failures only since the job was last resumed: otherwise it would pause the job again at once. */
export const countsSince = ({ since, spec }: WatchingRule, { resumedAt = 0 }: StoredJob): Instant =>
  pausesJobs(spec.when) ? Math.max(since, resumedAt) : since;
