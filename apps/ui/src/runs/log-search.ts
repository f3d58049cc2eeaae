/** Finds lines in a growing log: only new lines are searched again. Pure. */
import { leastIndex } from '#common/domain/least-index.js';
import { shownLine, withoutCommands } from '#common/domain/terminal-commands.js';
import type { LogLine } from './log-lines.js';

/** Commands to a terminal may be between the words that people search for. */
export const plainText = (text: string): string => withoutCommands(shownLine(text));

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text in parts: the second, the fourth and so on match. Case is ignored, as in a search. */
export const markedParts = (text: string, wanted: string): readonly string[] =>
  text.split(new RegExp(`(${escaped(wanted)})`, 'gi'));

interface Lines {
  readonly lines: readonly LogLine[];
  /** The number of dropped lines before the first of `lines`. */
  readonly dropped: number;
}

/** Words that usually occur in the line which names the failure. */
const TROUBLE = /\b(error|exception|fatal|panic|failed|failure|traceback|cannot|refused)\b/i;

export const isTrouble = ({ stream, text }: LogLine): boolean => stream === 'stderr' || TROUBLE.test(plainText(text));

/** Ignores case; an empty text matches nothing. */
export function textSearch(text: string): LogSearch {
  const pattern = text === '' ? null : new RegExp(escaped(text), 'i');
  return new LogSearch((line) => pattern?.test(plainText(line.text)) ?? false);
}

export class LogSearch {
  private next = 0;
  private matches: number[] = [];

  constructor(private readonly isWanted: (line: LogLine) => boolean) {}

  /** The numbers of the matching lines, counted from the first line ever received. */
  in({ lines, dropped }: Lines): readonly number[] {
    for (let i = Math.max(0, this.next - dropped); i < lines.length; i++) {
      const line = lines[i];
      if (line && this.isWanted(line)) this.matches.push(dropped + i);
    }
    this.next = dropped + lines.length;
    if ((this.matches[0] ?? dropped) < dropped) this.matches = this.matches.filter((number) => number >= dropped);
    return this.matches;
  }
}

/** Where the first of the ascending numbers is that is not below `least`. */
const placeAmong = (numbers: readonly number[], least: number): number =>
  leastIndex(numbers.length, (i) => (numbers[i] ?? 0) >= least);

/** The place of the number among ascending ones, from 0; null if it is none of them. */
export function rankOf(numbers: readonly number[], number: number | null): number | null {
  if (number === null) return null;
  const place = placeAmong(numbers, number);
  return numbers[place] === number ? place : null;
}

/** Marks beside the scroll bar: more would run together. */
const MARKS = 200;

/** The parts of the height, from 0 to 1, in which these lines are. Its time does not grow with their number. */
export function marksOf(
  numbers: readonly number[],
  { dropped, lines }: { readonly dropped: number; readonly lines: { readonly length: number } },
): readonly number[] {
  const parts = Array.from({ length: MARKS }, (_, i) => i / MARKS);
  const lineAt = (part: number): number => dropped + Math.ceil(part * lines.length);
  return parts.filter((part) => {
    const first = numbers[placeAmong(numbers, lineAt(part))];
    return first !== undefined && first < lineAt(part + 1 / MARKS);
  });
}
