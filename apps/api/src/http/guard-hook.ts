/** Where the guard stands: before the body of any request is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Mongo } from '#common/mongo/mongo.js';
import type { Authenticator } from '../access/authenticator.js';
import type { ApiParts } from '../app.module.js';
import { routes } from '../routes/routes.js';
import { rateLimitHeaders, type ToldLimit } from './core/rate-limiter.js';
import { RequestGuard } from './request-guard.js';
import type { PreparedRequest } from './serves.js';
import { addressKey } from './source-address.js';

/** Asked by the cluster itself, from few addresses: a flood must not make a replica look dead. */
const NEVER_COUNTED = ['/healthz', '/readyz'];

export interface Surroundings {
  readonly basePath: string;
  readonly prefix: string;
  readonly database: Pick<Mongo, 'orStalled'>;
}

export function guardOf(
  authenticator: Authenticator,
  { config, clock }: Pick<ApiParts, 'config' | 'clock'>,
): RequestGuard {
  return new RequestGuard(authenticator, clock, {
    perToken: config.RATE_LIMIT_PER_TOKEN,
    perTenant: config.RATE_LIMIT_PER_TENANT,
    perAddress: config.RATE_LIMIT_PER_ADDRESS,
    lockoutAfter: config.LOCKOUT_AFTER,
  });
}

export function guardRequests(server: FastifyInstance, guard: RequestGuard, around: Surroundings): void {
  const byPattern = new Map(
    routes.map((route) => [`${route.method} ${around.basePath}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, route]),
  );
  const uncounted = new Set(NEVER_COUNTED.flatMap((path) => [path, `${around.prefix}${path}`]));
  server.addHook('onRequest', async (request: FastifyRequest & PreparedRequest, reply) => {
    const pattern = request.routeOptions.url ?? '';
    if (uncounted.has(pattern)) return;
    const address = addressKey(request.ip);
    const route = byPattern.get(`${request.method === 'HEAD' ? 'GET' : request.method} ${pattern}`);
    await tellingLimits(reply, async (told) => {
      if (!route) {
        guard.countAddress(address, told);
        return;
      }
      const { authorization } = request.headers;
      const guarded = { address, authorization, params: request.params };
      request.admitted = await around.database.orStalled(() => guard.admit(route, guarded, told));
    });
  });
}

/** Every answer says how its sender stands, those that are refused for it above all. */
async function tellingLimits(reply: FastifyReply, judge: (told: ToldLimit[]) => Promise<void>): Promise<void> {
  const told: ToldLimit[] = [];
  try {
    await judge(told);
  } finally {
    void reply.headers(rateLimitHeaders(told));
  }
}
