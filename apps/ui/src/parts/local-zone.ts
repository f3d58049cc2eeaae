/** The time zone of the browser; UTC where it knows none, or one that it cannot use itself (`Etc/Unknown`). */
export function localZone(zone: string | undefined): string {
  if (zone === undefined) return 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

export const LOCAL_ZONE = localZone(Intl.DateTimeFormat().resolvedOptions().timeZone);
