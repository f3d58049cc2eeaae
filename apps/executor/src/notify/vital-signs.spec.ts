import { shards } from '#testing/shards.js';
import { VitalSigns } from './vital-signs.js';

const NOW = 1_000_000;

/** The signs with this number of schedules that are overdue for a minute, and without a ready replica of the `absent` services. */
function signsOf(overdue: number, absent: readonly string[]): VitalSigns {
  const schedules = {
    countOverdue: (_: unknown, before: number) => Promise.resolve(before === NOW - 60_000 ? overdue : 99),
  };
  const members = {
    heardSince: (service: string, since: number) =>
      Promise.resolve(since === NOW - 30_000 ? [{ ready: false }, { ready: !absent.includes(service) }] : []),
  };
  return new VitalSigns(schedules, members as never, { now: () => NOW }, shards);
}

test('there is no problem while schedules are planned and each service has a ready replica', async () => {
  expect(await signsOf(0, []).problems()).toEqual([]);
});

test('overdue schedules and each service without a ready replica are named', async () => {
  expect(await signsOf(3, ['scheduler', 'log-collector']).problems()).toEqual([
    '3 schedules are overdue',
    'no scheduler is ready',
    'no log-collector is ready',
  ]);
});
