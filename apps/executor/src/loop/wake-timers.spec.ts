import { jest } from '@jest/globals';
import { systemClock } from '#common/clock/clock.js';
import { asRunId, type RunId } from '#common/domain/ids.js';
import { HandClock } from '#testing/hand-clock.js';
import { WakeTimers } from './wake-timers.js';

const run = (i: number): RunId => asRunId(`run-${i}`);
const HERD = 1_000;
const YEAR_MS = 366 * 86_400_000;

class World {
  readonly clock = new HandClock();
  readonly woken: RunId[] = [];
  readonly soon: RunId[] = [];
  readonly due: RunId[] = [];
  readonly timers = new WakeTimers((woken) => this.woken.push(woken), this.clock);

  plan(count: number, at: number): void {
    for (let i = 0; i < count; i++) {
      const id = run(i);
      const onSoon = (): number => this.soon.push(id);
      this.timers.plan(id, at, this.clock.now(), { isNew: true, onSoon, onDue: () => this.due.push(id) });
    }
  }
}

test('runs of the same time are woken together, as many as can be in work at once', () => {
  const world = new World();
  world.plan(128, 1_000);
  world.clock.pass(999);
  expect(world.woken).toEqual([]);
  world.clock.pass(1);
  expect(world.woken).toHaveLength(128);
  expect(world.due).toEqual(world.woken);
  expect(world.timers.has(run(0))).toBe(false);
});

test('the values that a run needs can be read 50 ms before its time', () => {
  const world = new World();
  world.plan(3, 1_000);
  world.clock.pass(949);
  expect(world.soon).toEqual([]);
  world.clock.pass(1);
  expect(world.soon).toEqual([run(0), run(1), run(2)]);
  world.clock.pass(50);
  expect(world.soon).toEqual(world.woken);
});

test('nothing is read ahead for a run that is woken earlier, nor after the stop', () => {
  const world = new World();
  world.plan(2, 1_000);
  world.timers.plan(run(0), 900, world.clock.now(), {});
  world.clock.pass(960);
  expect(world.soon).toEqual([run(1)]);
  world.plan(2, 2_000);
  world.timers.stop();
  world.clock.pass(2_000);
  expect(world.soon).toEqual([run(1)]);
});

test('of a herd only the runs that are woken first are read ahead', () => {
  const world = new World();
  world.plan(HERD, 1_000);
  world.clock.pass(1_000);
  expect(world.soon).toEqual(world.woken);
});

test('a herd is woken in parts, a few runs first, each run once and in the planned order', () => {
  const world = new World();
  world.plan(HERD, 1_000);
  world.clock.pass(999);
  const sizes: number[] = [];
  for (let ms = 1_000; world.woken.length < HERD && ms < 2_000; ms++) {
    const before = world.woken.length;
    world.clock.pass(1);
    if (world.woken.length > before) sizes.push(world.woken.length - before);
  }
  expect(world.woken).toEqual(Array.from({ length: HERD }, (_, i) => run(i)));
  expect(Math.max(...sizes)).toBeLessThan(HERD / 2);
});

test('the first runs of a herd have a lead, so that others do not delay them between their reads and their calls', () => {
  const world = new World();
  world.plan(HERD, 1_000);
  world.clock.pass(1_000);
  const first = world.woken.length;
  expect(first).toBeGreaterThan(0);
  world.clock.pass(9);
  expect([world.woken.length, world.due.length]).toEqual([first, first]);
  world.clock.pass(1);
  expect(world.woken.length).toBeGreaterThan(first);
});

test('a run of a herd that has not been woken yet is still planned, can be moved to an earlier time, and is woken once', () => {
  const world = new World();
  world.plan(HERD, 1_000);
  world.clock.pass(1_000);
  const last = run(HERD - 1);
  expect(world.timers.has(last)).toBe(true);
  world.timers.plan(last, 500, world.clock.now(), { isNew: true });
  world.clock.pass(0);
  expect(world.woken).toContain(last);
  world.clock.pass(1_000);
  expect(world.woken).toHaveLength(HERD);
  expect(new Set(world.woken).size).toBe(HERD);
});

test('a run that is added while others of the same time still wait is woken, too', () => {
  const world = new World();
  world.plan(HERD, 1_000);
  world.clock.pass(1_000);
  world.timers.plan(run(HERD), 1_000, world.clock.now(), { isNew: true });
  world.clock.pass(1_000);
  expect(world.woken.at(-1)).toBe(run(HERD));
});

test('a stop between two parts wakes no more runs', () => {
  const world = new World();
  world.plan(HERD, 1_000);
  world.clock.pass(1_000);
  const before = world.woken.length;
  world.timers.stop();
  world.clock.pass(10_000);
  expect(world.woken).toHaveLength(before);
  expect(before).toBeLessThan(HERD);
  expect(world.timers.has(run(HERD - 1))).toBe(false);
});

test('a run that starts in a year waits with a few timers, and is woken once, at its instant', () => {
  jest.useFakeTimers();
  const set = jest.spyOn(globalThis, 'setTimeout');
  try {
    const woken: number[] = [];
    const soon: number[] = [];
    const timers = new WakeTimers(() => woken.push(Date.now()), systemClock);
    const at = Date.now() + YEAR_MS;
    timers.plan(run(0), at, Date.now(), { isNew: true, onSoon: () => soon.push(Date.now()) });
    jest.advanceTimersByTime(60_000);
    expect(set).toHaveBeenCalledTimes(2);
    jest.advanceTimersByTime(YEAR_MS - 61_000);
    expect({ woken, soon, isPlanned: timers.has(run(0)) }).toEqual({ woken: [], soon: [], isPlanned: true });
    jest.advanceTimersByTime(YEAR_MS);
    expect({ woken, soon }).toEqual({ woken: [at], soon: [at - 50] });
    expect(set.mock.calls.length).toBeLessThan(40);
  } finally {
    set.mockRestore();
    jest.useRealTimers();
  }
});
