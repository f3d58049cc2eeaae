/** The body of an answer of any length: decoded as it arrives, of which the beginning and the end are kept for the log. */
import type { Transform } from 'node:stream';
import type { TextDecoder } from 'node:util';
import { MAX_CALL_ANSWER_BYTES, MAX_CALL_JSON_BYTES, MAX_CALL_LOG_BYTES } from '#common/domain/limits.js';
import { messageOf } from '#common/errors/app-error.js';
import { charsetOf, decodersOf, withoutMark, type AnswerFlow, type AnswerSink, type BodyForm } from './answer-body.js';

const STREAM = { stream: true };

export class KeptAnswer implements AnswerSink {
  /** Bytes of the body after decoding, as UTF-8. */
  size = 0;
  /** Why the body is not taken to its end; null: it is. */
  problem: string | null = null;
  private readonly head: Buffer[] = [];
  private headSize = 0;
  private readonly tail: Buffer[] = [];
  private tailSize = 0;
  private whole: Buffer[] | null;
  private form: BodyForm = { encodings: null, contentType: null };
  /** Each gives what it has decoded to the next one; null before the first byte. */
  private decoders: readonly Transform[] | null = null;
  /** Null: the text is UTF-8. Undefined: before its first byte. */
  private charset: TextDecoder | null | undefined;
  private decoded: Promise<void> = Promise.resolve();
  private flow: AnswerFlow | null = null;

  /** `isParsed`: the body is kept as a whole, up to `MAX_CALL_JSON_BYTES`. */
  constructor(isParsed: boolean) {
    this.whole = isParsed ? [] : null;
  }

  begin(form: BodyForm, flow: AnswerFlow): void {
    this.form = form;
    this.flow = flow;
  }

  push(chunk: Buffer): void {
    if (this.problem !== null) return;
    const [decoder] = (this.decoders ??= this.decodersFor(chunk));
    if (decoder === undefined) this.take(chunk);
    else if (!decoder.write(chunk)) {
      this.flow?.pause();
      decoder.once('drain', () => this.flow?.resume());
    }
  }

  /** Resolves when all that has arrived is decoded. */
  async finish(): Promise<void> {
    this.decoders?.[0]?.end();
    await this.decoded;
    const rest = this.charset?.decode() ?? '';
    if (rest !== '') this.keep(Buffer.from(rest));
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

  private take(bytes: Buffer): void {
    const isFirst = this.charset === undefined;
    const charset = this.charset === undefined ? charsetOf(this.form, bytes) : this.charset;
    this.charset = charset;
    if (charset !== null) this.keep(Buffer.from(charset.decode(bytes, STREAM)));
    else this.keep(isFirst ? withoutMark(bytes) : bytes);
  }

  private keep(chunk: Buffer): void {
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
    for (const decoder of this.decoders ?? []) decoder.destroy();
  }

  /** A body that its encoding does not fit ends with its first byte that does not. */
  private decodersFor(first: Buffer): readonly Transform[] {
    const decoders = decodersOf(this.form, first);
    const last = decoders.at(-1);
    if (last === undefined) return decoders;
    last.on('data', (chunk: Buffer) => {
      this.take(chunk);
    });
    this.decoded = new Promise((resolve) => last.once('close', resolve));
    decoders.reduce((from, to) => from.pipe(to));
    for (const decoder of decoders)
      decoder.on('error', (error) => {
        this.problem ??= `the answer is not ${this.form.encodings}: ${messageOf(error)}`;
        for (const each of decoders) each.destroy();
        this.flow?.resume();
      });
    return decoders;
  }
}

const linesOf = (bytes: Buffer): string[] => (bytes.length === 0 ? [] : [bytes.toString('utf8').replace(/\r?\n$/, '')]);
