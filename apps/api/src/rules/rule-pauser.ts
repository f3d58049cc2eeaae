/**
 * Pauses the jobs that a rule has found to fail again and again. The executor's look names them; whether a job is paused is decided
 * here once more, from its runs as they are now, because only what is written under the job's revision is safe from a resume in between.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId } from '#common/domain/ids.js';
import { MAX_FAILURES_IN_ROW } from '#common/domain/limits.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RuleStatesStore, StoredRuleState } from '#common/mongo/rule-states.store.js';
import type { RulesStore, StoredRule } from '#common/mongo/rules.store.js';
import type { RunReads } from '#common/mongo/run-reads.js';
import { keyOf } from '#common/mongo/tenant-definitions.js';
import { Failures } from '#common/runtime/continuing.js';
import { ownSince, type StoredJob } from '#common/spec/definitions.js';
import { troubleOf } from '#common/watch/condition.js';
import { countsSince, isWatched } from '#common/watch/watched-job.js';
import type { OwnPauses } from '../jobs/own-pauses.js';

const PAGE = 100;
/** Runs do not end in the order in which they were recorded. */
const ENDED = MAX_FAILURES_IN_ROW + 5;

export class RulePauser {
  constructor(
    private readonly stores: {
      readonly rules: Pick<RulesStore, 'thatPause'>;
      readonly states: Pick<RuleStatesStore, 'load'>;
      readonly jobs: Pick<JobsStore, 'loadMany'>;
      readonly runs: Pick<RunReads, 'glancesOf'>;
    },
    private readonly pauses: Pick<OwnPauses, 'pause'>,
    private readonly metrics: Pick<Metrics, 'jobsPausedByRules'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** Looks at every rule that pauses jobs, once. What fails of one keeps no other from its turn. */
  async look(): Promise<void> {
    const failures = new Failures();
    let page: readonly StoredRule[] = [];
    do {
      const last = page.at(-1);
      page = await this.stores.rules.thatPause(last ? keyOf(last.tenant, last.id) : '', PAGE);
      const states = await this.stores.states.load(page.map(({ uid }) => uid));
      for (const rule of page) failures.addAll(await Promise.allSettled([this.apply(rule, states.get(rule.uid))]));
    } while (page.length === PAGE);
    failures.throwFirst();
  }

  private async apply(rule: StoredRule, state: StoredRuleState | undefined): Promise<void> {
    // What was found under a former definition says nothing about this one.
    if (state?.since !== rule.since || rule.spec.enabled === false) return;
    const listed = state.facts.listed.map(({ job }) => asJobId(job));
    for (const job of (await this.stores.jobs.loadMany(listed)).values()) {
      const trouble = isWatched(rule, job) ? await this.troubleOf(rule, job) : null;
      if (trouble === null) continue;
      const note = `By the rule ${rule.id}: ${trouble}.`;
      const seed = `pause ${job.id} ${job.rev} ${rule.uid}`;
      if (await this.pauses.pause(job, { note, detail: note, seed })) this.metrics.jobsPausedByRules.inc();
    }
  }

  private async troubleOf(rule: StoredRule, job: StoredJob): Promise<string | null> {
    const { runs } = this.stores;
    const found = await Promise.all(
      (['FINISHED', 'FAILED'] as const).map(async (state) =>
        runs.glancesOf({ job: job.id, state }, ownSince(job), ENDED),
      ),
    );
    const now = this.clock.now();
    const facts = { createdAt: job.createdAt, runs: found.flat(), gaps: [], lastSuccess: null };
    return troubleOf(rule.spec.when, facts, { since: countsSince(rule, job), from: now, now });
  }
}
