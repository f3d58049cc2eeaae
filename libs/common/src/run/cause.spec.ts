import { backfillRunId } from '../domain/backfill.js';
import { asJobId, asRunId, scheduledRunId } from '../domain/ids.js';
import { again, baseOf, causeOf, dependentRunId, slotOf } from './cause.js';

const job = asJobId('ibm-load');
const SLOT = 1_767_225_600_000;
const origin = { job, id: scheduledRunId(job, SLOT), scheduledFor: SLOT };

it('the cause of a run is its slot, its backfilled slot, or the manual run', () => {
  expect(causeOf(origin)).toBe('1767225600');
  expect(causeOf({ ...origin, id: backfillRunId({ id: 'b7', job }, SLOT) })).toBe('1767225600-bb7');
  expect(causeOf({ job, id: asRunId('01k'), scheduledFor: null })).toBe('m01k');
  expect(causeOf({ job, id: asRunId('01m'), scheduledFor: null, cause: '1767225600' })).toBe('1767225600');
});

it('the cause is another one if a chain is run again, on the same base', () => {
  const first = again('1767225600-bb7', '01k');
  expect([first, again(first, '01m'), baseOf(first)]).toEqual(['1767225600-r01k', '1767225600-r01m', '1767225600']);
  expect([slotOf(first), slotOf(again('m01k', '01m'))]).toEqual([SLOT, null]);
});

it('a cause makes one key for each job', () => {
  const keys = ['1767225600', '1767225600-bb7', 'm01k', 'm01k-r01m'].map((cause) => dependentRunId(job, cause));
  expect(new Set(keys).size).toBe(4);
  expect(keys[0]).toBe('ibm-load-a1767225600');
});
