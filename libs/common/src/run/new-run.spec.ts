import { aPlan, aRun } from '#testing/builders/run-builder.js';
import { isEarly, isUntouched } from './new-run.js';
import type { Run } from './run.js';

const SLOT = 1_700_000_000_000;
const early = (change: Partial<Run> = {}): Run =>
  aRun(aPlan(), {
    trigger: 'schedule',
    phase: 'Pending',
    reason: 'Admitted',
    generation: 0,
    started: null,
    live: [],
    holds: [],
    createdAt: SLOT - 1_500,
    startAfter: SLOT,
    ...change,
  });

test('a run stays early until a replica begins to start it, whatever reasons for its wait are noted meanwhile', () => {
  expect(isEarly(early())).toBe(true);
  expect(isEarly(early({ reason: 'WaitingForCapacity', rev: 3 }))).toBe(true);
});

test.each<[string, Partial<Run>]>([
  ['made when its slot took effect', { createdAt: SLOT }],
  ['requested manually', { trigger: 'manual' }],
  ['started', { started: SLOT }],
  ['running', { phase: 'Running' }],
  ['of a job with limits', { holds: ['job:a'] }],
  ['resumed', { generation: 1 }],
])('a run that was %s is not early', (_, change) => {
  expect(isEarly(early(change))).toBe(false);
});

test('a run is untouched after its slot took effect, too', () => {
  expect(isUntouched(early({ createdAt: SLOT + 5 }))).toBe(true);
});
