import { errorCodes, type FastifyInstance } from 'fastify';
import { scan } from 'secure-json-parse';
import { parseExactJson } from '#common/domain/parse-json.js';
import { utf8Text } from '#common/domain/utf8-text.js';
import { decodeBodies } from './encoded-bodies.js';

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
      /;\s*charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? 'utf-8';
    if (IS_UTF8.has(charset)) done(null, body.toString('utf8'));
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
