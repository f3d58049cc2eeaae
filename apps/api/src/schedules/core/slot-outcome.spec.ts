import type { OpenGap } from '#common/schedule/schedule-state.js';
import { outcomeOf } from './slot-outcome.js';

const state = { mark: 1_000, effectiveFrom: 500 };
const gap: OpenGap = { from: 600, to: 700, count: 2, outcome: 'missed', reason: 'MisfireLast' };

describe('what became of a slot', () => {
  it.each([
    ['its run, also right before the mark moves', 1_001, { kind: 'run', run: 'r' } as const, { kind: 'run', run: 'r' }],
    ['nothing yet after the mark', 1_001, undefined, null],
    ['the gap that it lies in', 650, undefined, { kind: 'gap', outcome: 'missed', reason: 'MisfireLast' }],
    [
      'what its key was closed with',
      800,
      { kind: 'closed', outcome: 'skipped', reason: 'ConcurrencyForbidden' } as const,
      { kind: 'gap', outcome: 'skipped', reason: 'ConcurrencyForbidden' },
    ],
    ['a run that is gone, where its key says so', 400, { kind: 'removed' } as const, { kind: 'gone' }],
    ['a run that is gone, where nothing else is left of the present definition', 900, undefined, { kind: 'gone' }],
    ['nothing, before the present definition', 400, undefined, null],
  ])('is %s', (_what, nominal, key, wanted) => {
    expect(outcomeOf(nominal, key, [gap], state)).toEqual(wanted);
  });

  it('is nothing where the scheduler has no books of the job', () => {
    expect(outcomeOf(1, undefined, [], null)).toBeNull();
  });
});
