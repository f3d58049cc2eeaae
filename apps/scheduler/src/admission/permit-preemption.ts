/**
 * Finds the runs that must give up their permits of one limit for other runs, but only if such a run then has all permits that it needs.
 */
import type { Clock } from '#common/clock/clock.js';
import type { JobId, RunId } from '#common/domain/ids.js';
import { inRank } from '#common/domain/priority.js';
import type { SharedLimit, SharedPermit } from '#common/domain/shared-limit.js';
import type { RunStanding } from '#common/mongo/run-reads.js';
import { isFinal, type Phase } from '#common/run/phase.js';
import type { Instant } from '#common/run/run.js';
import { PERMIT_PREEMPTED } from '#common/run/new-run.js';
import type { ScheduleState } from '#common/schedule/schedule-state.js';
import { KeyPermits } from '../core/key-permits.js';
import { preemptions, type HoldingRun } from '../core/preempt-permits.js';
import { inTurn, placeOf } from '../core/turns.js';
import type { LimitStore } from '../ports.js';
import type { PermitDemands } from './permit-demands.js';
import type { TenantLimits } from './tenant-limits.js';

export type Standings = ReadonlyMap<RunId, RunStanding>;
type Jobs = ReadonlyMap<JobId, ScheduleState>;
type Holder = HoldingRun & { readonly job: JobId };
type Place = ReturnType<typeof placeOf>;

/** Phases in which a run works; in all others it ends or waits. */
const AT_WORK: ReadonlySet<Phase> = new Set(['Pending', 'Running', 'Backoff']);
const ON_THE_WAY_OUT: ReadonlySet<Phase> = new Set(['Completing', 'Aborting', 'Terminating']);

export class PermitPreemption {
  constructor(
    private readonly limits: Pick<LimitStore, 'load'>,
    private readonly terms: Pick<TenantLimits, 'keysFor' | 'termsOf'>,
    private readonly demands: Pick<PermitDemands, 'ask'>,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /** For the runs that wait for the limit of their own job. */
  async ofJob(state: ScheduleState, standings: Standings): Promise<void> {
    const { concurrency, preemptible, job, queue } = state;
    if (preemptible === undefined || concurrency.policy === 'Allow') return;
    const now = this.clock.now();
    const keys = new KeyPermits(state, now);
    // A run whose key has no room could not use a permit.
    const able = queue.filter(
      ({ blockedBy, startAfter, policy, key }) =>
        blockedBy === null && startAfter <= now && policy === 'Enqueue' && keys.hasRoom(key, state.holders),
    );
    const jobs = new Map([[job, state]]);
    await this.take(null, standings, jobs, {
      size: concurrency.maxConcurrency,
      weights: null,
      waiting: inRank(able).map((waiter) => placeOf(state, waiter)),
      holders: holdersOf(
        state.holders.map((each) => ({ ...each, job })),
        standings,
        jobs,
      ),
    });
  }

  /** For the runs, at least one, that wait for a shared limit. `jobs`: the jobs that hold its permits. */
  async ofShared(limit: SharedLimit, standings: Standings, jobs: Jobs): Promise<void> {
    const { key, tenant, waiting, holders } = limit;
    const { size, weights } = await this.terms.termsOf(key, tenant);
    if (size === null) return;
    await this.take(key, standings, jobs, {
      size,
      weights,
      waiting: inTurn(waiting, holders, weights).map((permit) => ({ waitsSince: 0, ...permit })),
      holders: holdersOf(holders, standings, jobs),
    });
  }

  /** Stops at the first run that would still lack another permit: permits taken for it would be of no use. */
  private async take(
    key: string | null,
    standings: Standings,
    jobs: Jobs,
    contest: Parameters<typeof preemptions<Place, Holder>>[0],
  ): Promise<void> {
    const elsewhere = new RoomElsewhere(this.limits, this.terms, key);
    for (const { taker, victim } of preemptions(contest, this.clock.now())) {
      const state = jobs.get(taker.job);
      if (!state || !hasKeyRoom(state, taker.run, this.clock.now())) return;
      if (!(await elsewhere.take(state, victim, standings))) return;
      await this.demands.ask(victim.run, taker);
    }
  }
}

function hasKeyRoom(state: ScheduleState, run: RunId, now: Instant): boolean {
  const key = state.queue.find((waiter) => waiter.run === run)?.key;
  return new KeyPermits(state, now).hasRoom(key, state.holders);
}

/** The free permits of a waiting run's other limits, counted down while permits are taken for several runs. */
class RoomElsewhere {
  private readonly left = new Map<string, { room: number; readonly holders: ReadonlySet<RunId> }>();

  constructor(
    private readonly limits: Pick<LimitStore, 'load'>,
    private readonly terms: Pick<TenantLimits, 'keysFor' | 'termsOf'>,
    /** The limit that is examined; null: the limit of the job itself. */
    private readonly here: string | null,
  ) {}

  /** False: the run would wait for another limit, even with all permits of the victim. */
  async take(state: ScheduleState, victim: Holder, standings: Standings): Promise<boolean> {
    const others = (await this.terms.keysFor(state)).filter((key) => key !== this.here);
    const limits = await Promise.all(others.map((key) => this.of(key, state)));
    const own = this.here === null ? [] : [ownLimit(state, standings)];
    const all = [...limits, ...own];
    const gained = (holders: ReadonlySet<RunId>): number => (holders.has(victim.run) ? 1 : 0);
    if (all.some(({ room, holders }) => room + gained(holders) < 1)) return false;
    for (const limit of limits) limit.room += gained(limit.holders) - 1;
    return true;
  }

  private async of(
    key: string,
    { tenant }: ScheduleState,
  ): Promise<{ room: number; readonly holders: ReadonlySet<RunId> }> {
    const former = this.left.get(key);
    if (former) return former;
    const [{ size }, stored] = await Promise.all([this.terms.termsOf(key, tenant), this.limits.load(key)]);
    const holders = new Set(stored?.holders.map(({ run }) => run));
    const left = { room: (size ?? Infinity) - holders.size, holders };
    this.left.set(key, left);
    return left;
  }
}

/** Runs of the job that are ending do not count. */
function ownLimit(
  { concurrency, holders }: ScheduleState,
  standings: Standings,
): { readonly room: number; readonly holders: ReadonlySet<RunId> } {
  const staying = holders.filter(({ run }) => !isLeaving(standings.get(run)));
  const size = concurrency.policy === 'Allow' ? Infinity : concurrency.maxConcurrency;
  return { room: size - staying.length, holders: new Set(staying.map(({ run }) => run)) };
}

const holdersOf = (
  permits: readonly Pick<SharedPermit, 'run' | 'job' | 'since' | 'group'>[],
  standings: Standings,
  jobs: Jobs,
): readonly Holder[] =>
  permits.map(({ run, job, since, group }) => {
    const ofRun = standings.get(run);
    const standing = isLeaving(ofRun) ? 'leaving' : isPreemptible(ofRun, jobs.get(job)) ? 'preemptible' : 'stays';
    return { run, job, since, standing, priority: ofRun?.priority ?? 0, ...(group !== undefined && { group }) };
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
