import { asJobId, asTenantId } from '#common/domain/ids.js';
import type { Notice } from '#common/run/notice.js';
import { kindsBefore, waitsUntil } from './delivery-order.js';

const NOW = 1_000_000;

function notice(id: string, on: Notice['on'], at: number, more: Partial<Notice> = {}): Notice {
  return {
    id,
    tenant: asTenantId('a'),
    job: asJobId('j'),
    shard: 0,
    on,
    webhook: 'hook',
    to: 'hook',
    body: {
      id,
      on,
      at: new Date(at).toISOString(),
      tenant: 'a',
      job: 'j',
      jobName: 'j',
      message: '',
      run: null,
      missed: null,
    },
    decidedAt: NOW,
    tries: 0,
    nextTryAt: NOW,
    outcome: null,
    lastError: null,
    ...more,
  };
}

const ofIncident = { job: null, incident: 'i-1' };

test('the steps of an incident are delivered in order, even if they happened at the same time', () => {
  const opened = notice('1', 'opened', NOW, { ...ofIncident, nextTryAt: NOW + 5_000 });
  const escalated = notice('2', 'escalated', NOW, ofIncident);
  const resolved = notice('3', 'resolved', NOW, ofIncident);
  const all = [opened, escalated, resolved];
  expect(waitsUntil(opened, all, NOW)).toBeNull();
  expect(waitsUntil(escalated, all, NOW)).toBe(NOW + 5_000);
  // The escalation is due or under way: the next check follows soon, but not at once.
  expect(waitsUntil(resolved, all, NOW)).toBe(NOW + 1_000);
  expect(waitsUntil(resolved, [resolved], NOW)).toBeNull();
});

test('a failure and a recovery of a job are delivered in their order, and failures do not wait for each other', () => {
  const failed = notice('1', 'failed', NOW - 3_000, { nextTryAt: NOW + 20_000 });
  const recovered = notice('2', 'recovered', NOW - 2_000, { nextTryAt: NOW + 2_000 });
  const again = notice('3', 'failed', NOW - 1_000);
  const all = [failed, recovered, again];
  expect(all.map((each) => waitsUntil(each, all, NOW))).toEqual([null, NOW + 20_000, NOW + 2_000]);
  expect(waitsUntil(again, [failed, again], NOW)).toBeNull();
});

test('other kinds of notices do not wait, nor does a notice that a person sends again', () => {
  for (const on of ['missed', 'late', 'long', 'opened'] as const) expect(kindsBefore(notice('1', on, NOW))).toEqual([]);
  const asked = notice('3', 'resolved', NOW, { ...ofIncident, askedAnewAt: NOW });
  expect(waitsUntil(asked, [notice('1', 'opened', NOW, ofIncident)], NOW)).toBeNull();
});
