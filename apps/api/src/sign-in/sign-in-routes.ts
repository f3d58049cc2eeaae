import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#common/errors/app-error.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import {
  cookieOf,
  cookieText,
  noSessionCookie,
  PAGE_HEADER,
  sessionCookie,
  sessionOf,
  type CookiePlace,
} from '../access/core/session-cookie.js';
import { QUESTION_SECONDS, SESSION_SECONDS, SIGN_IN_PATH, SIGNED_IN_PATH, type SignIn } from './sign-in.js';

const QUESTION_COOKIE = 'carillon-sign-in';

export interface SignInSurroundings {
  readonly prefix: string;
  /** Where browsers reach the service. */
  readonly publicUrl: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'authenticationFailures'>;
}

/** The addresses by which a browser signs in and out; the page asks for nothing but `/sign-in/methods` and `/sign-out` itself. */
export function addSignInRoutes(server: FastifyInstance, signIn: SignIn, around: SignInSurroundings): void {
  const { prefix, publicUrl } = around;
  const secure = publicUrl.startsWith('https://');
  const session: CookiePlace = { path: `${prefix}/`, secure };
  const question: CookiePlace = { path: `${prefix}${SIGN_IN_PATH}`, secure };
  const keep = (kept: string, maxAgeSeconds: number): string =>
    cookieText({ name: QUESTION_COOKIE, value: kept, maxAgeSeconds, sameSite: 'Lax' }, question);

  server.get(`${prefix}${SIGN_IN_PATH}/methods`, () => ({ token: true, issuer: signIn.isOffered }));
  server.get(`${prefix}${SIGN_IN_PATH}`, async (_request, reply) =>
    orBack(reply, around, async () => {
      const { address, kept } = await signIn.begin();
      return uncached(reply).header('Set-Cookie', keep(kept, QUESTION_SECONDS)).redirect(address.href);
    }),
  );
  server.get(`${prefix}${SIGNED_IN_PATH}`, async (request: FastifyRequest, reply) =>
    orBack(reply, around, async () => {
      const question = cookieOf(request.headers.cookie, QUESTION_COOKIE);
      const token = await signIn.finish(question, queryOf(request.url), request.ip);
      const cookies = [sessionCookie(token, SESSION_SECONDS, session), keep('', 0)];
      return uncached(reply).header('Set-Cookie', cookies).redirect(`${prefix}/`);
    }),
  );
  server.post(`${prefix}/sign-out`, async (request: FastifyRequest, reply) => {
    // Without it another site could sign people out.
    if (request.headers[PAGE_HEADER] === undefined) return reply.status(403).send();
    await signIn.end(sessionOf(request.headers.cookie), request.ip);
    return uncached(reply).header('Set-Cookie', noSessionCookie(session)).status(204).send();
  });
}

/** Whoever cannot be signed in is brought back to the page, which says why in words of its own. */
async function orBack(
  reply: FastifyReply,
  { prefix, log, metrics }: SignInSurroundings,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work();
  } catch (error) {
    log.warn({ err: error }, 'a sign-in failed');
    metrics.authenticationFailures.inc({ cause: 'signIn' });
    const code = error instanceof AppError ? error.code : 'INTERNAL';
    return uncached(reply).redirect(`${prefix}/?sign-in=${code}`);
  }
}

const uncached = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store');
const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
