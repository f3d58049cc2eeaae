/**
 * The head of an answer, read as browsers do and not as strictly as the HTTP client does, after whose error it would be unknown whether the
 * request was handled. It sees the final answer alone, with the fields that matter here. There is nothing to smuggle past anybody: a
 * connection serves one request.
 */
import type { Socket } from 'node:net';
import { brotliDecompressSync, constants, inflateRawSync, inflateSync, gunzipSync } from 'node:zlib';

/** Interim answers of more bytes in all, and what is no answer, are left to the HTTP client, which refuses them. */
const MAX_INTERIM_BYTES = 16_384;
/** An optional return and a bare line feed are line ends, too (RFC 9112, 2.2). */
const HEAD_END = /\r?\n\r?\n/;
const STATUS_LINE = /^HTTP\/1\.[01] +(\d{3})(?!\d)/;
const MAYBE_STATUS_LINE = /^(?:H|HT|HTT|HTTP|HTTP\/|HTTP\/1|HTTP\/1\.|HTTP\/1\.[01](?: +\d{0,3})?)$/;
/** It ends HTTP on the connection. */
const SWITCHING_PROTOCOLS = 101;
const FIRST_FINAL_STATUS = 200;

/** Lets whoever reads from a new connection, on which one request is sent, see the answer with a plain head of at most `maxBytes`. */
export function readPlainAnswer(socket: Socket, maxBytes: number): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let kept: Buffer = Buffer.alloc(0);
  let skipped = 0;
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size);
    if (chunk === null) return null;
    kept = Buffer.concat([kept, chunk]);
    for (;;) {
      const head = skipped > MAX_INTERIM_BYTES ? 'strange' : readHead(kept.toString('latin1', 0, maxBytes), maxBytes);
      if (head === 'unfinished') return null;
      if (head === 'strange') {
        socket.read = read;
        return kept;
      }
      kept = kept.subarray(head.length);
      if (head.status >= FIRST_FINAL_STATUS) {
        socket.read = read;
        return Buffer.concat([Buffer.from(plainHead(head.status, head.text), 'latin1'), kept]);
      }
      skipped += head.length;
    }
  };
}

interface Head {
  readonly status: number;
  readonly text: string;
  readonly length: number;
}

function readHead(text: string, maxBytes: number): Head | 'unfinished' | 'strange' {
  const isFull = text.length >= maxBytes;
  const status = STATUS_LINE.exec(text)?.[1];
  if (status === undefined) return !isFull && MAYBE_STATUS_LINE.test(text) ? 'unfinished' : 'strange';
  if (Number(status) === SWITCHING_PROTOCOLS) return 'strange';
  const end = HEAD_END.exec(text);
  if (end === null) return isFull ? 'strange' : 'unfinished';
  return { status: Number(status), text: text.slice(0, end.index), length: end.index + end[0].length };
}

/** Begins with a line end or whitespace where a line goes on in the next one (RFC 9112, 5.2). */
const FOLD = /\r?\n[ \t]+/g;
const FIELD = /^([^\s:]+)[ \t]*:(.*)$/;

/** The status, how the end of the body is found, how it is encoded, and what else is asked for of an answer. */
function plainHead(status: number, head: string): string {
  const fields = head
    .replace(FOLD, ' ')
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const [, name, value] = FIELD.exec(line) ?? [];
      return name === undefined ? [] : [[name.toLowerCase(), (value ?? '').trim()] as const];
    });
  const valuesOf = (wanted: string): string[] => fields.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const isChunked = /(?:^|[ ,])chunked$/i.test(valuesOf('transfer-encoding').at(-1) ?? '');
  const length = /^\d+/.exec(valuesOf('content-length')[0] ?? '')?.[0];
  const plain = [
    `HTTP/1.1 ${status} -`,
    'connection: close',
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
    ...(length === undefined || isChunked ? [] : [`content-length: ${length}`]),
    ...['retry-after', 'content-encoding', 'location', 'content-type'].flatMap((name) =>
      valuesOf(name).map((value) => `${name}: ${value.replace(/[^ -~]/g, '')}`),
    ),
  ];
  return `${plain.join('\r\n')}\r\n\r\n`;
}

/* The text of an answer's body. Servers, and gateways before them, compress although nobody has asked for it. Pure. */

/** A few bytes may become many. */
const MAX_DECODED_BYTES = 1_048_576;
/** Only the beginning of a body may have been read: what there is of it is decoded. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_DECODED_BYTES };
const BROTLI_PARTLY = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: MAX_DECODED_BYTES };

type Decode = (bytes: Buffer) => Buffer;
const gzip: Decode = (bytes) => gunzipSync(bytes, PARTLY);
/** Some servers leave out the header of zlib. */
const deflate: Decode = (bytes) => {
  try {
    return inflateSync(bytes, PARTLY);
  } catch {
    return inflateRawSync(bytes, PARTLY);
  }
};
const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', gzip],
  ['x-gzip', gzip],
  ['deflate', deflate],
  ['br', (bytes) => brotliDecompressSync(bytes, BROTLI_PARTLY)],
]);

/** How the body of an answer flows. */
export interface AnswerFlow {
  pause(): void;
  resume(): void;
  /** Reads no more of it. */
  breakOff(message: string): void;
}

export interface AnswerSink {
  begin(encoding: string | null, flow: AnswerFlow): void;
  push(chunk: Buffer): void;
  /** What is kept of it as text; null where that is too long. */
  text(): string | null;
}

/** Keeps the beginning of a body, and reads no more of it. */
export class FirstBytes implements AnswerSink {
  private readonly parts: Buffer[] = [];
  private size = 0;
  private encoding: string | null = null;
  private flow: AnswerFlow | null = null;

  constructor(private readonly most: number) {}

  begin(encoding: string | null, flow: AnswerFlow): void {
    this.encoding = encoding;
    this.flow = flow;
  }

  push(chunk: Buffer): void {
    this.parts.push(chunk);
    this.size += chunk.length;
    if (this.size >= this.most) this.flow?.breakOff('the answer is too long');
  }

  text(): string {
    return answerText(Buffer.concat(this.parts), this.encoding, this.most);
  }
}

/** At most `most` bytes of it. A body that its encoding does not fit is taken as it is; one of too many bytes is left out. */
function answerText(bytes: Buffer, encoding: string | null, most: number): string {
  return decoded(bytes, encoding?.trim().toLowerCase() ?? '')
    .subarray(0, most)
    .toString('utf8');
}

function decoded(bytes: Buffer, encoding: string): Buffer {
  try {
    return DECODERS.get(encoding)?.(bytes) ?? bytes;
  } catch (error) {
    return error instanceof RangeError ? Buffer.alloc(0) : bytes;
  }
}
