import type { Bulk } from '#common/domain/bulk.js';
import { MAX_BULK_STANDSTILL_MS } from '#common/domain/limits.js';
import { afterPart, delayed } from './bulk-progress.js';

const HOUR = 3_600_000;
const bulk: Bulk = {
  id: 'b',
  rev: 1,
  kind: 'jobs',
  action: 'pause',
  given: '{}',
  subject: 's',
  requestedBy: 'ada',
  address: '::1',
  credential: 'c',
  createdAt: 0,
  finishedAt: null,
  state: 'Running',
  message: '',
  total: 9,
  position: 0,
  refused: 0,
  refusals: [],
  leaseUntil: 0,
};
const failed = (of: Bulk, now: number): Bulk => delayed(of, { until: now + 1, why: 'away', now });

test('an operation that has lasted for hours continues after a failure', () => {
  const now = 5 * HOUR;
  expect(failed(bulk, now)).toMatchObject({ state: 'Running', leaseUntil: now + 1 });
});

test('an operation fails once no part has succeeded for an hour', () => {
  const first = failed(bulk, HOUR);
  expect(failed(first, HOUR + MAX_BULK_STANDSTILL_MS)).toMatchObject({ state: 'Running' });
  expect(failed(first, HOUR + MAX_BULK_STANDSTILL_MS + 1)).toMatchObject({ state: 'Failed', message: 'away' });
});

test('a part that succeeds ends the standstill', () => {
  const moved = afterPart(failed(bulk, HOUR), { count: 1, refused: [] }, 2 * HOUR);
  expect(failed(moved, HOUR + MAX_BULK_STANDSTILL_MS + 1)).toMatchObject({ state: 'Running' });
});
