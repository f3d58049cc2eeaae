/** Evaluates the next jobs of a rule, at most `RULE_PAGE_JOBS` of them. */
import { asJobId } from '#common/domain/ids.js';
import { RULE_PAGE_JOBS } from '#common/domain/limits.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { StoredRule } from '#common/mongo/rules.store.js';
import { chunked } from '#common/runtime/continuing.js';
import type { Instant } from '#common/run/run.js';
import type { StoredJob } from '#common/spec/definitions.js';
import { failureOf, troubleOf } from '#common/watch/condition.js';
import { newsSince, type JobPosition, type RuleFacts, type RulePage } from '#common/watch/rule.js';
import { countsSince, isWatched } from '#common/watch/watched-job.js';
import type { JobHistory } from './job-history.js';

/** Jobs whose runs are read concurrently. */
const SIDE_BY_SIDE = 8;

export class RulePages {
  constructor(
    private readonly jobs: Pick<JobsStore, 'list' | 'loadMany'>,
    private readonly history: Pick<JobHistory, 'read'>,
  ) {}

  async read(rule: StoredRule, facts: RuleFacts, now: Instant): Promise<RulePage> {
    const { jobs: jobs, next } = await this.jobsOf(rule, facts.pass.after);
    const { when } = rule.spec;
    const from = newsSince(facts);
    const judge = async (job: StoredJob): Promise<RulePage['judged'][number]> => {
      const time = { since: countsSince(rule, job), from, now };
      const past = await this.history.read(job, when);
      const message = troubleOf(when, past, time);
      const run = message === null ? undefined : failureOf(when, past);
      return { job: job.id, name: job.spec.name, message, ...(run && { run }) };
    };
    const judged: RulePage['judged'][number][] = [];
    for (const part of chunked(
      jobs.filter((job) => isWatched(rule, job)),
      SIDE_BY_SIDE,
    ))
      judged.push(...(await Promise.all(part.map(judge))));
    return { at: now, judged, next };
  }

  /** Every job of the tenant is read, with any labels: no index covers labels, and the read is bounded. */
  private async jobsOf(
    { tenant, spec: { match } }: StoredRule,
    after: JobPosition | null,
  ): Promise<{ readonly jobs: readonly StoredJob[]; readonly next: JobPosition | null }> {
    if (match?.job !== undefined)
      return { jobs: [...(await this.jobs.loadMany([asJobId(match.job)])).values()], next: null };
    const { items, lastSeen } = await this.jobs.list({ tenants: [tenant], keep: () => true }, after, RULE_PAGE_JOBS);
    return { jobs: items, next: lastSeen && { tenant: lastSeen.tenant, name: lastSeen.spec.name } };
  }
}
