import { errorCodes, type FastifyInstance } from 'fastify';
import { scan } from 'secure-json-parse';
import { parseExactJson } from '#common/domain/parse-json.js';

/** Parses JSON and plain text; an empty body of any type counts as no body. Other types are answered 415. */
export function addBodyParsers(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (_request, body, done) => {
      let value: unknown;
      try {
        value = body === '' ? undefined : harmless(parseExactJson(body.replace(/^\ufeff/, '')));
      } catch {
        done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined);
        return;
      }
      done(null, value);
    },
  );
  server.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
}

/** Throws for names that would change the prototype of an object which they are copied to. */
const harmless = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? (scan(value) as unknown) : value;
