/** Times as people read them: ages, remaining times and durations. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Two units at most: `45s`, `3m20s`, `5h`, `12d`. */
export function durationText(ms: number): string {
  const span = Math.max(0, ms);
  if (span < SECOND) return `${Math.round(span)}ms`;
  if (span < 10 * SECOND) return `${(span / SECOND).toFixed(1)}s`;
  if (span < MINUTE) return `${Math.floor(span / SECOND)}s`;
  if (span < 10 * MINUTE) return pair(span, [MINUTE, 'm'], [SECOND, 's']);
  if (span < HOUR) return `${Math.floor(span / MINUTE)}m`;
  if (span < 10 * HOUR) return pair(span, [HOUR, 'h'], [MINUTE, 'm']);
  return span < 2 * DAY ? `${Math.floor(span / HOUR)}h` : `${Math.floor(span / DAY)}d`;
}

type Unit = readonly [ms: number, letter: string];

function pair(span: number, [big, bigLetter]: Unit, [small, smallLetter]: Unit): string {
  const rest = Math.floor((span % big) / small);
  return `${Math.floor(span / big)}${bigLetter}${rest > 0 ? `${rest}${smallLetter}` : ''}`;
}

/** `3m20s ago`, `in 5h`; null for no time. */
export function whenText(time: string | null | undefined, now: number): string | null {
  if (time == null) return null;
  const ms = Date.parse(time) - now;
  return ms > 0 ? `in ${durationText(ms)}` : `${durationText(-ms)} ago`;
}

/** The duration from one time to another, or until now. */
export function spanText(from: string | null | undefined, to: string | null | undefined, now: number): string | null {
  if (from == null) return null;
  return durationText((to == null ? now : Date.parse(to)) - Date.parse(from));
}
