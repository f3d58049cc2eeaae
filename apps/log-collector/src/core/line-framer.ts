/** Splits bytes into lines, in bounded memory for any bytes. */
import { LastState } from './last-state.js';

const NEWLINE = 10;
const CARRIAGE_RETURN = '\r';
/** A character has at most this many continuation bytes. */
const MAX_CONTINUATION_BYTES = 3;
const EMPTY = new Uint8Array(0);

export interface FramedLine {
  /** The line without its line end; invalid UTF-8 appears as U+FFFD. */
  readonly text: string;
  /** Bytes of the line beyond the limit, which are not in `text`. */
  readonly omittedBytes: number;
}

/** Applied to the bytes of a line that is longer than the limit, before it is decoded. */
export interface LongLines {
  readonly longerThan: number;
  readonly rewrite: (line: Uint8Array) => Uint8Array;
}

/** How many bytes at the beginning of a line are not of its text, such as its time. */
export type HeadBytes = (line: Uint8Array) => number;
const NO_HEAD: HeadBytes = () => 0;

/**
 * Splits a stream of bytes into lines. The same bytes give the same lines for every division into blocks. If a line is longer than
 * `maxLineBytes`, its beginning is kept, cut between two characters, and the rest is counted. Of a long line that is written over itself by
 * carriage returns, its head and its last state are kept.
 */
export class LineFramer {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The first bytes of the unfinished line: one more than the limit, to see whether a character is cut. */
  private carry: Uint8Array = EMPTY;
  private carryTotal = 0;
  /** Of an unfinished line that is longer than the limit. */
  private state: LastState | null = null;

  constructor(
    private readonly maxLineBytes: number,
    private readonly longLines: LongLines | null = null,
    private readonly headBytes = NO_HEAD,
  ) {}

  /** Bytes of the unfinished line. */
  get pendingBytes(): number {
    return this.carryTotal;
  }

  /** The lines that are complete now. Keeps no reference to `bytes`. */
  push(bytes: Uint8Array): FramedLine[] {
    const lastEnd = bytes.lastIndexOf(NEWLINE);
    if (lastEnd === -1) {
      this.keep(bytes);
      return [];
    }
    const lines: FramedLine[] = [];
    let start = 0;
    if (this.carryTotal > 0) {
      start = bytes.indexOf(NEWLINE) + 1;
      this.keep(bytes.subarray(0, start - 1));
      lines.push(this.takeCarry());
    }
    if (start <= lastEnd) this.cut(bytes.subarray(start, lastEnd), lines);
    this.keep(bytes.subarray(lastEnd + 1));
    return lines;
  }

  /** The unfinished last line, once no more bytes can arrive; null if there is none. */
  end(): FramedLine | null {
    return this.carryTotal === 0 ? null : this.takeCarry();
  }

  private keep(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (this.state === null && this.carryTotal + bytes.length > this.maxLineBytes)
      this.state = this.stateOf(this.carry);
    this.state?.push(bytes);
    const room = this.maxLineBytes + 1 - this.carry.length;
    if (room > 0) {
      const grown = new Uint8Array(this.carry.length + Math.min(room, bytes.length));
      grown.set(this.carry);
      grown.set(bytes.subarray(0, room), this.carry.length);
      this.carry = grown;
    }
    this.carryTotal += bytes.length;
  }

  private takeCarry(): FramedLine {
    const line = this.toLine(this.carry, this.carryTotal, this.state);
    this.carry = EMPTY;
    this.carryTotal = 0;
    this.state = null;
    return line;
  }

  private stateOf(bytes: Uint8Array): LastState {
    const state = new LastState(this.maxLineBytes + 1);
    state.push(bytes);
    return state;
  }

  /** Whole lines only, the last one without its newline. Decoding all of them at once is several times faster than one by one. */
  private cut(bytes: Uint8Array, lines: FramedLine[]): void {
    const texts = this.decoder.decode(bytes).split('\n');
    if (texts.every((text) => this.certainlyFits(text))) {
      for (const text of texts) lines.push({ text: withoutReturn(text), omittedBytes: 0 });
      return;
    }
    for (let start = 0; start <= bytes.length;) {
      const newline = bytes.indexOf(NEWLINE, start);
      const end = newline === -1 ? bytes.length : newline;
      lines.push(this.toLine(bytes.subarray(start, end), end - start));
      start = end + 1;
    }
  }

  /** True when the text's bytes cannot be more than the limit: a UTF-16 unit comes from at most three bytes. */
  private certainlyFits(text: string): boolean {
    return text.length * 3 <= Math.min(this.maxLineBytes, this.longLines?.longerThan ?? Infinity);
  }

  private toLine(raw: Uint8Array, rawTotal: number, state: LastState | null = null): FramedLine {
    const { longLines } = this;
    const bytes = longLines !== null && raw.length > longLines.longerThan ? longLines.rewrite(raw) : raw;
    const total = rawTotal - (raw.length - bytes.length);
    if (total <= this.maxLineBytes) return { text: withoutReturn(this.decoder.decode(bytes)), omittedBytes: 0 };
    const last = (state ?? this.stateOf(bytes)).bytes;
    if (last === null) return this.cutLine(bytes, total);
    return this.cutLine(Buffer.concat([bytes.subarray(0, this.headBytes(bytes)), last]), total);
  }

  /** The beginning of these bytes, of a line with so many in all. */
  private cutLine(bytes: Uint8Array, total: number): FramedLine {
    let end = Math.min(this.maxLineBytes, bytes.length);
    for (let back = 0; back < MAX_CONTINUATION_BYTES && isContinuation(bytes[end]); back++) end--;
    return { text: this.decoder.decode(bytes.subarray(0, end)), omittedBytes: total - end };
  }
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const withoutReturn = (text: string): string => (text.endsWith(CARRIAGE_RETURN) ? text.slice(0, -1) : text);
