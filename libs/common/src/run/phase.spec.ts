import { IllegalMove, isClosed, isFinal, nextPhase, PHASES, stateOf, TRANSITIONS, type Phase } from './phase.js';

/** Phases of runs, and of the records of slots that did not become runs. */
const FIRST: readonly Phase[] = ['Queued', 'Pending'];

function reachableFrom(first: readonly Phase[]): ReadonlySet<Phase> {
  const reached = new Set(first);
  for (const phase of reached) for (const next of TRANSITIONS[phase]) reached.add(next);
  return reached;
}

test('every phase is reachable', () => {
  expect(PHASES.filter((phase) => !reachableFrom(FIRST).has(phase))).toEqual([]);
});

test('every final phase is closed, except the aborted phase, which may be resumed and then waits for its place', () => {
  const open = PHASES.filter((phase) => isFinal(phase) && !isClosed(phase));
  expect(open).toEqual(['Aborted']);
  expect(TRANSITIONS.Aborted).toEqual(['Queued']);
});

test('from every phase that is not closed a final one can be reached', () => {
  const stuck = PHASES.filter((phase) => ![...reachableFrom([phase])].some(isFinal));
  expect(stuck).toEqual([]);
});

test('a run that is ending does not return to an open phase', () => {
  for (const phase of ['Completing', 'Terminating', 'Aborting'] as const) {
    expect(TRANSITIONS[phase].filter((next) => !isFinal(next))).toEqual([]);
  }
});

test.each<[Phase, ReturnType<typeof stateOf>]>([
  ['Queued', 'QUEUED'],
  ['Restarting', 'RUNNING'],
  ['Completing', 'RUNNING'],
  ['Completed', 'FINISHED'],
  ['Terminated', 'FAILED'],
  ['Refused', 'FAILED'],
  ['Aborted', 'ABORTED'],
])('%s shows as %s', (phase, state) => {
  expect(stateOf(phase)).toBe(state);
});

test('a transition in the table is made, and any other is an error', () => {
  const pairs = PHASES.flatMap((from) => PHASES.map((to) => ({ from, to })));
  const isMade = ({ from, to }: (typeof pairs)[number]): boolean => {
    try {
      return nextPhase(from, to) === to;
    } catch (error) {
      if (error instanceof IllegalMove) return false;
      throw error;
    }
  };
  const allowed = pairs.filter(({ from, to }) => from === to || TRANSITIONS[from].includes(to));
  expect(pairs.filter(isMade)).toEqual(allowed);
});
