/** The event of a changed run: its present state, and its newest transitions. */
import type { Payload } from '../messages/registry.js';
import { stateOf } from './phase.js';
import type { Run, Transition } from './run.js';

export type RunChanged = Payload<'runChanged'>;

/** The number of transitions in the life of a run, which is also the number of the newest one. */
export const transitionsMade = (run: Pick<Run, 'transitions' | 'olderTransitions'>): number =>
  (run.olderTransitions ?? 0) + run.transitions.length;

/** `transitions` are the newest ones of the run. */
export function runChanged(run: Run, transitions: readonly Transition[]): RunChanged {
  return {
    v: 1,
    run: run.id,
    rev: run.rev,
    tenant: run.tenant,
    job: run.job,
    jobName: run.jobName,
    worker: run.worker,
    engine: run.engine,
    trigger: run.trigger,
    scheduledFor: run.scheduledFor,
    createdAt: run.createdAt,
    started: run.started,
    finished: run.finished,
    exitCode: run.exitCode,
    phase: run.phase,
    state: stateOf(run.phase),
    ...(run.followed && { followed: run.followed }),
    before: transitionsMade(run) - transitions.length,
    transitions: transitions.map((each) => ({ ...each, state: stateOf(each.phase) })),
  };
}
