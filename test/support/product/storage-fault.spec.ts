import { savesAfter } from './storage-fault.js';

const endOf = (run: string): number => (run === 'first' ? 100 : -Infinity);

test.each([
  ['the only run that saved', [{ run: 'first', from: 50 }], 0],
  ['a run that overlaps with the other', [{ run: 'second', from: 99 }], 0],
  ['a run that had ended before the other saved', [{ run: 'second', from: 101 }], 1],
])('the later saves of other runs are counted for a value of %s', (_what, saves, later) => {
  expect(savesAfter('first', saves, endOf)).toBe(later);
});

test('no value, or one of an unknown run, is older than every save', () => {
  expect(savesAfter(undefined, [{ run: 'first', from: 50 }], endOf)).toBe(1);
  expect(savesAfter('stranger', [{ run: 'first', from: 50 }], endOf)).toBe(1);
});
