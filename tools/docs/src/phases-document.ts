import { isClosed, PHASES, stateOf, TRANSITIONS } from '#common/run/phase.js';
import { generatedFrom, row } from './generated-note.js';

/** The state machine of a run, drawn from the table that the code itself uses. */
export function phasesDocument(): string {
  const arrows = PHASES.flatMap((from) => TRANSITIONS[from].map((to) => `  ${from} --> ${to}`));
  const ends = PHASES.filter(isClosed).map((phase) => `  ${phase} --> [*]`);
  return [
    generatedFrom('libs/common/src/run/phase.ts'),
    '# The phases of a run\n',
    'A run is recorded as `Queued`, or directly as `Pending` if no limit applies to it; slots that do not run become `Skipped`, `Missed` or `Refused`.\n',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> Queued',
    '  [*] --> Pending',
    ...arrows,
    ...ends,
    '```\n',
    row('phase', 'state', 'may become'),
    row('---', '---', '---'),
    ...PHASES.map((phase) =>
      row(phase, `\`${stateOf(phase)}\``, TRANSITIONS[phase].join(', ') || 'none: the phase is final'),
    ),
    '',
  ].join('\n');
}
