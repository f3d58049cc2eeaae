import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { contracts } from '../messages/registry.js';
import { runChanged, transitionsMade } from './run-changed.js';
import type { Transition } from './run.js';

const moves = (...phases: Transition['phase'][]): Transition[] =>
  phases.map((phase, at) => ({ at, phase, reason: 'R', message: '', actor: 'executor' }));

test('the message states how many transitions came before its own, including those in other documents', () => {
  const transitions = moves('Pending', 'Running', 'Completed');
  const run = aRun(aPlan(), { phase: 'Completed', transitions, olderTransitions: 40 });
  const message = runChanged(run, transitions.slice(1));
  expect([transitionsMade(run), message.before]).toEqual([43, 41]);
  expect(message.transitions.map(({ state }) => state)).toEqual(['RUNNING', 'FINISHED']);
  expect(contracts.runChanged.schema.safeParse(message).success).toBe(true);
});

test('only a run that other jobs follow is marked so', () => {
  expect(runChanged(aRun(aPlan()), [])).not.toHaveProperty('followed');
  expect(runChanged(aRun(aPlan(), { followed: true }), []).followed).toBe(true);
});
