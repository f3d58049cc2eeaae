/** Shows instants as RFC 3339 in UTC with milliseconds. */
export const timeText = (at: number): string => new Date(at).toISOString();
export const timeTextOrNull = (at: number | null | undefined): string | null =>
  at === null || at === undefined ? null : timeText(at);
