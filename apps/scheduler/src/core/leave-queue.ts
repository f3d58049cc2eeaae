/** The transitions of a run that the scheduler makes: only those out of `Queued`. */
import { DEFAULT_RETENTION, type RunCommand } from '#common/spec/definitions.js';
import { mergeChanges } from '#common/run/run-change.js';
import { ADMITTED } from '#common/run/new-run.js';
import { isFinal, nextPhase, type Phase } from '#common/run/phase.js';
import type { Instant, Run } from '#common/run/run.js';
import type { DroppedRun } from './apply-admission.js';
import { AWAITING_PERMIT } from './slot-run.js';

const ACTOR = 'scheduler';

/** The run has its permits and belongs to the executor from here on. */
export function admitted(run: Run, holds: readonly string[], now: Instant): Run {
  const message = 'The run has a permit of each of its limits.';
  return leave(run, { phase: 'Pending', reason: ADMITTED, message, actor: ACTOR }, now, { holds });
}

const DROP_MESSAGES: Readonly<Record<DroppedRun['reason'], string>> = {
  Replaced: 'A newer run of the job replaces it.',
  ConcurrencyForbidden: 'Another run held the permit, and the concurrency policy Forbid lets no run wait.',
  QueueFull: 'As many runs as maxQueued allows were waiting already.',
};

/**
 * The run may not wait any longer: a run of a slot or a dependency is skipped, any other is refused; a resumed run returns to its earlier
 * phase.
 */
export function dropped(run: Run, reason: DroppedRun['reason'], now: Instant): Run {
  const phase = run.generation > 0 ? 'Aborted' : isOfSlot(run) ? 'Skipped' : 'Refused';
  return leave(run, { phase, reason, message: DROP_MESSAGES[reason], actor: ACTOR }, now);
}

const isOfSlot = ({ trigger }: Run): boolean => trigger === 'schedule' || trigger === 'dependency';

/** Another planner recorded its key, or its job was deleted. */
export function withdrawn(run: Run, reason: 'Superseded' | 'JobDeleted', now: Instant): Run {
  const message =
    reason === 'Superseded'
      ? 'The slot was given another outcome in the meantime.'
      : 'The job was deleted while the run waited.';
  return leave(run, { phase: reason === 'Superseded' ? 'Skipped' : 'Aborted', reason, message, actor: ACTOR }, now);
}

/** Commands that end a run before it starts, and how; `changed` applies `change`, and no other command has an effect on it. */
const ENDED_BY: Partial<Record<RunCommand['command'], { phase: Phase; reason: string }>> = {
  abort: { phase: 'Aborted', reason: 'AbortedByCommand' },
  kill: { phase: 'Aborted', reason: 'KilledByCommand' },
  terminate: { phase: 'Terminated', reason: 'TerminatedByCommand' },
};

/** The run after a command; null if the command was applied before or has no effect while the run waits. */
export function commanded(run: Run, command: RunCommand, now: Instant): Run | null {
  const end = ENDED_BY[command.command];
  if (!end || run.phase !== 'Queued' || run.commands.includes(command.id)) return null;
  const message = command.reason ?? 'The run was still waiting for its permits.';
  return leave(run, { ...end, message, actor: command.actor }, now, { commands: [...run.commands, command.id] });
}

/** The run with changed numbers, still waiting; null if the command is not a change or was applied before. */
export function changed(run: Run, { id, command, change }: RunCommand): Run | null {
  if (command !== 'change' || !change || run.phase !== 'Queued' || run.commands.includes(id)) return null;
  return {
    ...run,
    change: mergeChanges(run.change ?? {}, change),
    commands: [...run.commands, id],
    rev: run.rev + 1,
  };
}

/** The run still waits after its start time, now for a permit. */
export function awaitingPermit(run: Run, now: Instant): Run {
  return {
    ...run,
    ...AWAITING_PERMIT,
    transitions: [...run.transitions, { at: now, phase: 'Queued', ...AWAITING_PERMIT, actor: ACTOR }],
    rev: run.rev + 1,
  };
}

interface Leaving {
  readonly phase: Phase;
  readonly reason: string;
  readonly message: string;
  readonly actor: string;
}

function leave(run: Run, to: Leaving, now: Instant, change: Partial<Run> = {}): Run {
  const { phase, reason, message } = to;
  const final = isFinal(phase);
  return {
    ...run,
    ...change,
    phase: nextPhase(run.phase, phase),
    reason,
    message,
    phaseSince: now,
    finished: final ? now : null,
    wakeAt: final ? null : Math.max(now, run.startAfter),
    // The retention settings of job and tenant apply to runs that have started.
    expireAt: final ? now + DEFAULT_RETENTION.maxAgeSeconds * 1000 : null,
    // This may be one more than the document keeps: the executor moves the oldest to their own collection and counts them.
    transitions: [...run.transitions, { at: now, ...to }],
    rev: run.rev + 1,
  };
}
