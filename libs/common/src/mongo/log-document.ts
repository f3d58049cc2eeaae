/** A chunk of a log as a document: its head in fields, its lines compressed. Shared by writers and readers. */
import { withStoredNumbers } from './stored-numbers.js';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib';
import { mongo } from 'mongoose';
import { parseAttemptId, type AttemptId } from '../domain/ids.js';
import { MAX_LOG_CHUNK_BYTES, MAX_REQUEST_BODY_BYTES } from '../domain/limits.js';
import type { ChunkHead, LogChunk, LogLine, OutputStream } from '../run/output.js';
import { AppError } from '../errors/app-error.js';
import { Pool, Semaphore } from '../runtime/pool.js';
import type { GuardedDocument } from './batched-operations.js';

export interface LogDocument extends ChunkHead, GuardedDocument {
  /** Copied from the attempt's id, for filters. */
  readonly task: string;
  readonly index: number;
  readonly attemptNumber: number;
  /** Task and index in one field, so that the log of an index has an index of its own. */
  readonly taskIndex: string;
  /** The lines, one per line of text (see `packLines`), compressed with zstd. */
  readonly packed: mongo.Binary;
}

/** Everything but the lines. */
export const HEAD_ONLY = { packed: 0 } as const;

/** The largest callback, if it has only line ends, with the data stored for each line. A larger text is not ours. */
const MAX_UNPACKED_BYTES = 32 * MAX_REQUEST_BODY_BYTES;
const CHUNK_DIGITS = 8;
const LETTERS: Readonly<Record<OutputStream, string>> = { stdout: 'o', stderr: 'e', system: 's' };
const STREAMS: Readonly<Record<string, OutputStream>> = { o: 'stdout', e: 'stderr', s: 'system' };

/** Letter, time, blank and line end. */
const MAX_LINE_FRAME_BYTES = 20;
/**
 * Chunks that are packed and compressed at the same time: as many as there are threads for it. Each takes a buffer and some
 * megabytes of the compressor, so hundreds of logs are compressed one after the other.
 */
const PACKED_AT_ONCE = 4;
const packBuffers = new Pool(PACKED_AT_ONCE, () => Buffer.allocUnsafeSlow(2 * MAX_LOG_CHUNK_BYTES));
const unpackers = new Semaphore(PACKED_AT_ONCE);

/** A smaller text is compressed at once: that takes a tenth of a millisecond, less than handing it to another thread. */
const AT_ONCE_BYTES = 16 * 1024;
const compressed = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const chunkKey = (attempt: AttemptId, chunk: number): string =>
  `${attempt}/${String(chunk).padStart(CHUNK_DIGITS, '0')}`;

export const taskIndexOf = (task: string, index: number): string => `${task}/${index}`;

/** The range of keys that begin with `id/`: ids contain no character between "/" and "0". */
export const keysUnder = (id: string): { $gt: string; $lt: string } => ({ $gt: `${id}/`, $lt: `${id}0` });

/** The length is written into the data: without it decompression takes two megabytes of memory. */
async function compress(bytes: Buffer): Promise<Buffer> {
  const options = { pledgedSrcSize: bytes.length };
  return bytes.length <= AT_ONCE_BYTES ? zstdCompressSync(bytes, options) : compressed(bytes, options);
}

/** Compresses large texts off the main thread. */
export async function toLogDocument(chunk: LogChunk): Promise<LogDocument> {
  const { lines, ...head } = chunk;
  const key = parseAttemptId(chunk.attempt);
  if (key === null) throw new AppError('INTERNAL', `"${chunk.attempt}" is not an attempt id`);
  const { task, index, attempt: attemptNumber } = key;
  const packed = new mongo.Binary(await compressLines(lines, chunk.firstAt));
  const repeated = { task, index, attemptNumber, taskIndex: taskIndexOf(task, index) };
  return { _id: chunkKey(chunk.attempt, chunk.chunk), rev: 1, ...head, ...repeated, packed };
}

function compressLines(lines: readonly LogLine[], firstAt: number): Promise<Buffer> {
  return packBuffers.use(async (buffer) => {
    const length = packLines(lines, firstAt, buffer);
    if (length !== null) return compress(buffer.subarray(0, length));
    const large = Buffer.allocUnsafeSlow(lines.reduce((sum, line) => sum + roomFor(line.text), 0));
    return compress(large.subarray(0, packLines(lines, firstAt, large) ?? 0));
  });
}

export function headOf(document: Omit<LogDocument, 'packed'>): ChunkHead {
  const { attempt, run, tenant, chunk, through, firstSeq, lastSeq, firstAt, lastAt, bytes } = document;
  const { progress, callbacks, seal } = document;
  const span = { firstSeq, lastSeq, firstAt, lastAt, bytes };
  const kept = { progress: withStoredNumbers(progress), seal: withStoredNumbers(seal) };
  return { attempt, run, tenant, chunk, through, ...span, callbacks, ...kept };
}

export async function linesOf(document: LogDocument): Promise<LogLine[]> {
  return unpackers.use(async () => {
    const bytes = await decompress(document.packed.buffer, { maxOutputLength: MAX_UNPACKED_BYTES });
    return unpackLines(bytes.toString('utf8'), document.firstSeq, document.firstAt);
  });
}

/** Writes `<o|e|s><milliseconds since the line before> <text>` per line; returns the length, or null if it does not fit. */
function packLines(lines: readonly LogLine[], firstAt: number, buffer: Buffer): number | null {
  let length = 0;
  let at = firstAt;
  for (const line of lines) {
    if (length + roomFor(line.text) > buffer.length) return null;
    length += buffer.write(`${LETTERS[line.stream]}${line.at - at} ${line.text}\n`, length);
    at = line.at;
  }
  return length;
}

/** The most bytes of a line: three per UTF-16 unit, and the data that is stored with the text. */
const roomFor = (text: string): number => 3 * text.length + MAX_LINE_FRAME_BYTES;

function unpackLines(text: string, firstSeq: number, firstAt: number): LogLine[] {
  const lines: LogLine[] = [];
  let at = firstAt;
  let seq = firstSeq;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const blank = text.indexOf(' ', start);
    at += Number(text.slice(start + 1, blank));
    const stream = STREAMS[text[start] ?? ''];
    if (end === -1 || stream === undefined) throw new AppError('INTERNAL', 'a stored log chunk cannot be read');
    lines.push({ seq: seq++, at, stream, text: text.slice(blank + 1, end) });
    start = end + 1;
  }
  return lines;
}

/**
 * The chunks that count, in order: chunks covered by an earlier one's `through` are superseded by a merge. A chunk that reaches
 * beyond it was merged by another writer at the same time: its first lines exist twice, with the same numbers.
 */
export function withoutLeftovers<C extends { readonly chunk: number; readonly through: number }>(
  chunks: readonly C[],
): C[] {
  let through = 0;
  return chunks.filter((chunk) => {
    if (chunk.through <= through) return false;
    through = chunk.through;
    return true;
  });
}
