/** How the body of an answer becomes text. Servers, and gateways before them, encode it although nobody has asked for that. */
import {
  brotliDecompressSync,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
} from 'node:zlib';
import type { Transform } from 'node:stream';
import { TextDecoder } from 'node:util';

/** How a body is encoded. */
export interface BodyForm {
  /** The names in `Content-Encoding`, in the order in which they were applied; null: there is no such header. */
  readonly encodings: string | null;
  readonly contentType: string | null;
}

/** How the body of an answer flows. */
export interface AnswerFlow {
  pause(): void;
  resume(): void;
  /** Reads no more of it. */
  breakOff(message: string): void;
}

export interface AnswerSink {
  begin(form: BodyForm, flow: AnswerFlow): void;
  push(chunk: Buffer): void;
  /** What is kept of it as text; null where that is too long. */
  text(): string | null;
}

/** A few bytes may become many. */
const MAX_DECODED_BYTES = 1_048_576;
/** Only the beginning of a body may have been read: what there is of it is decoded. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI_PARTLY = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
const ZSTD_PARTLY = { finishFlush: constants.ZSTD_e_flush };
const BOUNDED = { maxOutputLength: MAX_DECODED_BYTES };
/** The method in the first byte of zlib's header; some servers leave the header out. */
const DEFLATE = 8;
const METHOD_BITS = 0x0f;
const hasHeader = (first: Buffer): boolean => ((first[0] ?? 0) & METHOD_BITS) === DEFLATE;

interface Coding {
  /** Decodes what has arrived. */
  readonly atOnce: (bytes: Buffer) => Buffer;
  /** `first`: the first bytes. */
  readonly inSteps: (first: Buffer) => Transform;
}

const GZIP: Coding = {
  atOnce: (bytes) => gunzipSync(bytes, { ...PARTLY, ...BOUNDED }),
  inSteps: () => createGunzip(PARTLY),
};
const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', GZIP],
  ['x-gzip', GZIP],
  [
    'deflate',
    {
      atOnce: (bytes) => (hasHeader(bytes) ? inflateSync : inflateRawSync)(bytes, { ...PARTLY, ...BOUNDED }),
      inSteps: (first) => (hasHeader(first) ? createInflate(PARTLY) : createInflateRaw(PARTLY)),
    },
  ],
  [
    'br',
    {
      atOnce: (bytes) => brotliDecompressSync(bytes, { ...BROTLI_PARTLY, ...BOUNDED }),
      inSteps: () => createBrotliDecompress(BROTLI_PARTLY),
    },
  ],
  [
    'zstd',
    {
      atOnce: (bytes) => zstdDecompressSync(bytes, { ...ZSTD_PARTLY, ...BOUNDED }),
      inSteps: () => createZstdDecompress(ZSTD_PARTLY),
    },
  ],
]);

/** The last one first, as they are undone. A name that is none (`identity`, `UTF-8`, `aws-chunked`) encodes nothing. */
const codingsOf = ({ encodings }: BodyForm): Coding[] =>
  (encodings ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((name) => CODINGS.get(name.trim()) ?? [])
    .reverse();

/** What decodes a body that begins with `first`, step after step; empty for one that is not encoded. */
export function decodersOf(form: BodyForm, first: Buffer): Transform[] {
  // The first bytes between two codings are not there yet: zlib's header is then taken for granted.
  return codingsOf(form).map(({ inSteps }, at) => inSteps(at === 0 ? first : Buffer.of(DEFLATE)));
}

/** Decodes the text of a body that begins with `first`; null where it is UTF-8, or nobody knows what else. */
export function charsetOf({ contentType }: BodyForm, first: Buffer): TextDecoder | null {
  const label = markOf(contentType, first) ?? CHARSET.exec(contentType ?? '')?.[1];
  if (label === undefined) return null;
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === 'utf-8' ? null : decoder;
  } catch {
    return null;
  }
}

const CHARSET = /;\s*charset\s*=\s*["']?([^"';\s]+)/i;
const MAY_BE_TEXT = /^\s*text\/|json|xml/i;

/** The encoding that the byte order mark of a text tells. */
function markOf(contentType: string | null, [first, second]: Buffer): string | undefined {
  if (contentType !== null && !MAY_BE_TEXT.test(contentType)) return undefined;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

const UTF8_MARK = Buffer.of(0xef, 0xbb, 0xbf);
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? bytes.subarray(UTF8_MARK.length) : bytes;

/** Keeps the beginning of a body, and reads no more of it. */
export class FirstBytes implements AnswerSink {
  private readonly parts: Buffer[] = [];
  private size = 0;
  private form: BodyForm = { encodings: null, contentType: null };
  private flow: AnswerFlow | null = null;

  constructor(private readonly most: number) {}

  begin(form: BodyForm, flow: AnswerFlow): void {
    this.form = form;
    this.flow = flow;
  }

  push(chunk: Buffer): void {
    this.parts.push(chunk);
    this.size += chunk.length;
    if (this.size >= this.most) this.flow?.breakOff('the answer is too long');
  }

  /** A body that its encoding does not fit is taken as it is; one of too many bytes is left out. */
  text(): string {
    const bytes = decoded(Buffer.concat(this.parts), this.form).subarray(0, this.most);
    return charsetOf(this.form, bytes)?.decode(bytes) ?? withoutMark(bytes).toString('utf8');
  }
}

function decoded(bytes: Buffer, form: BodyForm): Buffer {
  try {
    return codingsOf(form).reduce((encoded, { atOnce }) => atOnce(encoded), bytes);
  } catch (error) {
    return error instanceof RangeError ? Buffer.alloc(0) : bytes;
  }
}
