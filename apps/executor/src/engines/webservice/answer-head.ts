/**
 * The head of an answer, read as browsers do and not as strictly as the HTTP client does, after whose error it would be unknown whether the
 * request was handled. It sees the final answer alone, with the fields that matter here. There is nothing to smuggle past anybody: a
 * connection serves one request.
 */
import type { Socket } from 'node:net';
import { utf8Text } from '#common/domain/utf8-text.js';

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
      valuesOf(name).map((value) => `${name}: ${inAscii(value)}`),
    ),
  ];
  return `${plain.join('\r\n')}\r\n\r\n`;
}

/** As in an address: bytes beyond ASCII are UTF-8, or else Latin-1, and are percent-encoded. `latin1`: each character is one byte. */
function inAscii(latin1: string): string {
  const text = utf8Text(Buffer.from(latin1, 'latin1')) ?? latin1;
  return text.replace(/[^ -~]+/g, (part) => encodeURIComponent(part));
}
