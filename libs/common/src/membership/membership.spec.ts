import { createLogger } from '../logging/logger.js';
import { Membership } from './membership.js';

const identity = { service: 'scheduler', replica: 'scheduler-1', host: 'here', version: '0' };
const OWN = { ...identity, form: 1, clockSkewMs: 0, ready: true, lease: 1, seq: 1, heartbeatAt: 0, expiryMs: 15_000 };

/** A member whose database takes `roundTripsMs` for its answers, one after the other, and 1 ms for all later ones. */
function memberOf(...roundTripsMs: number[]): Membership {
  let passed = 1_000;
  const clock = { now: () => passed, monotonic: () => passed, after: () => () => undefined };
  const serverTime = (): Promise<number> => {
    const roundTripMs = roundTripsMs.shift() ?? 1;
    passed += roundTripMs;
    return Promise.resolve(passed - roundTripMs / 2);
  };
  const store = {
    heartbeat: () => Promise.resolve(),
    heardSince: () => Promise.resolve([OWN]),
    leave: () => Promise.resolve(),
  };
  return new Membership(
    identity,
    store,
    { serverTime },
    { clock, log: createLogger('test', 'silent'), shardCount: 64 },
  );
}

test('a member knows the time when it has started, though the first answers were too slow to tell it', async () => {
  const member = memberOf(800, 700);
  await member.start();
  expect(member.ready).toBe(true);
  expect(member.clock.now()).toBeGreaterThan(2_500);
  await member.stop();
});

test('a member starts without the time, and is not ready, where the database stays too slow', async () => {
  const member = memberOf(...Array.from({ length: 20 }, () => 900));
  await member.start();
  expect(member.ready).toBe(false);
  expect(() => member.clock.now()).toThrow('the time is not known');
  await member.stop();
});
