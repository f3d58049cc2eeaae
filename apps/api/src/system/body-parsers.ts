import type { FastifyInstance } from 'fastify';
import { withLiteralLetters } from '#common/domain/literal-letters.js';

/** JSON and plain text; an empty body is no body, whatever its type says. Anything else is 415. */
export function addBodyParsers(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(
    ['application/json', 'application/merge-patch+json'],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') done(null, undefined);
      else void parseJson(request, withLiteralLetters(body), done);
    },
  );
  server.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
}
