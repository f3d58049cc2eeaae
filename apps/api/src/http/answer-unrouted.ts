import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { setSecurityHeaders } from '../system/security-headers.js';
import { acceptedTypes, JSON_ONLY } from './parse-request.js';
import { frameworkProblem, problemDocument } from './problem.js';

/** Answers refusals of the server itself: before a route is found, such as a path that cannot be parsed, and on paths outside the API. */
export function answerUnrouted(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const { code, statusCode: status } = error;
  const message = code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? acceptedTypes(JSON_ONLY) : error.message;
  const problem = frameworkProblem({ code, status, message }) ?? problemDocument('MALFORMED_BODY', message);
  void setSecurityHeaders(reply).status(problem.status).type('application/problem+json').send(problem);
}
