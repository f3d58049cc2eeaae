/** Commands to a terminal in the output of programs (ECMA-48): colours, links, movements of the cursor within a line. Pure. */

/** Strings to their end (links and titles are such), sequences of parameters, then commands of two or three characters. */
const COMMAND = String.raw`\u001b(?:[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|\[[0-?]*[ -/]*[@-~]|[ -/]*[0-~])`;
const COLOUR = String.raw`\u001b\[[\d;:]*m`;
const COMMANDS = new RegExp(COMMAND, 'g');
const COMMANDS_BUT_COLOURS = new RegExp(`(?!${COLOUR})${COMMAND}`, 'g');

/** The text as a terminal shows it, without colours: of a link, its words remain. */
export const withoutCommands = (text: string): string => text.replace(COMMANDS, '');

/** The same with its colours. */
export const onlyColours = (text: string): string => text.replace(COMMANDS_BUT_COLOURS, '');

/** Ends all colours. */
export const RESET = '\u001b[0m';

const WRITES_OVER = /[\r\b]|\u001b\[\d*[CDGK]/;
const TOKENS = new RegExp(`${COMMAND}|[^]`, 'gu');
const IN_LINE = /^\u001b\[(\d*)([CDGK])$/;
const IS_COLOUR = new RegExp(`^${COLOUR}$`);
const RESETS = /^\u001b\[0*m$/;
/** No terminal is wider, so that a movement makes no line longer than its text. */
const TERMINAL_COLUMNS = 500;
/** Programs set few colours before they reset them; of more than these the latest count. */
const MAX_COLOURS_AT_ONCE = 8;

interface Cell {
  readonly character: string;
  /** The colours that are set at it, one after the other. */
  readonly style: string;
}

const BLANK: Cell = { character: ' ', style: '' };

/**
 * What a terminal shows of one line that is written over, such as a progress bar: after carriage returns, back spaces, movements of the cursor
 * (CUF, CUB, CHA) and erasures (EL). Colours stay, other commands go.
 */
export function shownLine(text: string): string {
  if (!WRITES_OVER.test(text)) return text;
  const line = new WrittenLine();
  for (const [token] of text.matchAll(TOKENS)) line.add(token);
  return textOf(line.cells);
}

class WrittenLine {
  readonly cells: Cell[] = [];
  private column = 0;
  private colours: readonly string[] = [];

  add(token: string): void {
    if (token === '\r') this.column = 0;
    else if (token === '\b') this.moveTo(this.column - 1);
    else if (token.startsWith('\u001b')) this.command(token);
    else this.write(token);
  }

  private command(token: string): void {
    const [, number = '', letter] = IN_LINE.exec(token) ?? [];
    if (letter === 'K') this.erase(Number(number));
    else if (letter === 'G') this.moveTo(Number(number || 1) - 1);
    else if (letter !== undefined) this.moveTo(this.column + (letter === 'C' ? 1 : -1) * Math.max(1, Number(number)));
    else if (RESETS.test(token)) this.colours = [];
    else if (IS_COLOUR.test(token)) this.colours = [...this.colours, token].slice(-MAX_COLOURS_AT_ONCE);
  }

  private write(character: string): void {
    while (this.cells.length < this.column) this.cells.push(BLANK);
    this.cells[this.column++] = { character, style: this.colours.join('') };
  }

  private moveTo(column: number): void {
    this.column = Math.max(0, Math.min(column, Math.max(this.cells.length, TERMINAL_COLUMNS)));
  }

  /** 0: to the end, 1: to the beginning, 2: all. */
  private erase(part: number): void {
    if (part === 1) this.cells.fill(BLANK, 0, this.column + 1);
    else this.cells.splice(part === 0 ? this.column : 0);
  }
}

function textOf(cells: readonly Cell[]): string {
  let text = '';
  let last = '';
  for (const { character, style } of cells) {
    if (style !== last) text += (last === '' ? '' : RESET) + style;
    text += character;
    last = style;
  }
  return last === '' ? text : text + RESET;
}
