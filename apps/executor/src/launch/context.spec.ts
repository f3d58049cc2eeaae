import { laterSuccess } from './context.js';

const old = { started: 1_000, finished: 2_000 };
const recent = { started: 5_000, finished: 6_000 };

test.each([
  ['nothing is known before the first success', null, null, null],
  ['a success that the schedule was not told of yet counts', recent, old, recent],
  ['a success whose run retention has removed counts', null, old, old],
  ['a run that outlived the schedule still counts', old, null, old],
  ['the later one counts wherever it is known', old, recent, recent],
])('%s', (_sentence, fromRuns, fromSchedule, expected) => {
  expect(laterSuccess(fromRuns, fromSchedule)).toEqual(expected);
});
