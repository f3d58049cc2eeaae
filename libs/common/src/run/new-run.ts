import { causeOf } from './cause.js';
import type { Phase } from './phase.js';
import type { Instant, Run } from './run.js';

type GivenField =
  | 'id'
  | 'shard'
  | 'tenant'
  | 'job'
  | 'jobName'
  | 'jobVersion'
  | 'worker'
  | 'engine'
  | 'spec'
  | 'trigger'
  | 'requestedBy'
  | 'scheduledFor'
  | 'startAfter'
  | 'overrides'
  | 'reason'
  | 'message'
  | 'holds';

/** The reason of a run whose start time has not been reached; its message names the instant. */
export const AWAITING_START_TIME = 'AwaitingStartTime';

/** The reason of a run that waits for nothing. */
export const ADMITTED = 'Admitted';

/** The reason of a run whose permits were taken for another one: it stops its attempts, then waits for permits again. */
export const PERMIT_PREEMPTED = 'PermitPreempted';

/** True for a run that needed no permit and never had a claimed start; its reason may meanwhile say what it waits for. */
export const isUntouched = ({ phase, generation, started, live, holds }: Run): boolean =>
  phase === 'Pending' && generation === 0 && started === null && live.length + holds.length === 0;

/** True for an early run (made before its slot took effect) until the executor begins to start it. */
export const isEarly = (run: Run): boolean =>
  run.trigger === 'schedule' && run.createdAt < run.startAfter && isUntouched(run);

/** The fields that differ from run to run at its start; the permits in `holds` are held from then on. */
export interface NewRun extends Pick<
  Run,
  | GivenField
  | 'change'
  | 'form'
  | 'priority'
  | 'requests'
  | 'limitKey'
  | 'scheduleRev'
  | 'followed'
  | 'cause'
  | 'causeRoot'
  | 'causedBy'
> {
  /** `Pending` where no limit applies; otherwise `Queued`, for admission. */
  readonly phase: Extract<Phase, 'Pending' | 'Queued'>;
}

/** The first state of every run, however it was requested. */
export function newRun(input: NewRun, now: Instant): Run {
  const { phase, reason, message } = input;
  return {
    ...input,
    // Jobs that run after it look for runs of the same cause.
    ...(input.followed && { cause: causeOf(input) }),
    createdAt: now,
    phaseSince: now,
    started: null,
    finished: null,
    exitCode: null,
    generation: 0,
    retries: 0,
    tasks: [{ name: 'main', indexes: 1, pending: 1, running: 0, succeeded: 0, failed: 0, terminating: 0 }],
    live: [],
    ending: null,
    effects: [],
    transitions: [{ at: now, phase, reason, message, actor: input.requestedBy ?? 'scheduler' }],
    commands: [],
    // A queued run belongs to the scheduler and does not wake the executor.
    wakeAt: phase === 'Queued' ? null : Math.max(now, input.startAfter),
    expireAt: null,
    rev: 1,
  };
}
