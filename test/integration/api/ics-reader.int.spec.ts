/** The thread that reads iCalendar files, as it is compiled. */
import { resolve } from 'node:path';
import { systemClock } from '#common/clock/clock.js';
import { MAX_ICS_WAITING } from '#common/domain/limits.js';
import { IcsReader } from '../../../apps/api/src/calendars/ics-reader.js';

const workerFile = resolve('dist/apps/api/src/calendars/ics-worker.js');
const fileOf = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', ...events.flatMap((lines) => ['BEGIN:VEVENT', lines, 'END:VEVENT']), 'END:VCALENDAR', ''].join(
    '\r\n',
  );
const NEVER = 'DTSTART;VALUE=DATE:20260131\r\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30';

test('the events of a file are those that it names', async () => {
  const from = Date.UTC(2026, 11, 24) / 1000;
  const events = [{ zone: 'Europe/Prague', spans: [[from, from + 86_400]] }];
  const reader = new IcsReader(workerFile, systemClock);
  expect(await reader.read(fileOf('DTSTART;VALUE=DATE:20261224'), 'Europe/Prague')).toEqual({ ok: true, events });
  expect(await reader.read('hello', 'UTC')).toMatchObject({ ok: false });
});

test('a file that takes too long is refused, while this process goes on', async () => {
  const reader = new IcsReader(workerFile, systemClock, 1);
  const file = fileOf(...Array.from({ length: 1_500 }, () => NEVER));
  expect(await reader.read(file, 'UTC')).toEqual({
    ok: false,
    problem: expect.stringContaining('takes longer than 1 ms to evaluate') as unknown,
  });
});

test('one file is read at a time, and beyond the queue files are refused', async () => {
  const reader = new IcsReader(workerFile, systemClock);
  const results = await Promise.allSettled(
    Array.from({ length: MAX_ICS_WAITING + 2 }, () => reader.read(fileOf('DTSTART;VALUE=DATE:20261224'), 'UTC')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_ICS_WAITING + 1);
  expect(results.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
});
