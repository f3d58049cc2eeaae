import { RefusalBudget } from './refusal-budget.js';

const MINUTE = 60_000;
const take = (budget: RefusalBudget, times: number, subject: string | null, now = 0): (number | null)[] =>
  Array.from({ length: times }, () => budget.take(subject, now)?.leftOut ?? null);

test('each known caller has a budget of its own, and all unknown callers share one', () => {
  const budget = new RefusalBudget({ perCaller: 2, unknown: 1 });
  expect(take(budget, 3, 'token:a')).toEqual([0, 0, null]);
  expect(take(budget, 1, 'token:b')).toEqual([0]);
  expect(take(budget, 2, null)).toEqual([0, null]);
});

test('a budget is full again after a minute, and the first record then counts those that were left out', () => {
  const budget = new RefusalBudget({ perCaller: 1, unknown: 1 });
  expect(take(budget, 4, 'token:a')).toEqual([0, null, null, null]);
  expect(take(budget, 1, 'token:a', MINUTE - 1)).toEqual([null]);
  expect(take(budget, 2, 'token:a', MINUTE)).toEqual([4, null]);
  expect(take(budget, 1, 'token:a', 2 * MINUTE)).toEqual([1]);
});

test('the number of callers in memory is bounded, and the oldest are removed first', () => {
  const budget = new RefusalBudget({ perCaller: 1, unknown: 1 });
  for (let i = 0; i <= 20_000; i++) budget.take(`token:${i}`, 0);
  expect(take(budget, 1, 'token:20000')).toEqual([null]);
  expect(take(budget, 1, 'token:0')).toEqual([0]);
});
