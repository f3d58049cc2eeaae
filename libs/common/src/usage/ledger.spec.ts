import { asJobId, asTenantId } from '../domain/ids.js';
import { EMPTY_HOUR, endInHour, hoursOf } from './hours.js';
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

test('the hours of a ledger are kept for two days, whole', () => {
  const hour = { ...EMPTY_HOUR, finished: 1 };
  const part = { ...partOfWindow, hours: { '30T23': hour } };
  const kept = { '28T23': hour, '29T00': hour };
  const ledger = { ...withWindow(null, part, AT)!, hours: { '28T21': hour, '28T22': hour, ...kept } };
  // The present hour, and those of which a part is no older than two days.
  expect(withWindow(ledger, part, AT + 999)?.hours).toEqual({ ...kept, '30T23': hour });
});

test('an end that a former version kept apart counts in its hour as far as it says', () => {
  expect(hoursOf({ at: AT, state: 'FAILED' })).toEqual({ '30T23': { ...EMPTY_HOUR, failed: 1 } });
  expect(hoursOf({ at: AT, state: 'ABORTED' })).toEqual({ '30T23': { ...EMPTY_HOUR, aborted: 1 } });
});

test('a run of a slot is late by its planned start; a backfill is never late, and a run counts once', () => {
  const run = { state: 'FINISHED', reason: '', trigger: 'schedule', scheduledFor: AT, startAfter: AT + 500 } as const;
  const slot = { ...run, started: AT + 61_000 };
  expect(endInHour(slot)).toEqual({ isFailure: false, latenessMs: 60_500 });
  expect(hoursOf({ at: AT, state: 'FINISHED', ...endInHour(slot) })).toEqual({
    '30T23': { ...EMPTY_HOUR, finished: 1, slots: 1, late: 1, latenessMs: 60_500, latenessMaxMs: 60_500 },
  });
  for (const other of [{ trigger: 'backfill' as const }, { started: null }, { usageFrom: 1 }, { scheduledFor: null }])
    expect(endInHour({ ...slot, ...other })).toEqual({ isFailure: false });
  expect(endInHour({ ...slot, state: 'ABORTED', reason: 'IdleTimeout' })).toMatchObject({ isFailure: true });
});
