import { OldestLook } from './oldest-look.js';

test('the oldest look of a pass is told once every rule has had its turn', () => {
  const oldest = new OldestLook();
  expect(oldest.at).toBeNull();
  for (const at of [30, 10, 20]) oldest.add(at);
  expect(oldest.at).toBeNull();
  oldest.endPass();
  expect(oldest.at).toBe(10);
  // The next pass is under way: nothing better is known yet.
  oldest.add(40);
  expect(oldest.at).toBe(10);
  oldest.endPass();
  expect(oldest.at).toBe(40);
});

test('a rule that cannot be looked at keeps the age growing', () => {
  const oldest = new OldestLook();
  oldest.addFailed(10);
  oldest.endPass();
  for (const now of [20, 30]) {
    oldest.add(now);
    oldest.addFailed(now);
    oldest.endPass();
    expect(oldest.at).toBe(10);
  }
});

test('without rules there is none', () => {
  const oldest = new OldestLook();
  oldest.add(10);
  oldest.endPass();
  oldest.endPass();
  expect(oldest.at).toBeNull();
});
