/** The lines of an iCalendar file: their ends, and where they stand, because RFC 5545 folds long ones and the library gives no numbers. */

export interface ContentLine {
  /** The number of its first line in the file, from 1. */
  readonly number: number;
  readonly text: string;
}

/**
 * The text with one CRLF at the end of each line. Files have line ends of all systems, and carriage returns that a transfer has doubled.
 * Carriage returns are taken as a whole: a pattern that tries at each of them whether a line feed comes takes the square of their number.
 */
export const withLineEnds = (text: string): string =>
  text.replace(/\r+\n?|\n/g, (ends) => (ends.endsWith('\n') ? '\r\n' : '\r\n'.repeat(ends.length)));

/** The lines of a file without their folds; `text` has a CRLF, or another end, after each. */
export function contentLines(text: string): ContentLine[] {
  const lines: { number: number; text: string }[] = [];
  for (const [i, line] of withLineEnds(text).split('\r\n').entries()) {
    const last = lines.at(-1);
    if (last && /^[ \t]/.test(line)) last.text += line.slice(1);
    else lines.push({ number: i + 1, text: line });
  }
  return lines;
}

/** The number of the line that a message of the library quotes; null where it quotes none. */
export function quotedLine(lines: readonly ContentLine[], message: string): number | null {
  const quoted = lines.filter(({ text }) => text.trim() !== '' && message.includes(text));
  const [longest] = quoted.sort((a, b) => b.text.length - a.text.length);
  return longest?.number ?? null;
}
