/** The security headers of every answer. */
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR_SECONDS = 31_536_000;

/** Pages add their own policy of what they may load; other answers may load nothing. */
export const SECURITY_HEADERS = {
  // Browsers obey this header only if it arrives over TLS, for example from a proxy.
  'Strict-Transport-Security': `max-age=${YEAR_SECONDS}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Puts the headers on all answers. Headers that a route sets itself take precedence. */
export function addSecurityHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', (_request, reply, done) => {
    setSecurityHeaders(reply);
    done();
  });
}

export const setSecurityHeaders = (reply: FastifyReply): FastifyReply => reply.headers(SECURITY_HEADERS);
