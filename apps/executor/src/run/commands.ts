/**
 * Commands of people, and of the scheduler. Each is applied once and leaves a transition with actor and reason, even if it comes too late;
 * only a permanently closed run stays unchanged.
 */
import type { RunCommand } from '#common/spec/definitions.js';
import { mergeChanges } from '#common/run/run-change.js';
import type { Phase } from '#common/run/phase.js';
import type { StopReason } from '#common/run/run.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './completion.js';
import { REASONS } from './reasons.js';
import { preemptPermits } from './preemption.js';
import { restartByCommand, resume } from './generations.js';
import type { Answer } from './inputs.js';

/** Ids of applied commands that a run remembers: until they are marked as taken (sweeps/command-sweep.ts). */
const MAX_REMEMBERED = 32;

interface EndingCommand {
  readonly phase: Phase;
  readonly reason: string;
  readonly stop: StopReason;
  readonly graceSeconds?: number;
}

const ENDINGS: Readonly<
  Record<Exclude<RunCommand['command'], 'resume' | 'restart' | 'change' | 'preempt'>, EndingCommand>
> = {
  abort: { phase: 'Aborted', reason: REASONS.AbortedByCommand, stop: 'aborted' },
  kill: { phase: 'Aborted', reason: REASONS.KilledByCommand, stop: 'killed', graceSeconds: 0 },
  terminate: { phase: 'Terminated', reason: REASONS.TerminatedByCommand, stop: 'terminated' },
  complete: { phase: 'Completed', reason: REASONS.CompletedByCommand, stop: 'completed' },
};

export function applyCommand(draft: Draft, command: RunCommand): Answer {
  if (draft.commands.includes(command.id)) return 'done';
  // The scheduler applies the command while the run is queued; if the run is admitted first, the executor applies it.
  if (draft.phase === 'Queued')
    return command.command in ENDINGS || command.command === 'change' ? 'notYet' : 'conflict';
  // A command that was too late for an aborted run is remembered, so that it is not applied when the run is resumed.
  if (draft.final && draft.phase !== 'Aborted') return 'conflict';
  draft.commands = [...draft.commands, command.id].slice(-MAX_REMEMBERED);
  draft.changed = true;
  return perform(draft, command) ? 'done' : ignored(draft, command);
}

/** False: the run's phase or its ending leaves nothing to do. */
function perform(draft: Draft, command: RunCommand): boolean {
  switch (command.command) {
    case 'resume':
      return resume(draft, command);
    case 'restart':
      return restartByCommand(draft, command);
    case 'change':
      return change(draft, command);
    case 'preempt':
      return preemptPermits(draft, command);
    case 'abort':
    case 'kill':
    case 'terminate':
    case 'complete':
      return applyEnding(draft, command, ENDINGS[command.command]);
  }
}

function applyEnding(draft: Draft, command: RunCommand, ending: EndingCommand): boolean {
  const graceSeconds = command.graceSeconds ?? ending.graceSeconds;
  const decided = draft.end({
    phase: ending.phase,
    reason: ending.reason,
    message: command.reason ?? '',
    actor: command.actor,
    exitCode: null,
  });
  // A run whose ending is decided keeps it, but a kill still ends the rest of the grace.
  if (decided || command.command === 'kill') stopRemaining(draft, ending.stop, graceSeconds);
  return decided;
}

/** Stores the change; the next decision uses the resulting plan. */
function change(draft: Draft, { change: wantedChange, reason, actor }: RunCommand): boolean {
  if (!wantedChange || draft.final || draft.ending) return false;
  draft.change = mergeChanges(draft.change ?? {}, wantedChange);
  draft.note({ reason: REASONS.Changed, message: reason ?? '', actor });
  draft.wakes.push(draft.now);
  return true;
}

function ignored(draft: Draft, command: RunCommand): Answer {
  const why = command.reason === null ? '' : ` (${command.reason})`;
  draft.note({
    reason: REASONS.CommandIgnored,
    message: `${command.command}${why}: the run's ending is decided, or its phase does not allow it`,
    actor: command.actor,
  });
  return 'conflict';
}
