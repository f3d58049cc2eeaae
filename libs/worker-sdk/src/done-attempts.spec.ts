import { DoneAttempts } from './done-attempts.js';
import { VALID_MS } from './signature.js';

test('an attempt is remembered as long as a call for it is valid, and the number of remembered attempts is bounded', () => {
  let now = 1_000;
  const done = new DoneAttempts(() => now, 3);
  for (const id of ['a', 'b', 'c']) done.add(id);
  expect([done.has('a'), done.has('x'), done.isFull]).toEqual([true, false, true]);
  now += VALID_MS - 1;
  expect([done.has('a'), done.isFull]).toEqual([true, true]);
  done.add('a');
  now += 1;
  expect([done.has('a'), done.has('b'), done.isFull]).toEqual([true, false, false]);
});
