import { LineLimiter } from './line-limiter.js';

test('a flood of lines is held back and counted, for any sequence of lines', () => {
  const said: string[] = [];
  const limiter = new LineLimiter((line) => said.push(line), 'failures');
  for (let i = 0; i < 1_000; i++) limiter.take(`line ${i}`, i);
  expect(said).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4']);
  limiter.take('later', 10_000);
  expect(said.slice(5)).toEqual(['(995 more failures)', 'later']);
  limiter.take('too soon', 10_001);
  for (let i = 0; i < 10; i++) limiter.take(`much later ${i}`, 1_000_000);
  expect(said.slice(7)).toEqual(['(1 more failures)', ...[0, 1, 2, 3, 4].map((i) => `much later ${i}`)]);
});
