/**
 * Pauses the jobs that a rule has found to fail repeatedly. The executor's evaluation names them; whether a job is paused is decided here
 * again, from its present runs, because only a write under the job's revision is safe from a resume in between.
 */
import type { Clock } from '#common/clock/clock.js';
import { asJobId } from '#common/domain/ids.js';
import { MAX_FAILURES_IN_ROW } from '#common/domain/limits.js';
import type { JobsStore } from '#common/mongo/jobs.store.js';
import type { RuleStatesStore, StoredRuleState } from '#common/mongo/watch-states.store.js';
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

interface FailingJob {
  readonly rule: StoredRule;
  readonly job: StoredJob;
  readonly trouble: string;
}

/** Finds the jobs that rules have to pause, as they are now. */
export class FailingJobs {
  constructor(
    private readonly watching: {
      readonly rules: Pick<RulesStore, 'thatPause'>;
      readonly states: Pick<RuleStatesStore, 'load'>;
    },
    private readonly jobs: Pick<JobsStore, 'loadMany'>,
    private readonly runs: Pick<RunReads, 'glancesOf'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** The failing jobs of every rule, rule by rule. */
  async *all(): AsyncGenerator<FailingJob> {
    let page: readonly StoredRule[] = [];
    do {
      const last = page.at(-1);
      page = await this.watching.rules.thatPause(last ? keyOf(last.tenant, last.id) : '', PAGE);
      const states = await this.watching.states.load(page.map(({ uid }) => uid));
      for (const rule of page) yield* this.failingOf(rule, states.get(rule.uid));
    } while (page.length === PAGE);
  }

  private async *failingOf(rule: StoredRule, state: StoredRuleState | undefined): AsyncGenerator<FailingJob> {
    // Findings under a former definition of the rule do not apply to the present definition.
    if (state?.since !== rule.since || rule.spec.enabled === false) return;
    const listed = state.facts.listed.map(({ job }) => asJobId(job));
    for (const job of (await this.jobs.loadMany(listed)).values()) {
      const trouble = isWatched(rule, job) ? await this.troubleOf(rule, job) : null;
      if (trouble !== null) yield { rule, job, trouble };
    }
  }

  private async troubleOf(rule: StoredRule, job: StoredJob): Promise<string | null> {
    const troubles = await Promise.all(
      (['FINISHED', 'FAILED'] as const).map(async (state) =>
        this.runs.glancesOf({ job: job.id, state }, ownSince(job), ENDED),
      ),
    );
    const now = this.clock.now();
    const facts = { createdAt: job.createdAt, runs: troubles.flat(), gaps: [], lastSuccess: null };
    return troubleOf(rule.spec.when, facts, { since: countsSince(rule, job), from: now, now });
  }
}

export class RulePauser {
  constructor(
    private readonly failing: Pick<FailingJobs, 'all'>,
    private readonly pauses: Pick<OwnPauses, 'pause'>,
    private readonly metrics: { readonly jobsPausedByRules: { inc(): void } },
  ) {}

  /** Evaluates every rule that pauses jobs, once. A failure for one job does not prevent the evaluation of others. */
  async look(): Promise<void> {
    const failures = new Failures();
    for await (const each of this.failing.all()) failures.addAll(await Promise.allSettled([this.pause(each)]));
    failures.throwFirst();
  }

  private async pause({ rule, job, trouble }: FailingJob): Promise<void> {
    const note = `Paused by the rule ${rule.id}: ${trouble}.`;
    const seed = `pause ${job.id} ${job.rev} ${rule.uid}`;
    if (await this.pauses.pause(job, { note, detail: note, seed })) this.metrics.jobsPausedByRules.inc();
  }
}
