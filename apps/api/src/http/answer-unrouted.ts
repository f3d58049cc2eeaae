/** Answers requests that are refused, or fail, outside the routes of the API. */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '#common/logging/logger.js';
import { SECURITY_HEADERS, setSecurityHeaders } from '../system/security-headers.js';
import { acceptedTypes, JSON_ONLY } from './parse-request.js';
import { frameworkProblem, problemDocument, type ProblemDocument } from './problem.js';

/** Refusals of the server before the route is found, such as a path that cannot be parsed. */
export function answerUnrouted(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const problem = refusal(error) ?? problemDocument('MALFORMED_BODY', error.message);
  void setSecurityHeaders(reply).status(problem.status).type('application/problem+json').send(problem);
}

/** Bytes of the headers of a request; Node refuses more. */
export const MAX_HEADER_BYTES = 32_768;

/** What Node refuses before it is a request for the framework. */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const problem = problemOfBroken(error);
  const body = JSON.stringify(problem);
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}

function problemOfBroken({ code }: NodeJS.ErrnoException): ProblemDocument {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return problemDocument('REQUEST_TIMEOUT', 'the request did not arrive as a whole in time');
  if (code === 'HPE_HEADER_OVERFLOW')
    return problemDocument('HEADERS_TOO_LARGE', `the headers of a request may have ${MAX_HEADER_BYTES / 1_024} KiB`);
  return problemDocument('VALIDATION_FAILED', 'the request is not HTTP/1.1');
}

/**
 * Refuses requests of HTTP/1.1 that do not name one host (RFC 9112, 3.2). Node refuses only those without any, by an answer without a body:
 * the server is made with `requireHostHeader: false`.
 */
export function refuseWithoutHost(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    const { httpVersion, rawHeaders } = request.raw;
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
    if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) {
      done();
      return;
    }
    const problem = problemDocument('VALIDATION_FAILED', 'a request of HTTP/1.1 must have one header Host');
    void reply.status(problem.status).header('Connection', 'close').type('application/problem+json').send(problem);
  });
}

/** Errors of routes outside Nest, such as a body that is too large or cannot be decoded. */
export const answerFailed =
  (log: Logger) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const refused = refusal(error);
    if (!refused) log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'a request failed');
    const problem = refused ?? problemDocument('INTERNAL', `see the log of the service api, request ${request.id}`);
    void reply.status(problem.status).type('application/problem+json').send(problem);
  };

/** Those of these routes that refuse a type take JSON only. */
function refusal({ code, statusCode: status, message }: FastifyError): ProblemDocument | null {
  const isType = code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
  return frameworkProblem({ code, status, message: isType ? acceptedTypes(JSON_ONLY) : message });
}
