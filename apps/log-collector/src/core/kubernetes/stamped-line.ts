/** Lines of a pod's log as a node sends them, each with the time at which the runtime wrote it, to the nanosecond. */
import type { Instant } from '#common/run/run.js';
import type { FramedLine, LongLines } from '../line-framer.js';
import type { SourceLine } from '../source.js';

export interface Stamp {
  /** The time as text, with every digit: it identifies the line. */
  readonly time: string;
  readonly at: Instant;
}

export interface StampedLine extends Stamp {
  readonly text: string;
  readonly omittedBytes: number;
}

/** `2026-03-01T10:00:00.123456789+01:00` and a blank. */
export const MAX_STAMP_BYTES = 36;
/** Runtimes write a longer line in pieces of this size, and nodes before 1.22 put a time before each of them. */
export const PIECE_BYTES = 16 * 1024;

const SECONDS_LENGTH = 19;
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d) /;

const FRACTION = /\.(\d+)/;

/** Compares times to the nanosecond. */
export const isLater = (a: Stamp, b: Stamp): boolean => (a.at === b.at ? fractionOf(a) > fractionOf(b) : a.at > b.at);

const fractionOf = ({ time }: Stamp): string => (FRACTION.exec(time)?.[1] ?? '').padEnd(9, '0');

/** Parses the lines of one log; remembers the last second, because neighbouring lines mostly have the same second. */
export class StampReader {
  private second = '';
  private zone = '';
  private secondAt = 0;

  /** Null for a message of the node itself, which has no time. */
  read({ text, omittedBytes }: FramedLine): StampedLine | null {
    const end = text.indexOf(' ');
    if (end < SECONDS_LENGTH || !STAMP.test(text.slice(0, end + 1))) return null;
    const time = text.slice(0, end);
    return { time, at: this.instantOf(time), text: text.slice(end + 1), omittedBytes };
  }

  private instantOf(time: string): Instant {
    const zone = time.endsWith('Z') ? 'Z' : time.slice(-6);
    const second = time.slice(0, SECONDS_LENGTH);
    if (second !== this.second || zone !== this.zone) {
      this.second = second;
      this.zone = zone;
      this.secondAt = Date.parse(`${second}${zone}`);
    }
    const fraction = time.slice(SECONDS_LENGTH, time.length - zone.length);
    return this.secondAt + (fraction === '' ? 0 : Math.floor(Number(fraction) * 1_000));
  }
}

/** Removes the times before the later pieces of a long line. */
export const JOIN_PIECES: LongLines = { longerThan: PIECE_BYTES, rewrite: joinPieces };

function joinPieces(line: Uint8Array): Uint8Array {
  const pieces: Uint8Array[] = [];
  let rest = line;
  let from = stampBytes(rest);
  for (; from > 0 && rest.length > from + PIECE_BYTES; from = stampBytes(rest)) {
    pieces.push(rest.subarray(pieces.length === 0 ? 0 : from, from + PIECE_BYTES));
    rest = rest.subarray(from + PIECE_BYTES);
  }
  if (pieces.length === 0) return line;
  return Buffer.concat([...pieces, rest.subarray(from)]);
}

/** The length in bytes of a time at the beginning of these bytes; 0 for none. */
export function stampBytes(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MAX_STAMP_BYTES)).toString('latin1');
  return STAMP.exec(head)?.[0].length ?? 0;
}

/** A pod has only one stream. */
export const toSourceLine = ({ at, text, omittedBytes }: StampedLine): SourceLine => ({
  at,
  stream: 'stdout',
  text,
  omittedBytes,
});
