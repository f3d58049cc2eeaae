/** The header `Retry-After` of RFC 9110, 10.2.3: seconds, or the time itself. */
import type { Instant } from '#common/run/run.js';

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const MS_PER_SECOND = 1_000;

/** When to ask again, for an answer that came at `now`; null where it says nothing that can be read. */
export function retryAtOf(header: string | null, now: Instant): Instant | null {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return now + Number(text) * MS_PER_SECOND;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at;
}
