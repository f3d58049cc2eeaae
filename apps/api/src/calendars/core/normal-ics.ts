/** The text of an iCalendar file in the form that the library reads without a loss. */

import { withLineEnds } from './ics-lines.js';

/** Exchange writes these names with colons, which end a parameter, and without quotation marks. */
const UNQUOTED_ZONE = /;TZID=(tzone:\/\/[^:;"\s]+|\((?:UTC|GMT)[^)"\r\n]*\)[^:;"\r\n]*)(?=[:;])/gi;
/** RFC 5545 has no offsets at times; the library drops them. */
const WITH_OFFSET = /(?<=[:,/])(\d{8}T\d{6})([+-]\d\d):?(\d\d)(?=[,/\r]|$)/g;

/** Files have a byte order mark, and line ends of all systems. */
export const normalIcs = (text: string): string =>
  withLineEnds(text.replace(/^\ufeff/, ''))
    .trim()
    .replace(UNQUOTED_ZONE, ';TZID="$1"')
    .replace(WITH_OFFSET, inUtc);

function inUtc(whole: string, local: string, hours: string, minutes: string): string {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(....)(..)(..)T(..)(..)(..)$/.exec(local) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(at) ? whole : new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
