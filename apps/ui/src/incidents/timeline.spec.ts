import { timelineOf } from './timeline.js';

const incident = {
  id: 'u-1',
  tenant: 'team',
  source: 'rule',
  monitor: 'nights',
  monitorName: 'Nights',
  reason: 'failed',
  message: 'Nights: Billing: a run has failed',
  jobs: [{ id: 'billing', name: 'Billing', message: 'a run has failed', since: '2026-12-01T00:00:00.000Z', run: 'r1' }],
  jobCount: 1,
  state: 'resolved',
  openedAt: '2026-12-01T00:00:00.000Z',
  acknowledgedAt: '2026-12-01T00:05:00.000Z',
  acknowledgedBy: 'ada',
  escalatedAt: null,
  resolvedAt: '2026-12-01T00:20:00.000Z',
  resolvedBy: null,
  endCause: 'recovered',
  notes: [{ at: '2026-12-01T00:10:00.000Z', by: 'bob', text: 'the disk' }],
  notifiedAt: '2026-12-01T00:00:01.000Z',
} as const;

const delivery = { on: 'opened', to: 'channel:ops', decidedAt: '2026-12-01T00:00:01.000Z' } as const;
const tried = { at: '2026-12-01T00:06:00.000Z', tookMs: 5, status: 200, reason: null };

const inWords = (...args: Parameters<typeof timelineOf>): string[] =>
  timelineOf(...args).map((moment) => `${moment.at.slice(11, 19)} ${moment.kind}`);

test('an incident is told from its opening to its end', () => {
  const delivered = { ...delivery, state: 'delivered' as const, tries: [tried] };
  expect(inWords({ ...incident, jobs: [...incident.jobs], notes: [...incident.notes] }, [delivered])).toEqual([
    '00:00:00 step',
    '00:00:00 job',
    '00:05:00 step',
    '00:06:00 notice',
    '00:10:00 note',
    '00:20:00 step',
  ]);
});

test('a notice that was not delivered stands where it was decided', () => {
  const lost = { ...delivery, state: 'gaveUp' as const, tries: [tried] };
  const [, , notice] = timelineOf({ ...incident, jobs: [...incident.jobs], notes: [] }, [lost]);
  expect(notice).toMatchObject({ kind: 'notice', at: delivery.decidedAt, tone: 'bad' });
});
