import { beginOf, newBackupId } from './backup-store.js';

test('the order of ids is that of the backups, also within one second', () => {
  const begins = Array.from({ length: 40 }, (_, i) => Date.UTC(2026, 0, 2, 3, 4, 5, i * 7));
  const ids = begins.map((begin) => newBackupId(new Date(begin)));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.map(beginOf)).toEqual(begins);
});

test.each(['', '20260102T030405Z-00000000', '20260102T030405000Z', '20260102T030405000Z-0000000g'])(
  '%j is no id of a backup',
  (text) => {
    expect(beginOf(text)).toBeNull();
  },
);
