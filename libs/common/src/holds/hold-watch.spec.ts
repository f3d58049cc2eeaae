import type { Hold } from '../domain/hold.js';
import { createLogger } from '../logging/logger.js';
import { HoldWatch, MAX_HOLD_AGE_MS } from './hold-watch.js';

const hold = (change: Partial<Hold>): Hold => ({
  tenant: '*',
  scopes: ['admissions', 'starts'],
  reason: 'as planned',
  by: 'somebody',
  since: 0,
  skipUntil: null,
  rev: 1,
  ...change,
});

/** A watch whose clock and readings the test controls. */
function watched(): {
  watch: HoldWatch;
  holds: Hold[];
  state: { now: number; isAway: boolean; isCalm: boolean };
  look: () => Promise<void>;
} {
  const holds: Hold[] = [];
  const state = { now: 0, isAway: false, isCalm: false };
  let next: (() => void) | null = null;
  const clock = {
    monotonic: () => state.now,
    after: (_ms: number, then: () => void) => {
      next = then;
      return () => undefined;
    },
  };
  const all = (): Promise<Hold[]> => (state.isAway ? Promise.reject(new Error('away')) : Promise.resolve([...holds]));
  const calm = {
    get isCalm() {
      return state.isCalm;
    },
  };
  const watch = new HoldWatch({ all }, { clock, log: createLogger('test', 'silent'), calm });
  const look = async (): Promise<void> => {
    next?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { watch, holds, state, look };
}

test('before the holds have been read everything is held; afterwards only what a hold names', async () => {
  const { watch, holds } = watched();
  expect(watch.isHeld('starts', 'ibm')).toBe(true);
  holds.push(hold({ tenant: 'ibm', scopes: ['starts'] }));
  await watch.start();
  expect([watch.isHeld('starts', 'ibm'), watch.isHeld('admissions', 'ibm')]).toEqual([true, false]);
  expect([watch.isHeld('starts', 'other'), watch.isEverybodyHeld('starts')]).toEqual([false, false]);
  expect(watch.heldTenants('starts')).toEqual(['ibm']);
  await watch.stop();
});

test('a hold of all tenants holds each of them', async () => {
  const { watch, holds } = watched();
  holds.push(hold({ scopes: ['admissions'] }));
  await watch.start();
  expect([watch.isHeld('admissions', 'ibm'), watch.isHeld('starts', 'ibm')]).toEqual([true, false]);
  expect(watch.heldTenants('admissions')).toEqual([]);
});

test('a process that stood still or cannot read treats everything as held', async () => {
  const { watch, state, look } = watched();
  await watch.start();
  expect(watch.isHeld('starts', 'ibm')).toBe(false);
  state.isAway = true;
  state.now += MAX_HOLD_AGE_MS + 1;
  expect(watch.isHeld('starts', 'ibm')).toBe(true);
  await look();
  expect(watch.isHeld('starts', 'ibm')).toBe(true);
  state.isAway = false;
  await look();
  expect(watch.isHeld('starts', 'ibm')).toBe(false);
});

test('slots are skipped up to the later of the instants of the tenant and of all tenants', async () => {
  const { watch, holds } = watched();
  holds.push(hold({ scopes: [], skipUntil: 5 }), hold({ tenant: 'ibm', scopes: [], skipUntil: 9 }));
  await watch.start();
  expect([watch.skipUntil('ibm'), watch.skipUntil('other'), watch.isHeld('starts', 'ibm')]).toEqual([9, 5, false]);
});

test('while the service is at rest, only every second sweep reads the holds', async () => {
  const { watch, holds, state, look } = watched();
  await watch.start();
  state.isCalm = true;
  holds.push(hold({ scopes: ['starts'] }));
  state.now += 1_000;
  await look();
  expect(watch.isHeld('starts', 'ibm')).toBe(false);
  state.now += 1_000;
  await look();
  expect(watch.isHeld('starts', 'ibm')).toBe(true);
});
