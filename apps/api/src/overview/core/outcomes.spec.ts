import { daysOf } from './outcomes.js';

test('the states of a day are summed, a worker that fell silent has failed, and the oldest day comes first', () => {
  expect(
    daysOf([
      { day: '2026-11-24', state: 'FINISHED', reason: '', count: 5 },
      { day: '2026-11-24', state: 'ABORTED', reason: 'AbortedByRequest', count: 1 },
      { day: '2026-11-23', state: 'FAILED', reason: '', count: 2 },
      { day: '2026-11-23', state: 'ABORTED', reason: 'IdleTimeout', count: 1 },
      { day: '2026-11-24', state: 'RUNNING', reason: '', count: 3 },
    ]),
  ).toEqual([
    { day: '2026-11-23', finished: 0, failed: 3, other: 0 },
    { day: '2026-11-24', finished: 5, failed: 0, other: 4 },
  ]);
});
