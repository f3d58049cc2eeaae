/** Where the lines of an iCalendar file stand: RFC 5545 folds long ones, and the library gives no numbers. */

export interface ContentLine {
  /** The number of its first line in the file, from 1. */
  readonly number: number;
  readonly text: string;
}

/** The lines of a file without their folds; `text` has a CRLF, or another end, after each. */
export function contentLines(text: string): ContentLine[] {
  const lines: { number: number; text: string }[] = [];
  for (const [i, line] of text.split(/\r*\n|\r/).entries()) {
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
