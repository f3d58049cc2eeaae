/** The hook in which the guard examines a request, before its body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#common/errors/app-error.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { Authenticator, Presented } from '../access/authenticator.js';
import { PAGE_HEADER } from '../access/core/session-cookie.js';
import type { ApiParts } from '../app.module.js';
import { pathPattern } from './route.js';
import { routes } from '../routes.js';
import type { AuditLog } from './audit-log.js';
import { rateLimitHeaders, type LimitStanding } from './core/rate-limiter.js';
import { problemDocument } from './problem.js';
import { RefusalRecord } from './refusal-record.js';
import { RequestGuard } from './request-guard.js';
import type { PreparedRequest } from './serves.js';
import { addressKey } from './source-address.js';

/** The cluster itself requests these paths, from few addresses: a flood must not make a replica look dead. */
const NEVER_COUNTED = ['/healthz', '/readyz'];

export interface Surroundings {
  readonly basePath: string;
  readonly prefix: string;
  readonly database: Pick<Mongo, 'orStalled'>;
  /** Records refused requests. */
  readonly audit: Pick<AuditLog, 'refusedAtTheDoor'>;
}

export function guardOf(
  authenticator: Authenticator,
  { config, clock, metrics }: Pick<ApiParts, 'config' | 'clock' | 'metrics'>,
): RequestGuard {
  const limits = {
    perToken: config.RATE_LIMIT_PER_TOKEN,
    perTenant: config.RATE_LIMIT_PER_TENANT,
    perAddress: config.RATE_LIMIT_PER_ADDRESS,
    lockoutAfter: config.LOCKOUT_AFTER,
  };
  return new RequestGuard(authenticator, clock, limits, (cause) => {
    metrics.authenticationFailures.inc({ cause });
  });
}

export function guardRequests(server: FastifyInstance, guard: RequestGuard, around: Surroundings): void {
  const byPattern = new Map(routes.map((route) => [`${route.method} ${around.basePath}${pathPattern(route)}`, route]));
  const uncounted = new Set(NEVER_COUNTED.flatMap((path) => [path, `${around.prefix}${path}`]));
  server.addHook('onRequest', async (request: FastifyRequest & PreparedRequest, reply) => {
    const pattern = request.routeOptions.url ?? '';
    if (uncounted.has(pattern)) return;
    const address = addressKey(request.ip);
    const route = byPattern.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${pattern}`);
    const guarded = { address, presented: presentedBy(request), params: request.params };
    if (route) {
      request.admitted = await tellingLimits(reply, (standings) =>
        around.database.orStalled(async () => {
          try {
            return await guard.admit(route, guarded, standings);
          } catch (error) {
            await new RefusalRecord(around.audit, route, request).note(error);
            throw error;
          }
        }),
      ).catch((error: unknown) => {
        // The rest of the body is read and dropped: if the connection were closed before that, the caller would not get the answer.
        request.raw.resume();
        throw error;
      });
      return;
    }
    try {
      await tellingLimits(reply, (standings) => {
        guard.countAddress(address, standings);
        return Promise.resolve();
      });
    } catch (error) {
      // Routes outside the API have no filter that turns errors into problem documents.
      if (!(error instanceof AppError)) throw error;
      await reply
        .status(error.status)
        .header('Retry-After', String(error.retryAfterSeconds ?? 1))
        .type('application/problem+json')
        .send(problemDocument(error.code, error.message));
    }
  });
}

const presentedBy = ({ headers }: FastifyRequest): Presented => ({
  authorization: headers.authorization,
  cookie: headers.cookie,
  isFromPage: headers[PAGE_HEADER] !== undefined,
});

/** Every answer contains the state of its sender's limits, above all an answer that refuses because of them. */
async function tellingLimits<T>(reply: FastifyReply, judge: (standings: LimitStanding[]) => Promise<T>): Promise<T> {
  const standings: LimitStanding[] = [];
  try {
    return await judge(standings);
  } finally {
    void reply.headers(rateLimitHeaders(standings));
  }
}
