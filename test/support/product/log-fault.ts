/** Whether a log contains what was acknowledged, line by line. */
export interface LogFault {
  /** `lines`: some are missing, duplicated or unknown. `order`: all are there once, but not in the order in which they were sent. */
  readonly kind: 'lines' | 'order';
  readonly what: string;
}

/** Null if the log has exactly the wanted lines, in their order. */
export function logFault(has: readonly string[], wanted: readonly string[]): LogFault | null {
  if (JSON.stringify(has.toSorted()) !== JSON.stringify(wanted.toSorted())) {
    const missing = wanted.filter((line) => !has.includes(line));
    const first = missing[0] === undefined ? 'none is missing' : `missing first "${missing[0]}"`;
    return { kind: 'lines', what: `has ${has.length} lines in place of ${wanted.length}, ${first}` };
  }
  const at = has.findIndex((line, i) => line !== wanted[i]);
  return at < 0 ? null : { kind: 'order', what: `has as line ${at} "${has[at] ?? ''}"` };
}

/** The lines of a log as the API gives it. */
export const linesOfLog = (text: string): string[] => text.split('\n').slice(0, -1);
