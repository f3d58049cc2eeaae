/**
 * Interim answers (RFC 9110, 15.2): a server may send any number of them, such as 100 and 103, before its answer. The HTTP client treats a
 * 100 that it has not asked for as an error, after which it would be unknown whether the request was handled.
 */
import type { Socket } from 'node:net';

/** Interim answers of more bytes in all are left to the HTTP client, which refuses them. */
const MAX_INTERIM_BYTES = 16_384;
/** 101 is a final answer: it ends HTTP on the connection. */
const INTERIM = /^HTTP\/1\.[01] 1(?!01)\d\d[ \r\n]/;
const STATUS_LENGTH = 'HTTP/1.1 100 '.length;
const HEAD_END = '\r\n\r\n';

/** Lets whoever reads from a new connection, on which one request is sent, see only the answer itself. */
export function skipInterimAnswers(socket: Socket): void {
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let kept: Buffer = Buffer.alloc(0);
  let skipped = 0;
  socket.read = (size?: number): Buffer | null => {
    const chunk = read(size);
    if (chunk === null) return null;
    kept = Buffer.concat([kept, chunk]);
    for (;;) {
      const end = kept.indexOf(HEAD_END);
      const isInterim = INTERIM.test(kept.toString('latin1', 0, STATUS_LENGTH));
      const mayBecomeOne = kept.length < STATUS_LENGTH || (isInterim && end < 0);
      if (skipped + kept.length > MAX_INTERIM_BYTES || !(isInterim || mayBecomeOne)) {
        socket.read = read;
        return kept;
      }
      if (mayBecomeOne) return null;
      skipped += end + HEAD_END.length;
      kept = kept.subarray(end + HEAD_END.length);
    }
  };
}
