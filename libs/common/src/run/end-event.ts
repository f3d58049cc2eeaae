/** The ends of runs as events of their tenants: derived from the transitions of a run, so that every reading gives the same events. Pure. */
import type { JobId, RunId, TenantId } from '../domain/ids.js';
import type { Instant } from '../domain/instant.js';
import { isFinal, type Phase } from './phase.js';
import type { Run } from './run.js';
import type { Trigger } from './trigger.js';

export interface EndEvent {
  /** `<run>/<number of the transition>`: a run that is resumed ends again, under another id. */
  readonly id: string;
  readonly tenant: TenantId;
  readonly job: JobId;
  readonly jobName: string;
  readonly run: RunId;
  readonly at: Instant;
  readonly phase: Phase;
  readonly reason: string;
  readonly trigger: Trigger;
  readonly scheduledFor: Instant | null;
  readonly createdAt: Instant;
  readonly started: Instant | null;
  /** Null also for an end after which the run was resumed. */
  readonly exitCode: number | null;
}

/** An event in the log. */
export interface LoggedEvent extends EndEvent {
  /** Its place: microseconds of the time at which it was logged, made unique. Later events of the installation have greater numbers. */
  readonly seq: number;
}

const MICROSECONDS = 1_000;
const SEQ_DIGITS = 16;

/** Where an instant stands among the numbers of events. */
export const seqAt = (at: Instant): number => at * MICROSECONDS;
export const instantOfSeq = (seq: number): Instant => Math.floor(seq / MICROSECONDS);

/** The text sorts like the number. It is also the cursor of the log. */
export const seqText = (seq: number): string => String(seq).padStart(SEQ_DIGITS, '0');

/** The ends of a run from an instant on, oldest first. No text of a worker is among their fields: readers may not see its secrets. */
export function endsOf(run: Run, since: Instant): EndEvent[] {
  const { transitions, olderTransitions = 0, tenant, job, jobName, trigger, scheduledFor, createdAt, started } = run;
  return transitions.flatMap(({ at, phase, reason }, i) => {
    const before = transitions[i - 1];
    // Within a phase its reason may change.
    if (at < since || !isFinal(phase) || (before && isFinal(before.phase))) return [];
    const isLast = transitions.slice(i).every((each) => isFinal(each.phase));
    const id = `${run.id}/${olderTransitions + i + 1}`;
    const exitCode = isLast ? run.exitCode : null;
    return [
      { id, tenant, job, jobName, run: run.id, at, phase, reason, trigger, scheduledFor, createdAt, started, exitCode },
    ];
  });
}

/** The events with their places, all after `last`. */
export const logged = (events: readonly EndEvent[], last: number, now: Instant): LoggedEvent[] => {
  const first = Math.max(last + 1, seqAt(now));
  return events.map((event, i) => ({ ...event, seq: first + i }));
};
