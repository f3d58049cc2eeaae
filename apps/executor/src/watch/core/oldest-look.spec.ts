import { OldestLook } from './oldest-look.js';

test('the oldest check of a pass is published after every rule has been checked', () => {
  const oldest = new OldestLook();
  expect(oldest.at).toBeNull();
  for (const at of [30, 10, 20]) oldest.add(at);
  expect(oldest.at).toBeNull();
  oldest.endPass();
  expect(oldest.at).toBe(10);
  // The next pass is under way: no better value is known yet.
  oldest.add(40);
  expect(oldest.at).toBe(10);
  oldest.endPass();
  expect(oldest.at).toBe(40);
});

test('the age keeps growing while a rule cannot be checked', () => {
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

test('there is no oldest check without rules', () => {
  const oldest = new OldestLook();
  oldest.add(10);
  oldest.endPass();
  oldest.endPass();
  expect(oldest.at).toBeNull();
});
