import { GAP_REASONS } from '../schedule/schedule-state.js';
import { AS_CONFIGURED, isAsConfigured } from './as-configured.js';

test('only reasons of gaps are named, and what an outage has caused needs attention', () => {
  expect(Object.keys(GAP_REASONS)).toEqual(expect.arrayContaining([...AS_CONFIGURED]));
  for (const reason of ['MisfireSkip', 'MisfireLast', 'MaxMissed', 'StartingDeadline', 'QueueFull', 'Held'])
    expect(isAsConfigured({ reason })).toBe(false);
});
