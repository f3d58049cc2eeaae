/** The worker behind Node's own http server, Express and Fastify. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Headers } from './signature.js';

/** Parameters, storage and secrets of a job have 96 KiB each at most. */
const MAX_BODY_BYTES = 1024 * 1024;
const CANCEL = /^[^?]*\/cancel\/?(\?|$)/;

/** A call of the scheduler, independent of the HTTP server; `body` is its exact text. */
export interface Call {
  readonly isCancel: boolean;
  readonly headers: Headers;
  readonly body: string;
}
export interface Reply {
  readonly status: number;
  readonly text: string;
}
type Answering = (call: Call) => Promise<Reply>;
export type NodeListener = (request: IncomingMessage, response: ServerResponse) => void;

export function nodeListener(answer: Answering): NodeListener {
  return (request, response) => {
    respond(answer, request)
      .catch(() => ({ status: 500, text: 'the call could not be read' }))
      .then(({ status, text }) => {
        // The rest of a body that is too large is dropped without waiting for its end.
        request.resume();
        const whole = request.complete ? {} : { connection: 'close' };
        response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...whole }).end(text);
      })
      .catch(() => undefined);
  };
}

async function respond(answer: Answering, request: IncomingMessage): Promise<Reply> {
  if (request.method !== 'POST') return { status: 405, text: 'only POST' };
  // An earlier body parser has consumed the text, which is needed to verify the signature.
  if (request.readableEnded)
    return { status: 500, text: 'the body was read already: install the worker before body parsers' };
  const body = await bodyOf(request);
  if (body === null) return { status: 413, text: 'the body is too large' };
  return answer({ isCancel: CANCEL.test(request.url ?? ''), headers: request.headers, body });
}

/** Null for one that is too large: the rest of it is not read, and its connection stays open for the answer. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return null;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BODY_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The part of Fastify that is needed, so that the SDK depends on no version of it. */
interface FastifyLike {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'string' },
    parser: (request: unknown, body: string, done: (error: null, body: string) => void) => void,
  ): unknown;
  removeContentTypeParser(type: string): unknown;
  post(path: string, handler: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>): unknown;
}
interface FastifyRequestLike {
  readonly headers: Call['headers'];
  readonly body: unknown;
}
interface FastifyReplyLike {
  code(status: number): { send(text: string): unknown };
}

/** A plugin: `app.register(fastifyWorker(worker), { prefix: '/work' })`. Its parser applies to its own routes only. */
export function fastifyWorker(worker: { readonly answer: Answering }): (app: FastifyLike) => Promise<void> {
  return async (app) => {
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      done(null, body);
    });
    const serve =
      (isCancel: boolean) =>
      async ({ headers, body }: FastifyRequestLike, reply: FastifyReplyLike): Promise<unknown> => {
        const { status, text } = await worker.answer({ isCancel, headers, body: typeof body === 'string' ? body : '' });
        return reply.code(status).send(text);
      };
    app.post('/', serve(false));
    app.post('/cancel', serve(true));
    return Promise.resolve();
  };
}
