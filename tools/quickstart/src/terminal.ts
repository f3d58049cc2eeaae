/** The target of the output, such as `process.stdout`. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const DEFAULT_COLUMNS = 80;
/** Moves to the beginning of the line, and clears it. */
const CLEAR = '\r\u001B[2K';
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Lines that stay, and below them, on a terminal, a status line that is rewritten in place. */
export class Terminal {
  private status = '';

  constructor(private readonly screen: Screen) {}

  /** True where a status can be shown. */
  get isLive(): boolean {
    return this.screen.isTTY === true;
  }

  /** A terminal that does not know its width reports 0. */
  private get width(): number {
    const { columns = 0 } = this.screen;
    return columns > 0 ? columns : DEFAULT_COLUMNS;
  }

  /** Prints a line that stays. */
  say(line: string): void {
    if (this.status === '') this.screen.write(`${line}\n`);
    else this.screen.write(`${CLEAR}${line}\n${this.status}`);
  }

  /** Replaces the status line; the text is shortened to one line. */
  show(text: string): void {
    if (!this.isLive) return;
    const status = text.replace(CONTROL_CHARACTERS, ' ').slice(0, this.width - 1);
    if (status === this.status) return;
    this.status = status;
    this.screen.write(`${CLEAR}${status}`);
  }

  /** Removes the status line; later output begins on an empty line. */
  clear(): void {
    if (this.status !== '') this.screen.write(CLEAR);
    this.status = '';
  }
}
