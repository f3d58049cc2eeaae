import { OWNER_PAUSE_MS, OwnerCircuits } from './owner-circuits.js';

test('an owner that did not answer gets one call at a time until it answers', () => {
  const circuits = new OwnerCircuits();
  expect(circuits.mayAsk('executor/1', 0)).toBe(true);
  circuits.wasSilent('executor/1', 1_000);
  expect(circuits.mayAsk('executor/1', 1_000 + OWNER_PAUSE_MS - 1)).toBe(false);
  expect(circuits.mayAsk('executor/2', 1_001)).toBe(true);
  const probes = Array.from({ length: 50 }, () => circuits.mayAsk('executor/1', 1_000 + OWNER_PAUSE_MS));
  expect(probes.filter(Boolean)).toHaveLength(1);
  circuits.answered('executor/1');
  expect(circuits.mayAsk('executor/1', 1_000 + OWNER_PAUSE_MS)).toBe(true);
});
