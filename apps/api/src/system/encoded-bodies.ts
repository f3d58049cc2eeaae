/** Decodes the bodies of requests that have a `Content-Encoding`. */
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { FastifyInstance, RequestPayload } from 'fastify';

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The limit of a body counts its decoded bytes, too. Another encoding, or several, are answered 415; what cannot be decoded 400. */
export function decodeBodies(server: FastifyInstance): void {
  server.addHook('preParsing', (request, reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity' || encoding === '') {
      done(null, payload);
      return;
    }
    const decoder = DECODERS.get(encoding)?.();
    if (decoder === undefined) {
      const known = [...DECODERS.keys()].join(', ');
      // RFC 9110, 12.5.3: so that the caller can tell it from a wrong media type.
      void reply.header('Accept-Encoding', known);
      done(Object.assign(new Error(`the Content-Encoding of a body must be one of ${known}`), { statusCode: 415 }));
      return;
    }
    const decoded: Transform & RequestPayload = Object.assign(decoder, { receivedEncodedLength: 0 });
    payload.on('data', (chunk: Buffer) => {
      decoded.receivedEncodedLength = (decoded.receivedEncodedLength ?? 0) + chunk.length;
    });
    payload.on('error', (error) => decoded.destroy(error));
    // A body that is refused before its end is not decoded further; the rest is read and dropped, so that the caller gets the answer.
    reply.raw.once('close', () => {
      payload.unpipe(decoded);
      decoded.destroy();
      request.raw.resume();
    });
    done(null, payload.pipe(decoded));
  });
}
