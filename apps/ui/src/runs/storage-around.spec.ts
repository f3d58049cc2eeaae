import { storageAround } from './storage-around.js';

const version = (number: number, savedBy: string, value: unknown = number) => ({
  version: number,
  value,
  deleted: false,
  savedAt: `2026-01-01T00:00:0${number}.000Z`,
  savedBy,
});
const run = { id: 'job-7', createdAt: '2026-01-01T00:00:02.500Z', started: '2026-01-01T00:00:02.600Z' };

test('a run that has saved values is shown with the value before it and its last saved value', () => {
  const versions = [
    version(5, 'anna'),
    version(4, 'job-7/0/main/0/1'),
    version(3, 'job-7/0/main/0/1'),
    version(2, 'x'),
  ];
  const { before, after } = storageAround(versions, run);
  expect([before?.version, after?.version]).toEqual([2, 4]);
});

test('a run that has saved nothing has the version of its start; attempts of runs with longer ids are not its own', () => {
  const { before, after } = storageAround([version(3, 'job-77/0/main/0/1'), version(2, 'anna')], run);
  expect([before?.version, after]).toEqual([2, null]);
});

test('deleted versions are ignored, and it is reported if all versions are later', () => {
  expect(storageAround([{ ...version(1, 'anna'), deleted: true }], run).before).toBeNull();
  expect(storageAround([version(4, 'anna')], run)).toEqual({ before: null, after: null, isOlder: true });
});
