/** The part of the changelog about a version, without its heading, as notes of the release; null if there is none. */
export function notesOf(changelog: string, version: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const wanted = sections.find((section) => section.startsWith(`[${version}]`));
  if (wanted === undefined) return null;
  return wanted.slice(wanted.indexOf('\n')).trim();
}
