/** Finds a text in a growing log: only new lines are searched again. Pure. */

import { shownLine, withoutCommands } from '#common/domain/terminal-commands.js';

/** Commands to a terminal may be between the words that people search for. */
export const plainText = (text: string): string => withoutCommands(shownLine(text));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text in parts: the second, the fourth and so on match. Case is ignored, as in a search. */
export const markedParts = (text: string, wanted: string): readonly string[] =>
  text.split(new RegExp(`(${escaped(wanted)})`, 'gi'));

interface Lines {
  readonly lines: readonly { readonly text: string }[];
  /** The number of dropped lines before the first of `lines`. */
  readonly dropped: number;
}

export class LogSearch {
  private readonly pattern: RegExp | null;
  private next = 0;
  private matches: number[] = [];

  /** Ignores case; an empty text matches nothing. */
  constructor(readonly text: string) {
    this.pattern = text === '' ? null : new RegExp(escaped(text), 'i');
  }

  /** The numbers of the matching lines, counted from the first line ever received. */
  in({ lines, dropped }: Lines): readonly number[] {
    const { pattern } = this;
    if (pattern === null) return this.matches;
    for (let i = Math.max(0, this.next - dropped); i < lines.length; i++) {
      if (pattern.test(plainText(lines[i]?.text ?? ''))) this.matches.push(dropped + i);
    }
    this.next = dropped + lines.length;
    if ((this.matches[0] ?? dropped) < dropped) this.matches = this.matches.filter((number) => number >= dropped);
    return this.matches;
  }
}
