import { RefusalBudget } from './refusal-budget.js';

const MINUTE = 60_000;
const take = (budget: RefusalBudget, times: number, subject: string | null, now = 0): (number | null)[] =>
  Array.from({ length: times }, () => budget.take(subject, now)?.leftOut ?? null);

test('each caller has places of its own, and everybody whom nobody knows has some together', () => {
  const budget = new RefusalBudget({ perCaller: 2, unknown: 1 });
  expect(take(budget, 3, 'token:a')).toEqual([0, 0, null]);
  expect(take(budget, 1, 'token:b')).toEqual([0]);
  expect(take(budget, 2, null)).toEqual([0, null]);
});

test('after a minute there are places again, and the first record says how many had none', () => {
  const budget = new RefusalBudget({ perCaller: 1, unknown: 1 });
  expect(take(budget, 4, 'token:a')).toEqual([0, null, null, null]);
  expect(take(budget, 1, 'token:a', MINUTE - 1)).toEqual([null]);
  expect(take(budget, 2, 'token:a', MINUTE)).toEqual([4, null]);
  expect(take(budget, 1, 'token:a', 2 * MINUTE)).toEqual([1]);
});

test('callers beyond what is remembered are forgotten, those of longest ago first', () => {
  const budget = new RefusalBudget({ perCaller: 1, unknown: 1 });
  for (let i = 0; i <= 20_000; i++) budget.take(`token:${i}`, 0);
  expect(take(budget, 1, 'token:20000')).toEqual([null]);
  expect(take(budget, 1, 'token:0')).toEqual([0]);
});
