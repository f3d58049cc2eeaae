import { shards } from '#testing/shards.js';
import { asJobId, asRunId } from '#common/domain/ids.js';
import { IDENTITY_FORM } from '#common/domain/stored-form.js';
import type { Backfill } from '#common/domain/backfill.js';
import { isEarly } from '#common/run/new-run.js';
import { aSchedule } from '#testing/builders/a-schedule.js';
import { backfillRun, dependentRun, manualRun, policyOf, slotRun } from './slot-run.js';

const NOW = 1_790_000_000_000;
const state = aSchedule(null, 0, { job: asJobId('report'), jobVersion: 3, followed: true });
const slot = { nominal: NOW + 1_000, effective: NOW + 1_500, flags: [] };

test('the run of a slot has the key of the slot and starts at the effective time', () => {
  const run = slotRun(state, slot, { limited: false, shardCount: shards.count }, NOW);
  expect(run).toMatchObject({ id: 'report-1790000001', scheduledFor: slot.nominal, startAfter: slot.effective });
  expect(run).toMatchObject({ phase: 'Pending', jobVersion: 3, followed: true });
  expect(isEarly(run)).toBe(true);
});

test('a run under a limit is queued without a permit', () => {
  expect(slotRun(state, slot, { limited: true, shardCount: shards.count }, NOW)).toMatchObject({
    phase: 'Queued',
    holds: [],
  });
});

test('a manual run contains its requester and its earliest start time', () => {
  const request = { run: asRunId('by-hand'), requestedBy: 'ann', startAfter: NOW + 60_000, overrides: null };
  const run = manualRun(state, request, { limited: true, shardCount: shards.count }, NOW);
  expect(run).toMatchObject({ id: 'by-hand', requestedBy: 'ann', trigger: 'manual', scheduledFor: null });
  expect(run.message).toContain(new Date(NOW + 60_000).toISOString());
});

test('dependent jobs run after a backfilled slot only if the backfill says so', () => {
  const backfill = { id: 'may', job: state.job, concurrencyPolicy: 'Forbid', requestedBy: 'ann' } as Backfill;
  const at = { nominal: NOW - 3_600_000, limited: false, shardCount: shards.count };
  expect(backfillRun(state, backfill, at, NOW)).not.toHaveProperty('followed');
  expect(backfillRun(state, { ...backfill, downstream: true }, at, NOW)).toMatchObject({
    followed: true,
    causeRoot: state.job,
    overrides: { concurrencyPolicy: 'Forbid' },
  });
});

test('a dependent run contains its causes, and gets outputs as parameters', () => {
  const asked = {
    id: asRunId('d'),
    cause: '1790000000',
    root: undefined,
    requestedBy: null,
    limited: false,
    shardCount: shards.count,
    causedBy: [{ run: asRunId('up-1'), job: asJobId('up') }],
  };
  const run = dependentRun(state, { ...asked, parameters: { rows: 7 } }, NOW);
  expect(run).toMatchObject({
    trigger: 'dependency',
    causedBy: asked.causedBy,
    overrides: { parameters: { rows: 7 } },
  });
  expect(run.scheduledFor).toBe(1_790_000_000_000);
  expect(dependentRun(state, { ...asked, parameters: {} }, NOW).overrides).toBeNull();
});

test('a request may have its own policy', () => {
  expect([policyOf(state, null), policyOf(state, { concurrencyPolicy: 'Replace' })]).toEqual(['Allow', 'Replace']);
});

test('runs of a job with an identity have its form, which former executors leave alone', () => {
  const making = { limited: false, shardCount: shards.count };
  const identified = { ...state, form: IDENTITY_FORM };
  const request = { run: asRunId('by-hand'), requestedBy: 'ann', startAfter: null, overrides: null };
  expect(slotRun(identified, slot, making, NOW).form).toBe(IDENTITY_FORM);
  expect(manualRun(identified, request, making, NOW).form).toBe(IDENTITY_FORM);
  expect(slotRun(state, slot, making, NOW)).not.toHaveProperty('form');
});
