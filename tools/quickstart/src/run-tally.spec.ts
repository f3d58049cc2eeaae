import type { RunEvent } from './event-lines.js';
import { RunTally } from './run-tally.js';

const event = (...states: string[]): RunEvent => ({
  id: 'r',
  jobName: 'A job',
  trigger: 'schedule',
  transitions: states.map((state) => ({ at: '', phase: '', state, reason: '', message: '' })),
});

test('runs are counted when they end, and the rate is that of the last minute', () => {
  const tally = new RunTally();
  tally.take(event('RUNNING', 'RUNNING'), 0);
  for (const second of [0, 1, 30]) tally.take(event('RUNNING', 'FINISHED'), second * 1_000);
  tally.take(event('FAILED'), 45_000);
  const overview = { running: 2, queued: 1, next: { at: '2026-01-01T10:00:05.000Z', job: 'Disk report' } };
  expect(tally.summary(overview, 50_000)).toBe(
    'runs: 2 running, 1 queued, 4 ended, 1 failed · 4 a minute · next 10:00:05 Disk report',
  );
  expect(tally.summary({ ...overview, next: null }, 90_000)).toBe(
    'runs: 2 running, 1 queued, 4 ended, 1 failed · 1 a minute',
  );
  expect(tally.summary(null, 200_000)).toBe('runs: ? running, ? queued, 4 ended, 1 failed · 0 a minute');
});
