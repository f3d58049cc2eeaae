/** The text of an iCalendar file in the form that the library reads without a loss. */

import { withLineEnds } from './ics-lines.js';

/** Exchange writes these names with colons, which end a parameter, and without quotation marks. */
const UNQUOTED_ZONE = /;TZID=(tzone:\/\/[^:;"\s]+|\((?:UTC|GMT)[^)"\r\n]*\)[^:;"\r\n]*)(?=[:;])/gi;
/** RFC 5545 has no offsets at times; the library drops them. */
const WITH_OFFSET = /(?<=[:,/])(\d{8}T\d{6})([+-]\d\d):?(\d\d)(?=[,/\r]|$)/g;

/** Programs write dates of the extended form of ISO 8601, which RFC 5545 does not have. */
const EXTENDED =
  /(?<=[:,/=])(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):?(\d\d):?(\d\d)(?:\.\d+)?(?=[Z+,/;\r-]|$)|(?=[,/;\r]|$))/g;
const OF_TIMES = /^(?:DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID|RRULE|EXRULE)[;:].*/gim;

/** Files have a byte order mark, and line ends of all systems. */
export const normalIcs = (text: string): string =>
  withLineEnds(text.replace(/^\ufeff/, ''))
    .trim()
    .replace(UNQUOTED_ZONE, ';TZID="$1"')
    .replace(OF_TIMES, (line) => line.replace(EXTENDED, inBasicForm))
    .replace(WITH_OFFSET, inUtc);

const inBasicForm = (_whole: string, ...parts: readonly (string | number | undefined)[]): string => {
  const [year, month, day, hour, minute, second] = parts;
  return [year, month, day, ...(hour === undefined ? [] : ['T', hour, minute, second])].join('');
};

function inUtc(whole: string, local: string, hours: string, minutes: string): string {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(....)(..)(..)T(..)(..)(..)$/.exec(local) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(at) ? whole : new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
