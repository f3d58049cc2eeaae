import { cronOf, rhythmOf } from './rhythm.js';

test.each([
  ['*/15 * * * *', { kind: 'minutes', every: 15 }],
  ['H * * * *', { kind: 'hourly', minute: 'H' }],
  ['30 * * * *', { kind: 'hourly', minute: '30' }],
  ['0 9 * * *', { kind: 'daily', time: '09:00' }],
  ['0 9 * * 1-5', { kind: 'weekly', time: '09:00', days: ['1', '2', '3', '4', '5'] }],
  ['5 18 * * 0,3', { kind: 'weekly', time: '18:05', days: ['0', '3'] }],
  ['0 6 1 * *', { kind: 'monthly', time: '06:00', day: 1 }],
])('%s is described in words and converted back without a change', (cron, rhythm) => {
  expect(rhythmOf(cron)).toEqual(rhythm);
  expect(cronOf(rhythmOf(cron))).toBe(cron);
});

test.each([
  '0 9 * 1 *',
  '61 9 * * *',
  '0 24 * * *',
  '0 9 L * *',
  '0 9 1 * 1',
  'H H * * *',
  '0 0 9 * * *',
  '0 9 * * MON#2',
  '',
])('%s has no description in words and stays a cron expression', (cron) => {
  expect(rhythmOf(cron)).toEqual({ kind: 'custom' });
});
