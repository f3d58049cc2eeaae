/**
 * The phases of a run and the coarse state shown outside. `TRANSITIONS` is the whole machine: every move of a run goes through
 * `nextPhase`, in production too.
 */

export const PHASES = [
  'Queued',
  'Pending',
  'Running',
  'Backoff',
  'Restarting',
  'Completing',
  'Completed',
  'Aborting',
  'Aborted',
  'Terminating',
  'Terminated',
  'Failed',
  'Skipped',
  'Missed',
  'Refused',
] as const;
export type Phase = (typeof PHASES)[number];

export const RUN_STATES = ['QUEUED', 'RUNNING', 'FINISHED', 'FAILED', 'ABORTED', 'SKIPPED', 'MISSED'] as const;
export type RunState = (typeof RUN_STATES)[number];

/**
 * The allowed next phases of each phase. `Completed`, `Failed`, `Terminated`, `Refused`, `Skipped`, `Missed` are closed permanently; `Aborted` is
 * final too, but the command `resume` opens a new generation, which waits for its permits like any run. So does a run whose permits were taken for
 * another one, from `Restarting`.
 */
export const TRANSITIONS: Readonly<Record<Phase, readonly Phase[]>> = {
  Queued: ['Pending', 'Aborted', 'Terminated', 'Refused', 'Skipped', 'Missed'],
  Pending: [
    'Running',
    'Backoff',
    'Restarting',
    'Completing',
    'Completed',
    'Aborting',
    'Aborted',
    'Terminating',
    'Terminated',
    'Failed',
    'Skipped',
  ],
  Running: [
    'Pending',
    'Backoff',
    'Restarting',
    'Completing',
    'Completed',
    'Aborting',
    'Aborted',
    'Terminating',
    'Terminated',
    'Failed',
  ],
  Backoff: [
    'Pending',
    'Running',
    'Restarting',
    'Completing',
    'Completed',
    'Aborting',
    'Aborted',
    'Terminating',
    'Terminated',
    'Failed',
  ],
  Restarting: [
    'Pending',
    'Queued',
    'Aborting',
    'Aborted',
    'Terminating',
    'Terminated',
    'Completing',
    'Completed',
    'Failed',
  ],
  Completing: ['Completed', 'Failed'],
  Aborting: ['Aborted'],
  Terminating: ['Terminated', 'Failed'],
  Aborted: ['Queued'],
  Completed: [],
  Terminated: [],
  Failed: [],
  Skipped: [],
  Missed: [],
  Refused: [],
};

/** A move that is not in the table: the decision that makes it is wrong, and no part of it may be saved. */
export class IllegalMove extends Error {
  override readonly name = 'IllegalMove';

  constructor(what: string, from: string, to: string) {
    super(`${what} cannot go from ${from} to ${to}`);
  }
}

/** The phase of a run after a move. Throws IllegalMove where `TRANSITIONS` does not allow it. */
export function nextPhase(from: Phase, to: Phase): Phase {
  if (from !== to && !TRANSITIONS[from].includes(to)) throw new IllegalMove('a run', from, to);
  return to;
}

const STATE_OF: Readonly<Record<Phase, RunState>> = {
  Queued: 'QUEUED',
  Pending: 'RUNNING',
  Running: 'RUNNING',
  Backoff: 'RUNNING',
  Restarting: 'RUNNING',
  Completing: 'RUNNING',
  Terminating: 'RUNNING',
  Aborting: 'RUNNING',
  Completed: 'FINISHED',
  Failed: 'FAILED',
  Terminated: 'FAILED',
  Refused: 'FAILED',
  Aborted: 'ABORTED',
  Skipped: 'SKIPPED',
  Missed: 'MISSED',
};

/** Derives the coarse state; nothing else does. */
export const stateOf = (phase: Phase): RunState => STATE_OF[phase];

export const phasesOf = (state: RunState): Phase[] => PHASES.filter((phase) => STATE_OF[phase] === state);

/**
 * The phases in which few runs end: an index over all tenants has only these, so other runs cost nothing there. A change needs an index with another
 * key.
 */
export const EXCEPTIONAL_PHASES: readonly Phase[] = (['FAILED', 'ABORTED', 'SKIPPED', 'MISSED'] as const).flatMap(
  phasesOf,
);

/** True when the run has ended for concurrency, retention and deletion. */
export const isFinal = (phase: Phase): boolean => STATE_OF[phase] !== 'QUEUED' && STATE_OF[phase] !== 'RUNNING';

/** True when nothing, not even a command, changes the run again. */
export const isClosed = (phase: Phase): boolean => TRANSITIONS[phase].length === 0;
