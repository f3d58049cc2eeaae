/**
 * A chunk of indexes as bytes, for one `runIndexes` document (or inside the run, where it is small). At most 9.3 KiB for 4,096
 * indexes of which none waits, however successes and failures alternate (KEP-2214's worst case), and 8 bytes more for each that
 * waits for its next attempt. Live indexes are not included: the run's list of live attempts names them.
 */
import { bitsOf, IndexChunk } from './index-chunk.js';

const VERSION = 1;
const HEADER_BYTES = 3;
/** Offset and due time of one waiting index. */
const WAITING_BYTES = 8;
/** Milliseconds take 48 bits; the greatest value means "only when it is reopened". */
const NEVER = 2 ** 48 - 1;
const HIGH = 2 ** 32;

type Column = Uint8Array | Uint16Array | Uint32Array;
/** Bytes per value of a column; 0: one value for all of them. */
type Width = 0 | 1 | 2 | 4;

export function encodeChunk(chunk: IndexChunk): Uint8Array {
  const bitmaps = [chunk.succeeded, chunk.failed];
  const columns = [chunk.attempts, chunk.failures].map((values) => ({ values, width: widthOf(values) }));
  const waiting = [...bitsOf(chunk.waiting, chunk.capacity)];
  const bytes =
    HEADER_BYTES +
    bitmaps.reduce((sum, bitmap) => sum + 1 + (isEmpty(bitmap) ? 0 : bitmap.length * 4), 0) +
    columns.reduce((sum, { values, width }) => sum + 1 + (width === 0 ? 4 : width * values.length), 0) +
    2 +
    waiting.length * WAITING_BYTES;
  const out = new Writer(bytes);
  out.put(1, VERSION);
  out.put(2, chunk.capacity);
  for (const bitmap of bitmaps) putBitmap(out, bitmap);
  for (const { values, width } of columns) putColumn(out, values, width);
  out.put(2, waiting.length);
  for (const at of waiting) {
    const due = Math.min(chunk.due?.[at] ?? 0, NEVER);
    out.put(2, at);
    out.put(4, due % HIGH);
    out.put(2, Math.floor(due / HIGH));
  }
  return out.bytes;
}

/** The chunk as it was encoded, with no index in it yet (`resize` sets how many exist). Throws on bytes of another form. */
export function decodeChunk(bytes: Uint8Array): IndexChunk {
  const source = new Reader(bytes);
  const version = source.take(1);
  if (version !== VERSION) throw new Error(`chunk of indexes has version ${version}, not ${VERSION}`);
  const chunk = new IndexChunk(source.take(2));
  for (const bitmap of [chunk.succeeded, chunk.failed]) takeBitmap(source, bitmap);
  for (const column of [chunk.attempts, chunk.failures]) takeColumn(source, column);
  for (let left = source.take(2); left > 0; left--) {
    const at = source.take(2);
    const due = source.take(4) + source.take(2) * HIGH;
    chunk.wait(at, due === NEVER ? Infinity : due);
  }
  return chunk;
}

const isEmpty = (bitmap: Uint32Array): boolean => bitmap.every((word) => word === 0);

function widthOf(values: Column): Width {
  const first = values[0] ?? 0;
  let greatest = 0;
  let isConstant = true;
  for (const value of values) {
    greatest = Math.max(greatest, value);
    isConstant &&= value === first;
  }
  if (isConstant) return 0;
  if (greatest < 2 ** 8) return 1;
  return greatest < 2 ** 16 ? 2 : 4;
}

function putBitmap(out: Writer, bitmap: Uint32Array): void {
  const empty = isEmpty(bitmap);
  out.put(1, empty ? 0 : 1);
  if (!empty) for (const word of bitmap) out.put(4, word);
}

function takeBitmap(source: Reader, bitmap: Uint32Array): void {
  if (source.take(1) === 0) return;
  for (let word = 0; word < bitmap.length; word++) bitmap[word] = source.take(4);
}

function putColumn(out: Writer, values: Column, width: Width): void {
  out.put(1, width);
  if (width === 0) out.put(4, values[0] ?? 0);
  else for (const value of values) out.put(width, value);
}

function takeColumn(source: Reader, values: Column): void {
  const width = source.take(1);
  if (width === 0) values.fill(source.take(4));
  else if (width === 1 || width === 2 || width === 4) {
    for (let at = 0; at < values.length; at++) values[at] = source.take(width);
  } else throw new Error(`chunk of indexes has a column of ${width} bytes per value`);
}

/** Little-endian on every machine. */
class Writer {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(size: number) {
    this.bytes = new Uint8Array(size);
    this.view = new DataView(this.bytes.buffer);
  }

  put(width: Exclude<Width, 0>, value: number): void {
    if (width === 1) this.view.setUint8(this.at, value);
    else if (width === 2) this.view.setUint16(this.at, value, true);
    else this.view.setUint32(this.at, value, true);
    this.at += width;
  }
}

class Reader {
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  take(width: Exclude<Width, 0>): number {
    const { at } = this;
    if (at + width > this.view.byteLength) throw new Error('chunk of indexes ends too early');
    this.at += width;
    if (width === 1) return this.view.getUint8(at);
    return width === 2 ? this.view.getUint16(at, true) : this.view.getUint32(at, true);
  }
}
