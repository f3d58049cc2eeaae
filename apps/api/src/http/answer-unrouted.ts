/** Answers requests that are refused, or fail, outside the routes of the API. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#common/logging/logger.js';
import { setSecurityHeaders } from '../system/security-headers.js';
import { acceptedTypes, JSON_ONLY } from './parse-request.js';
import { frameworkProblem, problemDocument, type ProblemDocument } from './problem.js';

/** Refusals of the server before the route is found, such as a path that cannot be parsed. */
export function answerUnrouted(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const problem = refusal(error) ?? problemDocument('MALFORMED_BODY', error.message);
  void setSecurityHeaders(reply).status(problem.status).type('application/problem+json').send(problem);
}

/** Errors of routes outside Nest, such as a body that is too large or cannot be decoded. */
export const answerFailed =
  (log: Logger) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = refusal(error);
    if (!known) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed');
    const problem = known ?? problemDocument('INTERNAL', `see the log of the service api, request ${request.id}`);
    void reply.status(problem.status).type('application/problem+json').send(problem);
  };

/** Those of these routes that refuse a type take JSON only. */
function refusal({ code, statusCode: status, message }: FastifyError): ProblemDocument | null {
  const isType = code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
  return frameworkProblem({ code, status, message: isType ? acceptedTypes(JSON_ONLY) : message });
}
