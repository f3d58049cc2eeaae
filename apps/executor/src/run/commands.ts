/**
 * Commands of people, applied once each; every one leaves a trace with who and why, also where it comes too late. Only a run
 * that has ended for ever stays as it is.
 */
import type { RunCommand } from '#common/spec/definitions.js';
import { DEFAULT_GRACE_SECONDS } from '#common/domain/limits.js';
import { mergeChanges } from '#common/run/run-change.js';
import type { Phase } from '#common/run/phase.js';
import type { StopReason } from '#common/run/run.js';
import type { Draft } from './draft.js';
import { stopRemaining } from './completion.js';
import { REASONS } from './reasons.js';
import { restartByCommand, resume } from './generations.js';
import type { Answer } from './inputs.js';

/** Ids of applied commands that a run remembers: until they are marked as taken (sweeps/command-sweep.ts). */
const MAX_REMEMBERED = 32;

interface EndingCommand {
  readonly phase: Phase;
  readonly reason: string;
  readonly stop: StopReason;
  readonly graceSeconds: number;
}

const ENDINGS: Readonly<Record<Exclude<RunCommand['command'], 'resume' | 'restart' | 'change'>, EndingCommand>> = {
  abort: { phase: 'Aborted', reason: REASONS.AbortedByCommand, stop: 'aborted', graceSeconds: DEFAULT_GRACE_SECONDS },
  kill: { phase: 'Aborted', reason: REASONS.KilledByCommand, stop: 'killed', graceSeconds: 0 },
  terminate: {
    phase: 'Terminated',
    reason: REASONS.TerminatedByCommand,
    stop: 'terminated',
    graceSeconds: DEFAULT_GRACE_SECONDS,
  },
  complete: {
    phase: 'Completed',
    reason: REASONS.CompletedByCommand,
    stop: 'completed',
    graceSeconds: DEFAULT_GRACE_SECONDS,
  },
};

export function applyCommand(draft: Draft, command: RunCommand): Answer {
  if (draft.commands.includes(command.id)) return 'done';
  // The scheduler takes it while the run is its own; should the run be admitted first, it is for us to take.
  if (draft.phase === 'Queued')
    return command.command in ENDINGS || command.command === 'change' ? 'notYet' : 'conflict';
  // One that came too late for an aborted run is noted, so that nobody takes it for a new one when the run is resumed.
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
  // A run that is on its way out already keeps its ending, but a kill still takes away the rest of the grace.
  if (decided || command.command === 'kill') stopRemaining(draft, ending.stop, graceSeconds);
  return decided;
}

/** The next decision follows the plan that this makes. */
function change(draft: Draft, { change: asked, reason, actor }: RunCommand): boolean {
  if (!asked || draft.final || draft.ending) return false;
  draft.change = mergeChanges(draft.change ?? {}, asked);
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
