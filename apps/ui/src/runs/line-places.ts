/**
 * The places of the lines of a log, counted in rows: a wrapped line has several. The cost of an added line does not depend on the number
 * of lines: 5,000 may arrive in a second. Pure.
 */
import { leastIndex } from '#common/domain/least-index.js';

const FIRST_ROOM = 4_096;
const TAB_COLUMNS = 8;
/** Letters of the least width that a monospaced font has: each fills one column. */
const PLAIN = /^[ -~]*$/;
/** Joins two emoji, which are drawn as one. */
const JOINER = '\u200d';

interface RowMeasure {
  /** The width of a row in columns, which need not be whole. */
  readonly columns: number;
  /** The width of one code point in columns. */
  readonly widthOf: (letter: string) => number;
}

/** How many rows a text fills of which each ends where it is full. `used`: the columns in front of the text, in its first row. */
export function rowsOf(text: string, used: number, { columns, widthOf }: RowMeasure): number {
  const whole = Math.floor(columns);
  if (PLAIN.test(text)) return Math.max(1, Math.ceil((used + text.length) / whole));
  let row = 1 + Math.floor(used / whole);
  let at = used % whole;
  let before = '';
  for (const letter of text) {
    const width = letter === '\t' ? TAB_COLUMNS - (at % TAB_COLUMNS) : before === JOINER ? 0 : widthOf(letter);
    const fits = at + width <= columns;
    if (!fits) row++;
    if (fits) at += width;
    else at = letter === '\t' ? TAB_COLUMNS : width;
    before = letter;
  }
  return row;
}

export class LinePlaces {
  /** The row after each line. */
  private ends = new Float64Array(FIRST_ROOM);
  count = 0;

  /** `rowsOf`: how many rows a line has, at least one. */
  constructor(private readonly rowsOf: (line: number) => number) {}

  /** The number of all rows. */
  get rows(): number {
    return this.topOf(this.count);
  }

  /** Places the lines up to `count`; if that is fewer than before, all places are recomputed. */
  fillTo(count: number): this {
    if (count < this.count) this.count = 0;
    if (count > this.ends.length) {
      const larger = new Float64Array(Math.max(count, 2 * this.ends.length));
      larger.set(this.ends.subarray(0, this.count));
      this.ends = larger;
    }
    let row = this.rows;
    for (let line = this.count; line < count; line++) {
      row += this.rowsOf(line);
      this.ends[line] = row;
    }
    this.count = count;
    return this;
  }

  /** The first row of the line. */
  topOf(line: number): number {
    return line <= 0 ? 0 : (this.ends[Math.min(line, this.count) - 1] ?? 0);
  }

  /** The line that the row belongs to; the first or the last line for rows outside all lines. */
  at(row: number): number {
    return leastIndex(Math.max(0, this.count - 1), (line) => (this.ends[line] ?? 0) > row);
  }
}
