import type { Backfill } from '#common/domain/backfill.js';
import { asJobId, asTenantId } from '#common/domain/ids.js';
import { MAX_BACKFILL_SLOTS } from '#common/domain/limits.js';
import { excludesNothing } from '#common/schedule/exclusion.js';
import { aRule } from '#testing/builders/a-schedule.js';
import { advanced, cancelled, nextBatch, slotsInRange } from './backfill.js';

const T0 = Date.parse('2026-05-04T10:00:00Z');
const MINUTE = 60_000;
const rule = aRule({ cron: '* * * * *' });

const aBackfill = (change: Partial<Backfill> = {}): Backfill => ({
  id: 'b1',
  job: asJobId('j1'),
  tenant: asTenantId('acme'),
  shard: 1,
  rev: 1,
  rule,
  from: T0,
  to: T0 + 4 * MINUTE,
  mark: T0 - 1,
  nextAt: T0,
  maxPerMinute: 60,
  concurrencyPolicy: null,
  requestedBy: 'anna',
  createdAt: T0,
  finishedAt: null,
  state: 'Running',
  message: '',
  total: 5,
  made: 0,
  ...change,
});

describe('the slots of a range', () => {
  const now = T0 + 60 * MINUTE;

  it('are those of the rule, both ends included', () => {
    const range = slotsInRange(rule, { from: T0, to: T0 + 2 * MINUTE }, excludesNothing, now);
    expect(range).toEqual({ ok: true, slots: [T0, T0 + MINUTE, T0 + 2 * MINUTE] });
  });

  it('are not those that calendars leave out', () => {
    const range = slotsInRange(rule, { from: T0, to: T0 + 2 * MINUTE }, (at) => at === T0 + MINUTE, now);
    expect(range).toEqual({ ok: true, slots: [T0, T0 + 2 * MINUTE] });
  });

  it.each([
    ['the future', { from: T0, to: now + 1 }, 'to'],
    ['a range the wrong way round', { from: T0 + 1, to: T0 }, 'from'],
    ['more slots than the limit', { from: T0 - (MAX_BACKFILL_SLOTS + 1) * MINUTE, to: T0 }, 'to'],
  ])('refuse %s, naming the field', (_what, range, path) => {
    expect(slotsInRange(rule, range, excludesNothing, now)).toMatchObject({ ok: false, path });
  });
});

describe('a step', () => {
  const now = T0 + 10 * MINUTE;

  it('begins as many slots as the rate allows, and waits for as long as they stand for', () => {
    const backfill = aBackfill({ maxPerMinute: 120 });
    const batch = nextBatch(backfill, excludesNothing, 1_000);
    expect(batch).toEqual([T0, T0 + MINUTE]);
    expect(advanced(backfill, { batch, made: 2 }, now)).toMatchObject({
      mark: T0 + MINUTE,
      made: 2,
      nextAt: now + 1_000,
      state: 'Running',
      rev: 2,
    });
  });

  it('begins one slot where the rate is less than one per step', () => {
    const backfill = aBackfill({ maxPerMinute: 2 });
    const batch = nextBatch(backfill, excludesNothing, 1_000);
    expect(batch).toEqual([T0]);
    expect(advanced(backfill, { batch, made: 1 }, now).nextAt).toBe(now + 30_000);
  });

  it('stays before a slot that found no place', () => {
    const batch = [T0, T0 + MINUTE];
    expect(advanced(aBackfill(), { batch, made: 0 }, now)).toMatchObject({
      mark: T0 - 1,
      made: 0,
      nextAt: now + 1_000,
    });
    expect(advanced(aBackfill(), { batch, made: 1 }, now)).toMatchObject({ mark: T0, made: 1, nextAt: now + 1_000 });
  });

  it('completes the backfill once no slot is left', () => {
    const done = advanced(aBackfill({ mark: T0 + 4 * MINUTE, made: 5 }), { batch: [], made: 0 }, now);
    expect(done).toMatchObject({ state: 'Completed', nextAt: null, finishedAt: now, made: 5 });
  });
});

test('a cancelled backfill keeps what was made and begins nothing more', () => {
  expect(cancelled(aBackfill({ made: 2, mark: T0 + MINUTE }), 'Cancelled by anna.', T0)).toMatchObject({
    state: 'Cancelled',
    nextAt: null,
    made: 2,
    mark: T0 + MINUTE,
    message: 'Cancelled by anna.',
  });
});
