import { errorCodes, type FastifyInstance, type RequestPayload } from 'fastify';
import { scan } from 'secure-json-parse';
import { parseExactJson } from '#common/domain/parse-json.js';
import { utf8Text } from '#common/domain/utf8-text.js';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/* Decodes the bodies of requests that have a `Content-Encoding`. */

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The limit of a body counts its decoded bytes, too. Another encoding, or several, are answered 415; what cannot be decoded 400. */
function decodeBodies(server: FastifyInstance): void {
  server.addHook('preParsing', (request, reply, payload, done) => {
    // Some clients name a type, such as that of forms, with every POST.
    if (request.headers['content-length'] === '0') delete request.headers['content-type'];
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding === 'identity' || encoding === '') {
      done(null, payload);
      return;
    }
    const decoder = DECODERS.get(encoding)?.();
    if (decoder === undefined) {
      const encodings = [...DECODERS.keys()].join(', ');
      // RFC 9110, 12.5.3: so that the caller can tell it from a wrong media type.
      void reply.header('Accept-Encoding', encodings);
      done(Object.assign(new Error(`the Content-Encoding of a body must be one of ${encodings}`), { statusCode: 415 }));
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

/**
 * Parses JSON and plain text; an empty body of any type counts as no body. Other types are answered 415. JSON that is not UTF-8 is answered
 * 400; in plain text U+FFFD replaces bytes that are not UTF-8, as in the output of processes and pods, unless it names another encoding.
 */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  decodeBodies(server);
  server.addContentTypeParser<Buffer>(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const text = utf8Text(body);
      let value: unknown;
      try {
        if (text === null) throw refusal(400, 'the body is not UTF-8');
        value = text === '' ? undefined : harmless(parsed(text.replace(/^\ufeff/, '')));
      } catch (error) {
        done(error as Error, undefined);
        return;
      }
      done(null, value);
    },
  );
  server.addContentTypeParser<Buffer>('text/plain', { parseAs: 'buffer' }, (request, body, done) => {
    const charset =
      /;\s*charset=["']?([^"';\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
    if (IS_UTF8.has(charset)) done(null, body.toString('utf8').replace(/^\ufeff/, ''));
    else done(refusal(415, `the text must be UTF-8, not ${charset}`), undefined);
  });
}

const IS_UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

const refusal = (statusCode: number, message: string): Error => Object.assign(new Error(message), { statusCode });

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY();
  }
}

/** Throws for names that would change the prototype of an object which they are copied to. */
function harmless(value: unknown): unknown {
  try {
    return typeof value === 'object' && value !== null ? (scan(value) as unknown) : value;
  } catch {
    throw refusal(
      400,
      'the body holds the name "__proto__", or "prototype" within "constructor", which no value may hold',
    );
  }
}
