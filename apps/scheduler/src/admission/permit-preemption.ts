/**
 * Finds the runs that must give up their permits of one limit for other runs, but only if such a run then has all permits that it needs
 * and may be admitted: while admissions are held nobody could use them.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import { inRank } from '#common/domain/priority.js';
import { JOB_PERMIT, type SharedLimit, type SharedPermit } from '#common/domain/shared-limit.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { isFinal, type Phase } from '#common/run/phase.js';
import type { Instant } from '#common/run/run.js';
import { PERMIT_PREEMPTED } from '#common/run/new-run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { KeyPermits } from '../core/key-permits.js';
import {
  preemptions,
  type Contest,
  type HeldLimit,
  type HoldingRun,
  type WaitingRun,
} from '../core/preempt-permits.js';
import { placeOf } from '../core/turns.js';
import type { LimitStore } from '../ports.js';
import type { PermitDemands } from './permit-demands.js';
import type { TenantLimits } from './tenant-limits.js';

export type Standings = ReadonlyMap<RunId, RunStanding>;
type Jobs = ReadonlyMap<JobId, ScheduleState>;

interface ContestedLimit extends Pick<Contest, 'key' | 'weights'> {
  readonly size: number;
  readonly waiting: readonly Omit<SharedPermit, 'since' | 'grant'>[];
  readonly holders: readonly Pick<SharedPermit, 'run' | 'job' | 'since' | 'group'>[];
}

/** Phases in which a run works; in all others it ends or waits. */
const AT_WORK: ReadonlySet<Phase> = new Set(['Pending', 'Running', 'Backoff']);
const ON_THE_WAY_OUT: ReadonlySet<Phase> = new Set(['Completing', 'Aborting', 'Terminating']);

export class PermitPreemption {
  constructor(
    private readonly limits: Pick<LimitStore, 'load'>,
    private readonly terms: Pick<TenantLimits, 'isHeld' | 'keysFor' | 'termsOf'>,
    private readonly demands: Pick<PermitDemands, 'ask'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** For the runs that wait for the limit of their own job. */
  async ofJob(state: ScheduleState, standings: Standings): Promise<void> {
    const { concurrency, preemptible, job, queue, tenant } = state;
    if (preemptible === undefined || concurrency.policy === 'Allow' || this.terms.isHeld(tenant)) return;
    const now = this.clock.now();
    const able = queue.filter(
      ({ blockedBy, startAfter, policy }) => blockedBy === null && startAfter <= now && policy === 'Enqueue',
    );
    await this.decide(
      {
        key: keyOf(state),
        size: concurrency.maxConcurrency,
        weights: null,
        waiting: able.map((waiter) => placeOf(state, waiter)),
        holders: state.holders.map((permit) => ({ ...permit, job })),
      },
      standings,
      new Map([[job, state]]),
    );
  }

  /** For the runs, at least one, that wait for a shared limit. `jobs`: the jobs that hold its permits or wait for them. */
  async ofShared({ key, tenant, waiting, holders }: SharedLimit, standings: Standings, jobs: Jobs): Promise<void> {
    if (this.terms.isHeld(tenant)) return;
    const { size, weights } = await this.terms.termsOf(key, tenant);
    if (size !== null) await this.decide({ key, size, weights, waiting, holders }, standings, jobs);
  }

  private async decide(limit: ContestedLimit, standings: Standings, jobs: Jobs): Promise<void> {
    const { key, size, weights } = limit;
    const now = this.clock.now();
    const holders = holdersOf(limit.holders, standings, jobs);
    const limits = new Map<string, HeldLimit>([[key, { size, holders: new Set(holders.map(({ run }) => run)) }]]);
    const waiting: WaitingRun[] = [];
    for (const place of inRank(limit.waiting)) {
      const state = jobs.get(place.job);
      if (!state || !hasKeyRoom(state, place.run, now)) continue;
      const keys = new Set([key, keyOf(state), ...(await this.terms.keysFor(state))]);
      for (const each of keys) if (!limits.has(each)) limits.set(each, await this.limitOf(each, state));
      waiting.push({ ...place, limits: [...keys] });
    }
    for (const { run, takers } of preemptions({ key, weights, holders, waiting, limits }, now))
      await this.demands.ask(run, takers);
  }

  private async limitOf(key: string, state: ScheduleState): Promise<HeldLimit> {
    const { tenant, concurrency, holders } = state;
    if (key === keyOf(state)) {
      const size = concurrency.policy === 'Allow' ? null : concurrency.maxConcurrency;
      return { size, holders: new Set(holders.map(({ run }) => run)) };
    }
    const [{ size }, stored] = await Promise.all([this.terms.termsOf(key, tenant), this.limits.load(key)]);
    return { size, holders: new Set(stored?.holders.map(({ run }) => run)) };
  }
}

/** The limit of the job itself. */
const keyOf = ({ job }: ScheduleState): string => `${JOB_PERMIT}${job}`;

/** A run whose key has no room could not use a permit. */
function hasKeyRoom(state: ScheduleState, run: RunId, now: Instant): boolean {
  const key = state.queue.find((waiter) => waiter.run === run)?.key;
  return new KeyPermits(state, now).hasRoom(key, state.holders);
}

const holdersOf = (permits: ContestedLimit['holders'], standings: Standings, jobs: Jobs): readonly HoldingRun[] =>
  permits.map(({ run, job, since, group }) => {
    const ofRun = standings.get(run);
    const standing = isLeaving(ofRun) ? 'leaving' : isPreemptible(ofRun, jobs.get(job)) ? 'preemptible' : 'stays';
    return { run, since, standing, priority: ofRun?.priority ?? 0, ...(group !== undefined && { group }) };
  });

const isLeaving = (run: RunStanding | undefined): boolean =>
  run !== undefined &&
  (ON_THE_WAY_OUT.has(run.phase) ||
    isFinal(run.phase) ||
    (run.reason === PERMIT_PREEMPTED && (run.phase === 'Restarting' || run.phase === 'Queued')));

const isPreemptible = (run: RunStanding | undefined, job: ScheduleState | undefined): boolean =>
  run !== undefined &&
  job?.preemptible !== undefined &&
  AT_WORK.has(run.phase) &&
  (run.preemptions ?? 0) < job.preemptible;
