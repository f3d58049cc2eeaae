import fc from 'fast-check';
import { icsEvents } from './ics-events.js';

const fileOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...lines, 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');

describe('the events of an iCalendar file', () => {
  it('are returned as they are read', () => {
    const from = Date.UTC(2026, 11, 24) / 1000;
    const events = [{ zone: 'Europe/Prague', spans: [[from, from + 86_400]] }];
    expect(icsEvents(fileOf('DTSTART;VALUE=DATE:20261224'), 'Europe/Prague')).toEqual({ ok: true, events });
    expect(icsEvents('hello', 'UTC')).toMatchObject({ ok: false });
  });

  it('are refused where expanding a rule takes too long', () => {
    const never = fileOf(
      'DTSTART;VALUE=DATE:20260131',
      'RRULE:FREQ=YEARLY;BYMONTH=7;BYDAY=SU,53TH;BYSETPOS=233,192,359',
    );
    expect(icsEvents(never, 'UTC')).toEqual({
      ok: false,
      problem: expect.stringContaining('takes longer than') as unknown,
    });
  });

  it('are computed in bounded time for any rule', () => {
    const list = (min: number, max: number): fc.Arbitrary<string> =>
      fc
        .array(
          fc.integer({ min, max }).filter((value) => value !== 0),
          { minLength: 1, maxLength: 4 },
        )
        .map(String);
    const weekday = fc
      .tuple(fc.constantFrom('', '1', '5', '-1', '-5', '53'), fc.constantFrom('MO', 'TH', 'SU'))
      .map((parts) => parts.join(''));
    const part = fc.oneof(
      list(1, 12).map((months) => `BYMONTH=${months}`),
      list(-31, 31).map((days) => `BYMONTHDAY=${days}`),
      fc.array(weekday, { minLength: 1, maxLength: 3 }).map((days) => `BYDAY=${days.join(',')}`),
      list(-366, 366).map((positions) => `BYSETPOS=${positions}`),
      fc.integer({ min: 0, max: 2_000 }).map((interval) => `INTERVAL=${interval}`),
      fc.integer({ min: 0, max: 50 }).map((count) => `COUNT=${count}`),
    );
    const rule = fc
      .tuple(fc.constantFrom('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY'), fc.uniqueArray(part, { maxLength: 4 }))
      .map(([freq, parts]) => [`RRULE:FREQ=${freq}`, ...parts].join(';'));
    let read = 0;
    fc.assert(
      fc.property(rule, fc.constantFrom('20260131', '20240229', '19700101'), (text, start) => {
        if (icsEvents(fileOf(`DTSTART;VALUE=DATE:${start}`, text), 'UTC').ok) read++;
      }),
      { numRuns: 60 },
    );
    expect(read).toBeGreaterThan(10);
  }, 120_000);
});
