import { asRunId } from '#common/domain/ids.js';
import { aPlan, aRun, T0 } from '#testing/builders/run-builder.js';
import type { Phase } from './phase.js';
import { endsOf, logged, seqAt, seqText } from './end-event.js';
import type { Run } from './run.js';

const runThrough = (...phases: readonly Phase[]): Run =>
  aRun(aPlan(), {
    id: asRunId('r'),
    exitCode: 3,
    phase: phases.at(-1) ?? 'Pending',
    transitions: phases.map((phase, i) => ({
      at: T0 + i,
      phase,
      reason: `Reason${i}`,
      message: '',
      actor: 'executor',
    })),
  });

test('a run has an event for each of its ends, with the number of its transition', () => {
  const run = runThrough('Pending', 'Running', 'Aborted', 'Queued', 'Running', 'Failed');
  expect(endsOf(run, T0)).toMatchObject([
    { id: 'r/3', at: T0 + 2, phase: 'Aborted', reason: 'Reason2', exitCode: null },
    { id: 'r/6', at: T0 + 5, phase: 'Failed', reason: 'Reason5', exitCode: 3 },
  ]);
  expect(endsOf({ ...run, olderTransitions: 10 }, T0 + 3).map(({ id }) => id)).toEqual(['r/16']);
});

test('a final phase whose reason changes is one end', () => {
  expect(endsOf(runThrough('Running', 'Completed', 'Completed'), T0).map(({ id }) => id)).toEqual(['r/2']);
});

test('a run under way has no event', () => {
  expect(endsOf(runThrough('Pending', 'Running'), T0)).toEqual([]);
});

test('places are after the last one, also when the clock went back, and their texts sort like them', () => {
  const ends = endsOf(runThrough('Running', 'Completed', 'Queued', 'Failed'), T0);
  expect(logged(ends, 0, T0).map(({ seq }) => seq)).toEqual([seqAt(T0), seqAt(T0) + 1]);
  expect(logged(ends, seqAt(T0 + 5), T0).map(({ seq }) => seq)).toEqual([seqAt(T0 + 5) + 1, seqAt(T0 + 5) + 2]);
  expect(seqText(seqAt(T0)) < seqText(seqAt(Date.parse('2200-01-01T00:00:00Z')))).toBe(true);
});
