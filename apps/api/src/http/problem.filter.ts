import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MAX_SEARCH_MS } from '#common/domain/limits.js';
import { AppError, messageOf } from '#common/errors/app-error.js';
import { failureOf } from '#common/errors/failure.js';
import type { Logger } from '#common/logging/logger.js';
import { hasTakenTooLong } from '#common/mongo/outage.js';
import { methodsAt } from './core/path-match.js';
import { frameworkProblem, problemDocument, type ProblemDocument } from './problem.js';
import { acceptedTypes, JSON_ONLY } from './parse-request.js';
import { pathPattern, type Route } from './route.js';

/** Answers every error as `application/problem+json` and logs, once, the errors that are faults of Carillon. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly routes: readonly Route[],
    private readonly basePath: string,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const problem = this.problemOf(error, request);
    if (problem.status >= 500) {
      this.log[problem.code === 'INTERNAL' ? 'error' : 'warn'](
        { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
        'a request failed',
      );
    }
    if (reply.sent) return;
    if (problem.status === 401) void reply.header('WWW-Authenticate', 'Bearer realm="carillon"');
    if (problem.status === 503 || problem.status === 429) {
      void reply.header('Retry-After', String(retryAfterSeconds(error)));
    }
    if (problem.status === 405) void reply.header('Allow', this.methodsFor(request).join(', '));
    void reply.status(problem.status).type('application/problem+json').send(problem);
  }

  private problemOf(error: unknown, request: FastifyRequest): ProblemDocument {
    const { code: failure, detail } = failureOf(error);
    if (failure !== 'INTERNAL')
      return problemDocument(failure, detail, error instanceof AppError ? error.problems : []);
    if (error instanceof AppError) return internal(request);
    if (hasTakenTooLong(error)) return problemDocument('UNAVAILABLE', SEARCH_TOO_LONG);
    if (error instanceof HttpException) {
      if (error.getStatus() === 404 && this.methodsFor(request).length > 0) {
        return problemDocument('METHOD_NOT_ALLOWED', `the method ${request.method} is not allowed here`);
      }
      // Only the framework's own refusals, which do not say what is accepted, arrive in this form.
      if (error.getStatus() === 415)
        return problemDocument('UNSUPPORTED_MEDIA_TYPE', acceptedTypes(this.routeOf(request) ?? JSON_ONLY));
      return frameworkProblem({ status: error.getStatus(), message: error.message }) ?? internal(request);
    }
    const { code, statusCode } = Object(error) as { code?: unknown; statusCode?: unknown };
    return frameworkProblem({ code, status: statusCode, message: messageOf(error) }) ?? internal(request);
  }

  private routeOf({ method, routeOptions }: FastifyRequest): Route | undefined {
    return this.routes.find(
      (route) => route.method === method && `${this.basePath}${pathPattern(route)}` === routeOptions.url,
    );
  }

  private methodsFor(request: FastifyRequest): readonly string[] {
    const path = request.url.split('?')[0] ?? '';
    return path.startsWith(this.basePath) ? methodsAt(this.routes, path.slice(this.basePath.length)) : [];
  }
}

const SEARCH_TOO_LONG = `the search took longer than ${MAX_SEARCH_MS / 1_000} s in the database: search for a longer text, or in one tenant`;

/** The number of seconds after which a repeat may succeed. */
const retryAfterSeconds = (error: unknown): number => (error instanceof AppError ? (error.retryAfterSeconds ?? 1) : 1);

const internalDetail = (request: FastifyRequest): string => `see the log of the service api, request ${request.id}`;
const internal = (request: FastifyRequest): ProblemDocument => problemDocument('INTERNAL', internalDetail(request));
