/** The lines of a `text/plain` body: a final line break ends the last line and begins none. */
export function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Programs that read lines from others often keep the break at the end of each. */
export const withoutEnd = (line: string): string => line.replace(/\r?\n$/, '');
