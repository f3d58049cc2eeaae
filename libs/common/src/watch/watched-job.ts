/** Which jobs a rule watches, and from when on what they did counts. */
import type { TenantId } from '../domain/ids.js';
import type { Instant } from '../run/run.js';
import type { StoredJob } from '../spec/definitions.js';
import { pausesJobs, type RuleSpec } from '../spec/rule.js';

interface WatchingRule {
  readonly tenant: TenantId;
  /** When it was made, or what it watches was changed. */
  readonly since: Instant;
  readonly spec: RuleSpec;
}

/** A job that somebody has stopped is not expected to do anything; one of another tenant is none of the rule's. */
export function isWatched({ tenant, spec: { match } }: WatchingRule, job: StoredJob): boolean {
  if (job.tenant !== tenant || job.deletedAt !== null || job.paused !== null || job.spec.enabled === false)
    return false;
  if (match?.job !== undefined && match.job !== job.id) return false;
  return Object.entries(match?.labels ?? {}).every(([name, value]) => job.spec.labels?.[name] === value);
}

/** Somebody who resumes a job has seen its failures: a rule that pauses counts from then on, or it would pause it again at once. */
export const countsSince = ({ since, spec }: WatchingRule, { resumedAt = 0 }: StoredJob): Instant =>
  pausesJobs(spec.when) ? Math.max(since, resumedAt) : since;
