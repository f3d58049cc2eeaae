import { daysOf } from './outcomes.js';

test('the states of a day are summed, and the oldest day comes first', () => {
  expect(
    daysOf([
      { day: '2026-11-24', state: 'FINISHED', count: 5 },
      { day: '2026-11-24', state: 'ABORTED', count: 1 },
      { day: '2026-11-23', state: 'FAILED', count: 2 },
      { day: '2026-11-24', state: 'RUNNING', count: 3 },
    ]),
  ).toEqual([
    { day: '2026-11-23', finished: 0, failed: 2, other: 0 },
    { day: '2026-11-24', finished: 5, failed: 0, other: 4 },
  ]);
});
