import type { RunCommandName } from '#common/spec/definitions.js';
import type { Run } from '#common/run/run.js';
import { isFinal } from '#common/run/phase.js';

export interface CommandRefusal {
  readonly code: 'CONFLICT' | 'RUN_FINAL';
  readonly detail: string;
}

/**
 * Why such a run cannot take the command; null if it can. The run's owner judges again when it applies the command, because the run may
 * change until then.
 */
export function refusedCommand(
  command: RunCommandName,
  { phase, archivedAt }: Pick<Run, 'phase' | 'archivedAt'>,
): CommandRefusal | null {
  if (command === 'resume') {
    if (archivedAt !== undefined)
      return { code: 'CONFLICT', detail: 'an archived run cannot be resumed: run it again instead' };
    return phase === 'Aborted' || phase === 'Aborting'
      ? null
      : { code: 'CONFLICT', detail: `only an aborted run can be resumed; the run is ${phase}` };
  }
  return isFinal(phase) ? { code: 'RUN_FINAL', detail: `the run has ended: it is ${phase}` } : null;
}
