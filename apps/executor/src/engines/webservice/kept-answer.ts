/** The body of an answer of any length: decoded as it arrives, of which the beginning and the end are kept for the log. */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, constants } from 'node:zlib';
import type { Transform } from 'node:stream';
import { MAX_CALL_ANSWER_BYTES, MAX_CALL_JSON_BYTES, MAX_CALL_LOG_BYTES } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import type { AnswerFlow, AnswerSink } from './answer-head.js';

/** A body that is cut is decoded as far as it goes. */
const PARTLY = { finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI_PARTLY = { finishFlush: constants.BROTLI_OPERATION_FLUSH };
/** The method in the first byte of zlib's header; some servers leave the header out. */
const DEFLATE = 8;
const METHOD_BITS = 0x0f;

export class KeptAnswer implements AnswerSink {
  /** Bytes of the body after decoding. */
  size = 0;
  /** Why the body is not taken to its end; null: it is. */
  problem: string | null = null;
  private readonly head: Buffer[] = [];
  private headSize = 0;
  private readonly tail: Buffer[] = [];
  private tailSize = 0;
  private whole: Buffer[] | null;
  private encoding = '';
  private decoder: Transform | null = null;
  private decoded: Promise<void> = Promise.resolve();
  private flow: AnswerFlow | null = null;

  /** `isParsed`: the body is kept as a whole, up to `MAX_CALL_JSON_BYTES`. */
  constructor(isParsed: boolean) {
    this.whole = isParsed ? [] : null;
  }

  begin(encoding: string | null, flow: AnswerFlow): void {
    this.encoding = encoding?.trim().toLowerCase() ?? '';
    this.flow = flow;
  }

  push(chunk: Buffer): void {
    if (this.problem !== null) return;
    const decoder = (this.decoder ??= this.decoderFor(chunk));
    if (decoder === null) this.take(chunk);
    else if (!decoder.write(chunk)) {
      this.flow?.pause();
      decoder.once('drain', () => this.flow?.resume());
    }
  }

  /** Resolves when all that has arrived is decoded. */
  async finish(): Promise<void> {
    this.decoder?.end();
    await this.decoded;
  }

  /** A part of it is left out, so that the parts beside it may begin or end within a secret. */
  get isDivided(): boolean {
    return this.size > 2 * MAX_CALL_LOG_BYTES;
  }

  /** The beginning and the end as lines of a log. */
  lines(): string[] {
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail).subarray(-MAX_CALL_LOG_BYTES);
    const left = this.size - head.length - tail.length;
    if (head.includes(0)) return this.size === 0 ? [] : [`(${this.size} bytes that are no text)`];
    if (left === 0) return linesOf(Buffer.concat([head, tail]));
    return [...linesOf(head), `… ${left} bytes are left out …`, ...linesOf(tail)];
  }

  /** The body as text; null where it is too long for that. */
  text(): string | null {
    return this.whole === null ? null : Buffer.concat(this.whole).toString('utf8');
  }

  private take(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.size > MAX_CALL_ANSWER_BYTES) {
      this.stop(`the answer has more than ${MAX_CALL_ANSWER_BYTES} bytes`);
      return;
    }
    if (this.size > MAX_CALL_JSON_BYTES) this.whole = null;
    this.whole?.push(chunk);
    const ofHead = chunk.subarray(0, MAX_CALL_LOG_BYTES - this.headSize);
    if (ofHead.length > 0) this.head.push(ofHead);
    this.headSize += ofHead.length;
    const ofTail = chunk.subarray(ofHead.length);
    if (ofTail.length === 0) return;
    this.tail.push(ofTail);
    this.tailSize += ofTail.length;
    for (let [first] = this.tail; first && this.tailSize - first.length >= MAX_CALL_LOG_BYTES; [first] = this.tail) {
      this.tail.shift();
      this.tailSize -= first.length;
    }
  }

  private stop(problem: string): void {
    this.problem ??= problem;
    this.flow?.breakOff(problem);
    this.decoder?.destroy();
  }

  /** A body that its encoding does not fit ends with its first byte that does not. */
  private decoderFor(first: Buffer): Transform | null {
    const decoder = decoderOf(this.encoding, first);
    if (decoder === null) return null;
    decoder.on('data', (chunk: Buffer) => {
      this.take(chunk);
    });
    this.decoded = new Promise((resolve) => {
      decoder.once('close', resolve).on('error', (error) => {
        this.problem ??= `the answer is not ${this.encoding}: ${messageOf(error)}`;
        this.flow?.resume();
      });
    });
    return decoder;
  }
}

function decoderOf(encoding: string, first: Buffer): Transform | null {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(PARTLY);
    case 'deflate':
      return ((first[0] ?? 0) & METHOD_BITS) === DEFLATE ? createInflate(PARTLY) : createInflateRaw(PARTLY);
    case 'br':
      return createBrotliDecompress(BROTLI_PARTLY);
    default:
      return null;
  }
}

const linesOf = (bytes: Buffer): string[] => (bytes.length === 0 ? [] : [bytes.toString('utf8').replace(/\r?\n$/, '')]);
