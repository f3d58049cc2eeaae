/**
 * The header `Retry-After` of RFC 9110, 10.2.3: seconds, or the time itself in one of the three forms of 5.6.7. Servers also send fractions
 * of a second.
 */
import type { Instant } from '#common/run/run.js';

const SECONDS = /^\d{1,9}(?:\.\d+)?$/;
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850_DATE = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME_DATE = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/;
const MS_PER_SECOND = 1_000;

/** When to ask again, for an answer that arrived at `now`; null if the header cannot be read. */
export function retryAtOf(header: string | null, now: Instant): Instant | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return now + Math.ceil(Number(text) * MS_PER_SECOND);
  const at = timeOf(text);
  return Number.isNaN(at) ? null : at;
}

function timeOf(text: string): Instant {
  if (IMF_FIXDATE.test(text) || RFC_850_DATE.test(text)) return Date.parse(text);
  // A time without a zone would be read as local time; RFC 9110 means UTC.
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : NaN;
}
