import fc from 'fast-check';
import { common, nearWindow, windowsBehind, type Window } from './run-windows.js';

const times = fc.array(fc.nat(200), { maxLength: 60 });
const place = fc.option(fc.nat(200));
const way = fc.constantFrom(1 as const, -1 as const);
const isIn = ({ from, to }: Window, at: number): boolean => at >= (from ?? -Infinity) && at <= (to ?? Infinity);

test('windows are adjacent in the order of the list, and each instant after the cursor is in exactly one', () => {
  fc.assert(
    fc.property(times, place, way, (sampled, from, direction) => {
      const windows = windowsBehind(from, sampled, direction);
      for (let at = 0; at <= 200; at++) {
        const holding = windows.filter((window) => isIn(window, at));
        // The first window has no bound on the side of the cursor: the cursor itself bounds what is read.
        expect(holding).toHaveLength(1);
      }
      const ends = windows.map(({ from: older, to: newer }) => (direction === 1 ? newer : older));
      expect(ends.at(-1)).toBeNull();
      const before = ends.slice(0, -1) as number[];
      expect(before).toEqual(before.toSorted((a, b) => (a - b) * direction));
    }),
  );
});

test('the first window has one run of the sample, and each later one more than all before it', () => {
  const sampled = Array.from({ length: 100 }, (_, i) => i);
  const counts = windowsBehind(null, sampled, -1).map((window) => sampled.filter((at) => isIn(window, at)).length);
  expect(counts).toEqual([1, 3, 12, 48, 36]);
  expect(windowsBehind(null, [], -1)).toEqual([{ from: null, to: null }]);
});

test('the near window and the rest cover all time without overlap', () => {
  fc.assert(
    fc.property(times, place, way, (sampled, from, direction) => {
      const split = nearWindow(from, { ofList: sampled, ofAll: sampled }, direction);
      if (split === null) return;
      for (let at = 0; at <= 200; at++) expect(isIn(split.near, at)).toBe(!isIn(split.rest, at));
      const behind = sampled.filter((at) => from === null || (at - from) * direction > 0);
      expect(behind.filter((at) => isIn(split.near, at)).length).toBeGreaterThanOrEqual(8);
    }),
  );
});

test('there is no near window for rare runs, nor without a sample of all runs', () => {
  const ofAll = Array.from({ length: 100 }, (_, i) => i);
  expect(nearWindow(null, { ofList: ofAll.slice(0, 9), ofAll }, -1)).toBeNull();
  expect(nearWindow(null, { ofList: ofAll, ofAll: null }, -1)).toBeNull();
  expect(nearWindow(null, { ofList: ofAll.slice(0, 10), ofAll }, -1)).toEqual({
    near: { from: 92, to: null },
    end: 92,
    rest: { from: null, to: 91 },
  });
});

test.each([
  [
    { from: 1, to: 5 },
    { from: 3, to: null },
    { from: 3, to: 5 },
  ],
  [
    { from: null, to: 5 },
    { from: null, to: 4 },
    { from: null, to: 4 },
  ],
  [{ from: 6, to: null }, { from: null, to: 5 }, null],
  [
    { from: 5, to: null },
    { from: null, to: 5 },
    { from: 5, to: 5 },
  ],
])('the intersection of %j and %j is %j', (a, b, expected) => {
  expect(common(a, b)).toEqual(expected);
});
