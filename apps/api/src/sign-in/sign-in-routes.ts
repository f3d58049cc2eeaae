import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#common/errors/app-error.js';
import { failureOf } from '#common/errors/failure.js';
import type { Logger } from '#common/logging/logger.js';
import type { Metrics } from '#common/metrics/catalogue.js';
import {
  cookieNames,
  cookieOf,
  cookieText,
  noSessionCookie,
  PAGE_HEADER,
  sessionCookie,
  sessionOf,
  type CookiePlace,
} from '../access/core/session-cookie.js';
import { timeText } from '../http/page.js';
import { problemDocument } from '../http/problem.js';
import { SESSION_SECONDS, SIGNED_IN_PATH } from './sessions.js';
import { QUESTION_SECONDS, SIGN_IN_PATH, type SignIn } from './sign-in.js';
import { clientAddress } from '../http/source-address.js';

/** Each question has a cookie of its own: people sign in in several tabs at once. */
const QUESTION_COOKIE = 'carillon-sign-in-';
/** Characters of the question's state that tell its cookie from others. */
const STATE_LENGTH = 16;
/** Further cookies of questions are removed, the oldest first: headers must not grow without end. */
const MAX_QUESTIONS = 6;
const MAX_DEVICE_LENGTH = 8_192;
const MAX_BODY_BYTES = 16_384;

export interface SignInSurroundings {
  readonly prefix: string;
  /** The address at which browsers reach the service. */
  readonly publicUrl: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'authenticationFailures'>;
}

/** The addresses by which a browser signs in and out; the page itself requests only `/sign-in/methods` and `/sign-out`. */
export function addSignInRoutes(server: FastifyInstance, signIn: SignIn, around: SignInSurroundings): void {
  const { prefix, publicUrl } = around;
  const secure = publicUrl.startsWith('https://');
  const session: CookiePlace = { path: `${prefix}/`, secure };
  const question: CookiePlace = { path: `${prefix}${SIGN_IN_PATH}`, secure };
  const keep = (name: string, kept: string, maxAgeSeconds: number): string =>
    cookieText({ name, value: kept, maxAgeSeconds, sameSite: 'Lax' }, question);

  server.get(`${prefix}${SIGN_IN_PATH}/methods`, () => ({ token: true, issuer: signIn.isOffered }));
  server.get(`${prefix}${SIGN_IN_PATH}`, async (request: FastifyRequest, reply) =>
    orBack(reply, around, async () => {
      const isAsked = new URLSearchParams(queryOf(request.url)).has('other-account');
      const { address, kept } = await signIn.begin(isAsked);
      const old = cookieNames(request.headers.cookie, QUESTION_COOKIE).slice(0, -MAX_QUESTIONS + 1);
      const cookies = [
        keep(questionCookie(address.searchParams), kept, QUESTION_SECONDS),
        ...old.map((name) => keep(name, '', 0)),
      ];
      return uncached(reply).header('Set-Cookie', cookies).redirect(address.href);
    }),
  );
  server.get(`${prefix}${SIGNED_IN_PATH}`, async (request: FastifyRequest, reply) =>
    orBack(reply, around, async () => {
      const query = queryOf(request.url);
      const name = questionCookie(new URLSearchParams(query));
      const { token } = await signIn.finish(cookieOf(request.headers.cookie, name), query, clientAddress(request));
      const cookies = [sessionCookie(token, SESSION_SECONDS, session), keep(name, '', 0)];
      return uncached(reply).header('Set-Cookie', cookies).redirect(`${prefix}/`);
    }),
  );
  addDeviceRoutes(server, signIn, around);
  server.post(`${prefix}/sign-out`, async (request: FastifyRequest, reply) => {
    // Without this check another site could sign people out.
    if (request.headers[PAGE_HEADER] === undefined) return reply.status(403).send();
    await signIn.sessions.end(sessionOf(request.headers.cookie), clientAddress(request));
    return uncached(reply).header('Set-Cookie', noSessionCookie(session)).status(204).send();
  });
}

const questionCookie = (parameters: URLSearchParams): string =>
  `${QUESTION_COOKIE}${(parameters.get('state') ?? '').slice(0, STATE_LENGTH)}`;

const deviceBody = z.object({ device: z.string().max(MAX_DEVICE_LENGTH) });

/** Sign-in by a code that is confirmed in a browser on another device (RFC 8628), for the command line. */
function addDeviceRoutes(server: FastifyInstance, signIn: SignIn, around: SignInSurroundings): void {
  const path = `${around.prefix}${SIGN_IN_PATH}/device`;
  const options = { bodyLimit: MAX_BODY_BYTES };
  server.post(path, options, async (_request, reply) =>
    orProblem(reply, around, async () => reply.send(await signIn.beginDevice())),
  );
  server.post(`${path}/token`, options, async (request, reply) =>
    orProblem(reply, around, async () => {
      const body = deviceBody.safeParse(request.body);
      if (!body.success)
        throw new AppError('VALIDATION_FAILED', 'device must be the text with which the sign-in was started');
      const session = await signIn.finishDevice(body.data.device, clientAddress(request));
      if (typeof session === 'string') return reply.status(202).send({ state: session });
      return reply.send({ token: session.token, expiresAt: timeText(session.expiresAt) });
    }),
  );
}

async function orProblem(
  reply: FastifyReply,
  { log, metrics }: SignInSurroundings,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  void uncached(reply);
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) log.warn({ err: error }, 'a sign-in failed');
    const refused = error instanceof AppError ? error : new AppError('INTERNAL', 'the sign-in failed');
    if (refused.code === 'UNAUTHENTICATED') metrics.authenticationFailures.inc({ cause: 'signIn' });
    return reply
      .status(refused.status)
      .type('application/problem+json')
      .send(problemDocument(refused.code, refused.message));
  }
}

/** A person who cannot be signed in is sent back to the page, which explains why in its own words. */
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
    return uncached(reply).redirect(`${prefix}/?sign-in=${failureOf(error).code}`);
  }
}

const uncached = (reply: FastifyReply): FastifyReply => reply.header('Cache-Control', 'no-store');
const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');
