/** Variables of the command line, and the folder of its settings. */
import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

const OWN = /^(?:CARILLON_|XDG_)/;

/**
 * The environment, for the variables that the options name: `CARILLON_SERVER` and similar ones. One of them that is empty counts as not set, as
 * in scripts that clear a variable, and blanks and line ends around a value are no part of it, as files of Windows leave them.
 */
export function environment(): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(process.env).map(
    ([name, value]) => [name, OWN.test(name) ? value?.trim() : value] as const,
  );
  return Object.fromEntries(entries.filter(([name, value]) => !OWN.test(name) || value !== ''));
}

/** `/` for a user without one, as in a container with a number for a user: never the present folder, where a token would be left. */
export function homeFolder(): string {
  try {
    const named = homedir();
    return isAbsolute(named) ? named : userInfo().homedir;
  } catch {
    return '/';
  }
}
