import { MAX_ICS_SPANS } from '#common/domain/limits.js';
import { exclusionOf } from '#common/schedule/exclusion.js';
import { readIcs } from './read-ics.js';

const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Feast', ...lines, 'END:VEVENT'].join('\r\n');
const file = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');

function excludedBy(text: string, timezone: string): (time: string) => boolean {
  const read = readIcs(text, timezone);
  if (!read.ok) throw new Error(read.problem);
  const excludes = exclusionOf([{ timezone, events: read.events }]);
  return (time) => excludes(Date.parse(time));
}

function problemOf(...lines: string[]): string {
  const read = readIcs(file(event(...lines)), 'UTC');
  return read.ok ? 'none' : read.problem;
}

describe('the events of an iCalendar file', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    [
      'a day in the time zone of the calendar',
      ['DTSTART;VALUE=DATE:20261224'],
      ['2026-12-23T23:00:00Z', '2026-12-24T22:59:59Z'],
      ['2026-12-23T22:59:59Z', '2026-12-24T23:00:00Z'],
    ],
    [
      'several days, without the end date',
      ['DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'],
      ['2026-12-24T12:00:00Z', '2026-12-26T22:59:59Z'],
      ['2026-12-26T23:00:00Z'],
    ],
    [
      'a time with a time zone of its own',
      ['DTSTART;TZID=America/New_York:20260703T090000', 'DTEND;TZID=America/New_York:20260703T170000'],
      ['2026-07-03T13:00:00Z', '2026-07-03T20:59:59Z'],
      ['2026-07-03T12:59:59Z', '2026-07-03T21:00:00Z'],
    ],
    [
      'a time in UTC with a duration',
      ['DTSTART:20260703T090000Z', 'DURATION:PT90M'],
      ['2026-07-03T09:00:00Z', '2026-07-03T10:29:59Z'],
      ['2026-07-03T10:30:00Z'],
    ],
    [
      'a time without a time zone, in the zone of the calendar',
      ['DTSTART:20260703T090000', 'DTEND:20260703T100000'],
      ['2026-07-03T07:00:00Z'],
      ['2026-07-03T08:00:00Z', '2026-07-03T09:00:00Z'],
    ],
    [
      'every year, up to the last year that schedules have',
      ['DTSTART;VALUE=DATE:20201225', 'RRULE:FREQ=YEARLY'],
      ['2026-12-25T12:00:00Z', '2099-12-25T12:00:00Z'],
      ['2019-12-25T12:00:00Z', '2026-12-26T12:00:00Z'],
    ],
    [
      'the fourth Thursday of November',
      ['DTSTART;VALUE=DATE:20201126', 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH'],
      ['2026-11-26T12:00:00Z'],
      ['2026-11-19T12:00:00Z'],
    ],
    [
      '29 February in leap years only',
      ['DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'],
      ['2024-02-29T12:00:00Z', '2028-02-29T12:00:00Z'],
      ['2025-02-28T12:00:00Z', '2025-03-01T12:00:00Z'],
    ],
    [
      'the day only in months that have it',
      ['DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=YEARLY;BYMONTH=2,4,5;BYMONTHDAY=-1,31'],
      ['2026-02-28T12:00:00Z', '2026-04-30T12:00:00Z', '2026-05-31T12:00:00Z'],
      ['2026-03-03T12:00:00Z', '2026-05-01T12:00:00Z'],
    ],
    [
      'the last working day of each month',
      ['DTSTART;VALUE=DATE:20260130', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
      ['2026-01-30T12:00:00Z', '2026-05-29T12:00:00Z'],
      ['2026-05-30T12:00:00Z', '2026-05-31T12:00:00Z'],
    ],
    [
      'a series without its EXDATE days and with its RDATE days',
      [
        'DTSTART;VALUE=DATE:20260101',
        'RRULE:FREQ=MONTHLY;COUNT=3',
        'EXDATE;VALUE=DATE:20260201',
        'RDATE;VALUE=DATE:20260214',
      ],
      ['2026-01-01T12:00:00Z', '2026-02-14T12:00:00Z', '2026-03-01T12:00:00Z'],
      ['2026-02-01T12:00:00Z', '2026-04-01T12:00:00Z'],
    ],
    [
      'the last occurrence of a rule whose end is given in UTC',
      [
        'DTSTART;TZID=Europe/Prague:20260105T090000',
        'DTEND;TZID=Europe/Prague:20260105T100000',
        'RRULE:FREQ=WEEKLY;UNTIL=20260119T080000Z',
      ],
      ['2026-01-05T08:00:00Z', '2026-01-19T08:00:00Z'],
      ['2026-01-26T08:00:00Z'],
    ],
    [
      'the weekday of DTSTART in a week by its number',
      ['DTSTART;VALUE=DATE:20260513', 'RRULE:FREQ=YEARLY;BYWEEKNO=20'],
      ['2026-05-13T12:00:00Z', '2027-05-19T12:00:00Z', '2028-05-17T12:00:00Z'],
      ['2026-05-12T12:00:00Z', '2027-05-18T12:00:00Z', '2027-05-20T12:00:00Z'],
    ],
    [
      'the month of DTSTART for days of a month in each year',
      ['DTSTART;VALUE=DATE:20260716', 'RRULE:FREQ=YEARLY;WKST=MO;INTERVAL=1;BYMONTHDAY=16,-1'],
      ['2026-07-16T12:00:00Z', '2026-07-31T12:00:00Z', '2027-07-16T12:00:00Z', '2027-07-31T12:00:00Z'],
      ['2026-08-16T12:00:00Z', '2026-08-31T12:00:00Z', '2027-01-16T12:00:00Z'],
    ],
    [
      'each month for days of a month that are certain weekdays, in each year',
      ['DTSTART;VALUE=DATE:20260213', 'RRULE:FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR'],
      ['2026-02-13T12:00:00Z', '2026-03-13T12:00:00Z', '2026-11-13T12:00:00Z', '2027-08-13T12:00:00Z'],
      ['2026-04-13T12:00:00Z'],
    ],
    [
      'a series without the days of its EXRULE',
      ['DTSTART;VALUE=DATE:20260101', 'RRULE:FREQ=DAILY;COUNT=10', 'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU', 'EXRULE:'],
      ['2026-01-01T12:00:00Z', '2026-01-02T12:00:00Z', '2026-01-05T12:00:00Z', '2026-01-09T12:00:00Z'],
      ['2026-01-03T12:00:00Z', '2026-01-04T12:00:00Z', '2026-01-10T12:00:00Z'],
    ],
    [
      'a series of times without those of its EXRULE, whose COUNT counts what it names',
      [
        'DTSTART;TZID=Europe/Prague:20260324T090000',
        'DURATION:PT1H',
        'RRULE:FREQ=DAILY;COUNT=9',
        'EXRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=1',
        'EXRULE:FREQ=DAILY;BYMONTHDAY=24,25;UNTIL=20260324T080000Z',
      ],
      ['2026-03-25T08:00:00Z', '2026-03-29T07:00:00Z', '2026-03-31T07:00:00Z'],
      ['2026-03-24T08:00:00Z', '2026-03-30T07:00:00Z'],
    ],
    [
      'nothing for a cancelled event',
      ['DTSTART;VALUE=DATE:20261224', 'STATUS:CANCELLED'],
      [],
      ['2026-12-24T12:00:00Z'],
    ],
    [
      'an event that is marked as transparent, as in files of public holidays',
      ['DTSTART;VALUE=DATE:20261224', 'TRANSP:TRANSPARENT'],
      ['2026-12-24T12:00:00Z'],
      [],
    ],
    ['nothing for an event without a duration', ['DTSTART:20260703T090000Z'], [], ['2026-07-03T09:00:00Z']],
  ])('exclude: %s', (_, lines, excluded, kept) => {
    const excludes = excludedBy(file(event(...lines)), 'Europe/Prague');
    expect(excluded.filter((time) => !excludes(time))).toEqual([]);
    expect(kept.filter((time) => excludes(time))).toEqual([]);
  });

  it('are moved by an exception for one occurrence, and removed by a cancelled occurrence', () => {
    const excludes = excludedBy(
      file(
        event('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=3'),
        event('RECURRENCE-ID;VALUE=DATE:20260112', 'DTSTART;VALUE=DATE:20260113'),
        event('RECURRENCE-ID;VALUE=DATE:20260119', 'DTSTART;VALUE=DATE:20260119', 'STATUS:CANCELLED'),
      ),
      'UTC',
    );
    const days = ['05', '12', '13', '19'].filter((day) => excludes(`2026-01-${day}T12:00:00Z`));
    expect(days).toEqual(['05', '13']);
  });

  it('are those of the newest version, of a series and of an occurrence; other events with the same UID stay', () => {
    const days = (...events: string[]): string[] => {
      const excludes = excludedBy(file(...events), 'UTC');
      return ['05', '06', '12', '13', '14', '19'].filter((day) => excludes(`2026-01-${day}T12:00:00Z`));
    };
    const series = event('DTSTART;VALUE=DATE:20260105', 'RRULE:FREQ=WEEKLY;COUNT=3', 'SEQUENCE:1');
    const moved = (day: number, sequence: number): string =>
      event('RECURRENCE-ID;VALUE=DATE:20260112', `DTSTART;VALUE=DATE:202601${day}`, `SEQUENCE:${sequence}`);
    expect(days(moved(14, 3), series, event('DTSTART;VALUE=DATE:20260106', 'SEQUENCE:0'), moved(13, 2))).toEqual([
      ...['05', '14', '19'],
    ]);
    expect(days(series, event('DTSTART;VALUE=DATE:20260105', 'STATUS:CANCELLED', 'SEQUENCE:2'))).toEqual([]);
    expect(days(event('DTSTART;VALUE=DATE:20260105'), event('DTSTART;VALUE=DATE:20260106'))).toEqual(['05', '06']);
  });

  it('are read from every calendar in the text; a calendar may have none', () => {
    const one = file(event('DTSTART;VALUE=DATE:20261224'));
    const excludes = excludedBy(`${one}${file(event('DTSTART;VALUE=DATE:20261226'))}`, 'UTC');
    expect(['24', '25', '26'].map((day) => excludes(`2026-12-${day}T00:00:00Z`))).toEqual([true, false, true]);
    expect(readIcs(file(), 'UTC')).toEqual({ ok: true, events: [] });
  });

  it.each([
    ['in the zone of the author', 'X-WR-TIMEZONE:America/New_York', '2026-07-03T13:00:00Z'],
    [
      'in the zone of the calendar, where the author is in none that is known',
      'X-WR-TIMEZONE:Mars',
      '2026-07-03T07:00:00Z',
    ],
  ])('times without a zone are %s, and days in the zone of the calendar', (_, line, begin) => {
    const times = event('DTSTART:20260703T090000', 'DTEND:20260703T093000');
    const series = event(
      'DTSTART:20260704T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=2',
      'EXDATE:20260704T090000',
    );
    const excludes = excludedBy(
      file(
        line,
        times,
        series,
        event('DTSTART;VALUE=DATE:20261224'),
        event('DTSTART:20260801T090000Z', 'DURATION:PT1H'),
      ),
      'Europe/Prague',
    );
    const minutes = (at: string, count: number): string => new Date(Date.parse(at) + count * 60_000).toISOString();
    const of = (at: string): boolean[] => [-1, 0, 29, 30].map((count) => excludes(minutes(at, count)));
    expect(of(begin)).toEqual([false, true, true, false]);
    expect(excludes(minutes(begin, 24 * 60))).toBe(false);
    expect(excludes(minutes(begin, 48 * 60))).toBe(true);
    expect(['2026-12-23T23:00:00Z', '2026-12-24T22:59:59Z', '2026-12-24T23:00:00Z'].map(excludes)).toEqual([
      true,
      true,
      false,
    ]);
    expect(excludes('2026-08-01T09:00:00Z')).toBe(true);
  });

  it('do not depend on the time zones that the file defines', () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Prague', 'END:VTIMEZONE'].join('\r\n');
    const excludes = excludedBy(
      file(zone, event('DTSTART;TZID=Europe/Prague:20260703T090000', 'DURATION:PT1H')),
      'UTC',
    );
    expect(excludes('2026-07-03T07:00:00Z')).toBe(true);
  });

  it.each<[string, readonly string[]]>([
    ['the event "Feast" (line 3) has no DTSTART', []],
    [
      'the event "Feast" (line 3) is in the zone "Mars/Base", which is neither a time zone of the IANA database, such as Europe/Prague, nor of Windows, nor defined in the file',
      ['DTSTART;TZID=Mars/Base:20260703T090000'],
    ],
    [
      'the event "Feast" (line 3) recurs HOURLY, but an event may recur only YEARLY, MONTHLY, WEEKLY, DAILY',
      ['DTSTART:20260703T090000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY'],
    ],
    [
      'the event "Feast" (line 3) recurs HOURLY, but an event may recur only YEARLY, MONTHLY, WEEKLY, DAILY',
      ['DTSTART;VALUE=DATE:20260703', 'RRULE:FREQ=DAILY;COUNT=3', 'EXRULE:FREQ=HOURLY'],
    ],
    [
      'the event "Feast" (line 3) has a rule that cannot be used: BYMONTHDAY cannot be combined with FREQ=WEEKLY',
      ['DTSTART;VALUE=DATE:20260703', 'RRULE:FREQ=WEEKLY;BYMONTHDAY=3'],
    ],
    [
      `the event "Feast" (line 3): up to this event there are more than ${MAX_ICS_SPANS} times until the year 2099`,
      ['DTSTART;VALUE=DATE:20260703', 'RRULE:FREQ=DAILY'],
    ],
  ])('are refused: %s', (problem, lines) => {
    expect(problemOf(...lines)).toBe(problem);
  });

  it.each([
    [/^contains something other than a VCALENDAR$/, 'BEGIN:VCARD\r\nEND:VCARD\r\n'],
    [/^is not an iCalendar file: it begins with "hello"/, 'hello'],
    [/^cannot be read: /, 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR'],
    [/^cannot be read.*: /, file(event('DTSTART:20260703T090000', 'RRULE:FREQ=SOMETIMES'))],
  ])('are refused: %s', (problem, text) => {
    expect(readIcs(text, 'UTC')).toEqual({ ok: false, problem: expect.stringMatching(problem) as unknown });
  });
});
