/** Files as calendar programs and sites of public holidays export them: the days that they exclude. */
import { exclusionOf } from '#common/schedule/exclusion.js';
import { readIcs } from './read-ics.js';

const ZONE = 'Europe/Prague';
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:1@x', 'SUMMARY:Feast', ...lines, 'END:VEVENT'];
const file = (lines: readonly string[], end = '\r\n'): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//EN', ...lines, 'END:VCALENDAR', ''].join(end);

/** The dates of 2026 on which the file excludes a slot at 11:00 UTC. */
function datesOf(text: string): string {
  const read = readIcs(text, ZONE);
  if (!read.ok) return read.problem;
  const excludes = exclusionOf([{ timezone: ZONE, events: read.events }]);
  const days = Array.from({ length: 365 }, (_, day) => Date.UTC(2026, 0, 1 + day, 11));
  return days
    .filter(excludes)
    .map((at) => new Date(at).toISOString().slice(5, 10))
    .join(' ');
}

const ruled = (start: string, rule: string): string => file(event(`DTSTART;VALUE=DATE:${start}`, `RRULE:${rule}`));
const timed = (...lines: string[]): string =>
  file(event('DTSTART;TZID=Europe/Prague:20260105T080000', 'DTEND;TZID=Europe/Prague:20260105T170000', ...lines));
const WEEKS = 'RRULE:FREQ=WEEKLY;COUNT=4';
const moved = (...lines: string[]): string[] => [
  ...event('DTSTART;TZID=Europe/Prague:20260105T080000', 'DURATION:PT9H', WEEKS),
  ...event(...lines),
];
const NEW_ZONE = ['BEGIN:VTIMEZONE', 'TZID:W. Europe Standard Time', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'];
const OFFSETS = ['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'];
const days = (...lines: string[]): string => file(event('DTSTART;VALUE=DATE:20260701', ...lines));
const DAILY = 'RRULE:FREQ=DAILY;COUNT=3';
const at = (...lines: string[]): string => file(event(...lines));
const day = event('DTSTART;VALUE=DATE:20260701', 'DESCRIPTION:a very long text that programs fold');

const zone = (name: string, lines: readonly string[]): string[] => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  ...lines,
  'END:VTIMEZONE',
];
const part = (kind: string, start: string, [from, to]: readonly [string, string], ...more: string[]): string[] => [
  ...[`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
  ...[...more, `END:${kind}`],
];
const LAST_OCTOBER = 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10';
const LAST_MARCH = 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3';
/** As Outlook writes a zone: since 1601. In summer three hours ahead of UTC. */
const customZone = (name: string): string[] =>
  zone(name, [
    ...part('STANDARD', '16010101T040000', ['+0300', '+0200'], LAST_OCTOBER),
    ...part('DAYLIGHT', '16010101T030000', ['+0200', '+0300'], LAST_MARCH),
  ]);
const eastern = (name: string): string[] =>
  zone(name, [
    ...part('STANDARD', '20071104T020000', ['-0400', '-0500'], 'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'),
    ...part('DAYLIGHT', '20070311T020000', ['-0500', '-0400'], 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'),
  ]);
const NAME_OF_EXCHANGE = '(UTC+01:00) Amsterdam, Berlin, Bern';
/** By default the time of the slot in summer by a clock three hours ahead of UTC. */
const inZone = (name: string, start = '20260701T140000'): string[] =>
  event(`DTSTART;TZID="${name}":${start}`, 'DURATION:PT30M');
/** The times of the slot by the clock of New York, in winter and in summer. */
const morningsIn = (name: string): string[] => [
  ...event(`DTSTART;TZID=${name}:20260115T060000`, 'DURATION:PT30M'),
  ...event(`DTSTART;TZID=${name}:20260702T070000`, 'DURATION:PT30M'),
];

/** By what they show: what it is, the file, and its dates or the beginning of its problem. */
const FILES: Readonly<Record<string, readonly (readonly [string, string, string])[]>> = {
  rules: [
    [
      'the last working day of the year',
      ruled('20251231', 'FREQ=YEARLY;BYMONTH=12;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'),
      '12-31',
    ],
    [
      'the last of three days of a month',
      ruled('20260330', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;COUNT=3'),
      '03-30 04-30 05-30',
    ],
    [
      'the first of days by date and weekday',
      ruled('20260302', 'FREQ=MONTHLY;BYMONTHDAY=1,2,3;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=3'),
      '03-02 04-01 05-01',
    ],
    ['the second and the last day of a year', ruled('20260102', 'FREQ=YEARLY;BYYEARDAY=2,-1'), '01-02 12-31'],
    [
      'US Election Day',
      ruled('20201103', 'FREQ=YEARLY;INTERVAL=2;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8'),
      '11-03',
    ],
    ['a Friday the 13th', ruled('20260213', 'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13'), '02-13 03-13 11-13'],
    ['Monday of week 20', ruled('20260511', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'), '05-11'],
    ['29 February', ruled('20240229', 'FREQ=YEARLY'), ''],
    ['the 31st of months that have one', ruled('20260131', 'FREQ=MONTHLY;COUNT=3'), '01-31 03-31 05-31'],
    ['days of one month', ruled('20260101', 'FREQ=DAILY;BYMONTH=1;UNTIL=20260103'), '01-01 01-02 01-03'],
    [
      'every other week, from Sunday',
      ruled('20260104', 'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,TU;COUNT=4'),
      '01-04 01-06 01-18 01-20',
    ],
    [
      'a beginning that the rule does not name is the first',
      ruled('20260101', 'FREQ=WEEKLY;BYDAY=MO;COUNT=3'),
      '01-01 01-05 01-12',
    ],
    ['with a semicolon at its end', ruled('20260701', 'FREQ=DAILY;COUNT=2;'), '07-01 07-02'],
    ['without a value', file(event('DTSTART:20260701', 'DTEND:20260701', 'RRULE:')), '07-01'],
    ['in small letters', file(event('dtstart;value=date:20260701', 'rrule:FREQ=DAILY;COUNT=2')), '07-01 07-02'],
    ['with a part of a vendor', ruled('20260701', 'FREQ=DAILY;COUNT=2;X-RELATIVE=1'), '07-01 07-02'],
    ['until a date', ruled('20260701', 'FREQ=DAILY;UNTIL=20260702'), '07-01 07-02'],
    ['until an instant, for days', ruled('20260701', 'FREQ=DAILY;UNTIL=20260702T000000Z'), '07-01 07-02'],
    ['until an instant, for times', timed('RRULE:FREQ=WEEKLY;UNTIL=20260112T070000Z'), '01-05 01-12'],
    ['until the second before', timed('RRULE:FREQ=WEEKLY;UNTIL=20260112T065959Z'), '01-05'],
    ['until a local time', timed('RRULE:FREQ=WEEKLY;UNTIL=20260112T080000'), '01-05 01-12'],
    ['until a date, for times', timed('RRULE:FREQ=WEEKLY;UNTIL=20260112'), '01-05 01-12'],
  ],
  exceptions: [
    ['a time in the zone', timed(WEEKS, 'EXDATE;TZID=Europe/Prague:20260112T080000'), '01-05 01-19 01-26'],
    ['a time in UTC', timed(WEEKS, 'EXDATE:20260112T070000Z'), '01-05 01-19 01-26'],
    ['a time in another zone', timed(WEEKS, 'EXDATE;TZID=Europe/London:20260112T070000'), '01-05 01-19 01-26'],
    [
      'a time in a zone of Windows',
      timed(WEEKS, 'EXDATE;TZID=W. Europe Standard Time:20260112T080000'),
      '01-05 01-19 01-26',
    ],
    ['a time without a zone', timed(WEEKS, 'EXDATE:20260112T080000'), '01-05 01-19 01-26'],
    ['no value', timed(WEEKS, 'EXDATE;TZID=Europe/Prague:', 'RDATE:', 'EXDATE;VALUE=DATE:'), '01-05 01-12 01-19 01-26'],
    ['a comma at the end', timed(WEEKS, 'EXDATE:20260112T070000Z,'), '01-05 01-19 01-26'],
    ['a date', timed(WEEKS, 'EXDATE;VALUE=DATE:20260112'), '01-05 01-19 01-26'],
    ['several in a line', timed(WEEKS, 'EXDATE;TZID=Europe/Prague:20260112T080000,20260119T080000'), '01-05 01-26'],
    ['several lines', timed(WEEKS, 'EXDATE:20260112T070000Z', 'EXDATE:20260119T070000Z'), '01-05 01-26'],
    [
      'midnight, for days',
      file(event('DTSTART;VALUE=DATE:20260701', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20260702T000000')),
      '07-01 07-03',
    ],
    [
      'further dates',
      file(event('DTSTART;VALUE=DATE:20260701', 'RDATE;VALUE=DATE:20260705,20260707')),
      '07-01 07-05 07-07',
    ],
    [
      'further periods',
      timed('RDATE;VALUE=PERIOD:20260107T070000Z/PT9H,20260109T070000Z/20260109T160000Z'),
      '01-05 01-07 01-09',
    ],
    [
      'a moved occurrence',
      file(
        moved(
          'RECURRENCE-ID;TZID=Europe/Prague:20260112T080000',
          'DTSTART;TZID=Europe/Prague:20260113T080000',
          'DURATION:PT9H',
        ),
      ),
      '01-05 01-13 01-19 01-26',
    ],
    [
      'a moved occurrence, named in UTC',
      file(moved('RECURRENCE-ID:20260112T070000Z', 'DTSTART:20260113T070000Z', 'DURATION:PT9H')),
      '01-05 01-13 01-19 01-26',
    ],
    [
      'a cancelled occurrence',
      file(moved('RECURRENCE-ID:20260112T070000Z', 'DTSTART:20260112T070000Z', 'STATUS:CANCELLED')),
      '01-05 01-19 01-26',
    ],
    [
      'an occurrence without its series',
      file(event('RECURRENCE-ID:20260112T070000Z', 'DTSTART:20260113T070000Z', 'DURATION:PT9H')),
      '01-13',
    ],
    ['a file that cancels', file(['METHOD:CANCEL', ...event('DTSTART;VALUE=DATE:20260701')]), ''],
  ],
  'days of a series that are named by a time': [
    [
      'midnight in a zone to the east',
      days(DAILY, 'EXDATE;TZID=E. Europe Standard Time:20260702T000000'),
      '07-01 07-03',
    ],
    ['midnight in a zone to the west', days(DAILY, 'EXDATE;TZID=America/New_York:20260702T000000'), '07-01 07-03'],
    ['midnight in the zone, in UTC', days(DAILY, 'EXDATE:20260701T220000Z'), '07-01 07-03'],
    ['midnight of another zone, in UTC', days(DAILY, 'EXDATE:20260701T210000Z'), '07-01 07-03'],
    ['midnight west of it, in UTC', days(DAILY, 'EXDATE:20260702T040000Z'), '07-01 07-03'],
    [
      'a moved day',
      file([
        ...event('DTSTART;VALUE=DATE:20260701', DAILY),
        ...event('RECURRENCE-ID;TZID=Asia/Tokyo:20260702T000000', 'DTSTART;VALUE=DATE:20260706'),
      ]),
      '07-01 07-03 07-06',
    ],
    ['a further day', days('RDATE;TZID=Asia/Tokyo:20260706T000000'), '07-01 07-06'],
    ['until midnight of another zone, in UTC', days('RRULE:FREQ=DAILY;UNTIL=20260702T210000Z'), '07-01 07-02 07-03'],
    ['until midnight west of it, in UTC', days('RRULE:FREQ=DAILY;UNTIL=20260703T040000Z'), '07-01 07-02 07-03'],
    ['until the end of a day in UTC', days('RRULE:FREQ=DAILY;UNTIL=20260702T235959Z'), '07-01 07-02'],
    ['until the end of a day west of it', days('RRULE:FREQ=DAILY;UNTIL=20260703T035959Z'), '07-01 07-02'],
    ['until some time of a day', days('RRULE:FREQ=DAILY;UNTIL=20260702T123456Z'), '07-01 07-02'],
  ],
  'zones and times': [
    [
      'Outlook, with its definition of a zone',
      file([
        ...NEW_ZONE,
        ...OFFSETS,
        'END:VTIMEZONE',
        ...event(
          'DTSTART;TZID=W. Europe Standard Time:20260701T080000',
          'DTEND;TZID=W. Europe Standard Time:20260701T170000',
        ),
      ]),
      '07-01',
    ],
    [
      'Exchange, in quotes',
      at('DTSTART;TZID="Romance Standard Time":20260701T080000', 'DTEND;TZID="Romance Standard Time":20260701T170000'),
      '07-01',
    ],
    [
      'Windows, with parentheses',
      at('DTSTART;TZID=Central Standard Time (Mexico):20260701T010000', 'DURATION:PT8H'),
      '07-01',
    ],
    ['Windows, UTC', at('DTSTART;TZID=tzone://Microsoft/Utc:20260701T080000', 'DURATION:PT8H'), '07-01'],
    [
      'Evolution, with a prefix',
      at('DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Prague:20260701T080000', 'DURATION:PT8H'),
      '07-01',
    ],
    ...['/Europe/Prague', '/Etc/GMT-2', '/America/Argentina/Ushuaia'].map((zone): [string, string, string] => [
      `a name of the database behind a slash: ${zone}`,
      at(`DTSTART;TZID=${zone}:20260701T${zone.startsWith('/America') ? '03' : '08'}0000`, 'DURATION:PT8H'),
      '07-01',
    ]),
    [
      'Thunderbird, with a dated prefix',
      at('DTSTART;TZID=/mozilla.org/20050126_1/Europe/Berlin:20260701T080000', 'DURATION:PT8H'),
      '07-01',
    ],
    [
      'Outlook, a zone that only the file defines',
      file([...customZone('Customized Time Zone'), ...inZone('Customized Time Zone')]),
      '07-01',
    ],
    [
      'Exchange, a name with a colon and commas without quotation marks',
      file([
        ...customZone(NAME_OF_EXCHANGE),
        ...event(`DTSTART;TZID=${NAME_OF_EXCHANGE}:20260701T140000`, 'DURATION:PT30M'),
      ]),
      '07-01',
    ],
    [
      'GroupWise, a zone named by its offsets',
      file([
        ...eastern('GMT -0500 (Standard) / GMT -0400 (Daylight)'),
        ...morningsIn('GMT -0500 (Standard) / GMT -0400 (Daylight)'),
      ]),
      '01-15 07-02',
    ],
    [
      'a zone whose rules ended, with the last offset',
      file([
        ...zone('Old', part('STANDARD', '20000101T000000', ['+0000', '+0900'])),
        ...inZone('Old', '20260701T200000'),
      ]),
      '07-01',
    ],
    [
      'a series across a change of the clock that only the file defines, without a day named in that zone',
      file([
        ...eastern('Here'),
        ...event(
          ...['DTSTART;TZID=Here:20260301T060000', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;COUNT=4'],
          ...['RDATE;TZID=Here:20260310T070000', 'EXDATE;TZID=Here:20260308T060000'],
        ),
      ]),
      // From 8 March on 6:00 there is 10:00 UTC.
      '03-01 03-10',
    ],
    [
      'a definition by dates, and one whose rule has ended',
      file([
        ...zone('Dated', [
          ...part('STANDARD', '20000101T000000', ['+0000', '+0100']),
          ...part('DAYLIGHT', '20100101T000000', ['+0100', '+0200'], 'RDATE:20260601T000000'),
          ...part('STANDARD', '20101001T000000', ['+0200', '+0100'], 'RRULE:FREQ=YEARLY;UNTIL=20121001T000000Z'),
        ]),
        ...event('DTSTART;TZID=Dated:20260531T120000', 'DURATION:PT30M'),
        ...event('DTSTART;TZID=Dated:20260602T130000', 'DURATION:PT30M'),
        ...event('DTSTART;TZID=Dated:20260603T120000', 'DURATION:PT30M'),
      ]),
      '05-31 06-02',
    ],
    [
      'libical, a definition that names the database',
      file([...zone('X-1', ['X-LIC-LOCATION:Asia/Tokyo']), ...inZone('X-1', '20260701T200000')]),
      '07-01',
    ],
    [
      'a prefix before a zone with digits',
      at('DTSTART;TZID=/citadel.org/20250101_1/Etc/GMT-9:20260701T200000', 'DURATION:PT1H'),
      '07-01',
    ],
    [
      'a definition without offsets',
      file([...zone('Empty', []), ...inZone('Empty')]),
      'the zone "Empty" has neither STANDARD nor DAYLIGHT',
    ],
    [
      'a definition with an offset that is none',
      file([...zone('Odd', part('STANDARD', '20000101T000000', ['+0000', 'east'])), ...inZone('Odd')]),
      'the zone "Odd" has a TZOFFSETTO that is not valid: ',
    ],
    ['an end in another zone', at('DTSTART;TZID=Europe/Prague:20260701T080000', 'DTEND:20260701T150000Z'), '07-01'],
    [
      'an end on another day in another zone',
      at('DTSTART;TZID=Europe/Prague:20260701T230000', 'DTEND;TZID=Asia/Tokyo:20260702T230000'),
      '07-02',
    ],
    ['floating times', at('DTSTART:20260701T080000', 'DTEND:20260701T170000'), '07-01'],
    ['an offset', at('DTSTART:20260701T110000+0500', 'DTEND:20260701T200000+0500'), '07-01'],
    ['an end without a value', at('DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:'), '07-01'],
    ['a date that is not marked as one', at('DTSTART:20260701'), '07-01'],
    ['a date with a zone', at('DTSTART;VALUE=DATE;TZID=Asia/Tokyo:20260701'), '07-01'],
    [
      'days, Google',
      at(
        'DTSTART;VALUE=DATE:20260701',
        'DTEND;VALUE=DATE:20260704',
        'TRANSP:TRANSPARENT',
        'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
      ),
      '07-01 07-02 07-03',
    ],
    [
      'days by duration',
      at('DTSTART;VALUE=DATE:20260701', 'DURATION:P1W'),
      '07-01 07-02 07-03 07-04 07-05 07-06 07-07',
    ],
    ['an end that is the beginning', at('DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260701'), '07-01'],
    ['an end a day before', at('DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260630'), '07-01'],
    ['an end that is marked as a date', at('DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260701T235959'), '07-01'],
    ['a time that is as long as none', at('DTSTART:20260701T080000Z', 'DTEND:20260701T080000Z'), ''],
    [
      'an end before the beginning',
      at('DTSTART:20260701T080000Z', 'DTEND:20260701T070000Z'),
      'the event "Feast" (line 4) ends before it begins',
    ],
    [
      'a day over midnight times, Outlook',
      at(
        'DTSTART;TZID=Europe/Prague:20260701T000000',
        'DTEND;TZID=Europe/Prague:20260702T000000',
        'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
      ),
      '07-01',
    ],
  ],
  'the form of the file': [
    ['a byte order mark', `\ufeff${file(day)}`, '07-01'],
    ['line feeds', file(day, '\n'), '07-01'],
    ['carriage returns', file(day, '\r'), '07-01'],
    ['doubled carriage returns', file(day, '\r\r\n'), '07-01'],
    ['empty lines at both ends and between', `\r\n\r\n${file(day, '\r\n\r\n')}\r\n`, '07-01'],
    ['folded lines', file(day).replace('20260701', '2026\r\n 0701'), '07-01'],
    ['lines folded by a tab', file(day).replace('very', 've\n\try'), '07-01'],
    ['several calendars', file(day) + file(event('DTSTART;VALUE=DATE:20260703')), '07-01 07-03'],
    ['no events', file([]), ''],
    [
      'to-dos and alarms',
      file([
        'BEGIN:VTODO',
        'DUE:20260701',
        'END:VTODO',
        ...event('DTSTART;VALUE=DATE:20260701', 'BEGIN:VALARM', 'TRIGGER:-PT1H', 'ACTION:DISPLAY', 'END:VALARM'),
      ]),
      '07-01',
    ],
    [
      'Apple, with its properties',
      file([
        'X-WR-CALNAME:Feiertage',
        'X-APPLE-CALENDAR-COLOR:#FF2968',
        ...event(
          'DTSTART;VALUE=DATE:20260701',
          'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
          'CATEGORIES;LANGUAGE=de:Feiertag',
        ),
      ]),
      '07-01',
    ],
    ['nothing', '', 'is empty'],
    ['white space', ' \r\n ', 'is empty'],
    ['a page', '<!DOCTYPE html>\n<html>', 'is not an iCalendar file: it begins with "<!DOCTYPE html>'],
    ['JSON', '{"items":[]}', 'is not an iCalendar file: it begins with "{"items":[]}"'],
    [
      'a line that is none',
      file(event('DTSTART;VALUE=DATE:20260701', 'garbage')),
      'cannot be read (line 8): invalid line (no token ";" or ":") "garbage"',
    ],
    [
      'a date that does not exist',
      file(event('DTSTART;VALUE=DATE:20260230')),
      'the event "Feast" (line 4) has a DTSTART that is not a valid time: 2026-02-30',
    ],
    [
      'an hour that does not exist',
      file(event('DTSTART:20260228T250000Z')),
      'the event "Feast" (line 4) has a DTSTART that is not a valid time',
    ],
    [
      'an unknown zone',
      file(event('DTSTART;TZID=Customized Time Zone:20260701T080000')),
      'the event "Feast" (line 4) is in the zone "Customized Time Zone", which is neither',
    ],
    [
      'a change of all later occurrences',
      file(moved('RECURRENCE-ID;RANGE=THISANDFUTURE:20260112T070000Z', 'DTSTART:20260113T070000Z')),
      'the event "Feast" (line 11) replaces all later occurrences (RANGE)',
    ],
    [
      'a duration that is none',
      file(event('DTSTART:20260701T080000', 'DURATION:xx')),
      'the event "Feast" (line 4) has a DURATION that is not valid: xx',
    ],
    [
      'a rule that is none',
      ruled('20260701', 'FREQ=DAILY;COUNT=0'),
      'the event "Feast" (line 4) has a rule that cannot be used: COUNT is a whole number',
    ],
  ],
};

test.each(Object.entries(FILES).flatMap(([group, files]) => files.map(([...file]) => [group, ...file] as const)))(
  '%s: %s',
  (_group, _what, text, expected) => {
    const dates = datesOf(text);
    // A problem may go on.
    expect(/^[a-z]/.test(dates) && expected !== '' ? dates.slice(0, expected.length) : dates).toBe(expected);
  },
);
