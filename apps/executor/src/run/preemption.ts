/**
 * Preemption of a run: some of its attempts are stopped so that other runs have room, or all of them so that another run has its permits.
 * The start queue (libs/common/src/limits/preemption.ts) chooses runs whose room is taken, the scheduler runs whose permits are taken; here the stored
 * run decides whether the choice still applies. A preempted attempt is no failure, starts no policy and spends none of the attempts of its
 * index.
 */
import type { Preemptible } from '#common/limits/preemption.js';
import type { RunCommand } from '#common/spec/definitions.js';
import { MAX_LIVE_MESSAGE_LENGTH, PERMIT_DEMAND_MS } from '#common/domain/limits.js';
import type { Run } from '#common/run/run.js';
import type { Draft } from './draft.js';
import type { PreemptionPlan, RunPlan } from './plan.js';
import { REASONS } from './reasons.js';
import { byLeastAdvanced } from './starts.js';

/** Null: no attempt of the run may be stopped for others, and none that was stopped for others is still live. */
export function preemptibleOf(
  { live, phase, ending, preemptions = 0, priority = 0 }: Run,
  { preemption }: Pick<RunPlan, 'preemption'>,
): Preemptible | null {
  if (preemption === null) return null;
  const isOpen = ending === null && phase !== 'Restarting' && preemptions < preemption.maxTimes;
  const own = isOpen ? live.filter(mayStop) : [];
  const leaving = live.filter(({ state, stop }) => state === 'stopping' && stop.reason === 'preempted').length;
  if (own.length + leaving === 0) return null;
  const since = Math.max(0, ...own.map((each) => each.since));
  return { permits: own.length, leaving, times: preemptions, priority, since };
}

/**
 * Stops the attempts that the start queue demands. The demand is void if the run was preempted since, or has fewer attempts than are
 * needed.
 */
export function preempt(draft: Draft): void {
  const { demand, plan } = draft.context;
  if (demand === null || plan.preemption === null || !isDue(draft, demand.times, plan.preemption)) return;
  const stopped = byLeastAdvanced(draft.active.filter(mayStop)).slice(0, demand.permits);
  if (stopped.length < demand.permits) return;
  const message = demand.message.slice(0, MAX_LIVE_MESSAGE_LENGTH);
  draft.preemptions += 1;
  draft.note({ reason: REASONS.PlacePreempted, message });
  for (const live of stopped)
    draft.requestStop(live, 'preempted', plan.preemption.graceSeconds, {
      result: 'preempted',
      reason: REASONS.PlacePreempted,
      message,
    });
}

/**
 * The scheduler asks for the permits of the run: its attempts are stopped, then it waits in the queue again (`openGeneration`). False: it
 * keeps them.
 */
export function preemptPermits(draft: Draft, { reason, actor, at }: RunCommand): boolean {
  const { preemption } = draft.context.plan;
  if (preemption === null || draft.final || draft.ending || draft.phase === 'Restarting') return false;
  if (draft.preemptions >= preemption.maxTimes || draft.now - at > PERMIT_DEMAND_MS) return false;
  const message = (reason ?? '').slice(0, MAX_LIVE_MESSAGE_LENGTH);
  draft.preemptions += 1;
  for (const live of draft.active)
    draft.requestStop(live, 'preempted', preemption.graceSeconds, {
      result: 'preempted',
      reason: REASONS.PermitPreempted,
      message,
    });
  draft.setDelayed([]);
  draft.holdBack(null);
  draft.moveTo('Restarting', { reason: REASONS.PermitPreempted, message, actor });
  return true;
}

const isDue = (draft: Draft, times: number, { maxTimes }: PreemptionPlan): boolean =>
  !draft.ending && draft.phase !== 'Restarting' && draft.preemptions === times && times < maxTimes;

const mayStop = ({ state }: Run['live'][number]): boolean => state !== 'stopping' && state !== 'ended';
