import { normalIcs } from './read-ics.js';

test.each([
  ['a byte order mark and line ends of all systems', '\ufeffA:1\nB:2\r\r\nC:3\rD:4\n', 'A:1\r\nB:2\r\nC:3\r\nD:4'],
  ['an offset', 'DTSTART:20240701T093000+0530', 'DTSTART:20240701T040000Z'],
  ['an offset with a colon', 'DTSTART:20240701T003000-03:00\nX:1', 'DTSTART:20240701T033000Z\r\nX:1'],
  ['offsets in a list', 'EXDATE:20240701T093000+0200,20240702T093000+0200', 'EXDATE:20240701T073000Z,20240702T073000Z'],
  ['no offset', 'DTSTART:20240701T093000\nDTEND:20240701T103000Z', 'DTSTART:20240701T093000\r\nDTEND:20240701T103000Z'],
  [
    'times of the extended form of ISO 8601',
    'DTSTART;TZID=Europe/Berlin:2023-08-14T081800\nDTEND:2023-08-14T10:00:00.000Z\nDTSTART:2023-08-14T10:00:00+02:00',
    'DTSTART;TZID=Europe/Berlin:20230814T081800\r\nDTEND:20230814T100000Z\r\nDTSTART:20230814T080000Z',
  ],
  [
    'dates of the extended form, and no other text',
    'EXDATE;VALUE=DATE:2023-08-14,2023-08-15\nRRULE:FREQ=DAILY;UNTIL=2023-12-31;WKST=MO\nSUMMARY:2023-08-14',
    'EXDATE;VALUE=DATE:20230814,20230815\r\nRRULE:FREQ=DAILY;UNTIL=20231231;WKST=MO\r\nSUMMARY:2023-08-14',
  ],
  ['a time that does not exist', 'DTSTART:20241301T093000+0200', 'DTSTART:20241301T093000+0200'],
  [
    'a zone with colons',
    'DTSTART;TZID=tzone://Microsoft/Utc:20240701T093000',
    'DTSTART;TZID="tzone://Microsoft/Utc":20240701T093000',
  ],
])('%s', (_, text, expected) => {
  expect(normalIcs(text)).toBe(expected);
});
