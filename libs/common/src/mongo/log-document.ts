/** A chunk of a log as a document: its head in fields, its lines compressed. Shared by the writing and the reading side. */
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import { mongo } from 'mongoose';
import { parseAttemptId, type AttemptId } from '../domain/ids.js';
import { MAX_LOG_CHUNK_BYTES } from '../domain/limits.js';
import type { ChunkHead, LogChunk, LogLine, OutputStream } from '../domain/output.js';
import { AppError } from '../errors/app-error.js';
import type { GuardedDocument } from './bulk-writer.js';

export interface LogDocument extends ChunkHead, GuardedDocument {
  /** Repeated from the attempt's id, for filters. */
  readonly task: string;
  readonly index: number;
  readonly attemptNumber: number;
  /** The lines, one per line of text (see `packLines`), compressed with zstd. */
  readonly packed: mongo.Binary;
}

/** Everything but the lines. */
export const HEAD_ONLY = { packed: 0 } as const;

/** Line ends, stream letters and times come on top of the text; anything larger was not written by us. */
const MAX_UNPACKED_BYTES = 8 * MAX_LOG_CHUNK_BYTES;
const CHUNK_DIGITS = 8;
const LETTERS: Readonly<Record<OutputStream, string>> = { stdout: 'o', stderr: 'e', system: 's' };
const STREAMS: Readonly<Record<string, OutputStream>> = { o: 'stdout', e: 'stderr', s: 'system' };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const chunkKey = (attempt: AttemptId, chunk: number): string =>
  `${attempt}/${String(chunk).padStart(CHUNK_DIGITS, '0')}`;

/** The keys that begin with `id/`: ids hold no character between "/" and "0". */
export const keysUnder = (id: string): { $gt: string; $lt: string } => ({ $gt: `${id}/`, $lt: `${id}0` });

/** Compresses off the main thread. */
export async function toLogDocument(chunk: LogChunk): Promise<LogDocument> {
  const { lines, ...head } = chunk;
  const key = parseAttemptId(chunk.attempt);
  if (key === null) throw new AppError('INTERNAL', `"${chunk.attempt}" is not an attempt id`);
  const { task, index, attempt: attemptNumber } = key;
  const packed = new mongo.Binary(await compress(packLines(lines, chunk.firstAt)));
  return { _id: chunkKey(chunk.attempt, chunk.chunk), rev: 1, ...head, task, index, attemptNumber, packed };
}

export function headOf(document: Omit<LogDocument, 'packed'>): ChunkHead {
  const { attempt, run, tenant, chunk, through, firstSeq, lastSeq, firstAt, lastAt, bytes } = document;
  const { progress, callbacks, seal } = document;
  const span = { firstSeq, lastSeq, firstAt, lastAt, bytes };
  return { attempt, run, tenant, chunk, through, ...span, progress, callbacks, seal };
}

export async function linesOf(document: LogDocument): Promise<LogLine[]> {
  const bytes = await decompress(document.packed.buffer, { maxOutputLength: MAX_UNPACKED_BYTES });
  return unpackLines(bytes.toString('utf8'), document.firstSeq, document.firstAt);
}

/** `<o|e|s><milliseconds since the line before> <text>` per line. */
function packLines(lines: readonly LogLine[], firstAt: number): Buffer {
  let text = '';
  let at = firstAt;
  for (const line of lines) {
    text += `${LETTERS[line.stream]}${line.at - at} ${line.text}\n`;
    at = line.at;
  }
  return Buffer.from(text, 'utf8');
}

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

/** The chunks that count, in order: those covered by an earlier one's `through` are left over from a merge. */
export function withoutLeftovers<C extends { readonly chunk: number; readonly through: number }>(
  chunks: readonly C[],
): C[] {
  let through = 0;
  return chunks.filter((chunk) => {
    if (chunk.chunk <= through) return false;
    through = chunk.through;
    return true;
  });
}
