import { asJobId, asTenantId } from '../domain/ids.js';
import { NO_COUNTS, plusDays, storagePart, totalOf, withStorage, withWindow } from './ledger.js';

const AT = Date.parse('2026-11-30T23:59:59Z');
const of = { tenant: asTenantId('ibm'), job: asJobId('ibm-a'), at: AT };
const ended = { ...NO_COUNTS, finished: 2, attempts: 3, ms: 500, logBytes: 20 };
const partOfWindow = { ...storagePart(of, 0), days: { '30': ended } };

test('of several days, what was used is added up, and of the storage the greatest counts', () => {
  expect(totalOf({ '01': { ...ended, storageBytes: 70 }, '02': { ...ended, storageBytes: 90 }, '03': ended })).toEqual({
    ...NO_COUNTS,
    finished: 6,
    attempts: 9,
    ms: 1_500,
    logBytes: 60,
    storageBytes: 90,
  });
  expect(totalOf({})).toEqual(NO_COUNTS);
});

test('of several owners, the storage of one day is added up', () => {
  const days = plusDays(
    { '01': { ...ended, storageBytes: 70 } },
    { '01': { ...NO_COUNTS, storageBytes: 5 }, '02': ended },
  );
  expect(days).toMatchObject({ '01': { finished: 2, storageBytes: 75 }, '02': ended });
});

test('a day keeps the greatest measurement, and another day is another one', () => {
  const first = withStorage(null, storagePart(of, 40));
  expect(first).toEqual({
    id: '2026-11/job/ibm-a',
    kind: 'job',
    tenant: 'ibm',
    job: 'ibm-a',
    month: '2026-11',
    through: 0,
    rev: 1,
    days: { '30': { ...NO_COUNTS, storageBytes: 40 } },
  });
  expect(withStorage(first, storagePart(of, 40))).toBeNull();
  expect(withStorage(first, storagePart(of, 39))).toBeNull();
  expect(withStorage(first, storagePart(of, 41))).toMatchObject({ days: { '30': { storageBytes: 41 } }, rev: 2 });
  const before = withStorage(first, storagePart({ ...of, at: AT - 86_400_000 }, 3));
  expect(before?.days).toMatchObject({ '29': { storageBytes: 3 }, '30': { storageBytes: 40 } });
});

test('a ledger takes every window and every measurement, in any order', () => {
  const both = { '30': { ...ended, storageBytes: 40 } };
  const windowFirst = withStorage(withWindow(null, partOfWindow, AT), storagePart(of, 40));
  expect(windowFirst).toMatchObject({ days: both, through: AT, rev: 2 });
  const measuredFirst = withWindow(withStorage(null, storagePart(of, 40)), partOfWindow, AT)!;
  expect(measuredFirst).toMatchObject({ days: both, through: AT, rev: 2 });
  expect(withWindow(measuredFirst, partOfWindow, AT)).toBeNull();
});
