import type { OpenGap } from '#common/schedule/schedule-state.js';
import { outcomeOf } from './slot-outcome.js';

const state = { mark: 1_000, effectiveFrom: 500 };
const gap: OpenGap = { from: 600, to: 700, count: 2, outcome: 'missed', reason: 'MisfireLast' };

describe('the outcome of a slot', () => {
  it.each([
    [
      'its run, even right before the watermark moves',
      1_001,
      { kind: 'run', run: 'r' } as const,
      { kind: 'run', run: 'r' },
    ],
    ['nothing yet, after the watermark', 1_001, undefined, null],
    ['the gap that contains it', 650, undefined, { kind: 'gap', outcome: 'missed', reason: 'MisfireLast' }],
    [
      'the outcome with which its key was closed',
      800,
      { kind: 'closed', outcome: 'skipped', reason: 'ConcurrencyForbidden' } as const,
      { kind: 'gap', outcome: 'skipped', reason: 'ConcurrencyForbidden' },
    ],
    ['a removed run, if its key says so', 400, { kind: 'removed' } as const, { kind: 'gone' }],
    ['a removed run, if the current definition has left nothing else of it', 900, undefined, { kind: 'gone' }],
    ['nothing, before the current definition', 400, undefined, null],
  ])('is %s', (_what, nominal, key, wanted) => {
    expect(outcomeOf(nominal, key, [gap], state)).toEqual(wanted);
  });

  it('is nothing if the scheduler has no state of the job', () => {
    expect(outcomeOf(1, undefined, [], null)).toBeNull();
  });
});
