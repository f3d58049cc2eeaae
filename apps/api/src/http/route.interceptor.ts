import { StreamableFile, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstValueFrom, from, type Observable } from 'rxjs';
import { AppError } from '#common/errors/app-error.js';
import type { Mongo } from '#common/mongo/mongo.js';
import type { AuditLog } from './audit-log.js';
import { etagOf } from './core/etag.js';
import type { GivenAnswer, IdempotentAnswers, Undertaking } from './idempotent-answers.js';
import { headerOf, parseRequest } from './parse-request.js';
import type { RequestGates } from './request-gates.js';
import type { Admitted } from './request-guard.js';
import { isMutating, PENDING_HEADER, type Answer, type Asked, type Route } from './route.js';
import { ROUTE_METADATA, type PreparedRequest, type Streamed } from './serves.js';

/** A request before it is known under which seed it is carried out. */
type Prepared = Omit<Asked<Route>, 'mutation'>;

/**
 * Every route's way in and out, once the guard has let the request in: what exactly is asked, whether it was answered before;
 * then the handler; then headers, the audit's outcome, and the answer kept for repeats.
 */
export class RouteInterceptor implements NestInterceptor {
  private readonly reflector = new Reflector();
  private readonly serving = new Set<Promise<unknown>>();

  constructor(
    private readonly parts: {
      readonly answers: IdempotentAnswers;
      readonly audit: AuditLog;
      readonly gates: RequestGates;
      readonly database: Pick<Mongo, 'orStalled'>;
    },
    private readonly basePath: string,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<Answer<unknown> | Streamed>): Observable<unknown> {
    const route = this.reflector.get<Route | undefined>(ROUTE_METADATA, context.getHandler());
    if (!route) return next.handle();
    const serve = (): Promise<unknown> => {
      const served = this.parts.gates
        .serve(route, () => this.serve(route, context, next))
        .finally(() => this.serving.delete(served));
      this.serving.add(served);
      return served;
    };
    return from(this.parts.database.orStalled(serve));
  }

  /** Resolves when nothing is being carried out any more, not even for callers who have gone away. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.serving);
  }

  private async serve(
    route: Route,
    context: ExecutionContext,
    next: CallHandler<Answer<unknown> | Streamed>,
  ): Promise<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest & PreparedRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const { caller, credential } = admittedOf(request);
    const parsed = parseRequest(route, request);
    const common: Prepared = { ...parsed, caller, credential, headers: singleHeaders(request) };
    if (!isMutating(route) || route.access === 'attempt') {
      request.asked = { ...common, mutation: noMutation };
      return this.send(route, reply, await answerOf(next));
    }
    const begun = await this.parts.answers.begin({
      key: headerOf(request, 'idempotency-key'),
      subject: caller.subject,
      method: route.method,
      url: request.url,
      body: request.body,
    });
    if ('status' in begun) return replay(reply, begun);
    return this.carryOut({ route, common, begun, request, reply, next });
  }

  private async carryOut(step: {
    route: Route;
    common: Prepared;
    begun: Undertaking;
    request: PreparedRequest;
    reply: FastifyReply;
    next: CallHandler<Answer<unknown> | Streamed>;
  }): Promise<unknown> {
    const { route, common, begun, request, reply, next } = step;
    const trail = this.parts.audit.open(common.caller, route.id, begun.seed);
    request.asked = { ...common, mutation: { seed: begun.seed, askedAt: begun.askedAt, record: trail.record } };
    try {
      const body = this.send(route, reply, await answerOf(next));
      await begun.answered({ status: route.status, headers: ownHeaders(reply), body });
      return body;
    } catch (error) {
      // Whatever goes wrong here, the caller is told of the first error.
      await Promise.allSettled([trail.refused(error instanceof AppError ? error.code : 'INTERNAL'), begun.refused()]);
      throw error;
    }
  }

  private send(route: Route, reply: FastifyReply, result: Answer<unknown> | Streamed): unknown {
    if ('stream' in result) {
      void reply.header('Cache-Control', 'no-cache, no-transform').header('X-Accel-Buffering', 'no');
      return new StreamableFile(result.stream, { type: result.type });
    }
    if (result.rev !== undefined) void reply.header('ETag', etagOf(result.rev));
    if (result.location !== undefined) void reply.header('Location', `${this.basePath}${result.location}`);
    if (result.isPending === true) void reply.header(PENDING_HEADER, 'scheduler');
    void reply.header('Cache-Control', 'no-store');
    return route.status === 204 ? undefined : result.body;
  }
}

/** What a handler gives is checked where it is declared: `Serves` takes no other. */
const answerOf = async (next: CallHandler<Answer<unknown> | Streamed>): Promise<Answer<unknown> | Streamed> =>
  firstValueFrom(next.handle());

/** No route is served to whom nobody has let in. */
function admittedOf({ admitted }: PreparedRequest): Admitted {
  if (!admitted) throw new AppError('INTERNAL', 'a request came past the guard');
  return admitted;
}

const noMutation = { seed: '', askedAt: 0, record: async (): Promise<void> => Promise.resolve() };

function replay(reply: FastifyReply, answer: GivenAnswer): unknown {
  void reply.status(answer.status).headers(answer.headers);
  return answer.body;
}

/** The headers that belong to the answer itself. */
function ownHeaders(reply: FastifyReply): Record<string, string> {
  const names = ['etag', 'location', 'cache-control', PENDING_HEADER.toLowerCase()];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = reply.getHeader(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

const singleHeaders = (request: FastifyRequest): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
