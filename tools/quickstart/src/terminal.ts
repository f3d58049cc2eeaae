/** What is printed on, such as `process.stdout`. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const DEFAULT_COLUMNS = 80;
/** To the beginning of the line, and clear it. */
const CLEAR = '\r\u001B[2K';
const CONTROL_CHARACTERS = /\p{Cc}/gu;

/** Lines that stay, and below them, where the screen is a terminal, one that is written anew in its place. */
export class Terminal {
  private status = '';

  constructor(private readonly screen: Screen) {}

  /** True where a status can be shown. */
  get isLive(): boolean {
    return this.screen.isTTY === true;
  }

  /** A terminal that does not know its width says 0. */
  private get width(): number {
    const { columns = 0 } = this.screen;
    return columns > 0 ? columns : DEFAULT_COLUMNS;
  }

  /** A line that stays. */
  say(line: string): void {
    if (this.status === '') this.screen.write(`${line}\n`);
    else this.screen.write(`${CLEAR}${line}\n${this.status}`);
  }

  /** Shows this in place of what stood there; shortened to one line. */
  show(text: string): void {
    if (!this.isLive) return;
    const status = text.replace(CONTROL_CHARACTERS, ' ').slice(0, this.width - 1);
    if (status === this.status) return;
    this.status = status;
    this.screen.write(`${CLEAR}${status}`);
  }

  /** Takes the status away; what is said afterwards begins on a clean line. */
  clear(): void {
    if (this.status !== '') this.screen.write(CLEAR);
    this.status = '';
  }
}
