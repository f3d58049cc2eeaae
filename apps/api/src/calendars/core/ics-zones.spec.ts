import { readIcs } from './read-ics.js';

const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', 'UID:1@x', 'SUMMARY:Shift', ...lines, 'END:VEVENT'];
const file = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const half = (kind: string, start: string, [from, to]: readonly [string, string], rule?: string): string[] => [
  `BEGIN:${kind}`,
  `DTSTART:${start}`,
  ...(rule === undefined ? [] : [`RRULE:FREQ=YEARLY;${rule}`]),
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `END:${kind}`,
];
const defined = (name: string, ...halves: string[][]): string[] => [
  ...['BEGIN:VTIMEZONE', `TZID:${name}`],
  ...halves.flat(),
  'END:VTIMEZONE',
];
/** As Outlook writes it: rules since the year 1601. */
const EUROPE = [
  half('STANDARD', '16011028T030000', ['+0200', '+0100'], 'BYDAY=-1SU;BYMONTH=10'),
  half('DAYLIGHT', '16010325T020000', ['+0100', '+0200'], 'BYDAY=-1SU;BYMONTH=3'),
];
const AMERICA = [
  half('STANDARD', '16011104T020000', ['-0400', '-0500'], 'BYDAY=1SU;BYMONTH=11'),
  half('DAYLIGHT', '16010311T020000', ['-0500', '-0400'], 'BYDAY=2SU;BYMONTH=3'),
];

const UNKNOWN =
  'the event "Shift" (line 3) is in the zone "Mine", which is neither a time zone of the IANA database, such as Europe/Prague, nor of Windows, nor defined in the file';

/** The first minute of each event in UTC. */
function beginsOf(text: string): string {
  const read = readIcs(text, 'UTC');
  if (!read.ok) return read.problem;
  const offsets = read.events.flatMap(({ zone, spans }) =>
    spans.map(([from]) => {
      const local = new Date(from * 1_000);
      const shown = new Date(local.toLocaleString('en-US', { timeZone: zone }));
      return new Date(2 * local.getTime() - shown.getTime()).toISOString().slice(0, 16);
    }),
  );
  return offsets.join(' ');
}

test.each([
  [
    'a zone that Outlook calls customized',
    file(
      ...defined('Customized Time Zone', ...EUROPE),
      ...event('DTSTART;TZID="Customized Time Zone":20260708T090000', 'DURATION:PT8H'),
    ),
    '2026-07-08T07:00',
  ],
  [
    'the same in winter, without quotation marks',
    file(
      ...defined('Customized Time Zone', ...EUROPE),
      ...event('DTSTART;TZID=Customized Time Zone:20261208T090000', 'DURATION:PT8H'),
    ),
    '2026-12-08T08:00',
  ],
  [
    'the text of a list, with a colon, in quotation marks',
    file(
      ...defined('(UTC-05:00) Eastern Time (US & Canada)', ...AMERICA),
      ...event('DTSTART;TZID="(UTC-05:00) Eastern Time (US & Canada)":20260708T090000', 'DURATION:PT8H'),
    ),
    '2026-07-08T13:00',
  ],
  [
    'an offset without summer time',
    file(
      ...defined('Perth', half('STANDARD', '19700101T000000', ['+0800', '+0800'])),
      ...event('DTSTART;TZID=Perth:20260708T090000', 'DURATION:PT8H'),
    ),
    '2026-07-08T01:00',
  ],
  [
    'a place that the definition names',
    file(
      ...['BEGIN:VTIMEZONE', 'TZID:My Zone', 'X-LIC-LOCATION:Asia/Kolkata'],
      ...half('STANDARD', '19700101T000000', ['+0530', '+0530']),
      'END:VTIMEZONE',
      ...event('DTSTART;TZID=My Zone:20260708T090000', 'DURATION:PT8H'),
    ),
    '2026-07-08T03:30',
  ],
  [
    'a clock that no other zone has',
    file(
      ...defined('Mine', half('STANDARD', '19700101T000000', ['+0017', '+0017'])),
      ...event('DTSTART;TZID=Mine:20260708T090000', 'DURATION:PT8H'),
    ),
    '2026-07-08T08:43',
  ],
  ['a name that nothing defines', file(...event('DTSTART;TZID=Mine:20260708T090000', 'DURATION:PT8H')), UNKNOWN],
])('%s', (_, text, expected) => {
  expect(beginsOf(text)).toBe(expected);
});

test.each([
  ['a date', 'EXDATE;VALUE=DATE;TZID="(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien":20260704'],
  ['a time in UTC', 'EXDATE;TZID=Mine:20260704T090000Z'],
  ['nothing', 'EXDATE;TZID=Mine:'],
])('the zone of %s has no meaning', (_, line) => {
  const series = event('DTSTART:20260703T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3', line);
  const second = line.endsWith(':') ? '2026-07-04T09:00 ' : '';
  expect(beginsOf(file(...series))).toBe(`2026-07-03T09:00 ${second}2026-07-05T09:00`);
});
